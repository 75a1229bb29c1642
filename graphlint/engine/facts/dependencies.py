"""The tensors and graph nodes on which a value depends."""

from __future__ import annotations

from graphlint.autograd.events import Certainty, Site
from graphlint.engine.domain.path_facts import ReceivedGraph
from graphlint.engine.domain.state import CONTAINERS, State
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.terms import Attribute, Item
from graphlint.engine.domain.values import NONE, Each, Ref, Sequence, Tensor, Unknown, Value
from graphlint.engine.machine.machine import Machine


def tensors_in(machine: Machine, state: State, value: Value, depth: int = 3) -> list[Tensor]:
    """Return the tensors that a value contains, directly or through containers; modules are not searched."""
    if isinstance(value, Tensor):
        return [value]
    if isinstance(value, Each):
        return list(value.tensors)
    found: list[Tensor] = []
    if depth and isinstance(value, Sequence):
        for item in value.items:
            found.extend(tensors_in(machine, state, item, depth - 1))
    elif depth and isinstance(value, Ref) and value.kind in (*CONTAINERS, "generator", "instance", "helper", "parameters"):
        made = state.get(value.number)
        for item in (*made.items, *made.fields.values(), *made.library.sources):
            found.extend(tensors_in(machine, state, item, depth - 1))
    return found


def nodes_in(machine: Machine, state: State, values: tuple[Value, ...]) -> list[int]:
    """Return the nodes on which values depend, without parameters; an unknown value contributes the node of its unknown graph."""
    found = [
        node
        for value in values
        for tensor in tensors_in(machine, state, value)
        if not tensor.parameter and (node := state.node(tensor)) and state.needs_grad(tensor) is not Certainty.NO
    ]
    return found + nodes_of_unknown(machine, values)


def nodes_of_unknown(machine: Machine, values: tuple[Value, ...]) -> list[int]:
    """Return the nodes of the unknown graphs of the unknown values among some values."""
    nodes = (
        machine.graph.unresolved.node_or_none(machine.graph, value.symbol)
        for value in values
        if isinstance(value, Unknown) and value.graph is not Certainty.NO
    )
    return [node for node in nodes if node is not None]


def some_of(machine: Machine, state: State, values: tuple[Value, ...], site: Site) -> Unknown:
    """Return an unknown value that is one of several values, or was computed from them: it may depend on all of their graphs."""
    some = machine.unknown()
    if nodes := nodes_in(machine, state, values):
        machine.graph.unresolved.node(machine.graph, some.symbol, site, "unseen", nodes)
    return some


def note_stored_graph(machine: Machine, state: State, holder: Unknown, value: Value) -> None:
    """Record that an object presumed to be data received a value with a graph, as DGL graphs receive features."""
    if holder.graph is Certainty.NO and nodes_in(machine, state, (value,)):
        state.facts[ReceivedGraph(_root(holder.symbol))] = NONE


def with_stored_graph(state: State, value: Unknown) -> Unknown:
    """Return a value read from an unknown object; if the object received a value with a graph, this one may have one, too."""
    if value.graph is not Certainty.NO or ReceivedGraph(_root(value.symbol)) not in state.facts:
        return value
    return Unknown(value.symbol, Certainty.MAYBE, value.name)


def _root(key: Symbol) -> Symbol:
    """Return the key of the object from which a chain of attributes and items was read."""
    while isinstance(key, Attribute | Item):
        key = key.of
    return key
