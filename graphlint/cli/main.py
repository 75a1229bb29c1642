"""Entry point of the command line: selects the command and reports the error that ends it.

Heavy modules are imported late, so that `graphlint --version` and a mistyped option answer at once.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Sequence

from graphlint.cli.commands import COMMANDS
from graphlint.common.errors import GraphlintError, Terminated, UsageError
from graphlint.common.import_path import remove_current_folder
from graphlint.common.version import __version__

FAILED = 2
# Exit status for a signal, as in shells: this plus the signal number.
SIGNALED = 128
INTERRUPTED = 130
RULE_CODE = re.compile(r"GL\d{1,3}\Z", re.IGNORECASE)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: the arguments without the program's name; by default those of the process.

    Returns:
        The exit status: 0 without findings, 1 with findings, 2 if the run failed, 128 plus the signal number if a signal ended it.
    """
    if arguments is None:
        remove_current_folder()
    words = list(sys.argv[1:] if arguments is None else arguments)
    _make_output_robust()
    try:
        try:
            return _dispatch(words)
        finally:
            # Report errors of pending output here: at the interpreter's exit it is too late.
            sys.stdout.flush()
    except GraphlintError as error:
        return _fail(str(error))
    except BrokenPipeError:
        # The reader closed the pipe, as `head` does.
        _discard_output()
        return FAILED
    except OSError as error:
        _discard_output()
        return _fail(_describe(error))
    except Terminated as end:
        return SIGNALED + end.number
    except KeyboardInterrupt:
        return INTERRUPTED


def _dispatch(words: list[str]) -> int:
    if words and (words[0] in ("--version", "-V") or (words == ["version"] and not os.path.exists("version"))):  # noqa: PTH110  as below
        sys.stdout.write(f"graphlint {__version__}\n")
        return 0
    import importlib  # noqa: PLC0415

    if words[:1] == ["help"] and not os.path.exists(words[0]):  # noqa: PTH110  pathlib is not needed otherwise
        words = [*words[1:2], "--help"]
    if not words:
        sys.stderr.write(importlib.import_module(COMMANDS["check"]).help_text())
        return FAILED
    if words[0] not in COMMANDS and not os.path.lexists(words[0]):
        _reject_mistyped_command(words[0])
    name = words.pop(0) if words[0] in COMMANDS else "check"
    status: int = importlib.import_module(COMMANDS[name]).run(words)
    return status


def _reject_mistyped_command(word: str) -> None:
    """Raise an error for a word that is not a path and is similar to a command: a check of the other paths is not what was meant.

    Raises:
        UsageError: if a command is meant.
    """
    from graphlint.common.spelling import nearest_word  # noqa: PLC0415  only mistakes need it

    meant = f"graphlint rule {word}" if RULE_CODE.match(word) else nearest_word(word, COMMANDS) if word.isalpha() else None
    if meant is not None:
        raise UsageError(f"unknown command or path '{word}' (did you mean {meant}?)")


def _fail(message: str) -> int:
    """Report why the run failed."""
    from graphlint.report.stderr import tell  # noqa: PLC0415

    tell("error", [message])
    return FAILED


def _describe(error: OSError) -> str:
    """Describe an OSError that no command has handled."""
    if error.filename is None and error.errno == errno.ENOENT:
        return "the current directory no longer exists"
    place = "the output" if error.filename is None else os.fsdecode(error.filename)
    return f"{place} cannot be {'written' if error.filename is None else 'used'}: {error.strerror or error}"


def _discard_output() -> None:
    """Discard pending output, about which Python would complain again when it closes the stream."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _make_output_robust() -> None:
    """Escape characters that the output's encoding lacks, and discard output to a closed stream."""
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
