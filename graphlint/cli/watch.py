"""`graphlint check --watch`: check again after each relevant change."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TextIO

from graphlint.common.counts import counted
from graphlint.common.errors import GraphlintError
from graphlint.report.stderr import tell
from graphlint.report.terminal_text import visible
from graphlint.source.discovery import display

MOST_NAMED = 3
CLEAR = "\x1b[2J\x1b[H"


def check_repeatedly(check: Callable[[], int], changes: Iterable[Iterable[str]], stream: TextIO) -> None:
    """Check once, and again after each batch of changes.

    Args:
        check: runs a check and prints its findings.
        changes: batches of changed paths; the first one is empty and means that watching has begun.
        stream: the output; a terminal is cleared before each check.
    """
    for number, batch in enumerate(changes):
        paths = sorted(map(display, batch))
        if number == 0 or paths:
            _check(check, stream, f"[{time.strftime('%H:%M:%S')}] {_changed(paths)}")


def _changed(paths: Sequence[str]) -> str:
    """Say which files have changed."""
    if not paths:
        return "Checking ..."
    others = f" and {counted(len(paths) - MOST_NAMED, 'other file')}" if len(paths) > MOST_NAMED else ""
    return f"{', '.join(map(visible, paths[:MOST_NAMED]))}{others} changed, checking again ..."


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
    sys.stderr.write("Watching for changes. Press Ctrl-C to stop.\n")
    sys.stderr.flush()
