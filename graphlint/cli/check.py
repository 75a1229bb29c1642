"""`graphlint check`: find files, check them, print the findings."""

from __future__ import annotations

import argparse
import atexit
import gc
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TextIO

from graphlint.cli import baseline
from graphlint.cli.agents import variable_of_agent
from graphlint.cli.notes import failure_messages, missing_fixes, tell_details
from graphlint.cli.options import MOST, Container, Parser, one_of
from graphlint.cli.output import output
from graphlint.cli.setting_options import add_config_options, add_setting_options, apply_run_settings, configuration_of
from graphlint.common.counts import counted
from graphlint.common.errors import GraphlintError, UsageError
from graphlint.common.numbers import read_number
from graphlint.common.signals import signals_as_exceptions
from graphlint.common.timing import Costs, Phase, Stopwatch
from graphlint.config.resolve import DEFAULT
from graphlint.config.table import Group
from graphlint.report import CARRYING, DRAWING, EXPLAINING, STATING, TELLING, render, render_statistics
from graphlint.report.report import Report
from graphlint.report.statistics import COUNTED
from graphlint.report.stderr import tell
from graphlint.report.style import style_for
from graphlint.report.terminal_text import visible
from graphlint.rule.base import Severity

if TYPE_CHECKING:
    from graphlint.check.baseline import Baseline
    from graphlint.check.checker import Checker
    from graphlint.check.file_result import FileResult
    from graphlint.source.discovery import FoundFiles

STANDARD_INPUT = "-"
DESCRIPTION = """Find misuse of the autograd graph in PyTorch code. The code is analyzed, not run.

  graphlint PATH...          check files and directories; short for graphlint check PATH...
  graphlint diff BASE        show the findings that a change adds, or those that it mends
  graphlint confirm SCRIPT   run a program and say of each finding whether the run confirms it
  graphlint explain FILE     find the cause of a PyTorch traceback (graphlint explain -- COMMAND: of a command that fails)
  graphlint graph FILE:LINE  show the lifetime of a finding's graph beside the code
  graphlint rule CODE|NAME   explain a rule (graphlint rule --all: every rule)
  graphlint config [PATH]    show the effective settings of a path, and the file that each comes from
  graphlint report FILE:LINE write a small program with neutral names that has a wrong finding, for an issue
  graphlint server           serve editors
  graphlint mcp              serve coding agents (extra [mcp])
  graphlint merge FILE...    merge reports of several repositories into one
  graphlint clean            delete the cache
  graphlint --version"""
EPILOG = "exit status: 0 no findings, 1 findings, 2 the run failed"


def run(arguments: Sequence[str]) -> int:
    """Run the command and return the exit status.

    Raises:
        GraphlintError: if an option is invalid or the output cannot be written.
    """
    options = parser().read(arguments)
    if STANDARD_INPUT in options.paths and len(options.paths) > 1:
        raise UsageError("standard input (-) cannot be combined with other paths")
    baseline.require_one(options)
    _require_snippets(options)
    if options.cache_dir is not None and os.path.lexists(options.cache_dir) and not os.path.isdir(options.cache_dir):  # noqa: PTH112
        raise UsageError(f"--cache-dir: {options.cache_dir} is not a directory; choose another one, or pass --no-cache")
    # At the end of the process, all memory is released as a whole: no collection has to look for cycles in it.
    atexit.register(gc.freeze)
    with signals_as_exceptions():
        return _watch(options) if options.watch else _run(options)


def _watch(options: argparse.Namespace) -> int:
    """Check again after each change until interrupted."""
    import tempfile  # noqa: PLC0415

    from graphlint.cli.watch import check_repeatedly  # noqa: PLC0415
    from graphlint.config.files import NAMES  # noqa: PLC0415
    from graphlint.source.file_changes import changes_in  # noqa: PLC0415

    if STANDARD_INPUT in options.paths:
        raise UsageError("--watch cannot be used with standard input (-)")
    with tempfile.TemporaryDirectory() as folder:
        if options.no_cache:
            # Without a cache, each change would check every file again.
            options.no_cache, options.cache_dir = False, folder
        check_repeatedly(partial(_run, options), changes_in(options.paths or ["."], NAMES), sys.stdout)
    return 0


