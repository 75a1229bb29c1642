"""`graphlint check`: find the files, check them, print what was found."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, TextIO

from graphlint.commands.options import Parser, comma_separated, count, one_of
from graphlint.errors import GraphlintError, UsageError
from graphlint.reporting import FORMATS, render, render_statistics
from graphlint.reporting.messages import tell
from graphlint.reporting.report import Report
from graphlint.reporting.style import style_for
from graphlint.settings import Settings, nearest, selected_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphlint.rules_api import Rule
    from graphlint.runner import FileResult

STANDARD_INPUT = "-"
DESCRIPTION = """Find the ways in which PyTorch code mishandles the autograd graph. The code is read, never run.

  graphlint PATH...          check files and folders; short for graphlint check PATH...
  graphlint rule CODE|NAME   explain a rule (graphlint rule --all: every rule)
  graphlint --version"""
EPILOG = "exit status: 0 nothing found, 1 findings, 2 the run itself failed"


def run(arguments: Sequence[str]) -> int:
    """Run the command.

    Args:
        arguments: what stands behind its name.

    Returns:
        The exit status.

    Raises:
        GraphlintError: if an option cannot be understood or the output not be written.
    """
    options = _parser().read(arguments)
    if STANDARD_INPUT in options.paths and len(options.paths) > 1:
        raise UsageError("standard input (-) cannot be checked together with other paths")
    settings = _settings(options)
    rules, problems = _rules(settings)
    results, unfound = _check(options, settings, rules)
    problems += unfound
    report = Report.of(results, summary=not options.quiet)
    _print_report(report, options)
    problems += _failures(results, options.verbose)
    tell("error", problems)
    if options.verbose:
        tell("note", [note for result in results for note in result.notes])
        analyzed = sum(result.analyzed for result in results)
        tell("note", [f"{len(results)} files found, {analyzed} of them name torch or what leads there and were analyzed"])
    if problems:
        return 2
    return 1 if report.diagnostics and not options.exit_zero else 0


def _parser() -> Parser:
    """The options of the command."""
    parser = Parser("check", DESCRIPTION, EPILOG)
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files and folders, or - for standard input (default: the current folder)")
    add = parser.add_argument
    _add_list(
        parser, "--select", "RULE", None, "check these rules only: codes, names or prefixes of codes, separated by commas; ALL for all"
    )
    _add_list(parser, "--extend-select", "RULE", [], "check these rules too")
    _add_list(parser, "--ignore", "RULE", [], "leave these rules out")
    _add_list(parser, "--exclude", "PATTERN", [], "leave out what matches, patterns as in a .gitignore")
    add("--output-format", type=one_of(FORMATS), default="full", metavar="FORMAT", help=f"one of {', '.join(FORMATS)} (default: full)")
    add("--output-file", metavar="FILE", help="write there rather than to the standard output")
    add("--statistics", action="store_true", help="count the findings of each rule")
    add("--exit-zero", action="store_true", help="exit with 0 even if there are findings")
    add("--color", type=one_of(("auto", "always", "never")), default="auto", metavar="WHEN", help="auto, always or never (default: auto)")
    add("--jobs", type=count, default=0, metavar="N", help="check with at most so many processes (default: one a core)")
    add("--isolated", action="store_true", help="ignore all settings files")
    add("--no-cache", action="store_true", help="neither read nor write the cache")
    add("--stdin-filename", metavar="FILE", help="the name to report for standard input")
    add("--quiet", "-q", action="store_true", help="print findings and errors, nothing else")
    add("--verbose", "-v", action="store_true", help="tell what was left out and why, and tracebacks of internal errors")
    return parser


def _add_list(parser: Parser, option: str, metavar: str, default: list[str] | None, text: str) -> None:
    """An option that may be given several times, each time with several words."""
    parser.add_argument(option, action="extend", type=comma_separated, metavar=metavar, default=default, help=text)


def help_text() -> str:
    """What --help prints."""
    return _parser().format_help()


def _settings(options: argparse.Namespace) -> Settings:
    """The settings that the options amount to."""
    return Settings(
        select=None if options.select is None else tuple(options.select),
        extend_select=tuple(options.extend_select),
        ignore=tuple(options.ignore),
        exclude=tuple(options.exclude),
    )


def _rules(settings: Settings) -> tuple[list[Rule], list[str]]:
    """The rules that are selected, and what went wrong in finding others."""
    from graphlint.discover_rules import discover  # noqa: PLC0415  --help should not wait for all rules

    registry = discover()
    return [rule() for rule in selected_rules(settings, registry)], list(registry.problems)


def _check(options: argparse.Namespace, settings: Settings, rules: Sequence[Rule]) -> tuple[list[FileResult], list[str]]:
    """The results of all files, and what was not found."""
    from graphlint.deep import with_deep_stack  # noqa: PLC0415
    from graphlint.discovery import display, find_files  # noqa: PLC0415
    from graphlint.parallel import check_files  # noqa: PLC0415
    from graphlint.project.project import Project  # noqa: PLC0415
    from graphlint.runner import check_bytes  # noqa: PLC0415

    if options.paths == [STANDARD_INPUT]:
        name = display(options.stdin_filename) if options.stdin_filename else STANDARD_INPUT
        data = sys.stdin.buffer.read()
        project = Project((name,), (), {name: data} if options.stdin_filename else {})
        return [with_deep_stack(partial(check_bytes, name, data, rules, project))], []
    found = find_files(options.paths or ["."], settings.exclude)
    if not found.files and not found.problems:
        tell("warning", ["no Python files found"])
    problems = [problem + _command_hint(problem) for problem in found.problems]
    folders = [path for path in options.paths or ["."] if os.path.isdir(path)]
    return check_files(found.files, rules, options.jobs, folders), problems


def _command_hint(problem: str) -> str:
    """A question whether a command was meant, where a word that is no path was taken for one."""
    from graphlint.cli import COMMANDS  # noqa: PLC0415

    word = problem.partition(":")[0]
    return nearest(word, [f"{command}" for command in COMMANDS]) if word.isalpha() else ""


def _failures(results: Iterable[FileResult], verbose: bool) -> list[str]:
    """What could not be checked, a sentence each, with the traceback where it is wanted."""
    failures = [result.failure for result in results if result.failure is not None]
    return [f"{failure.message}\n{failure.detail}".rstrip() if verbose else failure.message for failure in failures]


def _print_report(report: Report, options: argparse.Namespace) -> None:
    """Write the report to where it is wanted."""
    with _output(options.output_file) as stream:
        style = style_for(stream, options.color)
        pieces = (render_statistics if options.statistics else render)(report, options.output_format, style)
        stream.writelines(pieces)
        stream.flush()


@contextmanager
def _output(path: str | None) -> Iterator[TextIO]:
    """The standard output, or a file that is written anew."""
    if path is None:
        yield sys.stdout
        return
    try:
        with open(path, "w", encoding="utf-8", errors="backslashreplace") as stream:  # noqa: PTH123
            yield stream
    except OSError as error:
        raise GraphlintError(f"{path} cannot be written: {error.strerror}") from None
