"""`graphlint confirm`: run a program and compare what happens with the findings of the check."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from graphlint.cli.options import Parser, count, one_of
from graphlint.cli.setting_options import add_config_options, add_setting_options, configuration_of
from graphlint.common.errors import GraphlintError, UsageError
from graphlint.config.table import Group
from graphlint.report.stderr import tell
from graphlint.report.style import style_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphlint.check.check_config import CheckConfig
    from graphlint.check.checker import Checker
    from graphlint.check.file_result import FileResult
    from graphlint.confirm.order import Emitter, Order
    from graphlint.confirm.run import Trace
    from graphlint.confirm.status import RunFinding
    from graphlint.report.run_findings import RunReport

FORMATS = ("full", "agent", "json", "html")
DRAWN = "html"
DESCRIPTION = """Run a program and say of each finding whether the run confirms it.

The program runs as it is: it reads and writes its files.

  graphlint confirm train.py --epochs 1      run a script with its arguments
  graphlint confirm -m package.train         run a module
  graphlint confirm notebook.ipynb           run the cells of a notebook"""
EPILOG = "exit status: 0 nothing confirmed, 1 findings confirmed, 2 the program or the run failed"
MODULE = "-m"


def run(arguments: Sequence[str]) -> int:
    """Run the command and return the exit status.

    Raises:
        GraphlintError: if an option is invalid, or the program cannot be run.
    """
    options, program = split(list(arguments))
    from graphlint.common.signals import signals_as_exceptions  # noqa: PLC0415  --help should not wait for it

    with signals_as_exceptions():
        return _confirm(options, program)


def split(words: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """Split the command line into the options before the script, or before -m, and the program with its arguments.

    Raises:
        UsageError: if there is no program, or an option is unknown.
    """
    command = parser()
    takes_value = {text: action.nargs != 0 for action in command._actions for text in action.option_strings}
    index = 0
    while index < len(words) and words[index].startswith("-") and words[index] != MODULE:
        if words[index] == "--":
            index += 1
            break
        index += 2 if takes_value.get(words[index], False) else 1
    options = command.read([word for word in words[:index] if word != "--"])
    program = words[index:]
    if not program or program == [MODULE]:
        raise UsageError("expected a script, a notebook, or -m MODULE")
    return options, program


def parser() -> Parser:
    """Return the parser of the options before the program."""
    command = Parser("confirm", DESCRIPTION, EPILOG, usage="graphlint confirm [OPTION ...] SCRIPT|-m MODULE [ARGUMENT ...]")
    add = command.add_argument
    add("--python", default=sys.executable, metavar="PATH", help="Interpreter that runs the program (default: the one that runs graphlint)")
    add("--torch", dest="emitter", action="store_const", const="torch", help="Run on PyTorch (default if the interpreter has it)")
    add(
        "--shim", dest="emitter", action="store_const", const="shim", help="Run on the NumPy stand-in for PyTorch (default without PyTorch)"
    )
    add(
        "--steps",
        type=steps,
        default=3,
        metavar="N",
        help="End a loop after N iterations with an optimizer step; 0 for no limit (default: 3)",
    )
    add("--seconds", type=count, default=120, metavar="N", help="End the program after N seconds (default: 120)")
    add("--memory", type=count, default=0, metavar="MB", help="End the program if it uses more memory, in megabytes (default: no limit)")
    add("--complete", action="store_true", help="Keep running after every finding is decided, up to the limits (default: stop)")
    add("--output-format", type=one_of(FORMATS), default="full", metavar="FORMAT", help=f"one of {', '.join(FORMATS)} (default: full)")
    add("--color", type=one_of(("auto", "always", "never")), default="auto", metavar="WHEN", help="auto, always or never (default: auto)")
    add("--quiet", "-q", action="store_true", help="Do not show what the program prints")
    section = command.add_argument_group(Group.RULES.value)
    add_setting_options(section, Group.RULES)
    add_config_options(section)
    return command


def steps(text: str) -> int:
    """Convert a number of iterations, 0 for no limit."""
    return 0 if text == "0" else count(text)


def _confirm(options: argparse.Namespace, program: list[str]) -> int:
    """Run the program, check its files, and print the report."""
    from graphlint.confirm.interpreter import Interpreter  # noqa: PLC0415  --help should not wait for all rules
    from graphlint.confirm.order import Emitter  # noqa: PLC0415
    from graphlint.confirm.run import TraceError, run_order  # noqa: PLC0415
    from graphlint.report.run_findings import RUN_FORMATS, RunReport  # noqa: PLC0415

    interpreter = Interpreter.probe(options.python)
    emitter = interpreter.emitter(Emitter(options.emitter) if options.emitter else None)
    order = _order(options, program, emitter)
    check = _CheckOfProgram(options, order)
    output = subprocess.DEVNULL if options.quiet else sys.stderr
    try:
        trace = run_order(order, interpreter.command, output, decide=None if options.complete else check.is_decided)
    except TraceError as error:
        raise GraphlintError(str(error)) from None
    if trace.ending.failure:
        raise GraphlintError(f"the run could not be recorded; please report it with the program:\n{trace.ending.failure.rstrip()}")
    library = "the runtime shim" if emitter is Emitter.SHIM else "PyTorch"
    tell("error", check.failures(trace))
    report = RunReport(
        check.findings(trace, draws=options.output_format == DRAWN), f"{library} ({interpreter.command})", _bound(order, trace)
    )
    sys.stdout.writelines(RUN_FORMATS[options.output_format](report, style_for(sys.stdout, options.color)))
    return _status(report, trace)


def _order(options: argparse.Namespace, program: list[str], emitter: Emitter) -> Order:
    """Return the program to run.

    Raises:
        GraphlintError: if the script cannot be read.
    """
    from graphlint.confirm.imports import project_folder  # noqa: PLC0415
    from graphlint.confirm.order import Order  # noqa: PLC0415
    from graphlint.source.open import read_source  # noqa: PLC0415
    from graphlint.source.regular_files import read_regular  # noqa: PLC0415
    from graphlint.source.source import NOTEBOOK_SUFFIX  # noqa: PLC0415

    limits = {"steps": options.steps, "seconds": float(options.seconds), "memory": options.memory * 1_000_000}
    if program[0] == MODULE:
        return Order("", emitter, module=program[1], arguments=tuple(program[2:]), folders=(project_folder(os.getcwd()),), **limits)
    script = os.path.abspath(program[0])
    try:
        data = read_regular(script)
    except (OSError, ValueError) as error:
        raise GraphlintError(f"{program[0]} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    text = read_source(program[0], data).text if script.endswith(NOTEBOOK_SUFFIX) else None
    folder = project_folder(os.path.dirname(script))
    return Order("", emitter, script, text=text, arguments=tuple(program[1:]), folders=(folder,), **limits)


class _CheckOfProgram:
    """The check of the files of a program, which are known when it runs. Files are checked once."""

    def __init__(self, options: argparse.Namespace, order: Order) -> None:
        self.order = order
        self.checker, self.config_of = _checker(options, order.folders)
        self.results: dict[tuple[str, ...], Sequence[FileResult]] = {}

    def findings(self, trace: Trace, *, draws: bool = False) -> Sequence[RunFinding]:
        """Return the findings of the check, and those of the run, each with its status.

        Args:
            draws: draw a picture of each finding that the run shows.
        """
        from graphlint.confirm.evaluate import Evaluator  # noqa: PLC0415
        from graphlint.source.open import read_source  # noqa: PLC0415

        sources = {}
        for path in self.paths(trace):
            with open(path, "rb") as stream:
                sources[path] = read_source(path, stream.read())
        diagnostics = [diagnostic for result in self.checked(trace) for diagnostic in result.diagnostics]
        return Evaluator(trace, sources, self.config_of, draws=draws).evaluate(diagnostics)

    def is_decided(self, trace: Trace) -> bool:
        """Return True if the check has findings, and the run so far confirms or refutes each of them."""
        reported = [finding for finding in self.findings(trace) if not finding.only_in_run]
        return bool(reported) and all(finding.status.decides for finding in reported)

    def failures(self, trace: Trace) -> list[str]:
        """Return why files could not be checked."""
        return [result.failure.message for result in self.checked(trace) if result.failure is not None]

    def checked(self, trace: Trace) -> Sequence[FileResult]:
        """Return the results of the check of the program's files."""
        paths = self.paths(trace)
        if paths not in self.results:
            self.results[paths] = self.checker.check(paths)
        return self.results[paths]

    def paths(self, trace: Trace) -> tuple[str, ...]:
        """Return the files of the program: those that ran, and those of its project that it imports."""
        from graphlint.confirm.imports import imported_files  # noqa: PLC0415

        entry = trace.files.get(trace.run.root, self.order.script)
        return tuple(sorted({*imported_files(entry, self.order.folders), *trace.files} if entry else trace.files))


