"""What `graphlint check` does with findings that are there already: comments that silence them, and baselines."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphlint.cli.options import Container
from graphlint.common.errors import UsageError
from graphlint.report.stderr import tell

if TYPE_CHECKING:
    from graphlint.check.baseline import Baseline
    from graphlint.check.file_result import FileResult

# Each of these writes, so no two of them go together.
WRITING = ("--add-noqa", "--write-baseline", "--fix", "--fix-only", "--diff", "--show-fixes")


def add_options(parser: Container) -> None:
    """Add the options for findings that are there already.

    Args:
        parser: the parser of the command, or a group in it.
    """
    add = parser.add_argument
    add("--add-noqa", action="store_true", help="Add a `# noqa` comment to each line with a finding")
    add("--write-baseline", metavar="FILE", help="Write all findings to a baseline file; they are no longer reported with --baseline")


def require_one(options: argparse.Namespace) -> None:
    """Refuse options that cannot be had together.

    Args:
        options: the options.

    Raises:
        UsageError: if two of them are given that write different things.
    """
    given = [option for option in WRITING if getattr(options, option.strip("-").replace("-", "_"))]
    if len(given) > 1 and (options.add_noqa or options.write_baseline):
        raise UsageError(f"{given[0]} cannot be used with {given[1]}; run them one after the other")
    if options.add_noqa and "-" in options.paths:
        raise UsageError("--add-noqa cannot be used with standard input (-)")


def read(options: argparse.Namespace) -> Baseline | None:
    """The findings that are known; None where no baseline is asked for, or a new one is written.

    Args:
        options: the options, those from settings included.

    Raises:
        GraphlintError: if the file cannot be read or is no baseline.
    """
    if options.baseline is None or options.write_baseline:
        return None
    from graphlint.check import baseline  # noqa: PLC0415

    return baseline.read(_shown(options.baseline))


def put(options: argparse.Namespace, results: Sequence[FileResult]) -> None:
    """Say what was silenced, or write the baseline and say so.

    Args:
        options: the options.
        results: what came of each file.

    Raises:
        GraphlintError: if the baseline cannot be written.
    """
    if options.add_noqa:
        silenced = [result.noqa_added for result in results if result.noqa_added]
        said = (
            f"for {_counted(sum(silenced), 'finding')} in {_counted(len(silenced), 'file')}"
            if silenced
            else "no comments: there is no finding"
        )
        if silenced or not any(result.failure for result in results):
            tell("note", [f"added {'comments ' if silenced else ''}{said}"])
        return
    from graphlint.check import baseline  # noqa: PLC0415

    found = (
        (diagnostic.place.path, (diagnostic.code, baseline.fingerprint(diagnostic.place.line or "", diagnostic.function)))
        for result in results
        for diagnostic in result.diagnostics
    )
    number = baseline.write(options.write_baseline, found)
    tell("note", [f"wrote {_counted(number, 'finding')} to {options.write_baseline}"])


def tell_gone(known: Baseline | None, path: str | None, results: Sequence[FileResult]) -> None:
    """Say how many of the known findings are there no more.

    Args:
        known: the findings that are known.
        path: the file that they are known from.
        results: what came of each file.
    """
    if known is None or path is None:
        return
    gone = known.count_in_deleted_files() + sum(result.stale_baseline_entries for result in results if result.failure is None)
    if gone:
        verb = "is" if gone == 1 else "are"
        tell("note", [f"{_counted(gone, 'finding')} of the baseline {verb} fixed; write it anew with --write-baseline {_shown(path)}"])


def _counted(number: int, word: str) -> str:
    """A number and its word."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _shown(path: str) -> str:
    """A path as it is displayed."""
    from graphlint.source.discovery import display  # noqa: PLC0415

    return display(path)
