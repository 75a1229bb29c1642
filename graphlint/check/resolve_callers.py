"""Resolve findings across files: a function is evaluated through its callers in other files, and as a root only if it has none.

Each file is analyzed by itself, with what it imports, and its runs report findings in whatever file they occur. A function that no run of
its own file enters to its end is analyzed as a root. Findings of that run are used unless an active run of another file enters the
function, and every run that enters it reaches its end: what a caller that did not get there found, or did not find, decides nothing.

Some rules are not reported in unit tests: the runs that begin in one find nothing for them. These rules do not count unit tests as callers:
a function that only unit tests call is evaluated as a root, too, unless it is a unit test itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import TypeAlias

from graphlint.autograd.events import Site
from graphlint.check.check_config import CheckConfig
from graphlint.check.file_analysis import FileAnalysis, Function, ReportedFinding
from graphlint.check.settlement import Settlement
from graphlint.common.errors import GraphlintError
from graphlint.common.failure import Failure, catch_failures
from graphlint.rule.base import Finding
from graphlint.rule.precedence import is_superseded

ReportedCodes: TypeAlias = "Callable[[str], tuple[frozenset[str], frozenset[str]]]"
"""Returns the codes that are reported in a file, and those of them that are not reported in unit tests."""


@dataclass(frozen=True, slots=True)
class CallerRun:
    """A run of another file that leads to findings in a file.

    The run begins in the file `path`: in the function in line `line`, 0 for the module's own code, or in an inherited method on an instance
    of the class `instance_of`. `leads_to` are the lines and codes of the findings.
    """

    path: str
    line: int
    instance_of: str
    leads_to: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class MergedFindings:
    """The findings in one file: by its own runs (`local`) and by runs of other files (`cross_file`). `called_elsewhere` are the lines of
    its functions that are not analyzed as roots, because other files call them, `called_by_tests` those of functions that only unit tests
    of other files call. `in_unit_tests` are the findings that are not reported because only unit tests lead to them. `callers` are the runs
    of other files that lead to findings, also to those of its own runs."""

    local: tuple[Finding, ...] = ()
    cross_file: tuple[Finding, ...] = ()
    called_elsewhere: frozenset[int] = frozenset()
    called_by_tests: frozenset[int] = frozenset()
    in_unit_tests: tuple[Finding, ...] = ()
    callers: tuple[CallerRun, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings, in order."""
        return (
            tuple(sorted((*self.local, *self.cross_file), key=lambda finding: (finding.site, finding.code)))
            if self.cross_file
            else self.local
        )


NONE_MERGED = MergedFindings()


def merge(by_file: Mapping[str, FileAnalysis], reported_codes: ReportedCodes) -> dict[str, MergedFindings]:
    """Merge the findings of files that were analyzed together.

    Args:
        by_file: the analyses of the files.
        reported_codes: returns the codes that are reported in a file; other findings are dropped before precedence is resolved.

    Returns:
        The findings by file.
    """
    active = _active_roots(by_file)
    untested = (
        _active_roots(by_file, without_tests=True)
        if any(root.is_unit_test for analysis in by_file.values() for root in analysis.roots)
        else active
    )
    every = {path: active[path] | untested[path] for path in by_file}
    reporting = _Reporting(by_file, active, untested, reported_codes)
    leading = _LeadingRuns(by_file)
    surviving = {
        path: _surviving(by_file[path], every[path], partial(reporting.reported, path), partial(leading.add, path))
        for path in sorted(by_file)
    }
    codes_at = _codes_by_place(surviving)
    local: dict[str, list[Finding]] = {}
    cross_file: dict[str, list[Finding]] = {}
    for path, items in surviving.items():
        for finding in items:
            if not any(code in finding.yields_to and by != path for code, by in codes_at[finding.site]):
                (local if finding.site.path == path else cross_file).setdefault(finding.site.path, []).append(finding)
    merged_findings: dict[str, MergedFindings] = {}
    for path in {*by_file, *cross_file, *reporting.in_unit_tests}:
        mine = _unique(local.get(path, ()))
        places = {(item.site.line, item.code) for item in mine}
        others = _unique(item for item in cross_file.get(path, ()) if (item.site.line, item.code) not in places)
        places.update((item.site.line, item.code) for item in others)
        in_tests = _unique(item for item in reporting.in_unit_tests.get(path, ()) if (item.site.line, item.code) not in places)
        roots = by_file[path].roots if path in by_file else ()
        inactive = {
            entry.function[1]: index for index, entry in enumerate(roots) if entry.function is not None and index not in active[path]
        }
        by_tests = frozenset(line for line, index in inactive.items() if index in untested[path])
        callers = tuple(leading.to(path, (*mine, *others)))
        merged_findings[path] = MergedFindings(
            local=mine,
            cross_file=others,
            called_elsewhere=frozenset(inactive) - by_tests,
            called_by_tests=by_tests,
            in_unit_tests=in_tests,
            callers=callers,
        )
    return merged_findings


