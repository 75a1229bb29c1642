"""Decisions about loop indices: indices of different iterations differ, and the first iteration has the least index.

A condition is put into the form `symbol + number == symbol + number` (or an inequality). It is decided from the bounds of the index
and from the equalities that hold on the path.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import eq, ge, gt, le, lt, ne
from typing import Final, TypeAlias

from graphlint.autograd.numbers import RunNumber
from graphlint.engine.domain.term import Symbol, Term
from graphlint.engine.domain.terms import Comparison, ConstantSymbol, Equals, OperationSymbol

Linear: TypeAlias = "tuple[Symbol | None, int]"
"""A symbol plus a constant offset; the symbol is None for a plain number."""


@dataclass(frozen=True, slots=True)
class Index:
    """The index of an iteration of a loop run, between `low` and `high` (inclusive); None for an unknown bound."""

    run: RunNumber
    low: int | None
    high: int | None


class Difference(Term):
    """An equality that holds on a path: `left - right == offset`; None is the number 0."""

    __slots__ = ()
    left: Symbol | None
    right: Symbol | None
    offset: int


class HasDifference(Term):
    """A `Difference` of these symbols is known: any other offset is excluded. One lookup shows that it is worth searching for."""

    __slots__ = ()
    left: Symbol | None
    right: Symbol | None


class IndexEquals(Term):
    """The index of some iteration of a loop run is `right + offset`: no other iteration has that index."""

    __slots__ = ()
    run: RunNumber
    right: Symbol | None
    offset: int


class AtLeast(Term):
    """The index of some iteration of a loop run is at least `bound + offset`."""

    __slots__ = ()
    run: RunNumber
    bound: Symbol | None
    offset: int


class EqualsConstant(Term):
    """A value has been found equal to a constant."""

    __slots__ = ()
    of: Symbol


Indices: TypeAlias = Mapping[Symbol, Index]
"""The loop indices by symbol."""

MIRRORED: Final[Mapping[str, str]] = {"==": "==", "<": ">", ">": "<", "<=": ">=", ">=": "<=", "!=": "!="}
"""The comparison operators, each with the one for exchanged operands."""

COMPARED: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "==": eq, "<": lt, ">": gt, "<=": le, ">=": ge, "!=": ne,
}  # fmt: skip
"""The comparison operators on numbers."""

_AT_LEAST: Final = frozenset((">", ">="))
_BELOW: Final = frozenset(("<", "<="))


def decide(truths: Mapping[Symbol, bool], indices: Indices, condition: Symbol) -> bool | None:
    """Decide a condition from the bounds of an index and from the equalities that hold on a path; None if these do not suffice."""
    if condition in indices:
        return None if (equal := _compare("==", indices[condition], 0)) is None else not equal
    if type(condition) is not Equals and type(condition) is not Comparison:
        return None
    operator = condition.operator if type(condition) is Comparison else "=="
    one, two = _linear(condition.left), _linear(condition.right)
    if two[0] is None and one[0] is not None and one[0] in indices:
        return _compare(operator, indices[one[0]], two[1] - one[1])
    if one[0] is None and two[0] is not None and two[0] in indices:
        return _compare(MIRRORED[operator], indices[two[0]], one[1] - two[1])
    offset = _known_offset(truths, one[0], two[0])
    if offset is not None:
        return COMPARED[operator](offset + one[1], two[1])
    return _excluded(truths, indices, one, two) if operator == "==" else None


def note(truths: dict[Symbol, bool], indices: Indices, equality: Equals) -> None:
    """Record an equality that holds on a path; no other iteration of the same loop run has the same index."""
    # The left operand is a constant only if both are.
    if _is_no_number(equality.right):
        return
    one, two = _linear(equality.left), _linear(equality.right)
    for left, right in ((one, two), (two, one)):
        offset = right[1] - left[1]
        truths[HasDifference(left[0], right[0])] = True
        truths[Difference(left[0], right[0], offset)] = True
        if left[0] is not None and left[0] in indices:
            truths[IndexEquals(indices[left[0]].run, right[0], offset)] = True


def note_comparison(truths: dict[Symbol, bool], indices: Indices, comparison: Comparison, truth: bool) -> None:
    """Record the lower bound of an index that follows from an inequality which holds on a path, or does not."""
    one, two = _linear(comparison.left), _linear(comparison.right)
    for left, right, operator in ((one, two, comparison.operator), (two, one, MIRRORED[comparison.operator])):
        if left[0] is not None and left[0] in indices and operator in (_AT_LEAST if truth else _BELOW):
            least = right[1] - left[1] + (operator in (">", "<="))
            truths[AtLeast(indices[left[0]].run, right[0], least)] = True


def forget_conflicting_offsets(truths: dict[Symbol, bool]) -> None:
    """After a join, remove the marks of known differences where the joined paths had different ones."""
    marks = [item for item in truths if type(item) is HasDifference]
    if not marks:
        return
    known = {(item.left, item.right) for item in truths if type(item) is Difference}
    for item in marks:
        if (item.left, item.right) not in known:
            del truths[item]


def end(bound: Symbol, offset: int = 0) -> Linear:
    """Return the least index that a loop does not reach."""
    symbol, number = _linear(bound)
    return symbol, number + offset


def is_over(truths: Mapping[Symbol, bool], run: RunNumber, limit: Linear | None) -> bool:
    """Return True if the conditions on a path show that an iteration was the last one of a loop run."""
    if limit is None:
        return False
    bound, last = limit[0], limit[1] - 1
    return IndexEquals(run, bound, last) in truths or AtLeast(run, bound, last) in truths


def _known_offset(truths: Mapping[Symbol, bool], left: Symbol | None, right: Symbol | None) -> int | None:
    """Return the difference of two symbols that an equality on a path states, None if there is none."""
    if HasDifference(left, right) not in truths:
        return None
    return next((item.offset for item in truths if isinstance(item, Difference) and (item.left, item.right) == (left, right)), None)


def _excluded(truths: Mapping[Symbol, bool], indices: Indices, one: Linear, two: Linear) -> bool | None:
    """Return False for an equality of an index with what the index of another iteration equals."""
    for left, right in ((one, two), (two, one)):
        if left[0] is None or left[0] not in indices:
            continue
        if IndexEquals(indices[left[0]].run, right[0], right[1] - left[1]) in truths:
            return False
    return None


def _compare(symbol: str, index: Index, bound: int) -> bool | None:
    low, high = index.low, index.high
    above = low is not None and low > bound
    below = high is not None and high < bound
    equal = low == high == bound
    if symbol == "==":
        return True if equal else False if above or below else None
    if symbol in (">", "<="):
        truth = True if above else False if high is not None and high <= bound else None
        return truth if symbol == ">" or truth is None else not truth
    truth = True if below else False if low is not None and low >= bound else None
    return truth if symbol == "<" or truth is None else not truth


def _linear(symbol: Symbol) -> Linear:
    if type(symbol) is ConstantSymbol:
        return (symbol, 0) if (number := _number(symbol)) is None else (None, number)
    if type(symbol) is OperationSymbol and symbol.operator in ("+", "-"):
        one, two = _linear(symbol.left), _linear(symbol.right)
        if two[0] is None:
            return one[0], one[1] + (two[1] if symbol.operator == "+" else -two[1])
        if one[0] is None and symbol.operator == "+":
            return two[0], one[1] + two[1]
    return symbol, 0


def _number(constant: ConstantSymbol) -> int | None:
    return constant.value if isinstance(constant.value, int) and constant.kind is int else None


def _is_no_number(symbol: Symbol) -> bool:
    return isinstance(symbol, ConstantSymbol) and _number(symbol) is None
