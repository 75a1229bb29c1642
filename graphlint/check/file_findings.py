"""The step between analysis and evaluation: merge findings by file and select the files that need evaluation."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from graphlint.check.check_config import CheckConfig
from graphlint.check.failure import Failure, catch_failures
from graphlint.check.file_analysis import FileAnalysis
from graphlint.check.file_result import FileResult
from graphlint.check.resolve_callers import NONE_MERGED, MergedFindings, merge
from graphlint.check.suppression import filter
from graphlint.common.errors import GraphlintError


def findings_by_file(analyses: Collection[FileAnalysis], config: CheckConfig) -> dict[str, MergedFindings]:
    """Merge the findings of all analyses by the file in which they are reported."""
    found = merge({item.path: item for item in analyses if item.roots}, config.reported_codes)
    return dict.fromkeys((item.path for item in analyses), NONE_MERGED) | found


def merged(analyses: Sequence[FileAnalysis], config: CheckConfig) -> tuple[list[FileAnalysis], dict[str, MergedFindings]]:
    """Return the analyses, and their merged findings. A file whose findings cannot be merged becomes one that could not be checked."""
    try:
        return list(analyses), findings_by_file(analyses, config)
    except GraphlintError:
        raise
    except Exception:  # noqa: BLE001  an internal error in one file must not end the run
        checked = [_if_sound(item, config) for item in analyses]
        found = findings_by_file([item for item in checked if item.failure is None], config)
        return checked, {item.path: found.get(item.path, NONE_MERGED) for item in checked}


def _if_sound(analysis: FileAnalysis, config: CheckConfig) -> FileAnalysis:
    """Return an analysis if its findings can be merged alone, else one with the failure."""

    def unmerged(failure: Failure) -> FileAnalysis:
        return FileAnalysis(analysis.path, failure=failure, analyzed=True, size=analysis.size, dependencies=analysis.dependencies)

    def unchanged() -> FileAnalysis:
        findings_by_file([analysis], config)
        return analysis

    return catch_failures(analysis.path, unchanged, unmerged)


def needs_evaluation(analysis: FileAnalysis, findings: MergedFindings, config: CheckConfig) -> bool:
    """Return True if a file may have diagnostics. For any other file `empty_result` is the result."""
    if analysis.failure is not None:
        return False
    return bool(
        findings.local
        or findings.cross_file
        or analysis.problem
        or (analysis.suppresses and config.of(analysis.path).reports_unused_suppressions)
    )


def empty_result(analysis: FileAnalysis, config: CheckConfig) -> FileResult:
    """Return the result of a file without diagnostics."""
    own = config.of(analysis.path)
    looked = analysis.failure is None and own.has_all_callers(analysis.path)
    stale_baseline_entries = filter.count_stale_entries(own.baseline_of(analysis.path), ()) if looked else 0
    return FileResult(
        path=analysis.path,
        diagnostics=(),
        failure=analysis.failure,
        notes=analysis.notes,
        analyzed=analysis.analyzed,
        size=analysis.size,
        stale_baseline_entries=stale_baseline_entries,
        assumed=analysis.assumed,
    )
