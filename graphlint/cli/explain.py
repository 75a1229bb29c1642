"""`graphlint explain`: find the cause of a traceback."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from graphlint.cli.options import Parser, count, one_of
from graphlint.common.console_text import console_text
from graphlint.common.errors import GraphlintError, UsageError
from graphlint.common.signals import signals_as_exceptions
from graphlint.config.resolve import Configuration
from graphlint.explain.run_command import run_command
from graphlint.report.explanation import FORMATS, render
from graphlint.report.stderr import tell
from graphlint.report.style import style_for
from graphlint.rule.registry import discover
from graphlint.source.regular_files import read_regular
from graphlint.source.source import NOTEBOOK_SUFFIX

STANDARD_INPUT = "-"
LONGEST_RUN = 86_400
EXPLAINED, UNDETERMINED = 0, 1
DESCRIPTION = """Find the cause of a PyTorch error in the source: which forward built the graph, what freed, changed or detached it.

  graphlint explain FILE            explain the traceback in a file: a log, or a notebook with its output
  graphlint explain < FILE          explain the traceback on standard input
  graphlint explain -- COMMAND      run a command, show its output, and explain the exception that ends it"""
EPILOG = "exit status: 0 explained, 1 cause not found, 2 no traceback, or the run failed"


def run(arguments: Sequence[str]) -> int:
    """Run the command and return the exit status.

    Raises:
        GraphlintError: if there is no traceback, or an option is invalid.
    """
    words = list(arguments)
    end = words.index("--") if "--" in words else len(words)
    options, command = parser().read(words[:end]), words[end + 1 :]
    if len(options.files) > 1 or (options.files and command):
        raise UsageError(f"expected one traceback, got {' '.join([*options.files, *command])}")
    if end < len(words) and not command:
        raise UsageError("expected a command after --, such as: graphlint explain -- python train.py")
    with signals_as_exceptions():
        text = run_command(command, options.seconds) if command else _read(options.files)
    if text is None:
        tell("note", ["the command ended without an exception: there is nothing to explain"])
        return EXPLAINED
    from graphlint.common.big_stack import run_with_big_stack  # noqa: PLC0415  not needed for a wrong option
    from graphlint.explain.explain import Request, explain  # noqa: PLC0415  as above
    from graphlint.explain.notebook_output import is_notebook, tracebacks_of  # noqa: PLC0415  as above

    registry = discover()
    tell("warning", (*registry.problems, *registry.ignored))
    notebook = options.notebook
    if options.files and is_notebook(options.files[0]):
        text, notebook = tracebacks_of(options.files[0], text), notebook or options.files[0]
    settings = Configuration(registry=registry).of_folder(".").settings
    request = Request(text, ".", notebook)
    found = run_with_big_stack(lambda: explain(request, registry, settings.assumptions))
    sys.stdout.writelines(render(found, options.output_format, style_for(sys.stdout, options.color)))
    return EXPLAINED if found.is_determined else UNDETERMINED


def parser() -> Parser:
    command = Parser("explain", DESCRIPTION, EPILOG)
    add = command.add_argument
    add("files", nargs="*", metavar="FILE", help="File with the traceback, or - (default) for standard input")
    add(
        "--notebook",
        metavar="FILE",
        help=f"Notebook ({NOTEBOOK_SUFFIX}) of the traceback's cells (default: the matching one in the directory)",
    )
    add("--output-format", type=one_of(FORMATS), default="text", metavar="FORMAT", help=f"one of {', '.join(FORMATS)} (default: text)")
    add("--seconds", type=count, default=LONGEST_RUN, metavar="N", help=f"End the command after N seconds (default: {LONGEST_RUN})")
    add("--color", type=one_of(("auto", "always", "never")), default="auto", metavar="WHEN", help="auto, always or never (default: auto)")
    return command


def _read(files: Sequence[str]) -> str:
    """Read the traceback from a file or standard input."""
    if files and files[0] != STANDARD_INPUT:
        try:
            return console_text(read_regular(files[0], pipes=True))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise GraphlintError(f"{files[0]}: cannot be read: {reason}; check the path and its permissions") from None
    if sys.stdin is None:
        raise GraphlintError("standard input (-) is closed")
    if not files and sys.stdin.isatty():
        raise UsageError("expected a traceback: name a file, pipe one to standard input, or run a command after --")
    return console_text(sys.stdin.buffer.read())
