"""Decisions about loop indices: indices of different iterations differ, and the first iteration has the least index.

A condition is put into the form `symbol + number == symbol + number` (or an inequality). It is decided from the bounds of the index
and from the equalities that hold on the path.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

Linear: TypeAlias = "tuple[Hashable, int]"
"""A symbol plus a constant offset; the symbol is None for a plain number."""


@dataclass(frozen=True, slots=True)
class Index:
    """The index of an iteration of a loop run, between `low` and `high` (inclusive); None for an unknown bound."""

    run: int
    low: int | None
    high: int | None


@dataclass(frozen=True, slots=True)
class Difference:
    """An equality that holds on a path: `left - right == offset`. With an `offset` of None, it states that some offset is known.

    With a `run` other than 0, the left side is the index of some iteration of that loop run.
    """

    left: Hashable
    right: Hashable
    offset: int | None
    run: int = 0


Indices: TypeAlias = Mapping[Hashable, Index]
"""The loop indices by symbol."""

MIRRORED: Mapping[str, str] = {"==": "==", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


def decide(decided: Mapping[Hashable, bool], indices: Indices, key: Hashable) -> bool | None:
    """Decide a condition from the bounds of an index and from the equalities that hold on a path; None if these do not suffice."""
    if key in indices:
        return None if (equal := _compare("==", indices[key], 0)) is None else not equal
    if not (isinstance(key, tuple) and len(key) == 3 and key[0] in MIRRORED):
        return None
    one, two = _linear(key[1]), _linear(key[2])
    if two[0] is None and one[0] in indices:
        return _compare(key[0], indices[one[0]], two[1] - one[1])
    if one[0] is None and two[0] in indices:
        return _compare(MIRRORED[key[0]], indices[two[0]], one[1] - two[1])
    return _settled(decided, indices, one, two) if key[0] == "==" else None


def note(decided: dict[Hashable, bool], indices: Indices, key: Hashable) -> None:
    """Record an equality that holds on a path; no other iteration of the same loop run has the same index."""
    if not (isinstance(key, tuple) and len(key) == 3 and key[0] == "==") or _is_text(key[1]) or _is_text(key[2]):
        return
    one, two = _linear(key[1]), _linear(key[2])
    for left, right in ((one, two), (two, one)):
        offset = right[1] - left[1]
        decided[Difference(left[0], right[0], None)] = True
        decided[Difference(left[0], right[0], offset)] = True
        if left[0] in indices:
            decided[Difference(None, right[0], offset, indices[left[0]].run)] = True


def forget_unsettled(decided: dict[Hashable, bool]) -> None:
    """After a join, remove the marks of known offsets where the joined paths had different offsets."""
    settled = {(item.left, item.right) for item in decided if isinstance(item, Difference) and item.offset is not None and not item.run}
    for item in [item for item in decided if isinstance(item, Difference) and item.offset is None]:
        if (item.left, item.right) not in settled:
            del decided[item]


def end(key: Hashable, offset: int = 0) -> Linear:
    """Return the least index that a loop does not reach."""
    symbol, number = _linear(key)
    return symbol, number + offset


def is_over(decided: Mapping[Hashable, bool], run: int, limit: Linear | None) -> bool:
    """Return True if the equalities on a path show that an iteration was the last one of a loop run."""
    return limit is not None and Difference(None, limit[0], limit[1] - 1, run) in decided


def _settled(decided: Mapping[Hashable, bool], indices: Indices, one: Linear, two: Linear) -> bool | None:
    offset = two[1] - one[1]
    if Difference(one[0], two[0], None) in decided:
        return Difference(one[0], two[0], offset) in decided
    for left, right in ((one, two), (two, one)):
        if left[0] in indices and Difference(None, right[0], right[1] - left[1], indices[left[0]].run) in decided:
            return False
    return None


def _compare(symbol: str, index: Index, bound: int) -> bool | None:
    low, high = index.low, index.high
    above = low is not None and low > bound
    below = high is not None and high < bound
    equal = low is not None and low == high == bound
    if symbol == "==":
        return True if equal else False if above or below else None
    if symbol in (">", "<="):
        truth = True if above else False if below or (high is not None and high <= bound) else None
        return truth if symbol == ">" or truth is None else not truth
    truth = True if below else False if above or (low is not None and low >= bound) else None
    return truth if symbol == "<" or truth is None else not truth


def _linear(key: Hashable) -> Linear:
    if isinstance(key, tuple) and key:
        if key[0] == "constant" and (number := _number(key[1])) is not None:
            return None, number
        if len(key) == 3 and key[0] in ("+", "-"):
            one, two = _linear(key[1]), _linear(key[2])
            if two[0] is None:
                return one[0], one[1] + (two[1] if key[0] == "+" else -two[1])
            if one[0] is None and key[0] == "+":
                return two[0], one[1] + two[1]
    return key, 0


def _number(text: Hashable) -> int | None:
    if not isinstance(text, str):
        return None
    try:
        return int(text)
    except ValueError:
        return None


def _is_text(key: Hashable) -> bool:
    return isinstance(key, tuple) and len(key) == 2 and key[0] == "constant" and _number(key[1]) is None
