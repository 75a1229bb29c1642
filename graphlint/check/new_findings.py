"""The findings that a change adds and those that it mends, by the fingerprints of the findings before and after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from graphlint.check.diagnostic import Diagnostic


class Difference(NamedTuple):
    """Findings that are there only after a change, and those that are there only before."""

    added: tuple[Diagnostic, ...]
    mended: tuple[Diagnostic, ...]


def difference(before: Sequence[Diagnostic], after: Sequence[Diagnostic], name_after: Callable[[str], str]) -> Difference:
    """Compare findings. One that has moved with its function to another file is neither added nor mended.

    Args:
        name_after: returns the name of a file after the change by that before.
    """
    added, mended = _unmatched(after, before, _in_file, lambda item: (name_after(item.place.path), *_anywhere(item)))
    return Difference(*_unmatched(added, mended, _anywhere, _anywhere))


def _unmatched(
    items: Sequence[Diagnostic],
    others: Sequence[Diagnostic],
    key: Callable[[Diagnostic], tuple[str, ...]],
    key_of_other: Callable[[Diagnostic], tuple[str, ...]],
) -> tuple[tuple[Diagnostic, ...], tuple[Diagnostic, ...]]:
    """Return the findings of each side that have no partner on the other; of several alike, the last ones."""
    return _without(items, key, map(key_of_other, others)), _without(others, key_of_other, map(key, items))


def _without(
    items: Sequence[Diagnostic], key: Callable[[Diagnostic], tuple[str, ...]], known: Iterable[tuple[str, ...]]
) -> tuple[Diagnostic, ...]:
    left, found = Counter(known), []
    for item in items:
        if left[key(item)]:
            left[key(item)] -= 1
        else:
            found.append(item)
    return tuple(found)


def _in_file(item: Diagnostic) -> tuple[str, ...]:
    return (item.place.path, *_anywhere(item))


def _anywhere(item: Diagnostic) -> tuple[str, ...]:
    return (item.code, item.fingerprint)
