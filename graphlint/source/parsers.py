"""Names of the parsers; `parse` uses them."""

from __future__ import annotations

import enum


class Parser(enum.Enum):
    """The parser of checked files.

    AUTO is the running Python's own, and libcst for a file that it refuses. LIBCST is libcst, and Python's own for a file that libcst
    refuses or might not survive.
    """

    AUTO = "auto"
    LIBCST = "libcst"