def _bound(order: Order, trace: Trace) -> str:
    """Return what ended the program, or its loops, before their own end."""
    if trace.ending.decided:
        return "stopped when every finding was decided (--complete keeps running)"
    if trace.ending.limit:
        line = f" on line {trace.ending.line} of {trace.ending.path}" if trace.ending.error else ""
        return f"{trace.ending.limit} ended the program{line}"
    return f"training loops ended after {order.steps} iterations (--steps)" if trace.limited else ""


def _checker(options: argparse.Namespace, folders: Iterable[str]) -> tuple[Checker, Callable[[str], CheckConfig]]:
    """Return the checker, and a function that returns the check config of a file."""
    from graphlint.check.check_config import ConfigResolver, FixMode  # noqa: PLC0415
    from graphlint.check.checker import Checker  # noqa: PLC0415
    from graphlint.rule.registry import discover  # noqa: PLC0415

    registry = discover(folders)
    tell("warning", (*registry.problems, *registry.ignored))
    resolver = ConfigResolver(registry, FixMode.NONE)
    checker = Checker(resolver, configuration_of(options, registry))
    return checker, lambda path: resolver.config_for(checker.settings(path), path)


def _status(report: RunReport, trace: Trace) -> int:
    """Show the error that ended the program, and return the exit status."""
    from graphlint.confirm.status import Status  # noqa: PLC0415

    ending = trace.ending
    if ending.error:
        end = f"{ending.limit} ended the program" if ending.limit else "the program ended with an error"
        tell("note", [f"{end}:\n{ending.traceback.rstrip()}"])
    elif ending.status:
        tell("note", [f"the program ended with exit status {ending.status}"])
    if any(result.status is Status.CONFIRMED for result in report.findings):
        return 1
    return 2 if (ending.error and not ending.limit) or ending.status else 0
