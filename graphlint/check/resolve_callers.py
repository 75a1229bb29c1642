"""The judgement across files: a function is judged through its callers in other files, and by itself only where it has none.

Each file is analysed on its own, with what it imports; its runs report what they find wherever it stands. A function that no run of its own
file has entered is entered alone; what that run found counts only if no run that counts, of another file, has entered the function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from graphlint.autograd.events import Site
from graphlint.rule.base import Finding
from graphlint.rule.precedence import gives_way

if TYPE_CHECKING:
    from graphlint.check.analyze import Analysis

Function: TypeAlias = tuple[str, int]
"""A function by its file and line."""

Wanted: TypeAlias = "Callable[[str], frozenset[str]]"
"""The codes that are reported of a file."""


@dataclass(frozen=True, slots=True)
class Reported:
    """A finding of a file's analysis. `yields` are the findings of the same analysis, by index, to which it gives way."""

    finding: Finding
    entry: int
    yields: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the analysis of a file has found, by its runs: all that the judgement across files needs, and a process can hand over.

    `entries` are the functions that were entered alone, None for the module's own code; `through` the functions of other files that each
    run has entered, `refuted` the places, by code, at which each shows that a finding of another run does not hold.
    """

    entries: tuple[Function | None, ...] = ()
    through: tuple[frozenset[Function], ...] = ()
    reported: tuple[Reported, ...] = ()
    refuted: tuple[frozenset[tuple[str, Site]], ...] = ()

    @classmethod
    def of(cls, analysis: Analysis) -> Judgement:
        """The judgement of an analysis.

        Args:
            analysis: the analysis of one file.
        """
        found = [(index, item) for index, entry in enumerate(analysis.entries) for item in entry.findings]
        reported = tuple(
            Reported(
                replace(item, causes=frozenset()) if item.causes else item,
                index,
                tuple(number for number, (_, other) in enumerate(found) if gives_way(item, other)) if item.yields_to else (),
            )
            for index, item in found
        )
        entries = analysis.entries
        return cls(
            tuple(entry.function for entry in entries),
            tuple(entry.through for entry in entries),
            reported,
            tuple(entry.refuted for entry in entries),
        )


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is found in one file: by its own runs and by those of other files. `apart` are the lines of its functions that are not judged
    by themselves, since other files call them."""

    own: tuple[Finding, ...] = ()
    foreign: tuple[Finding, ...] = ()
    apart: frozenset[int] = frozenset()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All of them, in order."""
        return tuple(sorted((*self.own, *self.foreign), key=lambda item: (item.site, item.code))) if self.foreign else self.own


def merge(judged: Mapping[str, Judgement], wanted: Wanted) -> dict[str, Verdict]:
    """What is found in files that were analysed together.

    Args:
        judged: what the analysis of each file has found.
        wanted: tells the codes that are reported of a file: findings of others are not there at all.

    Returns:
        The verdict on each file in which there is something to judge.
    """
    kept = _kept(judged)
    refuted = _refuted(judged, kept)
    own: dict[str, list[Finding]] = {}
    foreign: dict[str, list[Finding]] = {}
    codes: dict[str, frozenset[str]] = {}

    def counts(by: str, finding: Finding) -> bool:
        path = finding.site.path
        if refuted.get((finding.code, finding.site), set()) - {by}:
            return False
        if path not in codes:
            codes[path] = wanted(path)
        return finding.code in codes[path]

    for path in sorted(judged):
        for item in _surviving(judged[path], kept[path], partial(counts, path)):
            (own if item.site.path == path else foreign).setdefault(item.site.path, []).append(item)
    found: dict[str, Verdict] = {}
    for path in {*judged, *foreign}:
        mine = _unique(own.get(path, ()))
        places = {(item.site.line, item.code) for item in mine}
        others = _unique(item for item in foreign.get(path, ()) if (item.site.line, item.code) not in places)
        entries = judged[path].entries if path in judged else ()
        apart = frozenset(entry[1] for index, entry in enumerate(entries) if entry is not None and index not in kept[path])
        found[path] = Verdict(mine, others, apart)
    return found


def _refuted(judged: Mapping[str, Judgement], kept: Mapping[str, frozenset[int]]) -> dict[tuple[str, Site], set[str]]:
    """The places, by code, at which no finding holds, and the files whose runs show it; what runs of one file say of one another was
    heard when it was analysed."""
    found: dict[tuple[str, Site], set[str]] = {}
    for path, judgement in judged.items():
        for index, places in enumerate(judgement.refuted):
            if index in kept[path]:
                for place in places:
                    found.setdefault(place, set()).add(path)
    return found


def _unique(found: Iterable[Finding]) -> tuple[Finding, ...]:
    """One finding for each line and code, in order of place."""
    first: dict[tuple[int, str], Finding] = {}
    for item in found:
        first.setdefault((item.site.line, item.code), item)
    return tuple(sorted(first.values(), key=lambda item: (item.site, item.code)))


def _surviving(judgement: Judgement, kept: frozenset[int], counts: Callable[[Finding], bool]) -> list[Finding]:
    """What the runs that count have found, without what gives way to another finding of theirs."""
    first: dict[tuple[str, int, str], int] = {}
    for index, item in enumerate(judgement.reported):
        if item.entry in kept and counts(item.finding):
            first.setdefault((item.finding.site.path, item.finding.site.line, item.finding.code), index)
    left = set(first.values())
    return [judgement.reported[index].finding for index in sorted(left) if not left & set(judgement.reported[index].yields)]


def _kept(judged: Mapping[str, Judgement]) -> dict[str, frozenset[int]]:
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
