"""The end of a run that an unexpected error or a lost output stream has ended."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TextIO

VERBOSE = frozenset(("--verbose", "-v"))


def describe_internal_error(error: Exception, words: Sequence[str]) -> str:
    """Describe an error that no command expects, with the place that raised it; with --verbose, with its traceback."""
    import traceback  # noqa: PLC0415  few runs fail

    name = type(error).__name__
    reason = f"{name}: {error}" if str(error) else name
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({os.path.basename(frames[-1].filename)}, line {frames[-1].lineno})" if frames else ""  # noqa: PTH119  as in `main`
    advice = "please report it with the command line and its input"
    if VERBOSE.isdisjoint(words):
        return f"internal error: {reason}{place}; {advice}"
    return f"internal error: {reason}{place}; {advice}\n{''.join(traceback.format_exception(error)).rstrip()}"


def discard_failed_output() -> None:
    """Discard the pending output of a stream that takes none: Python would complain about it when it ends."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            _discard(stream)


def _discard(stream: TextIO) -> None:
    """Let a stream write to nowhere."""
    try:
        number = stream.fileno()
    except (OSError, ValueError, AttributeError):
        # The stream has been replaced by another object.
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)
