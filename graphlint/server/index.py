"""Index of a workspace folder: the analysis of each file, the callers between files, and which analyses are stale.

Functions are evaluated through their callers, so the check of a file needs the analyses of its direct and indirect callers in other files,
and nothing else of the project.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from graphlint.check.file_analysis import FileAnalysis
from graphlint.check.line_mapping import map_lines, renumber, shift_analysis
from graphlint.rule.base import Finding
from graphlint.rule.evidence import EvidenceKind
from graphlint.server.workers.messages import Analysis
from graphlint.source.source import LINE_END

# Texts with more lines are not diffed if the number of lines is unchanged.
DIFF_LIMIT = 1_000


@dataclass(frozen=True)
class Entry:
    """Analysis of one file, the time of its request, and the other files in which it reports findings or calls functions."""

    analysis: Analysis
    requested_at: int
    targets: frozenset[str]

    @property
    def file_analysis(self) -> FileAnalysis:
        return self.analysis.file_analysis


class Index:
    """Analyses of the files of a folder. Times are logical: a counter that every request and every change advances."""

    def __init__(self) -> None:
        self._entries: dict[str, Entry] = {}
        self._callers: dict[str, set[str]] = {}
        self._changed_at: dict[str, int] = {}
        self._last_change = 0
        self._clock = itertools.count(1)
        self.stale: set[str] = set()

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._entries))

    def now(self) -> int:
        """Advance the clock and return the time of a request."""
        return next(self._clock)

    def get(self, path: str) -> FileAnalysis | None:
        """Return the analysis of a file, which may be stale, or None."""
        entry = self._entries.get(path)
        return None if entry is None else entry.file_analysis

    def is_current(self, path: str) -> bool:
        """Return whether the analysis of a file is known and not stale."""
        return path in self._entries and path not in self.stale

    def context(self, paths: Iterable[str]) -> tuple[FileAnalysis, ...]:
        """Return the analyses of the direct and indirect callers of some files, and those of files that move a finding into them.

        The findings in each are reduced to those in `paths` and those that they take precedence over.
        """
        targets = frozenset(paths)
        callers: set[str] = set()
        pending = list(targets)
        while pending:
            new_callers = self._callers.get(pending.pop(), set()) - callers
            callers |= new_callers
            pending.extend(new_callers)
        others = callers | self._sharing(targets, callers)
        return tuple(_reduce(self._entries[path].file_analysis, targets) for path in sorted(others))

    def _sharing(self, targets: frozenset[str], callers: set[str]) -> set[str]:
        """Return the files whose runs share a place from which a finding may move into one of the targets."""
        known = [self._entries[path].file_analysis for path in (*targets, *callers) if path in self._entries]
        moving = (item.finding for analysis in known for item in analysis.findings if item.finding.ways)
        places = {
            (finding.code, site)
            for finding in moving
            if not targets.isdisjoint(_reported_in(finding))
            for site in (finding.site, *(place.site for way in finding.ways or () for place in way))
        }
        if not places:
            return set()
        roots = ((path, root) for path, entry in self._entries.items() for root in entry.file_analysis.roots)
        return {
            path
            for path, root in roots
            if any(item.kind is EvidenceKind.SHARED and (item.code, item.site) in places for item in root.evidence)
        }

    def update(self, analysis: Analysis, requested_at: int) -> None:
        """Set the analysis of a file, requested at the time `requested_at`; it is stale if anything it read has changed since."""
        path = analysis.file_analysis.path
        previous = self._entries.get(path)
        entry = self._entries[path] = Entry(analysis, requested_at, _targets(analysis.file_analysis))
        self._link(path, previous.targets if previous is not None else frozenset(), entry.targets)
        dependencies = analysis.file_analysis.dependencies
        changes = (self._changed_at.get(other, 0) > requested_at for other in (path, *dependencies.files, *dependencies.missing))
        # An analysis with `names` depends on the callers of these names in all files, any of which may have changed.
        is_stale = any(changes) or (dependencies.names and self._last_change > requested_at)
        (self.stale.add if is_stale else self.stale.discard)(path)
        # A first analysis changes nothing for other files: they were analyzed with the same text of this one.
        if previous is not None or path in self._changed_at:
            self._update_grad_mode_calls(
                previous.analysis.grad_mode_calls if previous is not None else frozenset(), analysis.grad_mode_calls
            )

    def mark_changed(self, path: str) -> None:
        """Mark a file as changed, created or deleted: analyses that depend on it are stale."""
        self._changed_at[path] = self._last_change = self.now()
        is_known = path in self._entries
        for other, entry in self._entries.items():
            dependencies = entry.file_analysis.dependencies
            # The previous calls of a file without analysis are unknown; those of other files are compared by `update`.
            if path == other or path in dependencies.files or path in dependencies.missing or (dependencies.names and not is_known):
                self.stale.add(other)

    def drop(self, path: str) -> None:
        removed = self._entries.pop(path, None)
        if removed is not None:
            self._link(path, removed.targets, frozenset())
            self.stale.discard(path)
            self._update_grad_mode_calls(removed.analysis.grad_mode_calls, frozenset())

    def shift_lines(self, path: str, before: str, after: str) -> None:
        """Shift the callers' findings in an edited file to their new lines, until the callers are analyzed again.

        Findings on lines whose text has changed are dropped.
        """
        if before == after or not self._callers.get(path):
            return
        old_lines, new_lines = LINE_END.split(before), LINE_END.split(after)
        # A long diff, as after renaming a variable everywhere, takes longer than a hover may wait.
        lines = (
            {row: row for row in range(1, len(old_lines) + 1)}
            if len(old_lines) == len(new_lines) > DIFF_LIMIT
            else map_lines(old_lines, new_lines)
        )
        unchanged = {old for old, new in lines.items() if old_lines[old - 1 : old] == new_lines[new - 1 : new]}
        for other in self._callers[path]:
            entry = self._entries[other]
            file_analysis = shift_analysis(entry.file_analysis, path, lambda line: lines.get(line, line), unchanged.__contains__)
            self._entries[other] = replace(entry, analysis=replace(entry.analysis, file_analysis=file_analysis))

    def _link(self, path: str, before: frozenset[str], after: frozenset[str]) -> None:
        for target in before - after:
            self._callers[target].discard(path)
        for target in after - before:
            self._callers.setdefault(target, set()).add(path)

    def _update_grad_mode_calls(self, before: frozenset[str], after: frozenset[str]) -> None:
        """Mark the analyses that depend on names whose calls with grad mode off have changed."""
        changed = before ^ after
        if changed:
            self.stale |= {path for path, entry in self._entries.items() if entry.file_analysis.dependencies.names & changed}


def _reduce(file_analysis: FileAnalysis, paths: frozenset[str]) -> FileAnalysis:
    """Reduce an analysis to the findings in `paths` and those that they yield to."""
    reported = file_analysis.findings
    selected: set[int] = set()
    for index, item in enumerate(reported):
        if not paths.isdisjoint(_reported_in(item.finding)):
            selected.update((index, *(number for group in item.yields_to for number in group)))
    indices = sorted(selected)
    numbers = {index: number for number, index in enumerate(indices)}
    remaining = tuple(renumber(reported[index], numbers) for index in indices)
    return FileAnalysis(file_analysis.path, file_analysis.roots, remaining, analyzed=True)


def _reported_in(finding: Finding) -> Iterator[str]:
    """Yield the files in which a finding may be reported."""
    yield finding.site.path
    yield from (place.site.path for way in finding.ways or () for place in way)


def _targets(file_analysis: FileAnalysis) -> frozenset[str]:
    """Return the other files in which an analysis reports findings or calls functions."""
    executed = (path for root in file_analysis.roots for path, _ in root.executed)
    reported = (path for item in file_analysis.findings for path in _reported_in(item.finding))
    return frozenset((*executed, *reported)) - {file_analysis.path}
