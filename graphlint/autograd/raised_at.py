"""The assumption that a statement has raised an error: what a traceback adds to the source."""

from __future__ import annotations

import enum
import os
from dataclasses import dataclass

from graphlint.autograd.events import Fault
from graphlint.autograd.sites import Site


class Evidence(enum.IntEnum):
    """The part of the assumed error that the analysis must show by itself before the assumption settles the rest.

    CERTAIN: all of it; only the judgment that the path or the error is implausible is dropped. LIKELY: a part of the graph that some
    operation may save tensors of. POSSIBLE: any value that two backward passes may reach.
    """

    CERTAIN = 2
    LIKELY = 1
    POSSIBLE = 0


@dataclass(frozen=True, slots=True)
class RaisedAt:
    """The assumption that a line has raised one of some faults, given the lines of the calls in progress.

    `lines` are the lines of the traceback, outermost first, each with its file by absolute path; the last one has raised.
    """

    lines: tuple[tuple[str, int], ...]
    faults: frozenset[Fault]
    evidence: Evidence = Evidence.CERTAIN

    def covers(self, site: Site, fault: Fault) -> bool:
        """Return True if an error at a place is the assumed one."""
        path, line = self.lines[-1]
        return fault in self.faults and site.line <= line <= site.end_line and os.path.abspath(site.path) == path  # noqa: PTH100

    def passes_through(self, path: str, first: int, last: int) -> bool:
        """Return True if one of the calls in progress, or the raising line, is in these lines of a file."""
        absolute = os.path.abspath(path)  # noqa: PTH100  a Path would be made for each function
        return any(name == absolute and first <= line <= last for name, line in self.lines)
