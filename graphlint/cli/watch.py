"""`graphlint check --watch`: check again after each relevant change."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TextIO

from graphlint.common.errors import GraphlintError
from graphlint.report.stderr import tell

CLEAR = "\x1b[2J\x1b[H"


def check_repeatedly(check: Callable[[], int], changes: Iterable[Iterable[str]], stream: TextIO) -> None:
    """Check once, and again after each batch of changes.

    Args:
        check: runs a check and prints its findings.
        changes: batches of changed paths; the first one is empty and means that watching has begun.
        stream: the output; a terminal is cleared before each check.
    """
    words = "Checking ..."
    for number, batch in enumerate(changes):
        paths = list(batch)
        if number == 0 or paths:
            _check(check, stream, words)
            words = "Something has changed, checking again ..."


def _check(check: Callable[[], int], stream: TextIO, words: str) -> None:
    """Run one check on a cleared terminal; an error is reported, and watching continues."""
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
