"""Check files together: all are analyzed first, each with what it imports; then findings are merged across files and each is evaluated."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from graphlint.check.check_config import CheckConfig
from graphlint.check.file_analysis import FileAnalysis
from graphlint.check.file_result import FileResult, empty_result, needs_evaluation
from graphlint.check.resolve_callers import merge_safely
from graphlint.check.workers import CheckRequest, Workers, start_workers
from graphlint.common.big_stack import run_with_big_stack
from graphlint.common.timing import Costs, Phase

if TYPE_CHECKING:
    from graphlint.check.cache.file_results import ResultCache


def check_files(
    request: CheckRequest,
    config: CheckConfig,
    jobs: int,
    on_progress: Callable[[int], None] | None = None,
    result_cache: ResultCache | None = None,
    costs: Costs | None = None,
) -> dict[str, FileResult]:
    """Check files, each with what it imports, and each function through its callers. Nothing is written.

    Args:
        jobs: the maximum number of processes; 0 for the number of cores.
        on_progress: called with the number of files that were finished.
        result_cache: results of earlier runs.
        costs: records the CPU time spent.

    Returns:
        The result of each file by path, in the order of the request.
    """
    on_result = on_progress or (lambda _: None)
    costs = costs or Costs()
    connected = None if request.reported is None else _ConnectedSearch(request, costs)
    paths: Sequence[str] = request.paths if connected is None else connected.first()

    def on_analyzed(item: FileAnalysis) -> None:
        if request.reports(item.path):
            on_result(not item.has_output)

    analyses: dict[str, FileAnalysis] = {}
    while paths:
        with costs.watch.phase(Phase.CACHE):
            known = {} if result_cache is None else result_cache.analyses(path for path in paths if path not in request.texts)
        for analysis in known.values():
            on_analyzed(analysis)
        to_analyze = [path for path in paths if path not in known]
        with start_workers(request, to_analyze, jobs, costs) as workers:
            known.update((item.path, item) for item in workers.analyze(to_analyze, config, on_analyzed))
            analyses.update((path, known[path]) for path in paths)
            paths = [] if connected is None else connected.further(analyses)
            if not paths:
                return _evaluated([*analyses.values()], request, config, workers, on_result, result_cache, costs)
            workers.save_summaries()
    return {}


def _evaluated(
    found_analyses: Sequence[FileAnalysis],
    request: CheckRequest,
    config: CheckConfig,
    workers: Workers,
    on_result: Callable[[int], None],
    result_cache: ResultCache | None,
    costs: Costs,
) -> dict[str, FileResult]:
    """Evaluate the files whose results are wanted. Of other files the result has the analysis and its findings only."""
    with costs.watch.phase(Phase.RULES):
        analyses, merged_findings = merge_safely(found_analyses, config)
    wanted = [analysis for analysis in analyses if request.reports(analysis.path)]
    with costs.watch.phase(Phase.CACHE):
        related = [(analysis, merged_findings[analysis.path]) for analysis in analyses if not analysis.is_unrelated]
        reported = {} if result_cache is None else result_cache.reports(related, request.reports)
    to_evaluate = [
        analysis
        for analysis in wanted
        if analysis.path not in reported and needs_evaluation(analysis, merged_findings[analysis.path], config)
    ]
    pending = {analysis.path for analysis in to_evaluate}
    on_result(sum(analysis.has_output and analysis.path not in pending for analysis in wanted))
    has_output = {analysis.path: analysis.has_output for analysis in to_evaluate}
    evaluated = workers.evaluate(to_evaluate, merged_findings, config, lambda result: on_result(has_output[result.path]))
    workers.save_summaries()
    results = reported | {result.path: result for result in evaluated}
    return {
        analysis.path: replace(
            results.get(analysis.path) or empty_result(analysis, config), analysis=analysis, findings=merged_findings[analysis.path]
        )
        for analysis in analyses
    }


class _ConnectedSearch:
    """The search for the files that can lead to findings in the reported ones. What it parses is summarized once."""

    def __init__(self, request: CheckRequest, costs: Costs) -> None:
        from graphlint.check.named_files import ConnectedFiles  # noqa: PLC0415  few runs name files

        assert request.reported is not None
        self._summaries, self._watch = request.summaries(costs.watch), costs.watch
        with costs.watch.phase(Phase.FIND):
            self._files = ConnectedFiles(request.project(costs.watch, self._summaries), request.paths, request.reported)

    def first(self) -> list[str]:
        """Return the files to analyze first."""
        with self._watch.phase(Phase.FIND):
            paths = run_with_big_stack(self._files.first)
            self._save()
        return paths

    def further(self, analyses: Mapping[str, FileAnalysis]) -> list[str]:
        """Return the files to analyze because of findings of these analyses."""
        with self._watch.phase(Phase.FIND):
            paths = run_with_big_stack(lambda: self._files.further(analyses))
            self._save()
        return paths

    def _save(self) -> None:
        added = {} if self._summaries is None else self._summaries.take_added()
        if self._summaries is not None and added:
            self._summaries.save(added)
