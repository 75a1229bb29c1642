"""Graphs of an earlier revision of a text, mapped to its current lines.

A hover is answered at once on unchanged lines while the newest revision is still being analyzed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from lsprotocol import types

from graphlint.server.check_scheduler import GraphSnapshot
from graphlint.server.documents import Document
from graphlint.server.workers.messages import Span
from graphlint.source.source import LINE_END, Position


@dataclass(frozen=True)
class Shift:
    """Common lines of two texts: `head` lines at the start and `tail` lines at the end; `old` and `new` are their numbers of lines."""

    head: int
    tail: int
    old: int
    new: int

    @classmethod
    def between(cls, old: str, new: str) -> Shift:
        """Compare two texts."""
        old_lines, new_lines = LINE_END.split(old), LINE_END.split(new)
        if old_lines == new_lines:
            return cls(len(old_lines), 0, len(old_lines), len(new_lines))
        limit = min(len(old_lines), len(new_lines))
        head = next((index for index in range(limit) if old_lines[index] != new_lines[index]), limit)
        tail = next((index for index in range(limit - head) if old_lines[-1 - index] != new_lines[-1 - index]), limit - head)
        return cls(head, tail, len(old_lines), len(new_lines))

    def backward(self, row: int) -> int | None:
        """Return the old row of a new row, both from 1; None if the line has changed."""
        if row <= self.head:
            return row
        return row - self.new + self.old if row > self.new - self.tail else None

    def forward(self, row: int) -> int | None:
        """Return the new row of an old row, both from 1; None if the line has changed."""
        if row <= self.head:
            return row
        return row - self.old + self.new if row > self.old - self.tail else None


class View:
    """Graphs of a program as seen from one of its texts.

    Args:
        snapshot: the graphs, and the revision they belong to.
        document: the text as it is now.
    """

    def __init__(self, snapshot: GraphSnapshot, document: Document) -> None:
        self._snapshot = snapshot
        self.document = document
        self._cell = snapshot.uris.index(document.uri) + 1 if snapshot.program.cells is not None and document.uri in snapshot.uris else None
        self.graph_info = snapshot.graph_info

    def old_position(self, place: types.Position) -> Position | None:
        """Return a client position in the snapshot's revision; None if its line has changed."""
        current = self.document.position(place)
        row = self._shift.backward(current.row)
        return None if row is None else Position(row, current.column, self._cell)

    def current_range(self, span: Span) -> types.Range | None:
        """Return the current range of a span; None if it is in another text or its lines have changed."""
        if span.path != self._snapshot.program.name or span.start.cell != self._cell:
            return None
        start, end = self._shift.forward(span.start.row), self._shift.forward(span.end.row)
        if start is None or end is None:
            return None
        return self.document.client_range(span.start._replace(row=start), span.end._replace(row=end))

    def describe(self, span: Span) -> str:
        """Describe the line of a span."""
        if span.path != self._snapshot.program.name:
            return f"line {span.start.row} of {span.path.rpartition('/')[2]}"
        if span.start.cell is not None and span.start.cell != self._cell:
            return f"line {span.start.row} of cell {span.start.cell}"
        return f"line {self._shift.forward(span.start.row) or span.start.row}"

    @cached_property
    def _shift(self) -> Shift:
        program = self._snapshot.program
        old_text = program.text if program.cells is None else (program.cells[self._cell - 1] or "") if self._cell else ""
        return Shift.between(old_text, self.document.text)
