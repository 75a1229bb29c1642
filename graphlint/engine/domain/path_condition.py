"""The path condition: the conditions that a path has assumed at its branches, and what follows from them.

A fork at an undecided condition assumes it on one path and its negation on the other. When two paths are joined, the result has the
conditions on which both agree, and `alternatives`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from operator import is_not
from typing import Final, NamedTuple

from graphlint.autograd.numbers import RunNumber
from graphlint.engine.domain import alternatives, comparisons, indices
from graphlint.engine.domain.indices import EqualsConstant, Indices, Linear
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.terms import And, Comparison, ConstantSymbol, Equals, LiteralSymbol, Not, Or

NO_INDICES: Final[Indices] = {}


class _Clause(NamedTuple):
    """An `or` that holds or an `and` that does not; its parts, including those of its parts; and whether one of them is an equality."""

    condition: And | Or
    parts: frozenset[Symbol]
    has_equality: bool

    @staticmethod
    def of(condition: And | Or) -> _Clause:
        parts = frozenset(_parts(condition))
        return _Clause(condition, parts, any(isinstance(part, Equals) for part in parts))

    def is_affected(self, added: frozenset[Symbol], has_equality: bool) -> bool:
        """Return True if conditions that a path has added may decide a part."""
        return (has_equality and self.has_equality) or not self.parts.isdisjoint(added)


def _parts(condition: Symbol) -> Iterator[Symbol]:
    """Yield a condition and the conditions of which it is made."""
    yield condition
    operands = (condition.operand,) if isinstance(condition, Not) else condition.operands if isinstance(condition, (And, Or)) else ()
    for part in operands:
        yield from _parts(part)


@dataclass(slots=True, eq=False)
class PathCondition:
    """The truth of each condition that a path has assumed, by symbol; a symbol that is not a condition stands for `bool(value)`.

    `truths` also holds facts that follow from an assumed condition and were not themselves assumed: those of `indices`. These are always
    True. `_clauses` are the disjunctions that the path has assumed: an `or` that holds, an `and` that does not. `_open` are those that no
    decided part satisfies, of which unit propagation may decide the last undecided part; None if they have to be found again, since the
    path has forgotten or changed a condition. Nothing follows from an open clause before one of its parts is decided. `_has_order` and
    `_has_equality` state that the path has assumed a comparison by order or an equality, or its negation: only from these do others follow.
    """

    truths: dict[Symbol, bool] = field(default_factory=dict)
    _clauses: tuple[_Clause, ...] = ()
    _open: tuple[_Clause, ...] | None = ()
    _has_order: bool = False
    _has_equality: bool = False

    def __bool__(self) -> bool:
        return bool(self.truths)

    def copy(self) -> PathCondition:
        """Return a copy for another path."""
        return PathCondition(self.truths.copy(), self._clauses, self._open, self._has_order, self._has_equality)

    def snapshot(self) -> Mapping[Symbol, bool]:
        """Return the conditions at this point of the path."""
        return dict(self.truths)

    def decide(self, symbol: Symbol, loop_indices: Indices) -> bool | None:
        """Return the truth of a condition on this path, None if it is undecided."""
        known = self.truths.get(symbol)
        if known is not None or type(symbol) is int:
            return known
        if type(symbol) is Not:
            inner = self.decide(symbol.operand, loop_indices)
            return None if inner is None else not inner
        if type(symbol) is And or type(symbol) is Or:
            stop = type(symbol) is Or
            undecided = False
            for part in symbol.operands:
                truth = self.decide(part, loop_indices)
                if truth is stop:
                    return stop
                undecided = undecided or truth is None
            return None if undecided else not stop
        if type(symbol) is LiteralSymbol:
            return bool(symbol.value)
        if self._has_order or (self._has_equality and type(symbol) is Comparison):
            known = comparisons.decide(self.truths, symbol)
        if known is None and (self._has_equality or loop_indices):
            known = indices.decide(self.truths, loop_indices, symbol)
        return known

    def assume(self, symbol: Symbol, truth: bool, loop_indices: Indices) -> list[tuple[Symbol, bool]]:
        """Add a condition with all conditions that follow from it, and return them; the facts of `truths` are added, but not returned."""
        added = self._add(symbol, truth, loop_indices)
        while (implied := self._implied(added, loop_indices)) is not None:
            added += self._add(*implied, loop_indices)
        return added

    def _add(self, symbol: Symbol, truth: bool, loop_indices: Indices) -> list[tuple[Symbol, bool]]:
        """Add a condition and its parts."""
        if self.truths.get(symbol, truth) is not truth:
            self._open = None
        self.truths[symbol] = truth
        added = [(symbol, truth)]
        if type(symbol) is Equals:
            self._has_equality = True
            if truth:
                indices.note(self.truths, loop_indices, symbol)
                if isinstance(symbol.right, ConstantSymbol):
                    self.truths[EqualsConstant(symbol.left)] = True
        if type(symbol) is Comparison:
            self._has_order = True
            indices.note_comparison(self.truths, loop_indices, symbol, truth)
        if type(symbol) is Not:
            added += self._add(symbol.operand, not truth, loop_indices)
        elif isinstance(symbol, And if truth else Or):
            for part in symbol.operands:
                added += self._add(part, truth, loop_indices)
        elif isinstance(symbol, (And, Or)):
            if any(clause.condition == symbol for clause in self._clauses):
                self._open = None
            else:
                clause = _Clause.of(symbol)
                self._clauses = (*self._clauses, clause)
                self._open = (*self._open, clause) if self._open is not None else None
        return added

    def _implied(self, added: Sequence[tuple[Symbol, bool]], loop_indices: Indices) -> tuple[Symbol, bool] | None:
        """Return a condition that follows from an `or` that holds, or an `and` that does not, if all its other parts are decided.

        Args:
            added: the conditions that the path has just added.
        """
        if self._open is None:
            self._open = tuple(item for item in self._clauses if self.truths.get(item.condition) is (type(item.condition) is Or))
            affected = self._open
        elif not self._open:
            return None
        else:
            symbols = frozenset(symbol for symbol, _ in added)
            has_equality = any(truth and isinstance(symbol, Equals) for symbol, truth in added)
            affected = tuple(item for item in self._open if item.is_affected(symbols, has_equality))
        for clause in affected:
            truth = type(clause.condition) is Or
            undecided: set[Symbol] = set()
            for part in clause.condition.operands:
                known = self.decide(part, loop_indices)
                if known is truth:
                    self._open = tuple(other for other in self._open if other is not clause)
                    break
                if known is None:
                    undecided.add(part)
                    if len(undecided) > 1:
                        break
            else:
                if undecided:
                    return undecided.pop(), truth
        return None

    def join(self, other: PathCondition) -> None:
        """Keep the conditions on which another path agrees, and those of which one holds on each path."""
        truths = self.truths
        differing = list(compress(truths, map(is_not, truths.values(), map(other.truths.get, truths))))
        if not differing:
            return
        kept = [Or(pair) for pair in alternatives.pairs(truths, other.truths) if not _is_certain(*pair)]
        for symbol in differing:
            del self.truths[symbol]
        self._open = None
        indices.forget_conflicting_offsets(self.truths)
        for condition in kept:
            self._add(condition, True, NO_INDICES)

    def is_last_iteration(self, run: RunNumber, limit: Linear | None) -> bool:
        """Return True if the path has shown that an iteration was the last one of a loop run, which ends before the index `limit`."""
        return indices.is_over(self.truths, run, limit)


def _is_certain(one: Symbol, two: Symbol) -> bool:
    """Return True if one of two conditions always holds: the second follows where the first does not."""
    refused = PathCondition()
    refused.assume(one, False, NO_INDICES)
    return refused.decide(two, NO_INDICES) is True