def _run(parsed_options: argparse.Namespace) -> int:
    """Check once and print the findings."""
    # Settings are written into the options; the next run of --watch may have others.
    options = argparse.Namespace(**vars(parsed_options), agent_variable="")
    _require_replaceable(options)
    checker, existing_findings, problems = checker_of(options)
    if options.statistics and options.output_format not in COUNTED:
        raise UsageError(f"--statistics: the format {options.output_format} cannot show counts; use one of {', '.join(COUNTED)}")
    if options.show_files:
        return _show_files(options, checker)
    if options.explain_silence:
        return _explain_silence(options, checker)
    piped = _standard_input() if options.paths == [STANDARD_INPUT] else None
    costs = Costs(Stopwatch(options.verbose))
    results, unfound = check_files(options, checker, piped, costs)
    problems += unfound
    if options.add_noqa or options.write_baseline:
        problems += failure_messages(results, options.verbose)
        baseline.write(options, results)
        tell("error", problems)
        return 2 if problems else 0
    rules = checker.rules if options.output_format in EXPLAINING else ()
    report = Report.of(
        results, not options.quiet, options.unsafe_fixes, rules, problems,
        agent_variable=options.agent_variable, piped=piped is not None,
    )  # fmt: skip
    if options.output_format in DRAWING and piped is None and not options.snippet:
        report = _with_pictures(report, results, checker, options)
    _print_results(report, results, options, piped)
    if not options.quiet and options.output_format not in STATING:
        tell("note", [sentence for assumed in report.assumed for sentence in assumed.sentences()])
    tell("warning", missing_fixes(results) if checker.offers_fixes else [])
    problems += failure_messages(results, options.verbose)
    tell("error", problems)
    baseline.report_stale_entries(existing_findings, options.baseline, results)
    if options.verbose:
        tell_details(results, costs, not options.no_cache and piped is None)
    if problems:
        return 2
    if report.fixed and options.exit_non_zero_on_fix:
        return 1
    findings = report.fixed if options.diff else 0 if options.fix_only else report.count_from(Severity(options.fail_on))
    return 1 if findings and not options.exit_zero else 0


def _with_pictures(report: Report, results: Sequence[FileResult], checker: Checker, options: argparse.Namespace) -> Report:
    """Return a report with the pictures of its diagnostics."""
    folders = [path for path in options.paths or ["."] if os.path.isdir(path)]  # noqa: PTH112  as below
    lives = checker.pictures([result for result in results if result.diagnostics], folders)
    drawn = {
        diagnostic: life
        for result in results
        if result.path in lives
        for diagnostic, life in zip(result.diagnostics, lives[result.path], strict=True)
    }
    return replace(report, lives=tuple(drawn.get(diagnostic) for diagnostic in report.diagnostics))


def _require_snippets(options: argparse.Namespace) -> None:
    """Raise an error if --snippet has no snippets, or is combined with an option that needs whole files.

    Raises:
        UsageError: if so.
    """
    if not options.snippet:
        return
    folders = [path for path in options.paths or ["."] if os.path.isdir(path)]  # noqa: PTH112  as above
    if folders:
        raise UsageError(f"--snippet: expected files or standard input (-), got the directory {folders[0]}")
    changing = {"--explain-silence": options.explain_silence, "--add-noqa": options.add_noqa, "--watch": options.watch}
    if options.paths != [STANDARD_INPUT]:
        changing |= {"--fix": options.fix, "--fix-only": options.fix_only}
    for option, value in changing.items():
        if value:
            raise UsageError(f"--snippet cannot be used with {option}")


def _require_replaceable(options: argparse.Namespace) -> None:
    """Raise an error if the run would replace a file by its report or its baseline that is neither.

    Raises:
        GraphlintError: if so.
    """
    if options.output_file or options.write_baseline:
        from graphlint.report.earlier_reports import require_baseline, require_report  # noqa: PLC0415  few runs write a file

        if options.output_file:
            require_report(options.output_file, "--output-file")
        if options.write_baseline:
            require_baseline(options.write_baseline, "--write-baseline")


def parser() -> Parser:
    """Return the parser of the command's options."""
    command = Parser("check", DESCRIPTION, EPILOG, usage="graphlint check [OPTION ...] [PATH ...]")
    command.add_argument("paths", nargs="*", metavar="PATH", help="Files and directories, or - for standard input (default: .)")
    for group in Group:
        section = command.add_argument_group(group.value)
        add_setting_options(section, group)
        OWN_OPTIONS[group](section)
    return command


