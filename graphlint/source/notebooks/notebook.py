"""A notebook as a `Source`: its code cells joined in their order, each ended by a line break that is in no file."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from graphlint.source.notebooks.cell_text import code_starts, escapes_everything, respelled
from graphlint.source.notebooks.document import Document, StoredCell, read_document
from graphlint.source.notebooks.magics import Readable, readable
from graphlint.source.source import BYTE_ORDER_MARK, LINE_END, Position, Source
from graphlint.source.text_edits import Edit, applied

LINE_BREAKS = ("\n", "\r")


@dataclass(frozen=True)
class Cell:
    """A code cell in the joined text: as it is stored, as it is read, and where it begins: its offset, and its line, from 1."""

    stored: StoredCell
    read: Readable
    start: int
    line: int

    @property
    def end(self) -> int:
        """Where its text ends; behind it stands the line break that is in no file."""
        return self.start + len(self.read.text)

    @cached_property
    def written_lines(self) -> tuple[str, ...]:
        """Its lines as they are written, without their ends."""
        return tuple(LINE_END.split(self.stored.text))

    @cached_property
    def written_starts(self) -> tuple[int, ...]:
        """Where each line begins in what is written."""
        return (0, *(match.end() for match in LINE_END.finditer(self.stored.text)))


@dataclass(frozen=True)
class Notebook(Source):
    """A notebook. `document` is what its file holds."""

    document: Document
    cells: tuple[Cell, ...]

    @classmethod
    def from_bytes(cls, path: str, data: bytes) -> Notebook:
        """Read a notebook.

        Args:
            path: the path as displayed.
            data: the file's bytes.

        Raises:
            UnreadableSource: if it is no notebook.
        """
        document = read_document(path, data)
        return cls._of(path, document, [readable(cell.text) for cell in document.cells])

    @classmethod
    def _of(cls, path: str, document: Document, read: Iterable[Readable]) -> Notebook:
        """The notebook of what is stored and what is read of each cell."""
        cells: list[Cell] = []
        start, line = 0, 1
        for stored, code in zip(document.cells, read, strict=True):
            cells.append(Cell(stored, code, start, line))
            start += len(code.text) + 1
            line += len(LINE_END.findall(code.text + "\n"))
        return cls(path, "".join(cell.read.text + "\n" for cell in cells), document, tuple(cells))

    # Places.

    def place(self, line: int, column: int) -> Position:
        """The place in its cell."""
        cell = self._cell_of_line(line)
        if cell is None:
            return Position(line, column)
        row = line - cell.line
        if row >= len(cell.written_lines):
            return Position(len(cell.written_lines), len(cell.written_lines[-1]) + 1, cell.stored.number)
        indent = cell.read.indent
        shift = len(indent) if cell.written_lines[row].startswith(indent) else 0
        return Position(row + 1, column + shift, cell.stored.number)

    def shown_line(self, number: int) -> str:
        """One line as its author wrote it."""
        cell = self._cell_of_line(number)
        row = number - cell.line if cell else 0
        return cell.written_lines[row] if cell and row < len(cell.written_lines) else ""

    def stored_row(self, line: int) -> int | None:
        """The row of the file in which the string stands that holds a line."""
        cell = self._cell_of_line(line)
        if cell is None:
            return None
        row = min(line - cell.line, len(cell.written_starts) - 1)
        starts = code_starts(self.document.text, cell.stored.start)
        known = [place for before, place in starts if before <= cell.written_starts[row]] or [cell.stored.start]
        return self.document.text.count("\n", 0, known[-1]) + 1

    @property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """Each cell as it is written, under the name of the file and its number."""
        return tuple((f"{self.path}:cell {cell.stored.number}", cell.stored.text) for cell in self.cells)

    @property
    def fragments(self) -> tuple[tuple[int, str], ...]:
        """Each cell: the line on which it begins, and its code."""
        return tuple((cell.line, cell.read.text) for cell in self.cells)

    def _cell_of_line(self, line: int) -> Cell | None:
        """The cell of a line; the first one for what is before it."""
        return self.cells[max(bisect.bisect_right(self._lines, line) - 1, 0)] if self.cells else None

    @cached_property
    def _lines(self) -> list[int]:
        return [cell.line for cell in self.cells]

    @cached_property
    def _starts(self) -> list[int]:
        return [cell.start for cell in self.cells]

    # Changes.

    def allowed(self, edits: Sequence[Edit]) -> tuple[Edit, ...] | None:
        """Edits that stay within a cell each, and off what is set aside; those that reach over a cell's end come back shortened."""
        fitted = [self._fitted(edit) for edit in edits]
        known = tuple(edit for edit in fitted if edit is not None)
        apart = all(one.end <= two.start for one, two in itertools.pairwise(known))
        return known if apart and len(known) == len(fitted) else None

    def in_one_part(self, edits: Sequence[Edit]) -> bool:
        """Whether all edits stay in one cell."""
        allowed = self.allowed(edits)
        return allowed is not None and len({bisect.bisect_right(self._starts, edit.start) for edit in allowed}) < 2

    def edited(self, edits: Sequence[Edit]) -> Notebook:
        """The notebook with edits made, which are allowed."""
        stored: list[StoredCell] = []
        read: list[Readable] = []
        pieces: list[str] = []
        done = shift = 0
        ascii_only = escapes_everything(self.document.text)
        for cell in self.cells:
            old = cell.stored
            mine = [self._in_written(cell, edit) for edit in edits if cell.start <= edit.start <= cell.end]
            value = self.document.text[old.start : old.end]
            new = respelled(value, mine, ascii_only) if mine else value
            pieces += (self.document.text[done : old.start], new)
            done = old.end
            text = applied(old.text, mine)
            stored.append(replace(old, text=text, start=old.start + shift, end=old.start + shift + len(new)))
            read.append(readable(text) if mine else cell.read)
            shift += len(new) - len(value)
        whole = "".join((*pieces, self.document.text[done:]))
        return self._of(self.path, Document(whole, tuple(stored)), read)

    def encoded(self, data: bytes) -> bytes:
        """The bytes of the notebook's file."""
        mark = BYTE_ORDER_MARK if data.startswith(BYTE_ORDER_MARK) else b""
        return mark + self.document.text.encode("utf-8")

    def _in_written(self, cell: Cell, edit: Edit) -> Edit:
        """An edit of the joined text as one of what is written in a cell."""
        return Edit(self._written_offset(cell, edit.start), self._written_offset(cell, edit.end), edit.text)

    def _written_offset(self, cell: Cell, offset: int) -> int:
        """The place in what is written in a cell: in a line that is read as written, or at the end of one that is not."""
        line = bisect.bisect_right(self.line_starts, offset)
        row, column = line - cell.line, offset - self.line_starts[line - 1]
        at_end = column == len(self.line(line))
        return cell.written_starts[row] + (len(cell.written_lines[row]) if at_end else column)

    def _fitted(self, edit: Edit) -> Edit | None:
        """An edit within its cell, or None where it cannot be made."""
        if not self.cells:
            return None
        cell = self.cells[max(bisect.bisect_right(self._starts, edit.start) - 1, 0)]
        if not self._is_open(cell, edit):
            return None
        return edit if edit.end <= cell.end else self._without_break(cell, edit)

    def _without_break(self, cell: Cell, edit: Edit) -> Edit | None:
        """An edit that takes the line break behind a cell, which is in no file, without it."""
        if edit.end > cell.end + 1:
            return None
        if edit.start > cell.end:
            # Lines behind the last one.
            return Edit(cell.end, cell.end, "\n" + edit.text.rstrip("\r\n")) if edit.text.endswith(LINE_BREAKS) else None
        if edit.text.endswith(LINE_BREAKS):
            return Edit(edit.start, cell.end, edit.text[: -2 if edit.text.endswith("\r\n") else -1])
        if edit.text:
            return None
        # The last lines go: the break before them goes with them.
        before = self.text[cell.start : edit.start]
        width = 2 if before.endswith("\r\n") else 1 if before.endswith(LINE_BREAKS) else 0
        return Edit(edit.start - width, cell.end, "")

    def _is_open(self, cell: Cell, edit: Edit) -> bool:
        """Whether an edit leaves alone what is not read as it is written."""
        if cell.read.closed:
            return False
        first, last = (bisect.bisect_right(self.line_starts, offset) for offset in (edit.start, edit.end))
        begins = {self.line_starts[line - 1] for line in (first, last)}
        whole = {edit.start, edit.end} <= begins and (not edit.text or edit.text.endswith(LINE_BREAKS))
        touched = range(first - cell.line, last - cell.line + (0 if whole else 1))
        if cell.read.aside.intersection(touched):
            return False
        # What has to be the first line of its cell stays the first.
        return not (cell.read.headed and first - cell.line <= min(cell.read.aside))
