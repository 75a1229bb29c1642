"""The result of checking one file, as reporters read it. Workers send it to the main process; the cache stores it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphlint.check.failure import Failure

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