def _add_files(group: Container) -> None:
    group.add_argument("--show-files", action="store_true", help="List the files that would be checked, without checking them")
    group.add_argument(
        "--isolated-files",
        action="store_true",
        help="Analyze named files alone, with what they import, and not with the callers in their project",
    )
    group.add_argument(
        "--snippet",
        action="store_true",
        help="Check pasted code: missing imports and names are assumed, `...` stands for code that is not shown",
    )
    group.add_argument("--stdin-filename", metavar="FILE", help="Name to report for standard input")


def _add_fixes(group: Container) -> None:
    group.add_argument("--fix-only", action="store_true", help="Apply fixes without reporting what remains. Implies --fix.")
    group.add_argument("--diff", action="store_true", help="Show what --fix would change, without changing it")
    text = "Do not look for fixes, nor say which findings have one: a scan of many projects costs less"
    group.add_argument("--no-fix-info", action="store_true", help=text)


def _add_output(group: Container) -> None:
    add = group.add_argument
    add("--output-file", metavar="FILE", help="Write the report to a file, new or an earlier report, instead of standard output")
    add("--statistics", action="store_true", help="Show the number of findings per rule")
    add_color(group)
    add("--quiet", "-q", action="store_true", help="Print only findings and errors")
    add(
        "--explain-silence",
        action="append",
        default=[],
        metavar="FILE:LINE",
        help="Explain why each rule reports nothing on a line, instead of reporting findings; repeatable",
    )
    add("--verbose", "-v", action="store_true", help="Print skipped files, timings, and tracebacks of internal errors")


def add_color(group: Container) -> None:
    """Add the option for colors."""
    words = ("auto", "always", "never")
    group.add_argument("--color", type=one_of(words), default="auto", metavar="WHEN", help="auto, always, or never (default: auto)")


def _add_run(group: Container) -> None:
    add = group.add_argument
    add("--watch", "-w", action="store_true", help="Check again whenever a file changes")
    add("--exit-zero", "-e", action="store_true", help="Exit with status 0 even if there are findings")
    add("--exit-non-zero-on-fix", action="store_true", help="Exit with status 1 if any fix was applied, even if nothing remains")
    add("--no-cache", action="store_true", help="Do not read or write the cache")


# Options of each group that are not settings.
OWN_OPTIONS = {
    Group.RULES: add_config_options,
    Group.FILES: _add_files,
    Group.FIXES: _add_fixes,
    Group.BASELINE: baseline.add_options,
    Group.OUTPUT: _add_output,
    Group.RUN: _add_run,
}


def help_text() -> str:
    """Return the output of --help."""
    return parser().format_help()


def checker_of(options: argparse.Namespace, with_baseline: bool = True) -> tuple[Checker, Baseline | None, list[str]]:
    """Return the checker, the baseline, and the errors of rule discovery; the run's settings are written into the options."""
    from graphlint.check.check_config import SAFE, UNSAFE, ConfigResolver, FixMode  # noqa: PLC0415
    from graphlint.check.checker import Checker  # noqa: PLC0415  --help should not wait for all rules
    from graphlint.rule.registry import Registry, discover  # noqa: PLC0415
    from graphlint.source.discovery import true_spelling  # noqa: PLC0415

    options.paths = [*map(true_spelling, options.paths)]
    # A run answered from the cache needs no rules; --show-files needs them to validate selectors.
    checked = [path if os.path.isdir(path) else os.path.dirname(path) or "." for path in options.paths]  # noqa: PTH112, PTH120  as below
    registry = discover(checked) if options.show_files else Registry(checked_folders=checked)
    tell("warning", registry.ignored)
    configuration = configuration_of(options, registry)
    effective = configuration.of_run()
    apply_run_settings(options, effective)
    if effective.origin("output-format") == DEFAULT and (variable := _agent_reading(options)) is not None:
        options.output_format, options.agent_variable = "agent", variable
    applies_fixes = options.fix or options.fix_only or options.show_fixes
    carries = options.output_format in CARRYING and not options.statistics
    marks = options.statistics or options.output_format in TELLING
    informs = not options.no_fix_info
    without_fixing = FixMode.OFFER if carries and informs else FixMode.MARK if marks and informs else FixMode.NONE
    fixing = FixMode.SHOW if options.diff else FixMode.MAKE if applies_fixes else without_fixing
    fixing = FixMode.NOQA if options.add_noqa else FixMode.NONE if options.write_baseline else fixing
    existing_findings = baseline.read(options) if with_baseline else None
    resolver = ConfigResolver(registry, fixing, UNSAFE if options.unsafe_fixes else SAFE, existing_findings)
    # A picture needs the runs that lead to a finding, which cached results do not have.
    cache = None if options.no_cache or options.output_format in DRAWING else options.cache_dir
    return Checker(resolver, configuration, options.jobs, cache), existing_findings, list(registry.problems)


