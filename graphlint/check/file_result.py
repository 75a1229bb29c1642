"""The result of checking one file, as reporters read it. Workers send it to the main process; the cache stores it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphlint.check.check_config import CheckConfig
from graphlint.common.failure import Failure

if TYPE_CHECKING:
    from graphlint.check.diagnostic import Diagnostic
    from graphlint.check.file_analysis import FileAnalysis
    from graphlint.check.resolve_callers import MergedFindings
    from graphlint.fixes.applied import Applied
    from graphlint.source.snippets.assumed import Assumed


@dataclass(frozen=True, slots=True)
class Change:
    """The text of a file, or of one cell of a notebook, before and after fixes. `name` is the file or the cell."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class FileResult:
    """The result of checking one file.

    `analyzed` is false if the file was only searched for torch. If fixes were made or shown, `applied` lists them, `changes` their effect,
    `before` the bytes that were read and `content` the bytes with the fixes. `noqa_added` counts the findings that new comments suppress;
    `stale_baseline_entries` the baseline entries without a finding. `analysis` and `findings` are the inputs of the result: while they stay
    equal, so does the result. `assumed` is what is assumed for a snippet.
    """

    path: str
    diagnostics: tuple[Diagnostic, ...] = ()
    failure: Failure | None = None
    notes: tuple[str, ...] = ()
    analyzed: bool = False
    size: int = 0
    applied: tuple[Applied, ...] = ()
    changes: tuple[Change, ...] = ()
    content: bytes = b""
    before: bytes = b""
    noqa_added: int = 0
    stale_baseline_entries: int = 0
    assumed: Assumed | None = None
    analysis: FileAnalysis | None = None
    findings: MergedFindings | None = None


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
    from graphlint.check.suppression import filter  # noqa: PLC0415  a cached run needs none

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
