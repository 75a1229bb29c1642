"""`graphlint merge`: several reports as one, with the names of their repositories."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from graphlint.cli.options import Parser
from graphlint.cli.output import output
from graphlint.common.errors import GraphlintError, UsageError
from graphlint.report.merged import Part, render
from graphlint.source.regular_files import read_regular

DESCRIPTION = """Merge reports in JSON or SARIF, each of one repository, into one report of the same format.

  graphlint merge one.sarif two.sarif --output-file all.sarif
  graphlint merge team/one=1.json team/two=2.json

A repository has the name before the equals sign, or else that of the file without its suffix. SARIF has one run, with the names before the
paths."""


def run(arguments: Sequence[str]) -> int:
    """Run the command and return the exit status.

    Raises:
        GraphlintError: if a report cannot be read or is none, or the output cannot be written.
    """
    options = parser().read(arguments)
    if not options.reports:
        raise UsageError("expected reports: graphlint merge [NAME=]FILE ...")
    parts = [_part(word) for word in options.reports]
    names = [part.name for part in parts]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"two reports have the name {twice}; name each repository: NAME=FILE")
    if options.output_file is not None:
        from graphlint.report.earlier_reports import require_report  # noqa: PLC0415  few runs write a file

        require_report(options.output_file, "--output-file")
    text = "".join(render(parts))
    with output(options.output_file, sys.stdout) as stream:
        stream.write(text)
    return 0


def parser() -> Parser:
    command = Parser("merge", DESCRIPTION, usage="graphlint merge [OPTION ...] [NAME=]FILE ...")
    command.add_argument("reports", nargs="*", metavar="[NAME=]FILE", help="Report in JSON or SARIF, with the name of its repository")
    command.add_argument("--output-file", metavar="FILE", help="Write the report to a file instead of standard output")
    return command


def _part(word: str) -> Part:
    name, equals, path = word.rpartition("=")
    if not equals:
        name = Path(path).stem
    try:
        return Part(name, path, json.loads(read_regular(path)))
    except OSError as error:
        raise GraphlintError(f"{path}: cannot be read: {error.strerror or error}; check the path and its permissions") from None
    except (ValueError, RecursionError):
        raise UsageError(f"{path} is not JSON; write a report with --output-format json or sarif") from None
