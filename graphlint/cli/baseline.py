"""Options of `graphlint check` for existing findings: suppression comments and baselines."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphlint.cli.options import Container
from graphlint.common.counts import counted
from graphlint.common.errors import UsageError
from graphlint.report.stderr import tell

if TYPE_CHECKING:
    from graphlint.check.baseline import Baseline
    from graphlint.check.file_result import FileResult

# Options that write files; at most one of them can be used.
WRITING = ("--add-noqa", "--write-baseline", "--fix", "--fix-only", "--diff", "--show-fixes")


def add_options(parser: Container) -> None:
    """Add the options for existing findings."""
    add = parser.add_argument
    add("--add-noqa", action="store_true", help="Add a `# noqa` comment to each line with a finding")
    add("--write-baseline", metavar="FILE", help="Write all findings to a baseline file; they are no longer reported with --baseline")


def require_one(options: argparse.Namespace) -> None:
    """Raise an error for conflicting options.

    Raises:
        UsageError: if two options would write.
    """
    used = [option for option in WRITING if getattr(options, option.strip("-").replace("-", "_"))]
    if len(used) > 1 and (options.add_noqa or options.write_baseline):
        raise UsageError(f"{used[0]} cannot be used with {used[1]}; run them one after the other")
    if options.add_noqa and "-" in options.paths:
        raise UsageError("--add-noqa cannot be used with standard input (-)")
    if options.watch and (options.add_noqa or options.write_baseline):
        # Each new finding would be silenced as soon as it is typed.
        raise UsageError(f"--watch cannot be used with {'--add-noqa' if options.add_noqa else '--write-baseline'}")


def read(options: argparse.Namespace) -> Baseline | None:
    """Return the baseline; None without --baseline, or if a new one is written.

    Raises:
        GraphlintError: if the file cannot be read or is not a baseline.
    """
    if options.baseline is None or options.write_baseline:
        return None
    from graphlint.check import baseline  # noqa: PLC0415

    return baseline.read(_display(options.baseline))


def write(options: argparse.Namespace, results: Sequence[FileResult]) -> None:
    """Report the added comments, or write the baseline.

    Raises:
        GraphlintError: if the baseline cannot be written.
    """
    if options.add_noqa:
        silenced = [result.noqa_added for result in results if result.noqa_added]
        said = f"for {counted(sum(silenced), 'finding')} in {counted(len(silenced), 'file')}" if silenced else "no comments: no findings"
        if silenced or not any(result.failure for result in results):
            tell("note", [f"added {'comments ' if silenced else ''}{said}"])
        return
    from graphlint.check import baseline  # noqa: PLC0415

    entries = (
        (diagnostic.place.path, (diagnostic.code, diagnostic.fingerprint)) for result in results for diagnostic in result.diagnostics
    )
    number = baseline.write(options.write_baseline, entries)
    tell("note", [f"wrote {counted(number, 'finding')} to {options.write_baseline}"])


def report_stale_entries(current: Baseline | None, path: str | None, results: Sequence[FileResult]) -> None:
    """Report the number of baseline entries that no longer match a finding."""
    if current is None or path is None:
        return
    stale = current.count_in_deleted_files() + sum(result.stale_baseline_entries for result in results if result.failure is None)
    if stale:
        entries = "1 baseline entry no longer matches" if stale == 1 else f"{stale} baseline entries no longer match"
        tell("note", [f"{entries} a finding; update the file with --write-baseline {_display(path)}"])


def _display(path: str) -> str:
    """Return a path as displayed."""
    from graphlint.source.discovery import display  # noqa: PLC0415

    return display(path)
