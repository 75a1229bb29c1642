"""Decisions about loop indices."""

from __future__ import annotations

import pytest

from engine.built import ONE, TWO, ZERO, setting
from graphlint.autograd.numbers import RunNumber
from graphlint.engine.domain import indices
from graphlint.engine.domain.indices import AtLeast, Difference, HasDifference, Index, IndexEquals
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.terms import Comparison, Equals, Is, OperationSymbol, binary, constant

A, B, INDEX = (setting(name) for name in "abi")
RUN = 5
TEXT = constant("adam")
Bounds = tuple[int | None, int | None]


def plus(left: Symbol, right: Symbol, operator: str = "+") -> Symbol:
    return OperationSymbol(operator, left, right)


def decided(condition: Symbol, low: int | None, high: int | None) -> bool | None:
    """Return the truth of a condition on an index with these bounds."""
    return indices.decide({}, {INDEX: Index(RunNumber(RUN), low, high)}, condition)


@pytest.mark.parametrize(
    ("operator", "bounds", "truth"),
    [
        ("==", (2, 2), True),
        ("==", (1, 2), None),
        ("==", (2, 3), None),
        ("==", (3, None), False),
        ("==", (None, 1), False),
        ("==", (2, None), None),
        ("==", (None, 2), None),
        ("==", (None, None), None),
        (">", (3, None), True),
        (">", (2, None), None),
        (">", (None, 2), False),
        (">", (None, 3), None),
        ("<=", (3, None), False),
        ("<=", (2, None), None),
        ("<=", (None, 2), True),
        ("<=", (None, 3), None),
        ("<", (None, 1), True),
        ("<", (None, 2), None),
        ("<", (2, None), False),
        ("<", (1, None), None),
        (">=", (None, 1), False),
        (">=", (None, 2), None),
        (">=", (2, None), True),
        (">=", (1, None), None),
    ],
)
def test_the_bounds_of_an_index_decide_a_comparison_with_two(operator: str, bounds: Bounds, truth: bool | None) -> None:
    """Written from either side, and with an offset on either side."""
    assert decided(binary(operator, INDEX, TWO), *bounds) is truth
    assert decided(binary(indices.MIRRORED[operator], TWO, INDEX), *bounds) is truth
    assert decided(binary(operator, plus(INDEX, ONE), constant(3)), *bounds) is truth
    assert decided(binary(operator, plus(ONE, INDEX), constant(3)), *bounds) is truth
    assert decided(binary(operator, plus(INDEX, ONE, "-"), ONE), *bounds) is truth
    assert decided(binary(operator, INDEX, constant(2.5)), *bounds) is None


@pytest.mark.parametrize(("low", "high", "truth"), [(0, 0, False), (1, None, True), (None, -1, True), (0, None, None), (None, None, None)])
def test_an_index_is_true_unless_it_is_zero(low: int | None, high: int | None, truth: bool | None) -> None:
    assert decided(INDEX, low, high) is truth


def test_other_conditions_and_other_values_are_not_decided() -> None:
    for condition in (
        Is(INDEX, ONE),
        A,
        Equals(A, ONE),
        Comparison("<", A, B),
        Comparison("<", ONE, A),
        binary("<", plus(INDEX, ONE, "*"), TWO),
    ):
        assert decided(condition, 0, 0) is None


def noted(*equalities: tuple[Symbol, Symbol], index: Symbol = INDEX) -> dict[Symbol, bool]:
    """Return the facts of a path that has found values equal, in an iteration with an index of unknown bounds."""
    truths: dict[Symbol, bool] = {}
    for left, right in equalities:
        indices.note(truths, {index: Index(RunNumber(RUN), None, None)}, Equals(left, right))
    return truths


@pytest.mark.parametrize(
    ("condition", "truth"),
    [
        (Equals(A, plus(B, TWO)), True),
        (Equals(B, plus(A, TWO, "-")), True),
        (Equals(A, plus(B, ONE)), False),
        (binary(">", A, B), True),
        (binary("<=", A, plus(B, ONE)), False),
        (binary("<", B, A), True),
        (binary("<", A, ONE), None),
    ],
)
def test_a_known_difference_decides_comparisons_of_its_values(condition: Symbol, truth: bool | None) -> None:
    assert indices.decide(noted((A, plus(B, TWO))), {}, condition) is truth


