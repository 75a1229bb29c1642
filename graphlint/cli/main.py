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
from graphlint.cli.last_errors import describe_internal_error, discard_failed_output
from graphlint.common.errors import GraphlintError, Terminated, UsageError
from graphlint.common.import_path import remove_current_folder
from graphlint.common.version import __version__

FAILED = 2
# Exit status for a signal, as in shells: this plus the signal number.
SIGNALED = 128
INTERRUPTED = 130
# The errors of a stream that takes no more output: a full disk, a closed terminal.
OUTPUT_ERRORS = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF, errno.EAGAIN, errno.EINVAL))
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
            sys.stderr.flush()
    except Terminated as end:
        return SIGNALED + end.number
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001  the last boundary: status 1 and a traceback would look like findings
        return _report(error, words)


def _report(error: Exception, words: Sequence[str]) -> int:
    """Report the error that has ended the run."""
    discard_failed_output()
    message = _describe(error, words)
    try:
        if message:
            from graphlint.report.stderr import tell  # noqa: PLC0415

            tell("error", [message])
            sys.stderr.flush()
    except OSError:
        # This stream is lost, too.
        discard_failed_output()
    return FAILED


def _describe(error: Exception, words: Sequence[str]) -> str:
    """Return the message of an error; empty if the reader has closed the pipe, as `head` does."""
    if isinstance(error, GraphlintError):
        return str(error)
    if isinstance(error, BrokenPipeError):
        return ""
    if isinstance(error, MemoryError):
        return "out of memory"
    known = _describe_system_error(error) if isinstance(error, OSError) else ""
    return known or describe_internal_error(error, words)


def _dispatch(words: list[str]) -> int:
    _require_text(words)
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


def _require_text(words: Sequence[str]) -> None:
    """Raise an error for an argument that the system cannot have passed, and that neither a name nor a text can hold.

    Raises:
        UsageError: if there is one.
    """
    for word in words:
        try:
            os.fsencode(word)
        except UnicodeEncodeError:
            raise UsageError(f"the argument {word!r} is not valid Unicode: it contains half of a surrogate pair") from None


def _reject_mistyped_command(word: str) -> None:
    """Raise an error for a word that is not a path and is similar to a command: a check of the other paths is not what was meant.

    Raises:
        UsageError: if a command is meant.
    """
    from graphlint.common.spelling import nearest_word  # noqa: PLC0415  only mistakes need it

    meant = f"graphlint rule {word}" if RULE_CODE.match(word) else nearest_word(word, COMMANDS) if word.isalpha() else None
    if meant is not None:
        raise UsageError(f"unknown command or path '{word}' (did you mean {meant}?)")


def _describe_system_error(error: OSError) -> str:
    """Describe an error of the operating system that no command has handled; empty if it is none of the user's files."""
    if isinstance(error.filename, (str, bytes)):
        return f"{os.fsdecode(error.filename)} cannot be used: {error.strerror or error}"
    if error.errno == errno.ENOENT:
        return "the current directory no longer exists"
    return f"the output cannot be written: {error.strerror}" if error.errno in OUTPUT_ERRORS else ""


def _make_output_robust() -> None:
    """Escape characters that the output's encoding lacks, and discard output to a closed stream."""
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
