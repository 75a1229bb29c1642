"""Graphs in the fields of an object at the return of a method: other methods of the object can use them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Bound, Class, Function, Ref, Value
from graphlint.engine.facts import dependencies
from graphlint.engine.machine.machine import Machine
from graphlint.ir.instructions import FunctionCode
from graphlint.ir.names import nodes_below


def nodes_left(machine: Machine, state: State, target: Value, function: Function) -> list[int]:
    """Return the nodes on which fields of a method's receiver depend, for fields that other methods of its class read.

    Args:
        state: the state in which the method returned.
        target: the called value.
        function: the method.
    """
    receiver = target.receiver if isinstance(target, Bound) else None
    if not isinstance(receiver, Ref) or receiver.number not in state.heap or function.owner is None:
        return []
    # Fields with a graph are rare: searching for the reads of attributes is left to the end.
    held = dependencies.nodes_by_name(machine, state, state.get(receiver.number).fields)
    if not held:
        return []
    others = [other.code for other in _methods(state, function.owner) if other.code is not function.code]
    return [node for name, nodes in held.items() if any(name in read_by(machine, code) for code in others) for node in nodes]


def _methods(state: State, owner: Class) -> Iterator[Function]:
    """Yield the methods of a class and its base classes."""
    for item in owner.order:
        if item.scope in state.heap:
            yield from (member for member in state.heap[item.scope].fields.values() if isinstance(member, Function))


def read_by(machine: Machine, code: FunctionCode) -> frozenset[str]:
    """Return the attributes of `self` that a function reads (cached)."""
    definition = code.node
    found = machine.syntax.attributes_read.get(id(definition))
    if found is None:
        found = machine.syntax.attributes_read[id(definition)] = frozenset(
            node.attr
            for node in nodes_below(definition)
            if isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Load)
            and isinstance(node.value, ast.Name)
            and node.value.id == "self"
        )
    return found
