"""The conditions of which one holds after a join."""

from __future__ import annotations

from engine.built import ONE, setting
from graphlint.autograd.numbers import RunNumber
from graphlint.engine.domain.alternatives import negation, pairs
from graphlint.engine.domain.bounds import PAIRS_OF_CONDITIONS
from graphlint.engine.domain.indices import AtLeast, Difference, EqualsConstant, HasDifference, IndexEquals
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.terms import Not

A, B, C, D, E = (setting(name) for name in "abcde")


def test_each_condition_of_one_path_is_paired_with_each_of_the_other() -> None:
    """Those on which both agree hold anyway; a false one is paired as its negation."""
    assert list(pairs({A: True, B: False, E: True}, {C: True, D: True, E: True})) == [(A, C), (A, D), (Not(B), C), (Not(B), D)]


def test_paths_that_differ_in_many_conditions_have_no_alternatives() -> None:
    one: dict[Symbol, bool] = {A: True}
    others: dict[Symbol, bool] = {setting(str(number)): True for number in range(PAIRS_OF_CONDITIONS + 1)}
    assert not list(pairs(one, others))
    others.popitem()
    assert len(list(pairs(one, others))) == PAIRS_OF_CONDITIONS == 4


def test_a_condition_and_its_negation_are_no_alternative() -> None:
    """One of them always holds."""
    assert not list(pairs({A: True}, {A: False}))
    assert not list(pairs({Not(A): True}, {Not(A): False}))


def test_facts_that_follow_from_conditions_are_none() -> None:
    facts = (
        AtLeast(RunNumber(1), None, 2),
        Difference(A, None, 2),
        EqualsConstant(A),
        HasDifference(A, None),
        IndexEquals(RunNumber(1), None, 2),
    )
    assert list(pairs(dict.fromkeys((A, *facts), True), {B: True})) == [(A, B)]


def test_a_negation_negated_is_the_condition() -> None:
    assert (negation(A), negation(Not(A)), negation(ONE)) == (Not(A), A, Not(ONE))
