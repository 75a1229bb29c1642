"""A file that could not be checked."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a file could not be checked.

    `message` is one sentence, `detail` the traceback of an internal error. A `transient` failure may not happen again with the same files
    (out of memory, an unreadable file), so it is not cached.
    """

    path: str
    message: str
    detail: str = ""
    transient: bool = False