class _LeadingRuns:
    """The runs that lead to each finding, by the file, line and code of the finding."""

    def __init__(self, by_file: Mapping[str, FileAnalysis]) -> None:
        self._by_file = by_file
        self._runs: dict[tuple[str, int, str], set[tuple[str, int]]] = {}

    def add(self, analyzed: str, reported: ReportedFinding, finding: Finding) -> None:
        """Add the run of a file that found something, where it is reported."""
        self._runs.setdefault((finding.site.path, finding.site.line, finding.code), set()).add((analyzed, reported.entry))

    def to(self, path: str, findings: Iterable[Finding]) -> Iterator[CallerRun]:
        """Yield the runs of other files that lead to some findings in a file, in order."""
        places: dict[tuple[str, int, str], list[tuple[int, str]]] = {}
        for finding in findings:
            place = finding.site.line, finding.code
            for analyzed, entry in self._runs.get((path, *place), ()):
                if analyzed != path:
                    root = self._by_file[analyzed].roots[entry]
                    key = analyzed, 0 if root.function is None else root.function[1], root.instance_of
                    places.setdefault(key, []).append(place)
        for key in sorted(places):
            yield CallerRun(*key, tuple(sorted(set(places[key]))))


class _Reporting:
    """Decides which findings of the roots of all files are reported, and where.

    `in_unit_tests` are the findings, by file, that would be reported if they were not found in unit tests.
    """

    def __init__(
        self,
        by_file: Mapping[str, FileAnalysis],
        active: Mapping[str, frozenset[int]],
        untested: Mapping[str, frozenset[int]],
        reported_codes: ReportedCodes,
    ) -> None:
        self._by_file, self._active, self._untested, self._reported_codes = by_file, active, untested, reported_codes
        self._settlement = Settlement()
        for path, analysis in by_file.items():
            for index, root in enumerate(analysis.roots):
                is_used = index in active[path] or index in untested[path]
                self._settlement.add(path, root.evidence, root.function, root.executed, is_used=is_used)
        self._codes: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
        self.in_unit_tests: dict[str, list[Finding]] = {}

    def reported(self, analyzed: str, reported: ReportedFinding) -> Iterator[Finding]:
        """Yield a finding of an active root of a file where it is reported."""
        code, root = reported.finding.code, self._by_file[analyzed].roots[reported.entry]
        for finding in self._settlement.remaining(reported.finding, analyzed, root.function, root.executed - root.undecided):
            path = finding.site.path
            if path not in self._codes:
                self._codes[path] = self._reported_codes(path)
            codes, not_in_tests = self._codes[path]
            if code not in codes:
                continue
            if code in not_in_tests and root.is_unit_test:
                self.in_unit_tests.setdefault(path, []).append(finding)
            elif reported.entry in (self._untested if code in not_in_tests else self._active)[analyzed]:
                yield finding


def _codes_by_place(surviving: Mapping[str, Iterable[Finding]]) -> dict[Site, set[tuple[str, str]]]:
    """Return the codes of findings by place, each with the file whose analysis found it: the precedence between findings of one analysis
    is already resolved, by their causes."""
    codes: dict[Site, set[tuple[str, str]]] = {}
    for path, items in surviving.items():
        for finding in items:
            codes.setdefault(finding.site, set()).add((finding.code, path))
    return codes


