"""`graphlint check --watch`: check, and check again whenever something has changed that a check depends on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TextIO

from graphlint.common.errors import GraphlintError
from graphlint.report.stderr import tell

CLEAR = "\x1b[2J\x1b[H"


def follow(check: Callable[[], int], changes: Iterable[Iterable[str]], stream: TextIO) -> None:
    """Check once, and again after each change, until there are no more changes.

    Args:
        check: checks everything and prints what it found.
        changes: the paths that changed, a handful at a time; the first comes, empty, when watching has begun.
        stream: where findings are printed: a terminal is cleared before each check.
    """
    words = "Checking ..."
    for number, handful in enumerate(changes):
        paths = list(handful)
        if number == 0 or paths:
            _check(check, stream, words)
            words = "Something has changed, checking again ..."


def _check(check: Callable[[], int], stream: TextIO, words: str) -> None:
    """One check on a clean screen; what ends a run otherwise is told, and waits to be mended."""
    if stream.isatty():
        stream.write(CLEAR)
    sys.stderr.write(words + "\n")
    try:
        check()
    except GraphlintError as error:
        tell("error", [str(error)])
    stream.flush()
    sys.stderr.write("Watching for changes, Ctrl-C ends it.\n")
    sys.stderr.flush()
