"""Messages on the standard error, beside the report."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from graphlint.report.terminal_text import visible

LONGEST_LINE = 1_000
# The end of a message says what to do.
TAIL = 300


def tell(kind: str, messages: Iterable[str]) -> None:
    """Write messages to the standard error, in which no character steers the terminal, and no argument or name fills it."""
    sys.stdout.flush()
    for message in messages:
        sys.stderr.write(f"{kind}: " + "\n".join(visible(_shortened(line)) for line in message.split("\n")) + "\n")


def _shortened(line: str) -> str:
    """Return a line without the middle of what is too long to read."""
    return line if len(line) <= LONGEST_LINE else f"{line[: LONGEST_LINE - TAIL]} ... {line[-TAIL:]}"
