"""The tensors and graph nodes on which a value depends."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Final, TypeAlias

from graphlint.autograd.events import Certainty, Site
from graphlint.engine.domain.bounds import LEVELS_TO_A_TENSOR
from graphlint.engine.domain.objects import CONTAINERS
from graphlint.engine.domain.path_facts import ReceivedGraph
from graphlint.engine.domain.state import State
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.terms import AttributeSymbol, Item
from graphlint.engine.domain.values import (
    Api,
    Bound,
    Class,
    Constant,
    Each,
    Function,
    Method,
    Partial,
    Ref,
    Sequence,
    Tensor,
    Unknown,
    Value,
)
from graphlint.engine.machine.machine import Machine

SEARCHED: Final = frozenset((*CONTAINERS, "generator", "instance", "helper", "parameters"))
"""The kinds of objects whose elements and attributes are a part of a value."""

Part: TypeAlias = "Tensor | Unknown"
"""A value that a container holds and that may have a graph."""


def tensors_in(state: State, value: Value) -> list[Tensor]:
    """Return the tensors that a value contains, directly or through containers; modules are not searched."""
    return [part for part in _parts_among(state, (value,), LEVELS_TO_A_TENSOR + 1, {}) if isinstance(part, Tensor)]


def _parts_below(state: State, value: Value, depth: int, known: dict[tuple[int, int], list[Part]]) -> list[Part]:
    """Return the parts of the elements of a value. Objects refer to each other: each is searched once for each depth (`known`)."""
    if isinstance(value, Sequence):
        return _parts_among(state, value.items, depth, known)
    if not isinstance(value, Ref) or value.kind not in SEARCHED:
        return []
    key = (value.number, depth)
    parts = known.get(key)
    if parts is None:
        obj = state.heap[value.number]
        sources = obj.library.sources if obj.record is not None else ()
        parts = known[key] = _parts_among(state, (*obj.contents, *sources), depth, known)
    return parts


def _parts_among(state: State, values: tuple[Value, ...], depth: int, known: dict[tuple[int, int], list[Part]]) -> list[Part]:
    """Return the tensors and the unknown values among some values at this depth, and in them."""
    parts: list[Part] = []
    for value in values:
        kind = type(value)
        if kind in _WITHOUT_PARTS:
            continue
        if isinstance(value, (Tensor, Unknown)):
            parts.append(value)
        elif isinstance(value, Each):
            parts.extend(value.tensors)
        elif depth > 1 and isinstance(value, Partial):
            parts.extend(_parts_among(state, (*value.arguments, *value.keywords.values()), depth - 1, known))
        elif depth > 1 and isinstance(value, (Bound, Method)):
            parts.extend(_parts_among(state, (value.receiver,), depth - 1, known))
        elif depth > 1 and isinstance(value, (Ref, Sequence)):
            parts.extend(_parts_below(state, value, depth - 1, known))
    return parts


_WITHOUT_PARTS: Final = frozenset((Constant, Api, Function, Class))
"""The most frequent classes of values that contain no tensor and no unknown value."""


def nodes_in(machine: Machine, state: State, values: tuple[Value, ...]) -> list[int]:
    """Return the nodes on which values depend, without parameters; an unknown value contributes the node of its unknown graph."""
    return _nodes_of(machine, state, _parts_among(state, values, LEVELS_TO_A_TENSOR + 1, {}))


def nodes_by_name(machine: Machine, state: State, fields: Mapping[Hashable, Value]) -> dict[Hashable, list[int]]:
    """Return the nodes on which the fields of an object depend, as of `nodes_in`, without the fields that depend on none."""
    known: dict[tuple[int, int], list[Part]] = {}
    by_name: dict[Hashable, list[int]] = {}
    for name, value in fields.items():
        if type(value) not in _WITHOUT_PARTS and (
            nodes := _nodes_of(machine, state, _parts_among(state, (value,), LEVELS_TO_A_TENSOR + 1, known))
        ):
            by_name[name] = nodes
    return by_name


def _nodes_of(machine: Machine, state: State, parts: list[Part]) -> list[int]:
    nodes: list[int] = []
    unknown: list[Value] = []
    for part in parts:
        if isinstance(part, Unknown):
            unknown.append(part)
        elif not part.parameter and (node := state.node(part)) and state.needs_grad(part) is not Certainty.NO:
            nodes.append(node)
    return nodes + nodes_of_unknown(machine, unknown) if unknown else nodes


def nodes_of_unknown(machine: Machine, values: Iterable[Value]) -> list[int]:
    """Return the nodes of the unknown graphs of the unknown values among some values."""
    nodes: list[int] = []
    unresolved = machine.graph.unresolved
    for value in values:
        if isinstance(value, Unknown) and value.graph is not Certainty.NO:
            symbol = value.symbol
            # Most symbols are numbers.
            node = unresolved.nodes.get(symbol) if type(symbol) is int else unresolved.node_or_none(machine.graph, symbol)
            if node is not None:
                nodes.append(node)
    return nodes


def some_of(machine: Machine, state: State, values: tuple[Value, ...], site: Site) -> Unknown:
    """Return an unknown value that is one of several values, or was computed from them: it may depend on all of their graphs."""
    some = machine.unknown()
    if nodes := nodes_in(machine, state, values):
        machine.graph.unresolved.node(machine.graph, some.symbol, site, below=nodes)
    return some


def note_stored_graph(machine: Machine, state: State, holder: Unknown, value: Value) -> None:
    """Record that an object that counts as data received a value with a graph, as DGL graphs receive features."""
    if holder.graph is Certainty.NO and nodes_in(machine, state, (value,)):
        state.facts.possible.add(ReceivedGraph(_root(holder.symbol)))


def with_stored_graph(state: State, value: Unknown) -> Unknown:
    """Return a value read from an unknown object; if the object received a value with a graph, this one may have one, too."""
    if value.graph is not Certainty.NO or ReceivedGraph(_root(value.symbol)) not in state.facts.possible:
        return value
    return Unknown(value.symbol, Certainty.MAYBE, value.name)


def _root(key: Symbol) -> Symbol:
    """Return the key of the object from which a chain of attributes and items was read."""
    while isinstance(key, (AttributeSymbol, Item)):
        key = key.of
    return key
