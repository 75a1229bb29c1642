"""Decisions by comparisons of the same operands: `a < b` excludes `b <= a` and `a == b`. NaN is left out of account.

Terms have one form for all ways to write a comparison: `a > b` is `b < a`, and `b == a` is `a == b`.
"""

from __future__ import annotations

from collections.abc import Mapping

from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.terms import Comparison, Equals


def decide(truths: Mapping[Symbol, bool], condition: Symbol) -> bool | None:
    """Decide a comparison or an equality by other comparisons that are decided; None if these do not suffice."""
    if type(condition) is Comparison:
        return _of_comparison(truths, condition)
    return _of_equality(truths, condition) if type(condition) is Equals else None


def _of_comparison(truths: Mapping[Symbol, bool], asked: Comparison) -> bool | None:
    left, right, strict = asked.left, asked.right, asked.operator == "<"
    opposite = truths.get(Comparison("<=" if strict else "<", right, left))
    if opposite is not None:
        return not opposite
    if strict:
        excluded = truths.get(Comparison("<", right, left)) or truths.get(Comparison("<=", left, right)) is False
        return False if excluded or truths.get(Equals(left, right)) else None
    follows = truths.get(Comparison("<", left, right)) or truths.get(Comparison("<=", right, left)) is False
    return True if follows or truths.get(Equals(left, right)) else None


def _of_equality(truths: Mapping[Symbol, bool], asked: Equals) -> bool | None:
    for left, right in ((asked.left, asked.right), (asked.right, asked.left)):
        if truths.get(Comparison("<", left, right)) or truths.get(Comparison("<=", left, right)) is False:
            return False
    return None
