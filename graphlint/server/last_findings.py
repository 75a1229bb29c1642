"""Findings of the last complete check of a text, for the lines that have not changed since.

Each bracket that is typed makes a text that does not parse for a moment, and an internal error may depend on a word that is being typed.
Findings that vanish and come back would distract.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from graphlint.check.diagnostic import Diagnostic, Place
from graphlint.server.line_shift import Shift
from graphlint.server.workers.messages import Program
from graphlint.source.source import Position


def findings_on_unchanged_lines(diagnostics: Iterable[Diagnostic], before: Program, after: Program) -> Iterator[Diagnostic]:
    """Yield the findings whose lines have not changed, with their new places and without fixes.

    Args:
        before: the program with these findings.
        after: the program as it is now.
    """
    shifts = _Shifts(before, after)
    for item in diagnostics:
        place = shifts.place(item.place)
        if place is not None:
            related = ((other, shifts.place(other.place)) for other in item.related)
            moved = tuple(replace(other, place=there) for other, there in related if there is not None)
            yield replace(item, place=place, related=moved, fix=None)


class _Shifts:
    """The shift of the lines of a program, or of each cell of a notebook."""

    def __init__(self, before: Program, after: Program) -> None:
        self._before, self._after = before, after
        self._shifts: dict[int | None, Shift] = {}

    def place(self, place: Place) -> Place | None:
        """Return the new place; None if its lines have changed."""
        if place.path != self._before.name:
            return place
        start, end = self._position(place.start), self._position(place.end)
        return None if start is None or end is None else replace(place, start=start, end=end, row_of_cell=None)

    def _position(self, position: Position) -> Position | None:
        cell = position.cell
        if cell not in self._shifts:
            self._shifts[cell] = Shift.between(_text(self._before, cell), _text(self._after, cell))
        row = self._shifts[cell].forward(position.row)
        return None if row is None else position._replace(row=row)


def _text(program: Program, cell: int | None) -> str:
    """Return the text of a program, or of a cell by its number."""
    if cell is None or program.cells is None:
        return program.text
    return (program.cells[cell - 1] or "") if cell <= len(program.cells) else ""