def _agent_reading(options: argparse.Namespace) -> str | None:
    """Return the variable of the coding agent that reads the report on standard output; None if there is none."""
    others = (options.output_file, options.statistics, options.diff, options.explain_silence, options.show_files, options.watch)
    return None if any(others) or sys.stdout.isatty() else variable_of_agent(os.environ)


def _show_files(options: argparse.Namespace, checker: Checker) -> int:
    """Print the files that would be checked."""
    if options.paths == [STANDARD_INPUT]:
        raise UsageError("--show-files cannot be used with standard input (-)")
    files_found = _find(options, checker)
    with output(options.output_file, sys.stdout) as stream:
        stream.writelines(visible(os.path.abspath(path)) + "\n" for path in files_found.files)  # noqa: PTH100  Path.absolute does not tidy
    tell("error", files_found.problems)
    _warn_if_empty(files_found)
    return 2 if files_found.problems else 0


def _explain_silence(options: argparse.Namespace, checker: Checker) -> int:
    """Print what the analysis did at lines."""
    from graphlint.explain.silence.explain_lines import explain_lines  # noqa: PLC0415  few runs explain
    from graphlint.report import silence  # noqa: PLC0415

    if options.paths == [STANDARD_INPUT]:
        raise UsageError("--explain-silence cannot be used with standard input (-)")
    if options.output_format not in silence.FORMATS:
        raise UsageError(f"--explain-silence: the format is one of {', '.join(silence.FORMATS)}")
    places = _places(options.explain_silence)
    files_found = _find(options, checker)
    folders = [path for path in options.paths or ["."] if os.path.isdir(path)]  # noqa: PTH112  as above
    found = explain_lines(checker, tuple(dict.fromkeys((*files_found.files, *places))), places, folders)
    with output(options.output_file, sys.stdout) as stream:
        stream.writelines(silence.render(found, options.output_format, verbose=options.verbose))
    tell("error", files_found.problems)
    return 2 if files_found.problems else 0


def _places(values: Iterable[str]) -> dict[str, frozenset[int]]:
    """Return the lines to explain, by file.

    Raises:
        UsageError: if a value is not a file and a line.
    """
    from graphlint.source.discovery import display  # noqa: PLC0415  as above

    places: dict[str, frozenset[int]] = {}
    for value in (item for values_of_option in values for item in values_of_option.split(",")):
        path, _, line = value.rpartition(":")
        number = read_number(line, MOST)
        if not path or number is None:
            raise UsageError(f"--explain-silence: {value} is not FILE:LINE")
        if not os.path.isfile(path):  # noqa: PTH113  as above
            raise UsageError(f"--explain-silence: {path} is not a file")
        places[display(path)] = places.get(display(path), frozenset()) | {number}
    return places


def _warn_if_empty(files_found: FoundFiles) -> None:
    """Warn if there are no files to check, unless an error explains it."""
    if not files_found.files and not files_found.problems:
        tell("warning", ["no Python files found"])


def _find(options: argparse.Namespace, checker: Checker, paths: Sequence[str] = ()) -> FoundFiles:
    """Find the files to check, or those in some folders."""
    return checker.find(
        paths or options.paths or ["."],
        (*(options.exclude or ()), *(options.extend_exclude or ())),
        options.force_exclude,
        options.respect_gitignore,
    )


