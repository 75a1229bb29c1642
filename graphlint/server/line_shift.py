"""Lines that two revisions of a text have in common."""

from __future__ import annotations

from dataclasses import dataclass

from graphlint.source.source import LINE_END


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
