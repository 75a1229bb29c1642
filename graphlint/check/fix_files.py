"""Fix a project iteratively: each fix is applied in the state of the project in which it was proven.

A fix is proven with all other files unchanged. So each iteration only changes files that do not depend on one another, and only if that
causes no finding elsewhere. Files that depend on the changed ones are checked again before the next iteration.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from graphlint.check.check_config import CheckConfig, FixMode
from graphlint.check.evaluate import write_result
from graphlint.check.file_analysis import FileAnalysis
from graphlint.check.file_result import Change, FileResult
from graphlint.check.resolve_callers import MergedFindings, merge_safely
from graphlint.check.workers import CheckRequest, start_workers
from graphlint.common.failure import Failure
from graphlint.common.timing import Costs

MAX_ITERATIONS = 10
"""Limit for fixes that keep causing one another."""


def change(results: Mapping[str, FileResult], request: CheckRequest, config: CheckConfig, jobs: int, costs: Costs) -> dict[str, FileResult]:
    """Change files as configured, or report how they would change.

    Args:
        results: the result of each file, in order.
        jobs: the maximum number of processes.
        costs: records the CPU time spent.

    Returns:
        The final result of each file. A result that was changed or evaluated again has no `analysis`, since the text with fixes may differ
            from the file on disk and must not be cached.
    """
    if config.fix_mode is FixMode.NOQA:
        return {path: _write(result, config, request) for path, result in results.items()}
    if not any(result.applied for result in results.values()):
        return dict(results)
    return _FixIterations(results, request, config, jobs, costs).run()


class _FixIterations:
    """The fix iterations of one run. Contents of changed files override those on disk."""

    def __init__(self, results: Mapping[str, FileResult], request: CheckRequest, config: CheckConfig, jobs: int, costs: Costs) -> None:
        self._results, self._request, self._config, self._jobs, self._costs = dict(results), request, config, jobs, costs
        self._analyses = {path: result.analysis for path, result in results.items() if result.analysis is not None}
        self._applied: dict[str, FileResult] = {}
        self._rejected: set[str] = set()
        self._unwritten: dict[str, Failure] = {}
        self._reevaluated: set[str] = set()

    def run(self) -> dict[str, FileResult]:
        """Iterate until no fix is left, and return the results."""
        iterations = 0
        while iterations < MAX_ITERATIONS:
            selected = _select_compatible(result for path, result in self._results.items() if path not in self._rejected)
            if not selected:
                break
            iterations += self._iterate(selected)
        fixable = {path for path, result in self._results.items() if result.applied}
        self._reevaluate(sorted(fixable - self._rejected), self._config.with_fix_mode(FixMode.OFFER))
        # A fix that causes a finding elsewhere is not offered either.
        self._reevaluate(sorted(fixable & self._rejected), self._config.with_fix_mode(FixMode.NONE))
        # What was found in a file that could not be written remains.
        self._reevaluate(sorted(self._unwritten), self._config.with_fix_mode(FixMode.NONE))
        self._results |= {path: replace(self._results[path], failure=failure) for path, failure in self._unwritten.items()}
        final = {path: _merge_results(self._applied.get(path), result) for path, result in self._results.items()}
        return {path: replace(result, analysis=None) if path in self._reevaluated else result for path, result in final.items()}

    def _iterate(self, selected: dict[str, FileResult]) -> bool:
        """Apply the fixes of some files, or reject some of them. Return True if fixes were applied."""
        affected = _files_to_reanalyze(self._analyses.values(), selected.values())
        self._reevaluated |= affected
        if affected <= selected.keys() and not any(_affects_other_files(self._analyses[path]) for path in affected):
            self._apply(selected)
            return True
        request = _overlay(self._request, selected)
        analyses, findings = self._reanalyze(request, affected)
        culprits = _files_causing_findings(self._results, analyses, findings, selected)
        if culprits:
            self._rejected |= culprits
            return False
        if self._apply(selected):
            # The files on disk differ from what was analyzed.
            analyses, findings = self._reanalyze(self._request, affected)
        to_evaluate = [path for path in analyses if path in affected or self._results[path].findings != findings[path]]
        self._analyses = analyses
        self._reevaluate([path for path in to_evaluate if path not in self._rejected], self._config)
        return True

    def _apply(self, selected: dict[str, FileResult]) -> bool:
        """Change files. Return True if a file could not be written."""
        failed = False
        for path, result in selected.items():
            item = _write(result, self._config, self._request)
            if item.failure is not None:
                self._rejected.add(path)
                self._unwritten[path] = item.failure
                failed = True
            else:
                self._request = _overlay(self._request, {path: item})
            self._applied[path] = _merge_results(self._applied.get(path), item)
            self._results[path] = _mark_applied(item, result)
        return failed

    def _reanalyze(self, request: CheckRequest, affected: set[str]) -> tuple[dict[str, FileAnalysis], dict[str, MergedFindings]]:
        """Analyze the affected files again and merge all findings."""
        with start_workers(request, sorted(affected), self._jobs, self._costs) as workers:
            fresh = workers.analyze([path for path in self._results if path in affected], self._config)
        current = self._analyses | {analysis.path: analysis for analysis in fresh}
        analyses, merged_findings = merge_safely([*current.values()], self._config)
        return {analysis.path: analysis for analysis in analyses}, merged_findings

    def _reevaluate(self, paths: list[str], config: CheckConfig) -> None:
        """Evaluate some files again."""
        self._reevaluated.update(paths)
        _, findings = merge_safely([*self._analyses.values()], self._config)
        with start_workers(self._request, paths, self._jobs, self._costs) as workers:
            for result in workers.evaluate([self._analyses[path] for path in paths], findings, config):
                self._results[result.path] = replace(result, analysis=self._analyses[result.path], findings=findings[result.path])


def _write(result: FileResult, config: CheckConfig, request: CheckRequest) -> FileResult:
    """Write a changed file as configured. Texts of editors are not written."""
    return result if isinstance(request.texts.get(result.path), str) else write_result(result, config)


def _overlay(request: CheckRequest, changed: Mapping[str, FileResult]) -> CheckRequest:
    """Return the request with the contents of changed files in place of those on disk."""
    return replace(request, texts={**request.texts, **{path: result.content for path, result in changed.items()}})


def _select_compatible(results: Iterable[FileResult]) -> dict[str, FileResult]:
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


def _files_to_reanalyze(analyses: Iterable[FileAnalysis], changed: Iterable[FileResult]) -> set[str]:
    """Return the files whose analysis is invalidated by changes.

    Args:
        changed: the results whose fixes are applied.
    """
    paths = {os.path.abspath(result.path) for result in changed}
    return {analysis.path for analysis in analyses if os.path.abspath(analysis.path) in paths or analysis.dependencies.files & paths}


def _files_causing_findings(
    before: Mapping[str, FileResult],
    analyses: Mapping[str, FileAnalysis],
    merged_findings: Mapping[str, MergedFindings],
    selected: Mapping[str, FileResult],
) -> set[str]:
    """Return the files whose fixes cause a new finding or an internal error in any file.

    Fixes that uncover findings hidden by an error are exempt: they may cause new findings.

    Args:
        before: the results of all files without the fixes.
        analyses: the analyses of all files with the fixes.
        merged_findings: the findings in each file with the fixes.
        selected: the results whose fixes would be applied.
    """
    new_findings = {(path, code) for path, findings in merged_findings.items() for code in _codes(findings) - _codes(before[path].findings)}
    sources = [
        item
        for item in analyses.values()
        if new_findings & {(reported.finding.site.path, reported.finding.code) for reported in item.findings}
    ]
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
    return {path for analysis in analyses for path in (os.path.abspath(analysis.path), *analysis.dependencies.files)}


def _merge_results(first: FileResult | None, second: FileResult) -> FileResult:
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


def _mark_applied(applied: FileResult, before: FileResult) -> FileResult:
    """Return the result of a file whose fixes were applied or failed to be, without pending fixes."""
    return replace(applied, applied=(), changes=(), analysis=before.analysis, findings=before.findings)


def _affects_other_files(analysis: FileAnalysis) -> bool:
    """Return True if a file's analysis can influence the reports of other files."""
    return any(root.executed for root in analysis.roots) or any(
        reported.finding.site.path != analysis.path for reported in analysis.findings
    )


def _codes(findings: MergedFindings | None) -> Counter[str]:
    return Counter(finding.code for finding in findings.findings) if findings is not None else Counter()


def _read(analyses: FileAnalysis | None) -> frozenset[str]:
    """Return the other files on which an analysis depends."""
    return frozenset() if analyses is None else analyses.dependencies.files - {os.path.abspath(analyses.path)}
