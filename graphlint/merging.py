"""The judgement across files: a function is judged through its callers in other files, and by itself only where it has none.

Each file is analysed on its own, with what it imports; its runs report what they find wherever it stands. A function that no run of its own
file has entered is entered alone; what that run found counts only if no run that counts, of another file, has entered the function.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from graphlint.diagnostics import Diagnostic

if TYPE_CHECKING:
    from graphlint.runner import FileResult

Function = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Reported:
    """A finding of a file's analysis. `yields` are the findings of the same analysis, by index, to which it gives way."""

    diagnostic: Diagnostic
    entry: int
    yields: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the analysis of a file has found, by its runs.

    `entries` are the functions that were entered alone, None for the module's own code; `through` the functions of other files that each
    run has entered.
    """

    entries: tuple[Function | None, ...]
    through: tuple[frozenset[Function], ...]
    reported: tuple[Reported, ...]


def merge(results: Sequence[FileResult]) -> list[FileResult]:
    """The results of files that were checked together.

    Args:
        results: the result of each file, as its own analysis has it.

    Returns:
        The same results in the same order, each with what all analyses have found in the file.
    """
    judged = {result.path: result.judgement for result in results if result.judgement is not None}
    kept = _kept(judged)
    foreign: dict[str, list[Diagnostic]] = {}
    own: dict[str, list[Diagnostic]] = {}
    for path in sorted(judged):
        for item in _surviving(judged[path], kept[path]):
            (own if item.place.path == path else foreign).setdefault(item.place.path, []).append(item)
    return [
        result
        if result.judgement is None
        else replace(result, diagnostics=_unique((*own.get(result.path, ()), *foreign.get(result.path, ()))))
        for result in results
    ]


def _unique(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """One diagnostic for each line and code, in order of place."""
    first: dict[tuple[int, int, str], Diagnostic] = {}
    for item in found:
        first.setdefault((item.place.start.cell or 0, item.place.start.row, item.code), item)
    return tuple(sorted(first.values(), key=lambda item: item.order))


def _surviving(judgement: Judgement, kept: frozenset[int]) -> list[Diagnostic]:
    """What the runs that count have found, without what gives way to another finding of theirs."""
    first: dict[tuple[str, int, str], int] = {}
    for index, item in enumerate(judgement.reported):
        if item.entry in kept:
            first.setdefault((item.diagnostic.place.path, item.diagnostic.place.start.row, item.diagnostic.code), index)
    left = set(first.values())
    return [judgement.reported[index].diagnostic for index in sorted(left) if not left & set(judgement.reported[index].yields)]


def _kept(judged: dict[str, Judgement]) -> dict[str, frozenset[int]]:
    """The runs of each file that count.

    Runs of a module's own code count, and those of functions that no other file enters; what these enter is judged through them. Where
    functions of several files enter one another and nobody else does, the first counts.
    """
    waiting: dict[Function, tuple[str, int]] = {}
    kept: dict[str, set[int]] = {path: set() for path in judged}
    callers: dict[Function, set[Function | None]] = {}
    for path, judgement in judged.items():
        for index, function in enumerate(judgement.entries):
            if function is None:
                kept[path].add(index)
            else:
                waiting[function] = (path, index)
    for path, judgement in judged.items():
        for index, function in enumerate(judgement.entries):
            for entered in judgement.through[index] & waiting.keys():
                if entered[0] != path:
                    callers.setdefault(entered, set()).add(function)
    for function in [function for function, by in callers.items() if None in by]:
        del waiting[function]
    while waiting:
        free = [function for function in waiting if not callers.get(function, set()) & waiting.keys()]
        for function in free or [min(waiting)]:
            path, index = waiting.pop(function, ("", -1))
            if index < 0:
                continue
            kept[path].add(index)
            for entered in judged[path].through[index]:
                waiting.pop(entered, None)
    return {path: frozenset(found) for path, found in kept.items()}
