"""What comparisons of the same operands decide about each other."""

from __future__ import annotations

import pytest

from engine.built import setting
from graphlint.engine.domain.comparisons import decide
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.terms import Comparison, Equals, Is

A, B = setting("a"), setting("b")
LESS, LESS_OR_EQUAL = Comparison("<", A, B), Comparison("<=", A, B)
GREATER, GREATER_OR_EQUAL = Comparison("<", B, A), Comparison("<=", B, A)
EQUAL = Equals(A, B)


@pytest.mark.parametrize(
    ("known", "asked", "truth"),
    [
        ((LESS, True), GREATER_OR_EQUAL, False),
        ((LESS, False), GREATER_OR_EQUAL, True),
        ((LESS_OR_EQUAL, True), GREATER, False),
        ((LESS_OR_EQUAL, False), GREATER, True),
        ((LESS, True), GREATER, False),
        ((LESS, False), GREATER, None),
        ((LESS, True), LESS_OR_EQUAL, True),
        ((LESS, False), LESS_OR_EQUAL, None),
        ((LESS_OR_EQUAL, False), LESS, False),
        ((LESS_OR_EQUAL, True), LESS, None),
        ((LESS_OR_EQUAL, False), GREATER_OR_EQUAL, True),
        ((LESS_OR_EQUAL, True), GREATER_OR_EQUAL, None),
        ((EQUAL, True), LESS, False),
        ((EQUAL, False), LESS, None),
        ((EQUAL, True), LESS_OR_EQUAL, True),
        ((EQUAL, False), LESS_OR_EQUAL, None),
        ((LESS, True), EQUAL, False),
        ((LESS, False), EQUAL, None),
        ((GREATER, True), EQUAL, False),
        ((LESS_OR_EQUAL, False), EQUAL, False),
        ((GREATER_OR_EQUAL, False), EQUAL, False),
        ((LESS_OR_EQUAL, True), EQUAL, None),
        ((LESS, True), Is(A, B), None),
    ],
)
def test_a_comparison_decides_others_of_its_operands(known: tuple[Symbol, bool], asked: Symbol, truth: bool | None) -> None:
    assert decide(dict((known,)), asked) is truth
