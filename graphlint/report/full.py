"""The format for people: each finding with its source line, and below it the places that led there, in order.

train.py:14:5: error GL101[double-backward] the headline
   |
14 |     loss.backward()
   |     ^^^^^^^^^^^^^^^
   |
12 |     loss = model(x).sum()
   |            -------- 1: graph built here
   |
   = note: the consequence at run time
   = help: what to do
   = fix (unsafe): what the preferred fix does
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from graphlint.check.diagnostic import Diagnostic, Place
from graphlint.report.headline import headline
from graphlint.report.report import Report
from graphlint.report.style import Style
from graphlint.report.terminal_text import ELLIPSIS, cells, excerpt, location, visible
from graphlint.rule.base import Severity
from graphlint.rule.fix import Applicability

LEAST_WIDTH = 20


def render(report: Report, style: Style) -> Iterator[str]:
    """The report, line by line."""
    for diagnostic in report.diagnostics:
        yield from finding_lines(diagnostic, style, report.is_fixable(diagnostic))
        yield "\n"
    if report.summary:
        yield from (line + "\n" for line in report.summary_lines())


def finding_lines(diagnostic: Diagnostic, style: Style, fixable: bool, evidence: Sequence[tuple[str, str]] = ()) -> Iterator[str]:
    """One finding: its headline, its frame, its related places, the evidence of a run, its notes, its help, its fix."""
    place = diagnostic.place
    yield from headline(diagnostic, f"{diagnostic.code}[{diagnostic.name}]", style, fixable)
    rows = [place.start.row, *(related.place.start.row for related in diagnostic.related)]
    frame = _Frame(style, len(str(max(rows))))
    yield frame.gutter()
    yield from frame.marked(place, "^", diagnostic.severity)
    if diagnostic.related:
        yield frame.gutter()
    shown = (place.path, place.start.cell)
    for number, related in enumerate(diagnostic.related, 1):
        label = f"{number}: {visible(related.message)}"
        if related.place.line is None:
            yield from frame.arrow(related.place, label)
            continue
        if (related.place.path, related.place.start.cell) != shown:
            shown = (related.place.path, related.place.start.cell)
            yield from frame.arrow(related.place)
        yield from frame.marked(related.place, "-", None, label)
    explanation = (*evidence, *diagnostic.explanation)
    if explanation or diagnostic.fix is not None:
        yield frame.gutter()
    for label, text in explanation:
        yield from frame.explained(label, "", text)
    if diagnostic.fix is not None:
        unsafe = "" if diagnostic.fix.applicability is Applicability.SAFE else f" ({diagnostic.fix.applicability.value})"
        yield from frame.explained("fix", unsafe, diagnostic.fix.message)


class _Frame:
    """Source lines beside a gutter of row numbers."""

    def __init__(self, style: Style, digits: int) -> None:
        self._style = style
        self.digits = digits

    def gutter(self, row: str = "", text: str = "") -> str:
        """One line with its row number, or without."""
        bar = self._style.dim(f"{row:>{self.digits}} |")
        return f"{bar} {text}".rstrip() + "\n"

    def explained(self, label: str, qualifier: str, text: str) -> Iterator[str]:
        """A labeled text below the frame, wrapped to the width."""
        room = max(self._style.width - self.digits - len(label) - len(qualifier) - 5, LEAST_WIDTH)
        first, *rest = _whole_words(visible(text), room)
        yield f"{' ' * self.digits} {self._style.dim('=')} {self._style.bold(label)}{qualifier}: {first}\n"
        indent = " " * (self.digits + len(label) + len(qualifier) + 5)
        yield from (f"{indent}{line}\n" for line in rest)

    def arrow(self, place: Place, label: str = "") -> Iterator[str]:
        """A line that names another file, and what happens there, below it where it does not fit."""
        where = location(place)
        arrow = self._style.dim(" " * self.digits + "-->")
        indent = " " * (self.digits + 4)
        if not label or not self._style.wraps or len(indent) + cells(where) + cells(label) + 2 <= self._style.width:
            yield f"{arrow} {where}: {self._style.note(label)}\n" if label else f"{arrow} {where}\n"
            return
        yield f"{arrow} {where}:\n"
        yield from (f"{indent}{self._style.note(line)}\n" for line in _whole_words(label, self._style.width - len(indent)))

    def marked(self, place: Place, mark: str, severity: Severity | None, label: str = "") -> Iterator[str]:
        """A source line, the mark below it, and the label after the mark or, where it does not fit, below it."""
        room = max(self._style.width - self.digits - 3, LEAST_WIDTH)
        source_line = place.line or ""
        one_line = place.end.row == place.start.row
        end = place.end.column - 1 if one_line else len(source_line.rstrip())
        shown = excerpt(source_line, place.start.column - 1, end, room)
        yield self.gutter(str(place.start.row), shown.text)
        line = mark * shown.width + ("" if one_line else ELLIPSIS)
        painted = " " * shown.start + (self._style.severity(severity, line) if severity else self._style.note(line))
        free = room - shown.start - len(line) - 1
        if not label or cells(label) <= free:
            yield self.gutter("", f"{painted} {self._style.note(label)}" if label else painted)
        else:
            yield self.gutter("", painted)
            for text in _whole_words(label, room) if self._style.wraps else (label,):
                yield self.gutter("", " " * min(shown.start, max(room - cells(text), 0)) + self._style.note(text))


def _whole_words(text: str, room: int) -> list[str]:
    """Wrap a text without breaking a word."""
    return textwrap.wrap(text, max(room, LEAST_WIDTH), break_long_words=False, break_on_hyphens=False) or [""]
