"""The nodes of unresolved results, and which of these an iteration has created."""

from __future__ import annotations

import pytest

from engine.built import ONE, SITE, add, turn
from graphlint.autograd.events import NO_CONTEXT, Origin
from graphlint.engine.domain import terms
from graphlint.engine.domain.graph import Graph
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.unresolved_results import UnresolvedResults
from graphlint.engine.domain.values import Constant, Sequence, Unknown

ELEMENT = terms.Element(7, 3)
MOST = 6
"""The depth at which a search in a symbol ends."""


def nested(depth: int, inner: Symbol) -> Symbol:
    for _ in range(depth):
        inner = terms.Item(inner, ONE)
    return inner


@pytest.mark.parametrize(
    ("symbol", "new"),
    [
        (8, True),
        (7, False),
        (ELEMENT, True),
        (terms.AttributeSymbol(ELEMENT, "loss"), True),
        (terms.AttributeSymbol(8, "loss"), False),
        (terms.AttributeSymbol(terms.Item(ELEMENT, ONE), "loss"), False),
        (terms.Item(ELEMENT, ONE), True),
        (terms.Item(8, ONE), True),
        (terms.Item(7, ONE), False),
        (terms.OperationSymbol("+", 7, 8), True),
        (terms.CallSymbol(7, "evaluate", 3, ()), True),
        (terms.CallSymbol(7, "sum", 3, ()), False),
        (terms.CallSymbol(8, "sum", 3, ()), True),
    ],
)
def test_a_value_is_new_if_the_iteration_has_obtained_it(symbol: Symbol, new: bool) -> None:
    """8 is the result of a call in the iteration. An attribute may hold a graph that was built long before."""
    results = UnresolvedResults(calls={8: turn(5, 2)})
    assert results.is_new(symbol, turn(5, 2)) is new


def test_the_result_of_an_earlier_iteration_is_not_new() -> None:
    results = UnresolvedResults(calls={8: turn(5, 1)})
    assert not results.is_new(8, turn(5, 2))
    assert not results.is_new(8, NO_CONTEXT)


def test_one_of_several_values_is_new_if_all_are() -> None:
    """A single one stands beside a value that is not unknown, which may be older."""
    results = UnresolvedResults(calls={8: turn(5, 2), 9: turn(5, 2)})
    for several, new in (((8, 9), True), ((8, 7), False), ((8,), False)):
        results.alternatives[10] = several
        assert results.is_new(10, turn(5, 2)) is new


@pytest.mark.parametrize(("depth", "new"), [(MOST - 1, True), (MOST, False)])
def test_a_part_deep_in_a_symbol_is_not_searched(depth: int, new: bool) -> None:
    results = UnresolvedResults()
    assert results.is_new(nested(depth, ELEMENT), NO_CONTEXT) is new
    several = UnresolvedResults(calls={0: NO_CONTEXT, 99: NO_CONTEXT})
    several.alternatives = {number: (number - 1, 99) for number in range(1, depth + 2)}
    assert several.is_new(depth + 1, NO_CONTEXT) is new
    methods: Symbol = ELEMENT
    for _ in range(depth):
        methods = terms.CallSymbol(methods, "sum", 3, ())
    assert results.is_new(methods, NO_CONTEXT) is new


@pytest.mark.parametrize(("depth", "found"), [(MOST, True), (MOST + 1, False)])
def test_the_node_of_a_part_is_found_to_the_same_depth(depth: int, found: bool) -> None:
    graph = Graph()
    node = graph.unresolved.node(graph, terms.Unary("-", 7), SITE)
    symbol = nested(depth, terms.Unary("-", 7))
    assert graph.unresolved.node_or_none(graph, symbol) == (node if found else None)


def test_each_symbol_has_one_node() -> None:
    graph = Graph()
    results = graph.unresolved
    below = add(graph, Origin.LEAF)
    node = results.node(graph, 7, SITE, Origin.UNRESOLVED_CALL, (below,))
    assert results.node(graph, 7, SITE) == node
    assert (graph.nodes[node].origin, graph.nodes[node].possible_inputs) == (Origin.UNRESOLVED_CALL, (below,))
    assert results.symbols() == {node: 7}
    item = results.node(graph, terms.Item(7, ONE), SITE)
    assert graph.nodes[item].possible_inputs == (node,)
    assert results.node_or_none(graph, terms.Item(7, ONE)) == item


