"""A notebook as a `Source`: its code cells in order, each followed by a line break that is not in the file."""

from __future__ import annotations

import ast
import bisect
import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from graphlint.source.notebooks.cell_text import code_starts, edit_stored_text, escapes_everything
from graphlint.source.notebooks.document import Document, StoredCell, read_document
from graphlint.source.notebooks.magics import PythonText, to_python
from graphlint.source.source import BYTE_ORDER_MARK, LINE_END, Position, Source
from graphlint.source.text_edits import Edit, apply_edits

LINE_BREAKS = ("\n", "\r")


@dataclass(frozen=True)
class Cell:
    """A code cell in the joined text: as stored, as parseable Python, and its offset and line (from 1) in the text."""

    stored: StoredCell
    read: PythonText
    start: int
    line: int

    @property
    def end(self) -> int:
        """The end of its text; a line break that is not in the file follows."""
        return self.start + len(self.read.text)

    @cached_property
    def stored_lines(self) -> tuple[str, ...]:
        """The stored lines, without line breaks."""
        return tuple(LINE_END.split(self.stored.text))

    @cached_property
    def stored_line_starts(self) -> tuple[int, ...]:
        """The offset of each stored line in the cell."""
        return (0, *(match.end() for match in LINE_END.finditer(self.stored.text)))