def check_files(
    options: argparse.Namespace, checker: Checker, standard_input: bytes | None, costs: Costs
) -> tuple[list[FileResult], list[str]]:
    """Check standard input or all files; return the results and the errors of the file search."""
    from graphlint.report.progress import progress  # noqa: PLC0415
    from graphlint.source.discovery import display  # noqa: PLC0415
    from graphlint.source.regular_files import is_pipe  # noqa: PLC0415

    if standard_input is not None:
        name = display(options.stdin_filename) if options.stdin_filename else STANDARD_INPUT
        return [checker.check_bytes(name, standard_input, costs, snippet=options.snippet)], []
    if options.snippet:
        return _check_snippets(options, checker, costs)
    with costs.watch.phase(Phase.FIND):
        files_found = _find(options, checker)
    folders = [path for path in options.paths or ["."] if os.path.isdir(path)]  # noqa: PTH112  as above
    piped = {display(path): _content(path) for path in options.paths if is_pipe(path)}
    unreadable = [f"{path}: cannot be read: {content}" for path, content in piped.items() if isinstance(content, str)]
    texts = {path: content for path, content in piped.items() if isinstance(content, bytes)}
    files = [path for path in files_found.files if path not in piped or path in texts]
    with costs.watch.phase(Phase.FIND):
        named = () if options.isolated_files else files_found.named - piped.keys()
        projects = checker.projects_of(named, folders, partial(_find, options, checker)) if named else None
    with progress(len(files), None if options.quiet else sys.stderr) as done:
        results = checker.check(files, texts, done, folders, costs, files_found.outside, files_found.named, projects)
    _warn_if_empty(files_found)
    if checker.changes_files:
        links = [result.path for result in results if result.path in files_found.outside and result.diagnostics]
        tell("note", [f"{path} is a link to a file outside the checked paths: not fixed" for path in links])
    return results, [*files_found.problems, *unreadable]


def _check_snippets(options: argparse.Namespace, checker: Checker, costs: Costs) -> tuple[list[FileResult], list[str]]:
    """Check files that each hold a snippet; return the results and the errors of files that cannot be read."""
    from graphlint.source.discovery import display  # noqa: PLC0415

    contents = {display(path): _content(path) for path in options.paths}
    problems = [f"{path}: cannot be read: {content}" for path, content in contents.items() if isinstance(content, str)]
    read = {path: content for path, content in contents.items() if isinstance(content, bytes)}
    return [checker.check_bytes(path, content, costs, snippet=True) for path, content in sorted(read.items())], problems


def _standard_input() -> bytes:
    """Read standard input."""
    if sys.stdin is None:
        raise GraphlintError("standard input (-) is closed")
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        raise GraphlintError(f"standard input (-) cannot be read: {error.strerror}") from None


def _content(path: str) -> bytes | str:
    """Return the content of a file or of a pipe passed by a shell as one, such as `<(...)`, which can be read only once, or why there is
    none."""
    from graphlint.source.regular_files import read_regular  # noqa: PLC0415

    try:
        return read_regular(path, pipes=True)
    except OSError as error:
        return error.strerror or str(error)


def _print_results(report: Report, results: Sequence[FileResult], options: argparse.Namespace, piped: bytes | None) -> None:
    """Write the report, the diff, or the fixed text of standard input."""
    if options.diff:
        from graphlint.report import diff  # noqa: PLC0415  few runs show a diff

        with output(options.output_file, sys.stdout) as stream:
            stream.writelines(diff.diff(results, style_for(stream, options.color), not stream.isatty()))
    elif piped is not None and (options.fix or options.fix_only or options.show_fixes):
        # A filter returns the file, whatever remains to report.
        sys.stdout.buffer.write(results[0].content if results[0].applied else piped)
        sys.stdout.flush()
        if not options.fix_only:
            print_report(report, options, sys.stderr)
    elif not options.fix_only:
        print_report(report, options, sys.stdout)
    if options.show_fixes:
        from graphlint.report import diff  # noqa: PLC0415  nor this

        sys.stderr.writelines(diff.listed(results, not options.diff))
    elif not options.quiet and (options.diff or options.fix_only):
        more = report.unsafe_fixes if options.diff and not report.unsafe else 0
        unsafe = f" ({more}{' more' if report.fixed else ''} with --unsafe-fixes)" if more else ""
        if report.fixed or more:
            tell("note", [f"{counted(report.fixed, 'finding')} {'would be ' if options.diff else ''}fixed{unsafe}"])


def print_report(report: Report, options: argparse.Namespace, standard: TextIO) -> None:
    with output(options.output_file, standard) as stream:
        style = style_for(stream, options.color)
        pieces = (render_statistics if options.statistics else render)(report, options.output_format, style)
        stream.writelines(pieces)
        stream.flush()
