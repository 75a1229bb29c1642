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
