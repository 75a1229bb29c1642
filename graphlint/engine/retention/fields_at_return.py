"""Graphs in the fields of an object at the return of a method: other methods of the object can use them."""

from __future__ import annotations

from typing import NamedTuple

from graphlint.engine.domain import class_lookup
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Bound, Function, Ref, Value
from graphlint.engine.facts import dependencies
from graphlint.engine.machine.machine import Machine


class HeldNodes(NamedTuple):
    """The nodes on which fields of a method's receiver depend when the method has returned.

    `read` are those of fields that other methods of its class read, `backpropagated` those of fields through which they backpropagate.
    """

    read: list[int]
    backpropagated: list[int]


def nodes_held(machine: Machine, state: State, target: Value, function: Function) -> HeldNodes:
    """Return the nodes that the fields of a method's receiver hold for other methods.

    Args:
        state: the state in which the method returned.
        target: the called value.
        function: the method.
    """
    receiver = target.receiver if isinstance(target, Bound) else None
    if not isinstance(receiver, Ref) or receiver.number not in state.heap or function.owner is None:
        return HeldNodes([], [])
    # Fields with a graph are rare: searching for the reads of attributes is left to the end.
    held = dependencies.nodes_by_name(machine, state, state.get(receiver.number).fields)
    if not held:
        return HeldNodes([], [])
    others = [other.code.facts for other in class_lookup.methods(state, function.owner) if other.code is not function.code]
    read = frozenset[str]().union(*(facts.fields_read for facts in others))
    backpropagated = frozenset[str]().union(*(facts.fields_backpropagated for facts in others))
    return HeldNodes(
        [node for name, nodes in held.items() if name in read for node in nodes],
        [node for name, nodes in held.items() if name in backpropagated for node in nodes],
    )
