"""Decisions by comparisons of the same operands: `a < b` excludes `a >= b`, `b <= a` and `a == b`. NaN is presumed not to occur."""

from __future__ import annotations

from collections.abc import Mapping

from graphlint.engine.domain.indices import MIRRORED
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.terms import ORDER, Comparison, Equals

_OPPOSITE: Mapping[str, str] = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_STRICT: Mapping[str, str] = {"<=": "<", ">=": ">"}


def decide(truths: Mapping[Symbol, bool], condition: Symbol) -> bool | None:
    """Decide a comparison or an equality by other comparisons that are decided; None if these do not suffice."""
    if isinstance(condition, Comparison):
        return _of_comparison(truths, condition)
    return _of_equality(truths, condition) if isinstance(condition, Equals) else None


def _of_comparison(truths: Mapping[Symbol, bool], asked: Comparison) -> bool | None:
    for operator, left, right in ((asked.operator, asked.left, asked.right), (MIRRORED[asked.operator], asked.right, asked.left)):
        if (same := truths.get(Comparison(operator, left, right))) is not None:
            return same
        if (opposite := truths.get(Comparison(_OPPOSITE[operator], left, right))) is not None:
            return not opposite
        strict = _STRICT.get(operator)
        if truths.get(Equals(left, right)) or truths.get(Comparison(strict or _STRICT[_OPPOSITE[operator]], left, right)):
            return strict is not None
    return None


def _of_equality(truths: Mapping[Symbol, bool], asked: Equals) -> bool | None:
    found = {operator: truths.get(Comparison(operator, asked.left, asked.right)) for operator in ORDER}
    return False if found["<"] or found[">"] or found["<="] is False or found[">="] is False else None
