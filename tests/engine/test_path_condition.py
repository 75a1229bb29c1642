"""What follows from the conditions that a path has assumed."""

from __future__ import annotations

import pytest

from engine.built import ONE, TWO, setting
from graphlint.autograd.numbers import RunNumber
from graphlint.engine.domain.indices import EqualsConstant, Index
from graphlint.engine.domain.path_condition import NO_INDICES, PathCondition
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.terms import And, Comparison, Equals, LiteralSymbol, Not, Or, constant

A, B, C, D = (setting(name) for name in "abcd")


def assumed(*conditions: tuple[Symbol, bool]) -> PathCondition:
    path = PathCondition()
    for symbol, truth in conditions:
        path.assume(symbol, truth, NO_INDICES)
    return path


def decide(path: PathCondition, symbol: Symbol) -> bool | None:
    return path.decide(symbol, NO_INDICES)


@pytest.mark.parametrize(
    ("asked", "truth"),
    [
        (A, True),
        (B, False),
        (C, None),
        (7, None),
        (Not(A), False),
        (Not(B), True),
        (Not(C), None),
        (And((A, C)), None),
        (And((C, A)), None),
        (Or((C, B)), None),
        (And((B, C)), False),
        (And((C, B)), False),
        (And((A, Not(B))), True),
        (Or((A, C)), True),
        (Or((C, A)), True),
        (Or((B, C)), None),
        (Or((B, Not(A))), False),
        (LiteralSymbol(1), True),
        (LiteralSymbol(""), False),
    ],
)
def test_a_condition_is_decided_by_its_parts(asked: Symbol, truth: bool | None) -> None:
    assert decide(assumed((A, True), (B, False)), asked) is truth


def test_a_condition_that_is_assumed_decides_its_parts() -> None:
    """Of an `and` that holds and an `or` that does not; of a negation, the opposite."""
    assert assumed((And((A, Not(B))), True)).truths == {And((A, Not(B))): True, A: True, Not(B): True, B: False}
    assert assumed((Or((A, B)), False)).truths == {Or((A, B)): False, A: False, B: False}
    assert assumed((Or((A, B)), True)).truths == {Or((A, B)): True}
    assert assumed((And((A, B)), False)).truths == {And((A, B)): False}


def test_the_last_part_of_an_or_holds() -> None:
    """In whichever order the path learns; with two undecided parts, nothing follows."""
    clause = Or((A, B, C))
    path = assumed((clause, True), (A, False))
    assert decide(path, B) is decide(path, C) is None
    assert path.assume(B, False, NO_INDICES) == [(B, False), (C, True)]
    assert decide(assumed((A, False), (B, False), (clause, True)), C) is True
    assert decide(assumed((clause, True), (A, True), (B, False)), C) is None


def test_the_last_part_of_an_and_that_does_not_hold_fails() -> None:
    path = assumed((And((A, B)), False))
    assert path.assume(A, True, NO_INDICES) == [(A, True), (B, False)]
    assert decide(assumed((And((A, B)), False), (A, False)), B) is None


def test_what_follows_may_decide_the_next_clause() -> None:
    path = assumed((Or((A, B)), True), (Or((Not(B), C)), True), (Or((Not(C), D)), True), (A, False))
    assert (decide(path, B), decide(path, C), decide(path, D)) == (True, True, True)


def test_an_equality_decides_the_other_equalities_of_a_clause() -> None:
    """`a == 1` excludes `a == 2`, of which the clause is made, though it is not a part of it."""
    assert decide(assumed((Or((Equals(A, TWO), B)), True), (Equals(A, ONE), True)), B) is True
    assert decide(assumed((Or((Equals(A, TWO), B)), True), (Equals(A, ONE), False)), B) is None


def test_a_clause_is_searched_again_when_a_condition_changes() -> None:
    path = assumed((Or((A, B)), True), (A, True))
    path.assume(A, False, NO_INDICES)
    assert decide(path, B) is True


def test_comparisons_and_equalities_decide_each_other() -> None:
    assert decide(assumed((Comparison("<", A, B), True)), Comparison("<=", B, A)) is False
    assert decide(assumed((Equals(A, B), True)), Comparison("<", A, B)) is False
    assert decide(assumed((Equals(A, ONE), True)), Equals(A, TWO)) is False
    assert decide(assumed((A, True)), Equals(A, TWO)) is None


def test_a_condition_that_a_path_has_assumed_is_not_decided_again() -> None:
    """Its parts, or other comparisons, may not decide it."""
    for condition, truth in ((Comparison("<", A, B), True), (Or((A, B)), True), (And((A, B)), False)):
        assert decide(assumed((condition, truth)), condition) is truth


def test_an_order_is_decided_also_beside_equalities_and_for_texts() -> None:
    """A text has no difference to other values."""
    text = constant("adam")
    assert decide(assumed((Comparison("<", A, B), True), (Equals(C, ONE), True)), Comparison("<=", B, A)) is False
    assert decide(assumed((Equals(A, text), True)), Comparison("<", A, text)) is False


def test_an_index_is_decided_by_its_bounds() -> None:
    assert PathCondition().decide(Equals(A, TWO), {A: Index(RunNumber(5), 0, 1)}) is False
    assert PathCondition().decide(Equals(A, TWO), NO_INDICES) is None


def test_a_value_that_equals_a_constant_is_marked() -> None:
    assert EqualsConstant(A) in assumed((Equals(A, constant("adam")), True)).truths
    assert EqualsConstant(A) not in assumed((Equals(A, constant("adam")), False)).truths
    assert not any(isinstance(item, EqualsConstant) for item in assumed((Equals(A, B), True)).truths)


def test_a_join_keeps_what_both_paths_have_assumed_and_that_one_of_two_conditions_holds() -> None:
    one, two = assumed((C, True), (A, True)), assumed((C, True), (A, False), (B, True))
    one.join(two)
    assert one.truths == {C: True, Or((A, B)): True}
    one.assume(A, False, NO_INDICES)
    assert decide(one, B) is True


def test_a_join_leaves_out_an_alternative_that_always_holds() -> None:
    """Of `a < b` and `b <= a`, the second follows where the first does not hold."""
    one, two = assumed((Comparison("<", A, B), True)), assumed((Comparison("<=", B, A), True))
    one.join(two)
    assert not one


def test_a_join_of_equal_paths_changes_nothing() -> None:
    one = assumed((Or((A, B)), True), (Equals(C, ONE), True))
    before = dict(one.truths)
    one.join(one.copy())
    assert one.truths == before


def test_a_join_forgets_differences_in_which_the_paths_differ() -> None:
    one, two = assumed((Equals(A, ONE), True)), assumed((Equals(A, TWO), True))
    one.join(two)
    assert not [item for item in one.truths if type(item).__name__ == "HasDifference"]


def test_the_last_iteration_is_shown_by_an_equality_with_its_index() -> None:
    path = PathCondition()
    path.assume(Equals(A, ONE), True, {A: Index(RunNumber(5), 0, None)})
    assert path.is_last_iteration(RunNumber(5), (None, 2))
    assert not path.is_last_iteration(RunNumber(5), (None, 3))


def test_a_copy_is_of_another_path() -> None:
    path = assumed((Or((A, B)), True))
    other = path.copy()
    other.assume(A, False, NO_INDICES)
    assert decide(other, B) is True
    assert path.snapshot() == {Or((A, B)): True}
    assert bool(path)
