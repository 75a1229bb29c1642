"""The tensors with a graph that a value holds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.built import ONE, tensor, turn
from graphlint.autograd.events import NO_CONTEXT
from graphlint.autograd.numbers import ObjectNumber, RunNumber
from graphlint.engine.domain import terms
from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import MAYBE, NO, NONE, YES, ObjectKind, Ref, Sequence, Tensor, Value
from graphlint.engine.retention.held_graphs import tensors_with_graph

GRAPH = tensor(20)


@pytest.mark.parametrize(
    ("value", "holds"),
    [
        (GRAPH, True),
        (tensor(21, leaf=YES), False),
        (tensor(21, leaf=MAYBE), True),
        (tensor(21, parameter=True), False),
        (tensor(21, node=0), False),
        (tensor(21, needs=NO), False),
        (tensor(21, needs=MAYBE), False),
        (Sequence((NONE, Sequence((GRAPH,)))), True),
        (Sequence((NONE,)), False),
        (NONE, False),
    ],
)
def test_a_value_holds_the_graphs_of_tensors_that_are_no_leaves(value: Value, holds: bool) -> None:
    assert bool(tensors_with_graph(State(), value)) is holds


@pytest.mark.parametrize(("depth", "found"), [(3, True), (4, False)])
def test_containers_are_searched_to_a_depth(depth: int, found: bool) -> None:
    """A tuple adds none."""
    state = State()
    held: Value = GRAPH
    for number in range(depth):
        state.put(ObjectNumber(number), Object("list", items=[Sequence((held,))]))
        held = Ref(ObjectNumber(number), "list")
    assert bool(tensors_with_graph(state, held)) is found


@pytest.mark.parametrize(
    ("kind", "opened", "runs", "found"),
    [
        ("dict", NO_CONTEXT, (), True),
        ("instance", turn(5, 1), (5,), True),
        ("instance", turn(5, 1), (6,), False),
        ("instance", turn(5, 1), (), False),
        ("instance", NO_CONTEXT, (5,), False),
        ("module", turn(5, 1), (5,), False),
    ],
)
def test_an_instance_holds_graphs_if_the_loop_has_created_it(kind: ObjectKind, opened: object, runs: tuple[int, ...], found: bool) -> None:
    """An older one exists once, however often it is stored."""
    state = State()
    state.put(1, Object(kind, fields={"loss": GRAPH}, opened=opened))  # type: ignore[arg-type]
    assert bool(tensors_with_graph(state, Ref(ObjectNumber(1), kind), runs=frozenset(map(RunNumber, runs)))) is found


def test_an_unresolved_result_holds_the_parts_from_which_a_backward_started() -> None:
    """Its items and attributes; a method of it, another tensor and another result do not count."""
    result = replace(tensor(30, needs=MAYBE), parts=True)
    state = State()

    def know(of: int, selector: terms.AtIndex | terms.AtMethod, value: Value) -> None:
        state.known[terms.PartSymbol(of, selector)] = value

    know(30, terms.AtIndex(0), tensor(31, needs=MAYBE))
    know(30, terms.AtIndex(2), NONE)
    know(29, terms.AtIndex(1), GRAPH)
    state.known[terms.Item(30, ONE)] = GRAPH
    assert tensors_with_graph(state, result) == []
    know(30, terms.AtMethod("sum", ()), GRAPH)
    assert tensors_with_graph(state, result) == []
    know(30, terms.AtIndex(1), GRAPH)
    assert tensors_with_graph(state, result) == [GRAPH]
    certain: Tensor = replace(result, needs=YES)
    assert tensors_with_graph(state, certain) == [certain]
    assert tensors_with_graph(state, replace(result, parts=False)) == []
