"""Messages of `graphlint check` beside its report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from graphlint.common.counts import counted
from graphlint.common.optional_libcst import known_reason
from graphlint.report.stderr import tell

if TYPE_CHECKING:
    from graphlint.check.file_result import FileResult
    from graphlint.common.timing import Costs


def failure_messages(results: Iterable[FileResult], verbose: bool) -> list[str]:
    """Return the messages of files that could not be checked, with tracebacks if `verbose`."""
    failures = [result.failure for result in results if result.failure is not None]
    return [f"{failure.message}\n{failure.detail}".rstrip() if verbose else failure.message for failure in failures]


def missing_fixes(results: Sequence[FileResult]) -> list[str]:
    """Return why no finding has a fix, if that is because libcst cannot be imported."""
    findings = [finding for result in results for finding in result.diagnostics]
    if not findings or any(result.applied for result in results) or any(finding.fix is not None for finding in findings):
        return []
    reason = known_reason()
    return [f"no fixes are offered, as libcst cannot be imported ({reason}): pip install --force-reinstall libcst"] if reason else []


def tell_details(results: Sequence[FileResult], costs: Costs, has_cache: bool) -> None:
    """Write the notes of --verbose."""
    from graphlint.check.cache.signing_key import why_no_key  # noqa: PLC0415  few runs are verbose
    from graphlint.report.timing import spent_lines  # noqa: PLC0415  as above

    reason = why_no_key() if has_cache else None
    tell("note", [f"nothing is cached: {reason}"] if reason else [])
    tell("note", [note for result in results for note in result.notes])
    analyzed = sum(result.analyzed for result in results)
    tell("note", [f"{counted(len(results), 'file')} found, {analyzed} analyzed"])
    tell("note", ["\n".join(spent_lines(costs))])
