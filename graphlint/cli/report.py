"""`graphlint report`: write a reduced program with neutral names that has a finding, for the report of a false positive."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from graphlint.cli.options import MOST, Parser, count
from graphlint.cli.output import output
from graphlint.cli.setting_options import add_config_options, configuration_of
from graphlint.common.errors import GraphlintError, UsageError
from graphlint.common.numbers import read_number
from graphlint.common.shown_paths import relative
from graphlint.report.stderr import tell

SECONDS = 120


def run(arguments: Sequence[str]) -> int:
    """Run the command and return the exit status.

    Raises:
        GraphlintError: if the place is wrong, has no finding, or its finding cannot be reduced.
    """
    from graphlint.common.big_stack import run_with_big_stack  # noqa: PLC0415  --help should not wait for all rules

    options = parser().read(arguments)
    if len(options.places) != 1:
        raise UsageError(f"expected one FILE:LINE, got {' '.join(options.places) or 'none'}")
    path, row = _place(options.places[0])
    return run_with_big_stack(lambda: _report(path, row, options))


def parser() -> Parser:
    command = Parser(
        "report",
        "Write a small program with neutral names that has the finding of a line, with versions and settings, as the text of an issue. "
        "Nothing is sent, and no code is run.",
    )
    add = command.add_argument
    add("places", nargs="*", metavar="FILE:LINE", help="Place of the finding")
    add("--code", metavar="CODE", help="Rule of the finding, if the line has several")
    add("--keep", action="append", default=[], metavar="LINE[-LINE]", help="Lines that show why the finding is wrong; repeatable")
    add("--seconds", type=count, default=SECONDS, metavar="N", help=f"Time limit, 0 for none (default: {SECONDS})")
    add("--output-file", metavar="FILE", help="Write the report to a file instead of standard output")
    add_config_options(command)
    return command


def _report(path: str, row: int, options: argparse.Namespace) -> int:
    from graphlint.check.check_config import ConfigResolver, FixMode  # noqa: PLC0415
    from graphlint.check.checker import Checker  # noqa: PLC0415
    from graphlint.reduce.reduce import Request, reduce  # noqa: PLC0415
    from graphlint.report.earlier_reports import require_report  # noqa: PLC0415
    from graphlint.report.false_alarm import render  # noqa: PLC0415
    from graphlint.rule.registry import discover  # noqa: PLC0415

    if options.output_file is not None:
        require_report(options.output_file, "--output-file")
    registry = discover()
    configuration = configuration_of(options, registry)
    checker = Checker(ConfigResolver(registry, FixMode.NONE), configuration, 1)
    folder = "." if not relative(path).startswith("..") and not Path(relative(path)).is_absolute() else str(Path(path).parent)
    every = tuple(dict.fromkeys((path, *(name for name in checker.find([folder]).files if name.endswith(".py")))))
    codes: dict[str, None] = {}
    for files in ((path,), every):
        (result,) = [item for item in checker.check(files, folders=[folder], named=frozenset((path,))) if item.path == path]
        if result.failure is not None:
            raise GraphlintError(result.failure.message)
        codes = codes or dict.fromkeys(item.code for item in result.diagnostics if item.place.start.row == row)
        if codes:
            break
    code = _code(path, row, list(codes), options.code)
    texts = _texts(path, every)
    found = reduce(Request(path, row, code, _kept(options.keep), texts), checker.settings(path), registry, options.seconds)
    with output(options.output_file, sys.stdout) as stream:
        stream.writelines(render(found))
    if not found.in_time:
        tell("warning", [f"the time limit of {options.seconds} s was reached: the program may be smaller, see --seconds"])
    if found.remaining:
        tell("warning", [f"the finding depends on these names and strings, which remain: {', '.join(found.remaining)}"])
    tell("note", ["check that the finding is still wrong in the reduced program: --keep names lines that are not changed"])
    return 0


def _texts(path: str, every: Sequence[str]) -> dict[str, str]:
    """Return the texts of the files of a project, without those that cannot be read.

    Raises:
        GraphlintError: if the file with the finding cannot be read.
    """
    from graphlint.source.open import Content  # noqa: PLC0415  as above

    texts = {path: Content.read(path).source().text}
    for other in every:
        with suppress(GraphlintError):
            texts.setdefault(other, Content.read(other).source().text)
    return texts


def _place(value: str) -> tuple[str, int]:
    from graphlint.source.discovery import display  # noqa: PLC0415  as above

    path, _, line = value.rpartition(":")
    row = read_number(line, MOST)
    if not path or row is None:
        raise UsageError(f"{value} is not FILE:LINE")
    if not Path(path).is_file():
        raise UsageError(f"{path} is not a file")
    return display(path), row


def _code(path: str, row: int, codes: Sequence[str], chosen: str | None) -> str:
    """Return the rule of the finding.

    Raises:
        GraphlintError: if there is none, or there are several and none is chosen.
    """
    if not codes:
        raise GraphlintError(f"{path}:{row}: there is no finding on this line; graphlint check --explain-silence {path}:{row} says why")
    if chosen is not None and chosen not in codes:
        raise UsageError(f"{path}:{row}: the line has no finding of {chosen}, but of {', '.join(codes)}")
    if chosen is None and len(codes) > 1:
        raise UsageError(f"{path}:{row}: the line has findings of {', '.join(codes)}: choose one by --code")
    return chosen or codes[0]


def _kept(values: Sequence[str]) -> tuple[int, ...]:
    rows: list[int] = []
    for value in values:
        first, _, last = value.partition("-")
        start, end = read_number(first, MOST), read_number(last or first, MOST)
        if start is None or end is None or not start <= end <= start + 10_000:
            raise UsageError(f"invalid value {value!r} for --keep: expected LINE or LINE-LINE")
        rows.extend(range(start, end + 1))
    return tuple(rows)
