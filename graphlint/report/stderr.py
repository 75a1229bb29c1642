"""Messages on the standard error, beside the report."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from graphlint.report.terminal_text import visible


def tell(kind: str, messages: Iterable[str]) -> None:
    """Write messages to the standard error, in which no character steers the terminal."""
    sys.stdout.flush()
    for message in messages:
        sys.stderr.write(f"{kind}: " + "\n".join(visible(line) for line in message.split("\n")) + "\n")