def test_the_node_of_a_new_value_says_when_the_program_obtained_it() -> None:
    """A number is obtained at its time; a term is computed then."""
    graph = Graph()
    graph.unresolved.calls[7] = NO_CONTEXT
    new, old = graph.unresolved.node(graph, 7, SITE), graph.unresolved.node(graph, 6, SITE)
    item = graph.unresolved.node(graph, terms.Item(7, ONE), SITE)
    assert [graph.nodes[number].obtained for number in (new, old, item)] == [7, 0, 0]
    assert graph.unresolved.new == {new, item}


def test_a_value_that_is_computed_from_one_has_its_node_and_from_several_one_of_its_own() -> None:
    graph = Graph()
    results = graph.unresolved
    one, two = results.node(graph, 7, SITE), results.node(graph, 8, SITE)
    assert results.node_or_none(graph, terms.Item(7, ONE)) == one
    assert results.node_or_none(graph, 9) is None
    assert results.node_or_none(graph, terms.OperationSymbol("+", 7, 7)) == one
    total = results.node_or_none(graph, terms.OperationSymbol("+", 7, 8))
    assert total is not None
    assert graph.nodes[total].possible_inputs == (one, two)


def test_a_value_without_a_node_has_one_once_there_is_another() -> None:
    graph = Graph()
    item = terms.Item(7, ONE)
    assert graph.unresolved.node_or_none(graph, item) is None
    node = graph.unresolved.node(graph, 7, SITE)
    assert graph.unresolved.node_or_none(graph, item) == node


@pytest.mark.parametrize("symbol", [terms.Length(7), *(terms.CallSymbol(7, name, 3, ()) for name in ("item", "tolist", "numpy"))])
def test_a_number_that_is_read_from_a_tensor_has_no_graph(symbol: Symbol) -> None:
    graph = Graph()
    graph.unresolved.node(graph, 7, SITE)
    assert graph.unresolved.node_or_none(graph, symbol) is None
    assert graph.unresolved.node_or_none(graph, terms.CallSymbol(7, "sum", 3, ())) is not None


def test_a_joined_value_depends_on_each_of_the_values() -> None:
    graph = Graph()
    one, two = (graph.unresolved.node(graph, number, SITE) for number in (7, 8))
    graph.unresolved.join(graph, 10, (7, 8, 9))
    assert graph.nodes[graph.unresolved.nodes[10]].possible_inputs == (one, two)
    graph.unresolved.join(graph, 11, (9, 12))
    assert 11 not in graph.unresolved.nodes
    assert graph.unresolved.alternatives == {10: (7, 8, 9), 11: (9, 12)}


def test_a_part_of_what_a_file_holds_is_loaded() -> None:
    results = UnresolvedResults(loaded={7})
    assert results.is_loaded(terms.Item(terms.CallSymbol(terms.AttributeSymbol(7, "state"), "get", 3, ()), ONE))
    assert not results.is_loaded(terms.Item(8, ONE))
    assert not results.is_loaded(terms.Unary("-", 7))


def test_what_is_moved_to_a_device_is_the_module_that_is_used() -> None:
    results = UnresolvedResults()
    results.use_as_module(terms.CallSymbol(terms.InstanceSymbol("Net", 7), "cuda", 3, ()))
    assert results.modules == {7, terms.InstanceSymbol("Net", 7), terms.CallSymbol(terms.InstanceSymbol("Net", 7), "cuda", 3, ())}
    results = UnresolvedResults()
    results.use_as_module(terms.CallSymbol(7, "decoder", 3, ()))
    assert 7 not in results.modules


def test_unknown_values_are_used_as_sizes_also_in_a_tuple() -> None:
    results = UnresolvedResults()
    results.use_as_sizes([Unknown(7), Constant(2), Sequence((Unknown(8), Sequence((Unknown(9),))))])
    assert results.sizes == {7, 8}
