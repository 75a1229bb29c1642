"""Apply the fixes of a run iteratively, each in the project state in which it is valid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from graphlint.check import fix_iterations
from graphlint.check.check_config import CheckConfig, FixMode
from graphlint.check.evaluate import write_result
from graphlint.check.failure import Failure
from graphlint.check.file_analysis import FileAnalysis
from graphlint.check.file_findings import merged
from graphlint.check.file_result import FileResult
from graphlint.check.resolve_callers import MergedFindings
from graphlint.check.workers import CheckRequest, start_workers
from graphlint.common.timing import Costs


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
        self._analyses = {path: item.analysis for path, item in results.items() if item.analysis is not None}
        self._applied: dict[str, FileResult] = {}
        self._rejected: set[str] = set()
        self._unwritten: dict[str, Failure] = {}
        self._reevaluated: set[str] = set()

    def run(self) -> dict[str, FileResult]:
        """Iterate until no fix is left, and return the results."""
        iterations = 0
        while iterations < fix_iterations.MAX_ITERATIONS:
            selected = fix_iterations.select_compatible(item for path, item in self._results.items() if path not in self._rejected)
            if not selected:
                break
            iterations += self._iterate(selected)
        fixable = {path for path, item in self._results.items() if item.applied}
        self._reevaluate(sorted(fixable - self._rejected), self._config.with_fix_mode(FixMode.OFFER))
        # A fix that causes a finding elsewhere is not offered either.
        self._reevaluate(sorted(fixable & self._rejected), self._config.with_fix_mode(FixMode.NONE))
        # What was found in a file that could not be written remains.
        self._reevaluate(sorted(self._unwritten), self._config.with_fix_mode(FixMode.NONE))
        self._results |= {path: replace(self._results[path], failure=failure) for path, failure in self._unwritten.items()}
        final = {path: fix_iterations.merge_results(self._applied.get(path), item) for path, item in self._results.items()}
        return {path: replace(item, analysis=None) if path in self._reevaluated else item for path, item in final.items()}

    def _iterate(self, selected: dict[str, FileResult]) -> bool:
        """Apply the fixes of some files, or reject some of them. Return True if fixes were applied."""
        affected = fix_iterations.files_to_reanalyze(self._analyses.values(), selected.values())
        self._reevaluated |= affected
        if affected <= selected.keys() and not any(fix_iterations.affects_other_files(self._analyses[path]) for path in affected):
            self._apply(selected)
            return True
        request = _overlay(self._request, selected)
        analyses, findings = self._reanalyze(request, affected)
        culprits = fix_iterations.files_causing_findings(self._results, analyses, findings, selected)
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
            self._applied[path] = fix_iterations.merge_results(self._applied.get(path), item)
            self._results[path] = fix_iterations.mark_applied(item, result)
        return failed

    def _reanalyze(self, request: CheckRequest, affected: set[str]) -> tuple[dict[str, FileAnalysis], dict[str, MergedFindings]]:
        """Analyze the affected files again and merge all findings."""
        with start_workers(request, sorted(affected), self._jobs, self._costs) as workers:
            fresh = workers.analyze([path for path in self._results if path in affected], self._config)
        analyses, found = merged([*(self._analyses | {item.path: item for item in fresh}).values()], self._config)
        return {item.path: item for item in analyses}, found

    def _reevaluate(self, paths: list[str], config: CheckConfig) -> None:
        """Evaluate some files again."""
        self._reevaluated.update(paths)
        _, findings = merged([*self._analyses.values()], self._config)
        with start_workers(self._request, paths, self._jobs, self._costs) as workers:
            for result in workers.evaluate([self._analyses[path] for path in paths], findings, config):
                self._results[result.path] = replace(result, analysis=self._analyses[result.path], findings=findings[result.path])


def _write(result: FileResult, config: CheckConfig, request: CheckRequest) -> FileResult:
    """Write a changed file as configured. Texts of editors are not written."""
    return result if isinstance(request.texts.get(result.path), str) else write_result(result, config)


def _overlay(request: CheckRequest, changed: Mapping[str, FileResult]) -> CheckRequest:
    """Return the request with the contents of changed files in place of those on disk."""
    return replace(request, texts={**request.texts, **{path: item.content for path, item in changed.items()}})
