"""Where something stands in a source."""

from __future__ import annotations

from typing import NamedTuple


class Site(NamedTuple):
    """A span of source: lines from 1, columns from 0 in UTF-8 bytes (as `ast` and `co_positions` count them)."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
