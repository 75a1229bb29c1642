"""Source locations."""

from __future__ import annotations

from typing import NamedTuple


class Site(NamedTuple):
    """A span of source: lines from 1, columns from 0 in UTF-8 bytes (as in `ast` and `co_positions`)."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int

    def contains(self, other: Site) -> bool:
        """Return True if another span is in this one."""
        starts = (self.line, self.column) <= (other.line, other.column)
        return self.path == other.path and starts and (other.end_line, other.end_column) <= (self.end_line, self.end_column)
