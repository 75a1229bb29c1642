"""`graphlint graph`: show the lifetime of the graph of a finding beside the code."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from graphlint.cli.options import MOST, Parser, one_of
from graphlint.cli.output import output
from graphlint.cli.setting_options import add_config_options, configuration_of
from graphlint.common.errors import GraphlintError, UsageError
from graphlint.common.numbers import read_number

if TYPE_CHECKING:
    from graphlint.check.diagnostic import Diagnostic
    from graphlint.report.html import Entry

FORMATS = ("text", "svg", "html", "mermaid", "json")
SHOWN = 5
DESCRIPTION = """Show the lifetime of the graph of a finding or a line: where it is built, used, freed, needed again or kept.

  graphlint graph train.py                                   show all findings of a file as text
  graphlint graph train.py:23 --output-format svg            draw the finding of a line, or the graph of a line without one
  graphlint graph train.py --finding GL101 --output-format html --output-file graph.html"""


def run(arguments: Sequence[str]) -> int:
    """Run the command and return the exit status.

    Raises:
        GraphlintError: if the place is wrong, has no finding, or the output cannot be written.
    """
    options = parser().read(arguments)
    if len(options.places) != 1:
        raise UsageError(f"expected one FILE or FILE:LINE, got {' '.join(options.places) or 'none'}")
    path, row = _place(options.places[0])
    if options.output_file is not None:
        from graphlint.report.earlier_reports import require_report  # noqa: PLC0415  few runs write a file

        require_report(options.output_file, "--output-file")
    entries = _entries(path, row, options)
    from graphlint.report.graph import GRAPH_FORMATS, SINGLE  # noqa: PLC0415  --help should not wait for it

    if options.output_format in SINGLE and len(entries) > 1:
        shown = [_named(entry.diagnostic) for entry in entries[:SHOWN] if entry.diagnostic is not None]
        found = ", ".join(shown) + (", ..." if len(entries) > SHOWN else "")
        raise UsageError(
            f"{path} has {len(entries)} findings ({found}): {options.output_format} shows one; name its FILE:LINE or --finding"
        )
    with output(options.output_file, sys.stdout) as stream:
        stream.writelines(GRAPH_FORMATS[options.output_format](entries))
    return 0


def parser() -> Parser:
    command = Parser("graph", DESCRIPTION, usage="graphlint graph [OPTION ...] FILE[:LINE]")
    add = command.add_argument
    add("places", nargs="*", metavar="FILE[:LINE]", help="File, or place of a finding or a graph")
    add("--finding", metavar="CODE", help="Rule of the finding, by its code or name")
    add("--output-format", type=one_of(FORMATS), default="text", metavar="FORMAT", help=f"one of {', '.join(FORMATS)} (default: text)")
    add("--output-file", metavar="FILE", help="Write the picture to a file instead of standard output")
    add_config_options(command)
    return command


def _place(value: str) -> tuple[str, int | None]:
    """Return the file, and the line if one is given."""
    from graphlint.source.discovery import display  # noqa: PLC0415  --help should not wait for it

    path, colon, line = value.rpartition(":")
    row = read_number(line, MOST) if colon and not Path(value).is_file() else None
    if row is None:
        path = value
    if not Path(path).is_file():
        raise UsageError(f"{path} is not a file; expected FILE or FILE:LINE")
    return display(path), row


def _entries(path: str, row: int | None, options: argparse.Namespace) -> list[Entry]:
    """Return the chosen findings of a file with their pictures, or the picture of a line without a finding.

    Raises:
        GraphlintError: if there is none.
    """
    from graphlint.check.check_config import ConfigResolver, FixMode  # noqa: PLC0415
    from graphlint.check.checker import Checker  # noqa: PLC0415
    from graphlint.report.html import Entry  # noqa: PLC0415
    from graphlint.rule.registry import discover  # noqa: PLC0415

    registry = discover([os.path.dirname(path) or "."])  # noqa: PTH120  `display` made the path
    resolver = ConfigResolver(registry, FixMode.OFFER if options.output_format == "html" else FixMode.NONE)
    checker = Checker(resolver, configuration_of(options, registry))
    named = frozenset((path,))
    projects = checker.projects_of(named, (), checker.find)
    (result,) = checker.check((path,), named=named, projects=projects)
    if result.failure is not None:
        raise GraphlintError(result.failure.message)
    folders = () if projects is None else projects.folders
    chosen = [item for item in result.diagnostics if row in (None, item.place.start.row)]
    if not chosen and row is not None and options.finding is None:
        life = checker.picture_of_line(path, row, folders)
        if life is None:
            raise GraphlintError(f"{path}:{row}: there is no finding on this line, and it builds, uses or frees no graph")
        return [Entry(None, life)]
    if not chosen:
        raise GraphlintError(f"{path}{'' if row is None else f':{row}'}: there is no finding")
    wanted = options.finding.upper() if options.finding is not None else None
    selected = [item for item in chosen if wanted in (None, item.code, item.name.upper())]
    if not selected:
        raise UsageError(f"{options.places[0]} has no finding of {options.finding}, but of {', '.join(dict.fromkeys(map(_code, chosen)))}")
    lives = checker.pictures([result], folders)[path]
    drawn = dict(zip(result.diagnostics, lives, strict=True))
    entries = [Entry(item, drawn[item]) for item in selected if drawn[item] is not None]
    if not entries:
        raise GraphlintError(
            f"{options.places[0]}: no run of the analysis shows {', '.join(map(_named, selected))}; there is nothing to draw"
        )
    return entries


def _code(diagnostic: Diagnostic) -> str:
    return diagnostic.code


def _named(diagnostic: Diagnostic) -> str:
    return f"{diagnostic.code} on line {diagnostic.place.start.row}"
