"""The entry of the command line: which command is meant, and what becomes of an error that ends it.

Nothing heavy is imported here, so that `graphlint --version` and a mistyped option answer at once.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence

from graphlint.cli.commands import COMMANDS
from graphlint.common.errors import GraphlintError, Terminated
from graphlint.common.version import __version__

FAILED = 2
# As shells tell of a signal: this and its number.
SIGNALED = 128
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: what stands behind the program's name; those of the process by default.

    Returns:
        The exit status: 0 nothing found, 1 findings, 2 the run itself failed; 128 and the number of the signal that ended it.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    _never_fail_to_print()
    try:
        try:
            return _dispatch(given)
        finally:
            # Else what cannot be printed shows itself when nobody is there any more to say so.
            sys.stdout.flush()
    except GraphlintError as error:
        return _failed(str(error))
    except BrokenPipeError:
        # Whoever read the output has had enough of it.
        _print_no_more()
        return FAILED
    except OSError as error:
        _print_no_more()
        return _failed(_described(error))
    except Terminated as end:
        return SIGNALED + end.number
    except KeyboardInterrupt:
        return INTERRUPTED


def _dispatch(given: list[str]) -> int:
    """Find the command and run it."""
    if given and given[0] in ("--version", "-V"):
        sys.stdout.write(f"graphlint {__version__}\n")
        return 0
    import importlib  # noqa: PLC0415

    if not given:
        sys.stderr.write(importlib.import_module(COMMANDS["check"]).help_text())
        return FAILED
    name = given.pop(0) if given[0] in COMMANDS else "check"
    status: int = importlib.import_module(COMMANDS[name]).run(given)
    return status


def _failed(message: str) -> int:
    """Say why the run failed."""
    from graphlint.report.stderr import tell  # noqa: PLC0415

    tell("error", [message])
    return FAILED


def _described(error: OSError) -> str:
    """What the system refused, where nobody has put it better."""
    if error.filename is None and error.errno == errno.ENOENT:
        return "the current folder is there no more"
    place = "the output" if error.filename is None else os.fsdecode(error.filename)
    return f"{place} cannot be {'written' if error.filename is None else 'used'}: {error.strerror or error}"


def _print_no_more() -> None:
    """Forget what is still to be printed: Python would complain once more when it closes the stream."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _never_fail_to_print() -> None:
    """Let an output whose encoding lacks a character show its escape, rather than fail, and one that is closed swallow what it is given."""
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
