"""Colour and width: whether the output is read on a terminal, and how to mark what matters there.

A handful of escape sequences is all the colour there is, so no library is asked for it: importing rich's console would double the time
that a small run takes.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TextIO

from graphlint.rule.base import Severity

RESET = "\x1b[0m"
PAPER_WIDTH = 160


@dataclass(frozen=True)
class Style:
    """Colour, width in columns, support for links, and whether lines are wrapped to the width: only on a terminal."""

    colour: bool = False
    width: int = PAPER_WIDTH
    links: bool = False
    wraps: bool = False

    def bold(self, text: str) -> str:
        return self._paint("1", text)

    def dim(self, text: str) -> str:
        return self._paint("2", text)

    def note(self, text: str) -> str:
        return self._paint("36", text)

    def changed(self, line: str) -> str:
        """A line of a diff, by what it begins with."""
        code = {"+": "32", "-": "31", "@": "36"}.get(line[:1])
        return self._paint(code, line) if code else line

    def severity(self, severity: Severity, text: str) -> str:
        return self._paint({Severity.ERROR: "1;31", Severity.WARNING: "1;33", Severity.INFO: "1;36"}[severity], text)

    def linked(self, text: str, address: str | None) -> str:
        """A terminal hyperlink, if links are supported and there is an address."""
        return f"\x1b]8;;{address}\x1b\\{text}\x1b]8;;\x1b\\" if self.links and address else text

    def _paint(self, code: str, text: str) -> str:
        """Text between two escape sequences, or as it is."""
        return f"\x1b[{code}m{text}{RESET}" if self.colour else text


def style_for(stream: TextIO, choice: str, environment: Mapping[str, str] | None = None) -> Style:
    """The style for a stream.

    `choice` is "always", "never" or "auto": colour on a terminal unless NO_COLOR is set, and elsewhere if FORCE_COLOR is set.
    """
    variables = os.environ if environment is None else environment
    terminal = stream.isatty()
    width = shutil.get_terminal_size().columns if terminal else PAPER_WIDTH
    if choice != "auto":
        return Style(choice == "always", width, terminal and choice == "always", terminal)
    if variables.get("NO_COLOR"):
        return Style(False, width, wraps=terminal)
    able = terminal and variables.get("TERM") != "dumb"
    return Style(able or bool(variables.get("FORCE_COLOR")), width, able, terminal)