def _unique(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Keep one finding per line and code, sorted by place."""
    first: dict[tuple[int, str], Finding] = {}
    for finding in findings:
        first.setdefault((finding.site.line, finding.code), finding)
    return tuple(sorted(first.values(), key=lambda item: (item.site, item.code)))


def _surviving(
    analysis: FileAnalysis,
    active: frozenset[int],
    reported: Callable[[ReportedFinding], Iterable[Finding]],
    on_reported: Callable[[ReportedFinding, Finding], None],
) -> list[Finding]:
    """Return the findings of active roots, where they are reported, without those that yield to another one of them.

    Args:
        on_reported: called with each finding of an active root, where it is reported.
    """
    first: dict[tuple[str, int, str], tuple[int, Finding]] = {}
    kept: set[int] = set()
    for index, item in enumerate(analysis.findings):
        for finding in reported(item) if item.entry in active else ():
            kept.add(index)
            on_reported(item, finding)
            first.setdefault((finding.site.path, finding.site.line, finding.code), (index, finding))
    # A finding yields to one of its own run, of which the same finding of another run may be kept.
    in_order = sorted(first.values(), key=itemgetter(0))
    return [finding for index, finding in in_order if not is_superseded(analysis.findings[index].yields_to, kept)]


def _active_roots(by_file: Mapping[str, FileAnalysis], without_tests: bool = False) -> dict[str, frozenset[int]]:
    """Return the indices of the roots of each file whose findings are used.

    These are the module's own code, functions that no other file enters, and functions that a run of another file enters without reaching
    their end; other functions that they enter are evaluated through them. If functions of several files enter one another and nothing else
    enters them, the first one is used. With `without_tests`, functions other than unit tests are used although unit tests enter them.
    """
    every_root = [root for analysis in by_file.values() for root in analysis.roots]
    undecided = {function for root in every_root for function in root.undecided}
    tests = {root.function for root in every_root if root.is_unit_test} if without_tests else set()
    pending: dict[Function, tuple[str, int]] = {}
    active: dict[str, set[int]] = {path: set() for path in by_file}
    callers: dict[Function, set[Function | None]] = {}
    for path, analysis in by_file.items():
        for index, root in enumerate(analysis.roots):
            if root.function is None or root.function in undecided:
                active[path].add(index)
            else:
                pending[root.function] = (path, index)
    for path, analysis in by_file.items():
        for root in analysis.roots:
            is_test = without_tests and root.is_unit_test
            for executed in root.executed & pending.keys():
                if executed[0] != path and (not is_test or executed in tests):
                    callers.setdefault(executed, set()).add(None if root.function in undecided else root.function)
    for function in [function for function, by in callers.items() if None in by]:
        del pending[function]
    while pending:
        uncalled = [function for function in pending if not callers.get(function, set()) & pending.keys()]
        for function in uncalled or [min(pending)]:
            path, index = pending.pop(function, ("", -1))
            if index < 0:
                continue
            active[path].add(index)
            root = by_file[path].roots[index]
            is_test = without_tests and root.is_unit_test
            for executed in root.executed:
                if not is_test or executed in tests:
                    pending.pop(executed, None)
    return {path: frozenset(indices) for path, indices in active.items()}


def findings_by_file(analyses: Collection[FileAnalysis], config: CheckConfig) -> dict[str, MergedFindings]:
    """Merge the findings of all analyses by the file in which they are reported."""
    merged_findings = merge({analysis.path: analysis for analysis in analyses if analysis.roots}, config.reported_codes)
    return dict.fromkeys((analysis.path for analysis in analyses), NONE_MERGED) | merged_findings


def merge_safely(analyses: Sequence[FileAnalysis], config: CheckConfig) -> tuple[list[FileAnalysis], dict[str, MergedFindings]]:
    """Return the analyses, and their merged findings. A file whose findings cannot be merged becomes one that could not be checked."""
    try:
        return list(analyses), findings_by_file(analyses, config)
    except GraphlintError:
        raise
    except Exception:  # noqa: BLE001  an internal error in one file must not end the run
        checked = [_if_sound(analysis, config) for analysis in analyses]
        merged_findings = findings_by_file([analysis for analysis in checked if analysis.failure is None], config)
        return checked, {analysis.path: merged_findings.get(analysis.path, NONE_MERGED) for analysis in checked}


def _if_sound(analysis: FileAnalysis, config: CheckConfig) -> FileAnalysis:
    """Return an analysis if its findings can be merged alone, else one with the failure."""

    def unmerged(failure: Failure) -> FileAnalysis:
        return FileAnalysis(analysis.path, failure=failure, analyzed=True, size=analysis.size, dependencies=analysis.dependencies)

    def unchanged() -> FileAnalysis:
        findings_by_file([analysis], config)
        return analysis

    return catch_failures(analysis.path, unchanged, unmerged)
