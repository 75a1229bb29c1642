"""The tensors and graph nodes on which a value depends."""

from __future__ import annotations

from graphlint.autograd.events import Certainty, Site
from graphlint.engine.domain.path_facts import ReceivedGraph
from graphlint.engine.domain.state import CONTAINERS, State
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.terms import Attribute, Item
from graphlint.engine.domain.values import NONE, Each, Ref, Sequence, Tensor, Unknown, Value
from graphlint.engine.machine.machine import Machine

SEARCHED = frozenset((*CONTAINERS, "generator", "instance", "helper", "parameters"))
"""The kinds of objects whose elements and attributes are a part of a value."""

LEVELS = 3
"""The maximum number of containers and objects between a value and a tensor in it."""


def tensors_in(machine: Machine, state: State, value: Value) -> list[Tensor]:
    """Return the tensors that a value contains, directly or through containers; modules are not searched."""
    return _tensors_among(state, (value,), LEVELS + 1, {})


def _tensors_below(state: State, value: Value, depth: int, known: dict[tuple[int, int], list[Tensor]]) -> list[Tensor]:
    """Return the tensors in the elements of a value. Objects refer to each other: each is searched once for each depth (`known`)."""
    if isinstance(value, Sequence):
        return _tensors_among(state, value.items, depth, known)
    if not isinstance(value, Ref) or value.kind not in SEARCHED:
        return []
    key = (value.number, depth)
    found = known.get(key)
    if found is None:
        made = state.heap[value.number]
        sources = made.library.sources if made.record is not None else ()
        found = known[key] = _tensors_among(state, (*made.items, *made.fields.values(), *sources), depth, known)
    return found


def _tensors_among(state: State, values: tuple[Value, ...], depth: int, known: dict[tuple[int, int], list[Tensor]]) -> list[Tensor]:
    """Return the tensors among some values at this depth, and in them."""
    found: list[Tensor] = []
    for value in values:
        if isinstance(value, Tensor):
            found.append(value)
        elif isinstance(value, Each):
            found.extend(value.tensors)
        elif depth > 1 and isinstance(value, (Ref, Sequence)):
            found.extend(_tensors_below(state, value, depth - 1, known))
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
