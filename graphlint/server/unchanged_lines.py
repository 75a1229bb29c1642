"""What was known of an earlier state of a text, seen from the present one: lines that have not changed keep what is known of them.

So a hover is answered at once while the newest state is still being analysed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from lsprotocol import types

from graphlint.server.check_scheduler import Known
from graphlint.server.documents import Document
from graphlint.server.workers.messages import Span
from graphlint.source.source import LINE_END, Position


@dataclass(frozen=True)
class Shift:
    """Which lines of two texts are the same: so many at the head, so many at the end."""

    head: int
    tail: int
    old: int
    new: int

    @classmethod
    def between(cls, old: str, new: str) -> Shift:
        """The shift from one text to another.

        Args:
            old: the one.
            new: the other.
        """
        one, two = LINE_END.split(old), LINE_END.split(new)
        if one == two:
            return cls(len(one), 0, len(one), len(two))
        limit = min(len(one), len(two))
        head = next((index for index in range(limit) if one[index] != two[index]), limit)
        tail = next((index for index in range(limit - head) if one[-1 - index] != two[-1 - index]), limit - head)
        return cls(head, tail, len(one), len(two))

    def backward(self, row: int) -> int | None:
        """The row in the old text of a row of the new one; None where it has changed.

        Args:
            row: the row, from 1.
        """
        if row <= self.head:
            return row
        return row - self.new + self.old if row > self.new - self.tail else None

    def forward(self, row: int) -> int | None:
        """The row in the new text of a row of the old one; None where it has changed.

        Args:
            row: the row, from 1.
        """
        if row <= self.head:
            return row
        return row - self.old + self.new if row > self.old - self.tail else None


class View:
    """What is known of a program, from one of its texts.

    Args:
        known: what is known, and of which state.
        document: the text, as it is now.
    """

    def __init__(self, known: Known, document: Document) -> None:
        self._known = known
        self.document = document
        self._cell = known.uris.index(document.uri) + 1 if known.program.cells is not None and document.uri in known.uris else None
        self.facts = known.facts

    def old(self, place: types.Position) -> Position | None:
        """A place of the client's in the state that something is known of; None where its line has changed.

        Args:
            place: the place.
        """
        now = self.document.position(place)
        row = self._shift.backward(now.row)
        return None if row is None else Position(row, now.column, self._cell)

    def here(self, span: Span) -> types.Range | None:
        """Where a span of this text stands now; None where it is elsewhere, or its lines have changed.

        Args:
            span: the span.
        """
        if span.path != self._known.program.name or span.start.cell != self._cell:
            return None
        start, end = self._shift.forward(span.start.row), self._shift.forward(span.end.row)
        if start is None or end is None:
            return None
        return self.document.client_range(span.start._replace(row=start), span.end._replace(row=end))

    def told(self, span: Span) -> str:
        """A place in words.

        Args:
            span: the place.
        """
        if span.path != self._known.program.name:
            return f"line {span.start.row} of {span.path.rpartition('/')[2]}"
        if span.start.cell is not None and span.start.cell != self._cell:
            return f"cell {span.start.cell}, line {span.start.row}"
        return f"line {self._shift.forward(span.start.row) or span.start.row}"

    @cached_property
    def _shift(self) -> Shift:
        program = self._known.program
        old = program.text if program.cells is None else (program.cells[self._cell - 1] or "") if self._cell else ""
        return Shift.between(old, self.document.text)
