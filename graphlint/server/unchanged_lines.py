"""Graphs of an earlier revision of a text, mapped to its current lines.

A hover is answered at once on unchanged lines while the newest revision is still being analyzed.
"""

from __future__ import annotations

import os
from functools import cached_property

from lsprotocol import types

from graphlint.server.check_scheduler import GraphSnapshot
from graphlint.server.documents import Document
from graphlint.server.line_shift import Shift
from graphlint.server.uris import uri_of
from graphlint.server.workers.messages import Span
from graphlint.source.source import Position


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

    def link(self, span: Span) -> str:
        """Describe the line of a span as a Markdown link to it."""
        uri, row = self._target(span)
        return f"[{self.describe(span)}]({uri}#L{row})"

    def location(self, span: Span) -> types.Location:
        """Return the line of a span for a client that opens it."""
        uri, row = self._target(span)
        start = types.Position(row - 1, 0)
        return types.Location(uri, types.Range(start, start))

    def _target(self, span: Span) -> tuple[str, int]:
        """Return the text with a span, and the current row of the span."""
        snapshot = self._snapshot
        if span.path != snapshot.program.name:
            return uri_of(span.path), span.start.row
        if span.start.cell is not None and span.start.cell != self._cell and span.start.cell <= len(snapshot.uris):
            return snapshot.uris[span.start.cell - 1], span.start.row
        return self.document.uri, self._shift.forward(span.start.row) or span.start.row

    def describe(self, span: Span) -> str:
        """Describe the line of a span."""
        if span.path != self._snapshot.program.name:
            return f"line {span.start.row} of {os.path.basename(span.path)}"
        if span.start.cell is not None and span.start.cell != self._cell:
            return f"line {span.start.row} of cell {span.start.cell}"
        return f"line {self._shift.forward(span.start.row) or span.start.row}"

    @cached_property
    def _shift(self) -> Shift:
        program = self._snapshot.program
        old_text = program.text if program.cells is None else (program.cells[self._cell - 1] or "") if self._cell else ""
        return Shift.between(old_text, self.document.text)
