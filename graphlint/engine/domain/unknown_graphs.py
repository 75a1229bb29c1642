"""Graphs that unresolved code has built, and that several values may share: the losses of one call, or what is computed from its result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from graphlint.autograd import operations
from graphlint.autograd.events import Backward
from graphlint.autograd.node_graph import NodeGraph
from graphlint.autograd.presumptions import Presumption
from graphlint.engine.domain import terms
from graphlint.engine.domain.graph import Graph
from graphlint.engine.domain.reuse import retains
from graphlint.engine.domain.term import Symbol


def by_backward(graph: Graph, presumed_data: frozenset[int]) -> Mapping[int, frozenset[int]]:
    """Return the unknown graphs that each backward pass may enter, each as the number of one node.

    The results of one unresolved call may share what the call has built. Presumed data are excluded, and what only they depend on, unless
    all of what the root is computed from is presumed to be data: a backward pass shows that a part of it has a graph. The calls that
    returned these values may have built it; if there are none, all of them may have it.
    """
    events = [event for event in graph.events if isinstance(event, Backward)]
    if len(events) < 2 or not retains(graph):
        return {}
    symbols, nodes = graph.unresolved.symbols(), NodeGraph(graph.nodes)
    numbers: dict[Symbol, int] = {}
    origins_by_backward: dict[int, frozenset[int]] = {}
    for event in events:
        opaque = [number for number in event.possibly_reached if number in symbols]
        if presumed_data.issuperset(event.roots):
            origins = {origin for number in opaque for origin in _origins(graph, symbols[number])}
            origins = {origin for origin in origins if _is_result(graph, origin)} or origins
        else:
            entered = nodes.below(event.roots, presumed_data)
            inside = (symbols[number] for number in opaque if number in entered)
            origins = {origin for symbol in inside for origin in _origins(graph, symbol, presumed_data) if _is_result(graph, origin)}
        if not origins or not graph.presumes(Presumption.SHARED_RESULTS):
            continue
        origins_by_backward[event.number] = frozenset(numbers.setdefault(origin, len(numbers)) for origin in origins)
    return origins_by_backward


def _origins(graph: Graph, symbol: Symbol, data: frozenset[int] = frozenset()) -> Iterator[Symbol]:
    """Yield the values from which a value was taken or computed: results of unresolved calls, elements, and what the run received.

    Operands whose node is one of `data` are left out.
    """
    if graph.unresolved.nodes.get(symbol) in data:
        return
    if symbol in graph.unresolved.alternatives:
        for one in graph.unresolved.alternatives[symbol]:
            yield from _origins(graph, one, data)
    elif isinstance(symbol, terms.Item | terms.AttributeSymbol):
        yield from _origins(graph, symbol.of, data)
    elif isinstance(symbol, terms.CallSymbol) and operations.is_tensor_method(symbol.method):
        yield from _origins(graph, symbol.receiver, data)
    elif isinstance(symbol, terms.OperationSymbol):
        for part in symbol.symbols():
            yield from _origins(graph, part, data)
    else:
        yield symbol


def _is_result(graph: Graph, symbol: Symbol) -> bool:
    """Return True for the result of an unresolved call."""
    return symbol in graph.unresolved.calls or isinstance(symbol, terms.CallSymbol)
