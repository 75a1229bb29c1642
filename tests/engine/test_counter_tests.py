"""Which of the conditions that a path has assumed are tests of counters."""

from __future__ import annotations

import pytest

from engine.built import ONE, TWO, ZERO, setting
from graphlint.autograd.events import CounterTest
from graphlint.engine.domain.counter_tests import assumed
from graphlint.engine.domain.graph import Graph
from graphlint.engine.domain.state import State
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.terms import And, Comparison, Count, Equals, Not, OperationSymbol, Or, Remainder, constant

A = setting("a")
COUNTER = Equals(Remainder(A, TWO), ZERO)


def counters_of(graph: Graph, *decided: tuple[Symbol, bool]) -> frozenset[CounterTest]:
    state = State()
    state.condition.truths.update(decided)
    return assumed(graph, state)


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        (COUNTER, True),
        (Remainder(A, TWO), True),
        (Comparison("<", Remainder(A, TWO), ONE), True),
        (Not(COUNTER), False),
        (And((A, COUNTER)), True),
        (Or((COUNTER, A)), True),
        (Or((Not(COUNTER), A)), False),
        (Or((A, Not(And((COUNTER, A))))), False),
        (And((A, ONE)), None),
        (Not(A), None),
        (A, None),
    ],
)
def test_a_remainder_makes_a_condition_a_test_of_a_counter(condition: Symbol, holds: bool | None) -> None:
    """Also in a part of the condition: a step under it runs every k-th time, unless the condition is that the test does not hold."""
    assert counters_of(Graph(), (condition, True)) == (set() if holds is None else {CounterTest(1, holds)})
    assert counters_of(Graph(), (condition, False)) == (set() if holds is None else {CounterTest(1, not holds)})


def test_a_test_has_one_number_on_all_paths() -> None:
    """Paths differ in its truth; the numbers begin with 1."""
    graph, other = Graph(), Remainder(A, TWO)
    assert counters_of(graph, (COUNTER, True)) == {CounterTest(1, True)}
    assert counters_of(graph, (other, True), (COUNTER, False)) == {CounterTest(2, True), CounterTest(1, False)}


@pytest.mark.parametrize(
    ("dividend", "before"),
    [
        (OperationSymbol("+", Count(A, 3), constant(5)), 2),
        (OperationSymbol("-", Count(A, 3), constant(5)), None),
        (OperationSymbol("+", Count(A, 3), constant(5.0)), None),
        (OperationSymbol("+", Count(A, 3), A), None),
        (OperationSymbol("+", A, constant(5)), None),
        (Count(A, 3), None),
    ],
)
def test_a_counter_that_continues_from_run_to_run_has_a_value_before_it(dividend: Symbol, before: int | None) -> None:
    """Of `Count + 5` in the third iteration, it is 2; of a test in another form, it is not known."""
    (test,) = counters_of(Graph(), (Equals(Remainder(dividend, TWO), ZERO), True))
    assert test.before == before
    (test,) = counters_of(Graph(), (And((Equals(Remainder(dividend, TWO), ZERO), A)), True))
    assert test.before is None
