"""Which unknown graphs several backward passes may enter."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.built import ONE, TWO, add, backward, setting, unknown
from graphlint.autograd.events import NO_CONTEXT, Origin, Retain
from graphlint.autograd.presumptions import Presumption, Presumptions
from graphlint.engine.domain import terms
from graphlint.engine.domain.graph import Graph
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.unknown_graphs import by_backward

CALL = terms.CallSymbol(7, "losses", 3, ())


def entered(one: Symbol, two: Symbol, *, data: tuple[int, ...] = (), graph: Graph | None = None) -> Mapping[int, frozenset[int]]:
    """Return the unknown graphs of two passes, the second of which retains nothing; `data` says which of both values are data."""
    graph = graph or Graph()
    nodes = [unknown(graph, symbol) for symbol in (one, two)]
    events = [backward(graph, nodes[0]), backward(graph, nodes[1], retain=Retain.NO)]
    found = by_backward(graph, frozenset(nodes[index] for index in data))
    return {index: found[event.number] for index, event in enumerate(events) if event.number in found}


def share(one: Symbol, two: Symbol, graph: Graph | None = None) -> bool:
    found = entered(one, two, graph=graph)
    return bool(found) and found[0] == found[1]


@pytest.mark.parametrize(
    ("one", "two", "shared"),
    [
        (terms.Item(CALL, ONE), terms.Item(CALL, TWO), True),
        (terms.AttributeSymbol(CALL, "first"), CALL, True),
        (terms.CallSymbol(CALL, "sum", 4, ()), CALL, True),
        (terms.CallSymbol(CALL, "evaluate", 4, ()), CALL, False),
        (terms.OperationSymbol("+", CALL, setting("rate")), CALL, True),
        (terms.CallSymbol(7, "losses", 4, ()), CALL, False),
        (7, 7, False),
    ],
)
def test_values_of_one_call_may_share_a_graph(one: Symbol, two: Symbol, shared: bool) -> None:
    """What the run received is no result."""
    assert share(one, two) is shared


def test_one_of_several_values_shares_the_graphs_of_all() -> None:
    graph = Graph()
    graph.unresolved.alternatives[8] = (terms.Item(CALL, ONE), 9)
    assert share(8, CALL, graph)


def test_a_number_is_a_result_if_a_call_returned_it() -> None:
    graph = Graph()
    graph.unresolved.calls[8] = NO_CONTEXT
    assert share(terms.Item(8, ONE), 8, graph)


def test_one_pass_or_passes_that_retain_nothing_share_nothing() -> None:
    graph = Graph()
    node = unknown(graph, CALL)
    backward(graph, node)
    assert by_backward(graph, frozenset()) == {}
    graph = Graph()
    for _ in range(2):
        backward(graph, node if graph.nodes else unknown(graph, CALL), retain=Retain.NO)
    assert by_backward(graph, frozenset()) == {}


def test_the_guess_can_be_switched_off() -> None:
    assert not entered(terms.Item(CALL, ONE), CALL, graph=Graph(presumptions=Presumptions(frozenset((Presumption.SHARED_RESULTS,)))))


def test_presumed_data_have_no_graph_unless_the_root_is_computed_from_nothing_else() -> None:
    """A backward pass shows that a part of the root has a graph: that of a call, if one of the parts is from a call."""
    assert entered(terms.Item(CALL, ONE), CALL, data=(0, 1)).keys() == {0, 1}
    assert entered(setting("one"), setting("two"), data=(0, 1)).keys() == {0, 1}
    graph = Graph()
    data, other = unknown(graph, terms.Item(CALL, ONE)), unknown(graph, setting("rate"))
    for root in (add(graph, possible=(data, add(graph, Origin.LEAF))), other):
        backward(graph, root)
    assert by_backward(graph, frozenset((data,))) == {}


def test_of_a_root_of_data_the_calls_are_entered_first() -> None:
    graph = Graph()
    call, name = unknown(graph, CALL), unknown(graph, setting("rate"))
    root = add(graph, possible=(call, name))
    first, second = backward(graph, root), backward(graph, call)
    found = by_backward(graph, frozenset((root, call, name)))
    assert found[first.number] == found[second.number]
    assert len(found[first.number]) == 1


def test_an_operand_that_is_data_is_left_out() -> None:
    """Of `losses.sum() * weights`, where the weights are data."""
    graph = Graph()
    other = terms.CallSymbol(8, "weights", 5, ())
    weights = unknown(graph, other)
    nodes = [unknown(graph, terms.OperationSymbol("*", CALL, other)), unknown(graph, CALL)]
    one, two = (backward(graph, node) for node in nodes)
    found = by_backward(graph, frozenset((weights,)))
    assert found[one.number] == found[two.number]
    assert by_backward(graph, frozenset())[one.number] > found[two.number]
