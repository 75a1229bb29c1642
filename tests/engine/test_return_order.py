"""The order of the results of a function, and which of them stand for others."""

from __future__ import annotations

import itertools

import pytest

from engine.built import tensor
from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import MAYBE, NO, NONE, YES, Api, Constant, Each, Ref, Sequence, Unknown, Value
from graphlint.engine.exec.return_order import most_graph_first, stands_for

LEAF = tensor(1, leaf=YES)
PARAMETER = tensor(2, leaf=YES, parameter=True)
GRAPH = tensor(3)
DATA = tensor(4, needs=NO)
MAYBE_GRAPH = tensor(5, needs=MAYBE)
UNKNOWN = Unknown(7)
BATCH = Unknown(8, NO)

ORDER: tuple[tuple[Value, ...], ...] = (
    (GRAPH, PARAMETER, Each((GRAPH,))),
    (UNKNOWN, MAYBE_GRAPH, Api("torch.relu")),
    (LEAF,),
    (DATA, BATCH),
    (NONE, Constant(0.5)),
)
"""Values by how much of a graph they have, the most first."""


def returned(value: Value) -> State:
    """Return the state of a path that has returned a value; object 1 is a list that holds a list with a graph."""
    state = State(result=value)
    state.put(1, Object("list", items=[NONE, Ref(2, "list")]))
    state.put(2, Object("list", items=[GRAPH]))
    state.put(3, Object("list"))
    return state


def precedes(one: Value, two: Value) -> bool:
    """Return True if a result comes before another one, in whichever order the paths end."""
    pairs = [[returned(one), returned(two)], [returned(two), returned(one)]]
    return all([state.result for state in most_graph_first(states)] == [one, two] for states in pairs)


def test_the_results_with_the_most_graph_come_first() -> None:
    """A constant or a new leaf is usually for exceptional inputs."""
    for higher, lower in itertools.pairwise(ORDER):
        assert all(precedes(one, two) for one in higher for two in lower)


def test_results_with_as_much_of_a_graph_stay_in_their_order() -> None:
    for group in ORDER:
        for values in (group, group[::-1]):
            assert [state.result for state in most_graph_first([returned(value) for value in values])] == list(values)


def test_a_tuple_or_a_list_has_the_graph_of_its_items() -> None:
    assert precedes(Sequence((NONE, GRAPH)), UNKNOWN)
    assert precedes(UNKNOWN, Sequence((NONE, DATA)))
    assert precedes(Ref(1, "list"), UNKNOWN)
    assert precedes(DATA, Ref(3, "list"))
    assert precedes(UNKNOWN, Sequence(()))


@pytest.mark.parametrize(("depth", "known"), [(3, True), (4, False)])
def test_what_is_nested_more_deeply_is_unknown(depth: int, known: bool) -> None:
    value: Value = GRAPH
    for _ in range(depth):
        value = Sequence((value,))
    assert precedes(value, UNKNOWN) is known


@pytest.mark.parametrize(
    ("one", "other", "stands"),
    [
        ((GRAPH, GRAPH), (GRAPH, NONE), True),
        ((GRAPH, NONE), (NONE, GRAPH), False),
        ((NONE, GRAPH), (GRAPH, NONE), False),
        ((GRAPH, NONE), (NONE, UNKNOWN), False),
        ((GRAPH, NONE), (NONE, LEAF), True),
        ((GRAPH, UNKNOWN), (NONE, UNKNOWN), True),
        ((GRAPH, UNKNOWN), (NONE, GRAPH), False),
        ((NONE,), (GRAPH, GRAPH), True),
    ],
)
def test_a_tuple_stands_for_another_one_with_less_of_a_graph_in_each_item(
    one: tuple[Value, ...], other: tuple[Value, ...], stands: bool
) -> None:
    """Less than an unknown value does not count; tuples of different lengths are not compared."""
    assert stands_for(returned(Sequence(one)), returned(Sequence(other))) is stands


def test_results_that_are_no_tuples_stand_for_others() -> None:
    assert stands_for(returned(NONE), returned(Sequence((GRAPH,))))
    assert stands_for(returned(Sequence((NONE,))), returned(GRAPH))
    assert stands_for(returned(NONE), returned(GRAPH))