def test_a_text_has_no_difference() -> None:
    assert not noted((A, TEXT))
    assert noted((A, ONE))
    assert Difference(A, None, 1) in noted((A, ONE))
    assert not noted((A, constant(True)))


def test_no_other_iteration_has_an_index_that_one_had() -> None:
    """The next iteration has another index symbol of the same run."""
    later = setting("later")
    truths = noted((INDEX, plus(A, ONE)))
    assert IndexEquals(RunNumber(RUN), A, 1) in truths
    for run, right, truth in ((RUN, plus(A, ONE), False), (RUN, A, None), (RUN + 1, plus(A, ONE), None), (RUN, plus(B, ONE), None)):
        for condition in (Equals(later, right), Equals(right, later)):
            assert indices.decide(truths, {later: Index(RunNumber(run), None, None)}, condition) is truth
    assert indices.decide(truths, {later: Index(RunNumber(RUN), None, None)}, Comparison("<", later, plus(A, ONE))) is None
    assert not any(isinstance(item, IndexEquals) for item in noted((A, B)))


@pytest.mark.parametrize(
    ("operator", "truth", "least"),
    [(">=", True, 2), (">", True, 3), ("<", False, 2), ("<=", False, 3), ("<", True, None), (">=", False, None)],
)
def test_an_inequality_bounds_an_index_from_below(operator: str, truth: bool, least: int | None) -> None:
    """Of `i >= a + 2`, and of its mirror image."""
    for condition in (binary(operator, INDEX, plus(A, TWO)), binary(indices.MIRRORED[operator], plus(A, TWO), INDEX)):
        truths: dict[Symbol, bool] = {}
        assert isinstance(condition, Comparison)
        indices.note_comparison(truths, {INDEX: Index(RunNumber(RUN), None, None)}, condition, truth)
        assert truths == ({} if least is None else {AtLeast(RunNumber(RUN), A, least): True})
        truths.clear()
        indices.note_comparison(truths, {}, condition, truth)
        assert not truths


def test_the_mark_of_a_difference_goes_with_the_difference() -> None:
    truths = noted((A, plus(B, TWO)))
    del truths[Difference(A, B, 2)]
    indices.forget_conflicting_offsets(truths)
    assert truths == {Difference(B, A, -2): True, HasDifference(B, A): True}
    others: dict[Symbol, bool] = {A: True}
    indices.forget_conflicting_offsets(others)
    assert others == {A: True}


def test_the_last_iteration_is_the_one_before_the_end() -> None:
    """`for i in range(n)` ends before `n`, so that `i == n - 1` shows the last iteration, and so does `i >= n - 1`."""
    limit = indices.end(A)
    assert (limit, indices.end(plus(A, ONE), 2), indices.end(TWO, 1)) == ((A, 0), (A, 3), (None, 3))
    for fact in (IndexEquals(RunNumber(RUN), A, -1), AtLeast(RunNumber(RUN), A, -1)):
        assert indices.is_over({fact: True}, RunNumber(RUN), limit)
        assert not indices.is_over({fact: True}, RunNumber(RUN), None)
        assert not indices.is_over({fact: True}, RunNumber(RUN + 1), limit)
    assert not indices.is_over({IndexEquals(RunNumber(RUN), A, -2): True}, RunNumber(RUN), limit)
    assert not indices.is_over({IndexEquals(RunNumber(RUN), A, 0): True}, RunNumber(RUN), limit)


def test_a_number_is_subtracted_and_a_value_is_not() -> None:
    """Of `1 - i`, nothing is known; of `i + a`, neither."""
    assert decided(Equals(plus(ONE, INDEX, "-"), ONE), 0, 0) is None
    assert decided(Equals(plus(INDEX, A), ONE), 1, 1) is None
    assert decided(Equals(plus(A, INDEX), ONE), 1, 1) is None
    assert decided(Equals(plus(INDEX, ZERO), ONE), 1, 1) is True