@dataclass(frozen=True)
class Notebook(Source):
    """A notebook; `document` is the content of its file."""

    document: Document
    cells: tuple[Cell, ...]

    @classmethod
    def from_bytes(cls, path: str, data: bytes) -> Notebook:
        """Decode a notebook.

        Raises:
            UnreadableSource: if it is not a notebook.
        """
        document = read_document(path, data)
        return cls._of(path, document, [to_python(cell.text) for cell in document.cells])

    @classmethod
    def _of(cls, path: str, document: Document, read: Iterable[PythonText]) -> Notebook:
        cells: list[Cell] = []
        start, line = 0, 1
        for stored, code in zip(document.cells, read, strict=True):
            cells.append(Cell(stored, code, start, line))
            start += len(code.text) + 1
            line += len(LINE_END.findall(code.text + "\n"))
        return cls(path, "".join(cell.read.text + "\n" for cell in cells), document, tuple(cells))

    # Places.

    def place(self, line: int, column: int) -> Position:
        cell = self._cell_of_line(line)
        if cell is None:
            return Position(line, column)
        row = line - cell.line
        if row >= len(cell.stored_lines):
            return Position(len(cell.stored_lines), len(cell.stored_lines[-1]) + 1, cell.stored.number)
        indent = cell.read.indent
        shift = len(indent) if cell.stored_lines[row].startswith(indent) else 0
        return Position(row + 1, column + shift, cell.stored.number)

    def shown_line(self, number: int) -> str:
        cell = self._cell_of_line(number)
        row = number - cell.line if cell else 0
        return cell.stored_lines[row] if cell and row < len(cell.stored_lines) else ""

    def stored_row(self, line: int) -> int | None:
        """Return the row of the file with the string that stores a line."""
        cell = self._cell_of_line(line)
        if cell is None:
            return None
        row = min(line - cell.line, len(cell.stored_line_starts) - 1)
        starts = code_starts(self.document.text, cell.stored.start)
        possible = [place for before, place in starts if before <= cell.stored_line_starts[row]] or [cell.stored.start]
        return self.document.text.count("\n", 0, possible[-1]) + 1

    @property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """Each cell as stored, named by the file and the cell number."""
        return tuple((f"{self.path}:cell {cell.stored.number}", cell.stored.text) for cell in self.cells)

    @property
    def fragments(self) -> tuple[tuple[int, str], ...]:
        """The first line and the code of each cell."""
        return tuple((cell.line, cell.read.text) for cell in self.cells)

    def displays(self, line: int) -> bool:
        cell = self._cell_of_line(line)
        if cell is None or cell.read.text.rstrip().endswith(";"):
            return False
        try:
            body = ast.parse(cell.read.text).body
        except (SyntaxError, ValueError, RecursionError):
            return False
        last = body[-1] if body else None
        return isinstance(last, ast.Expr) and last.end_lineno == line - cell.line + 1

    def _cell_of_line(self, line: int) -> Cell | None:
        """Return the cell of a line; the first cell for a line before it."""
        return self.cells[max(bisect.bisect_right(self._lines, line) - 1, 0)] if self.cells else None

    @cached_property
    def _lines(self) -> list[int]:
        return [cell.line for cell in self.cells]

    @cached_property
    def _starts(self) -> list[int]:
        return [cell.start for cell in self.cells]

    # Changes.

    def applicable_edits(self, edits: Sequence[Edit]) -> tuple[Edit, ...] | None:
        """Return the edits if each stays within a cell and off replaced lines; those that reach over a cell's end are shortened."""
        fits = [self._fit(edit) for edit in edits]
        possible = tuple(edit for edit in fits if edit is not None)
        disjoint = all(one.end <= two.start for one, two in itertools.pairwise(possible))
        return possible if disjoint and len(possible) == len(fits) else None

    def in_one_part(self, edits: Sequence[Edit]) -> bool:
        applicable_edits = self.applicable_edits(edits)
        return applicable_edits is not None and len({bisect.bisect_right(self._starts, edit.start) for edit in applicable_edits}) < 2

    def edited(self, edits: Sequence[Edit]) -> Notebook:
        stored: list[StoredCell] = []
        read: list[PythonText] = []
        pieces: list[str] = []
        done = shift = 0
        ascii_only = escapes_everything(self.document.text)
        for cell in self.cells:
            old = cell.stored
            cell_edits = [self._to_cell_edit(cell, edit) for edit in edits if cell.start <= edit.start <= cell.end]
            value = self.document.text[old.start : old.end]
            new = edit_stored_text(value, cell_edits, ascii_only) if cell_edits else value
            pieces += (self.document.text[done : old.start], new)
            done = old.end
            text = apply_edits(old.text, cell_edits)
            stored.append(replace(old, text=text, start=old.start + shift, end=old.start + shift + len(new)))
            read.append(to_python(text) if cell_edits else cell.read)
            shift += len(new) - len(value)
        whole = "".join((*pieces, self.document.text[done:]))
        return self._of(self.path, Document(whole, tuple(stored)), read)

    def encoded(self, data: bytes) -> bytes:
        mark = BYTE_ORDER_MARK if data.startswith(BYTE_ORDER_MARK) else b""
        return mark + self.document.text.encode("utf-8")

    def _to_cell_edit(self, cell: Cell, edit: Edit) -> Edit:
        """Convert an edit of the joined text to one of a cell's stored code."""
        return Edit(self._cell_offset(cell, edit.start), self._cell_offset(cell, edit.end), edit.text)

    def _cell_offset(self, cell: Cell, offset: int) -> int:
        """Return the offset in a cell's stored code: within an unchanged line, or at the end of a replaced one."""
        line = bisect.bisect_right(self.line_starts, offset)
        row, column = line - cell.line, offset - self.line_starts[line - 1]
        at_end = column == len(self.line(line))
        return cell.stored_line_starts[row] + (len(cell.stored_lines[row]) if at_end else column)

    def _fit(self, edit: Edit) -> Edit | None:
        """Return an edit restricted to its cell, or None if it cannot be applied."""
        if not self.cells:
            return None
        cell = self.cells[max(bisect.bisect_right(self._starts, edit.start) - 1, 0)]
        if not self._is_editable(cell, edit):
            return None
        return edit if edit.end <= cell.end else self._without_break(cell, edit)

    def _without_break(self, cell: Cell, edit: Edit) -> Edit | None:
        """Exclude the line break after a cell, which is not in the file, from an edit."""
        if edit.end > cell.end + 1:
            return None
        if edit.start > cell.end:
            # An insertion of lines after the last one.
            return Edit(cell.end, cell.end, "\n" + edit.text.rstrip("\r\n")) if edit.text.endswith(LINE_BREAKS) else None
        if edit.text.endswith(LINE_BREAKS):
            return Edit(edit.start, cell.end, edit.text[: -2 if edit.text.endswith("\r\n") else -1])
        if edit.text:
            return None
        # The last lines are deleted: delete the line break before them, too.
        before = self.text[cell.start : edit.start]
        width = 2 if before.endswith("\r\n") else 1 if before.endswith(LINE_BREAKS) else 0
        return Edit(edit.start - width, cell.end, "")

    def _is_editable(self, cell: Cell, edit: Edit) -> bool:
        """Return True if an edit does not touch replaced lines."""
        if cell.read.read_only:
            return False
        first, last = (bisect.bisect_right(self.line_starts, offset) for offset in (edit.start, edit.end))
        begins = {self.line_starts[line - 1] for line in (first, last)}
        whole = {edit.start, edit.end} <= begins and (not edit.text or edit.text.endswith(LINE_BREAKS))
        touched = range(first - cell.line, last - cell.line + (0 if whole else 1))
        if cell.read.replaced.intersection(touched):
            return False
        # The cell magic must stay the first line.
        return not (cell.read.has_cell_magic and first - cell.line <= min(cell.read.replaced))
