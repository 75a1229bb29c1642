"""What is known of the files of a workspace folder: what the analysis of each has come to, and which of that is stale.

A function is judged through its callers in other files. So a check of one file needs what the analyses have come to of those files that
call into it, and of those that call into these; nothing else of a project matters to it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from graphlint.autograd.events import Site
from graphlint.check.file_analysis import FileAnalysis
from graphlint.check.line_mapping import map_lines
from graphlint.check.resolve_callers import FileFindings, ReportedFinding
from graphlint.server.workers.messages import Survey
from graphlint.source.source import LINE_END

LONG = 1_000


@dataclass(frozen=True)
class Entry:
    """What is known of one file; `asked` is the time at which its analysis was asked for, `targets` are the other files of which it says
    something."""

    survey: Survey
    asked: int
    targets: frozenset[str]

    @property
    def examined(self) -> FileAnalysis:
        """What its analysis has come to."""
        return self.survey.examined


class Index:
    """The files of a folder. Times are counted, not measured: whatever is asked for or changes has a later one than what was before."""

    def __init__(self) -> None:
        self._entries: dict[str, Entry] = {}
        self._callers: dict[str, set[str]] = {}
        self._touched: dict[str, int] = {}
        self._last_touch = 0
        self._clock = itertools.count(1)
        self.stale: set[str] = set()

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._entries))

    def now(self) -> int:
        """The time, for something that is asked for."""
        return next(self._clock)

    def get(self, path: str) -> FileAnalysis | None:
        """What the analysis of a file has come to, be it stale; None if it is not known.

        Args:
            path: the file.
        """
        entry = self._entries.get(path)
        return None if entry is None else entry.examined

    def sound(self, path: str) -> bool:
        """Whether what is known of a file still holds.

        Args:
            path: the file.
        """
        return path in self._entries and path not in self.stale

    def context(self, paths: Iterable[str]) -> tuple[FileAnalysis, ...]:
        """What the analyses of those files have come to through which files are judged: that call into them, or into such ones. Of what
        these have found only that is given that stands in the files, and what it gives way to.

        Args:
            paths: the files.
        """
        asked = frozenset(paths)
        found: set[str] = set()
        waiting = list(asked)
        while waiting:
            more = self._callers.get(waiting.pop(), set()) - found
            found |= more
            waiting.extend(more)
        return tuple(_about(self._entries[path].examined, asked) for path in sorted(found))

    def take(self, survey: Survey, asked: int) -> None:
        """Take what the analysis of a file has come to.

        Args:
            survey: what it has come to.
            asked: when it was asked for.
        """
        path = survey.examined.path
        before = self._entries.get(path)
        entry = self._entries[path] = Entry(survey, asked, _targets(survey.examined))
        self._link(path, before.targets if before is not None else frozenset(), entry.targets)
        needs = survey.examined.dependencies
        late = (self._touched.get(other, 0) > asked for other in (path, *needs.read, *needs.missing))
        # Who calls by its names was looked for in all files: each of them may have been read before it changed.
        is_late = any(late) or (needs.names and self._last_touch > asked)
        (self.stale.add if is_late else self.stale.discard)(path)
        # What was analysed before has seen a file that has not changed since.
        if before is not None or path in self._touched:
            self._switched(before.survey.switching if before is not None else frozenset(), survey.switching)

    def touch(self, path: str) -> None:
        """A file has changed, come or gone: what rests on it is stale.

        Args:
            path: the file.
        """
        self._touched[path] = self._last_touch = self.now()
        is_known = path in self._entries
        for other, entry in self._entries.items():
            needs = entry.examined.dependencies
            # What a file called before is not known until it was analysed; then `take` compares.
            if path == other or path in needs.read or path in needs.missing or (needs.names and not is_known):
                self.stale.add(other)

    def drop(self, path: str) -> None:
        """Forget a file.

        Args:
            path: the file.
        """
        gone = self._entries.pop(path, None)
        if gone is not None:
            self._link(path, gone.targets, frozenset())
            self.stale.discard(path)
            self._switched(gone.survey.switching, frozenset())

    def move(self, path: str, before: str, after: str) -> None:
        """Lines of a file have moved: until those that call into it are analysed anew, what they say of it is taken to hold where its lines
        stand now. What they have found on a line that has changed is not.

        Args:
            path: the file.
            before: its text as it was.
            after: its text as it is.
        """
        if before == after or not self._callers.get(path):
            return
        one, two = LINE_END.split(before), LINE_END.split(after)
        # Many lines between two edits, as where a name is changed everywhere, would be compared for longer than a hover may wait.
        lines = {row: row for row in range(1, len(one) + 1)} if len(one) == len(two) > LONG else map_lines(one, two)
        same = {old for old, new in lines.items() if one[old - 1 : old] == two[new - 1 : new]}
        for other in self._callers[path]:
            entry = self._entries[other]
            judgement = _moved(entry.examined.findings, path, lines, same)
            examined = replace(entry.examined, findings=judgement)
            self._entries[other] = replace(entry, survey=replace(entry.survey, examined=examined))

    # Inside.

    def _link(self, path: str, before: frozenset[str], after: frozenset[str]) -> None:
        for target in before - after:
            self._callers[target].discard(path)
        for target in after - before:
            self._callers.setdefault(target, set()).add(path)

    def _switched(self, before: frozenset[str], after: frozenset[str]) -> None:
        """A file calls other names under what switches grad mode off: what was judged by that is stale."""
        changed = before ^ after
        if changed:
            self.stale |= {path for path, entry in self._entries.items() if entry.examined.dependencies.names & changed}


def _about(examined: FileAnalysis, paths: frozenset[str]) -> FileAnalysis:
    """As much of what the analysis of a file has come to as matters to others."""
    reported = examined.findings.findings
    wanted: set[int] = set()
    for index, item in enumerate(reported):
        if item.finding.site.path in paths:
            wanted.update((index, *item.yields_to))
    kept = sorted(wanted)
    place = {index: number for number, index in enumerate(kept)}
    about = tuple(_placed(reported[index], place) for index in kept)
    return FileAnalysis(examined.path, replace(examined.findings, findings=about), analyzed=True)


def _placed(item: ReportedFinding, place: dict[int, int]) -> ReportedFinding:
    """A finding among others, of which some were left out."""
    return replace(item, yields_to=tuple(place[index] for index in item.yields_to if index in place)) if item.yields_to else item


def _targets(examined: FileAnalysis) -> frozenset[str]:
    """The other files of which an analysis says something."""
    entered = (path for through in examined.findings.entered for path, _ in through)
    reported = (item.finding.site.path for item in examined.findings.findings)
    return frozenset((*entered, *reported)) - {examined.path}


def _moved(judgement: FileFindings, path: str, lines: dict[int, int], same: set[int]) -> FileFindings:
    """What an analysis has come to, with the lines of one of its files moved."""
    through = tuple(
        frozenset((file, lines.get(line, line) if file == path else line) for file, line in entered) for entered in judgement.entered
    )
    kept = [index for index, item in enumerate(judgement.findings) if item.finding.site.path != path or item.finding.site.line in same]
    place = {index: number for number, index in enumerate(kept)}
    reported = tuple(_moved_finding(judgement.findings[index], path, lines, place) for index in kept)
    refuted = tuple(
        frozenset((code, _moved_site(site, lines) if site.path == path else site) for code, site in places) for places in judgement.refuted
    )
    return replace(judgement, entered=through, findings=reported, refuted=refuted)


def _moved_site(site: Site, lines: dict[int, int]) -> Site:
    """A place in the file whose lines were moved."""
    line = lines.get(site.line, site.line)
    return site._replace(line=line, end_line=max(line, lines.get(site.end_line, line)))


def _moved_finding(item: ReportedFinding, path: str, lines: dict[int, int], place: dict[int, int]) -> ReportedFinding:
    """A finding of it."""
    finding = item.finding
    if finding.site.path == path:
        finding = replace(finding, site=_moved_site(finding.site, lines))
    return _placed(replace(item, finding=finding), place)
