"""The headline of a finding on a terminal: its place, its severity in a word, its rule, its message."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from graphlint.check.diagnostic import Diagnostic
from graphlint.report.report import FIXABLE
from graphlint.report.style import Style
from graphlint.report.terminal_text import cells, location, visible
from graphlint.rule.urls import address_of

INDENT = "    "


class _Word(NamedTuple):
    """A word as it is measured, and with its colour and link."""

    plain: str
    painted: str


def headline(diagnostic: Diagnostic, rule: str, style: Style, fixable: bool) -> Iterator[str]:
    """Yield the headline; on a terminal that is too narrow for it, as several lines of whole words.

    Args:
        rule: the rule in the words of the format.
        fixable: True if --fix, with the other options, would fix the finding.
    """
    place = f"{location(diagnostic.place)}:"
    words = [_Word(place, style.bold(place))]
    if diagnostic.code:
        severity = diagnostic.severity
        address = address_of(diagnostic.code, diagnostic.name) if style.links else None
        words.append(_Word(severity.value, style.severity(severity, severity.value)))
        words.append(_Word(rule, style.linked(style.severity(severity, rule), address)))
    if fixable:
        words.append(_Word(FIXABLE, FIXABLE))
    words += (_Word(word, word) for word in visible(diagnostic.message).split(" "))
    if style.wraps:
        yield from (line + "\n" for line in _filled(words, style.width))
    else:
        yield " ".join(word.painted for word in words) + "\n"


def _filled(words: Iterable[_Word], width: int) -> Iterator[str]:
    """Fill lines with words; a word that is longer than a line is not broken."""
    line, used = "", 0
    for word in words:
        size = cells(word.plain)
        if not line:
            line, used = word.painted, size
        elif used + 1 + size <= width:
            line, used = f"{line} {word.painted}", used + 1 + size
        else:
            yield line
            line, used = INDENT + word.painted, len(INDENT) + size
    yield line
