"""A file that could not be checked."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Failure:
    """What could not be checked and why, in one sentence; `detail` is a traceback, for a report of an internal error. `passing` says
    whether it may go otherwise the next time, with the same files."""

    path: str
    message: str
    detail: str = ""
    passing: bool = False
