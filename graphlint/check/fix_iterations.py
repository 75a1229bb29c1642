"""Steps of the iterative fixing of a project: each fix is applied in the project state in which it was proven.

A fix is proven with all other files unchanged. So each iteration only changes files that do not depend on one another, and only if that
causes no finding elsewhere. Files that depend on the changed ones are checked again before the next iteration.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from graphlint.check.file_analysis import FileAnalysis
from graphlint.check.file_result import Change, FileResult
from graphlint.check.resolve_callers import MergedFindings

MAX_ITERATIONS = 10
"""Limit for fixes that keep causing one another."""


def select_compatible(results: Iterable[FileResult]) -> dict[str, FileResult]:
    """Select the results whose fixes can be applied together, first come first served.

    Files with findings to which other files lead come last: a fix there may be enough.

    Args:
        results: the results of all files, with their analyses.
    """
    selected: dict[str, FileResult] = {}
    changed: set[str] = set()
    read: set[str] = set()
    for result in sorted(results, key=lambda item: item.findings is not None and bool(item.findings.callers)):
        if not result.applied:
            continue
        path, needs = os.path.abspath(result.path), _read(result.analysis)
        if path in read or needs & changed:
            continue
        selected[result.path] = result
        changed.add(path)
        read |= needs
    return selected


def files_to_reanalyze(analyses: Iterable[FileAnalysis], changed: Iterable[FileResult]) -> set[str]:
    """Return the files whose analysis is invalidated by changes.

    Args:
        changed: the results whose fixes are applied.
    """
    paths = {os.path.abspath(result.path) for result in changed}
    return {item.path for item in analyses if os.path.abspath(item.path) in paths or item.dependencies.files & paths}


def files_causing_findings(
    before: Mapping[str, FileResult],
    analyses: Mapping[str, FileAnalysis],
    found: Mapping[str, MergedFindings],
    selected: Mapping[str, FileResult],
) -> set[str]:
    """Return the files whose fixes cause a new finding or an internal error in any file.

    Fixes that uncover findings hidden by an error are exempt: they may cause new findings.

    Args:
        before: the results of all files without the fixes.
        analyses: the analyses of all files with the fixes.
        found: the findings in each file with the fixes.
        selected: the results whose fixes would be applied.
    """
    new_findings = {(path, code) for path, findings in found.items() for code in _codes(findings) - _codes(before[path].findings)}
    sources = [item for item in analyses.values() if new_findings & {(each.finding.site.path, each.finding.code) for each in item.findings}]
    failing = [item for item in analyses.values() if item.failure is not None and before[item.path].failure is None]
    # What an analysis that failed has not read yet, the one before it did.
    failing += [analysis for item in failing if (analysis := before[item.path].analysis) is not None]
    responsible, failed = _with_dependencies(sources), _with_dependencies(failing)
    return {
        path
        for path, result in selected.items()
        if (absolute := os.path.abspath(path)) in failed
        or (absolute in responsible and not any(applied.uncovers for applied in result.applied))
    }


def _with_dependencies(analyses: Iterable[FileAnalysis]) -> set[str]:
    """Return the absolute paths of files and of all files on which their analyses depend."""
    return {path for item in analyses for path in (os.path.abspath(item.path), *item.dependencies.files)}


def merge_results(first: FileResult | None, second: FileResult) -> FileResult:
    """Merge two successive results of one file; `first` is None if the file was not changed before."""
    if first is None or second.failure is not None:
        return second
    changes = {change.name: change for change in first.changes}
    for change in second.changes:
        before = changes.get(change.name, change).before
        changes[change.name] = Change(change.name, before, change.after)
    return replace(
        second,
        applied=(*first.applied, *second.applied),
        changes=tuple(change for change in changes.values() if change.before != change.after),
        before=first.before,
        content=second.content if second.applied else first.content,
    )


def mark_applied(applied: FileResult, before: FileResult) -> FileResult:
    """Return the result of a file whose fixes were applied or failed to be, without pending fixes."""
    return replace(applied, applied=(), changes=(), analysis=before.analysis, findings=before.findings)


def affects_other_files(analysis: FileAnalysis) -> bool:
    """Return True if a file's analysis can influence the reports of other files."""
    return any(root.executed for root in analysis.roots) or any(item.finding.site.path != analysis.path for item in analysis.findings)


def _codes(findings: MergedFindings | None) -> Counter[str]:
    return Counter(item.code for item in findings.findings) if findings is not None else Counter()


def _read(analyses: FileAnalysis | None) -> frozenset[str]:
    """Return the other files on which an analysis depends."""
    return frozenset() if analyses is None else analyses.dependencies.files - {os.path.abspath(analyses.path)}
