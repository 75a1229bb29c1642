"""Conditions of which one holds where two paths differ: after `if a: ... elif b: ... else: return`, one of `a` and `b` does.

A join keeps these facts, so that a later iteration cannot take a side that the conditions of both paths exclude.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from graphlint.engine.domain import indices
from graphlint.engine.domain.bounds import PAIRS_OF_CONDITIONS
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.terms import Not

FACTS: Final = (indices.AtLeast, indices.Difference, indices.EqualsConstant, indices.HasDifference, indices.IndexEquals)
"""Facts that follow from conditions and are none."""


def pairs(one: Mapping[Symbol, bool], two: Mapping[Symbol, bool]) -> Iterator[tuple[Symbol, Symbol]]:
    """Yield each condition that only the first path has assumed with each that only the second has: one of both holds after a join.

    Pairs of a condition and its own negation are left out.
    """
    first, second = list(_only_in(one, two)), list(_only_in(two, one))
    if len(first) * len(second) <= PAIRS_OF_CONDITIONS:
        yield from ((left, right) for left in first for right in second if right != negation(left))


def negation(condition: Symbol) -> Symbol:
    """Return the condition that holds if another one does not."""
    return condition.operand if isinstance(condition, Not) else Not(condition)


def _only_in(one: Mapping[Symbol, bool], two: Mapping[Symbol, bool]) -> Iterator[Symbol]:
    """Yield the conditions that hold on the first path and that the second has not decided so."""
    for symbol, truth in one.items():
        if two.get(symbol) is not truth and not isinstance(symbol, FACTS):
            yield symbol if truth else negation(symbol)
