"""Problems: what an input has shown to be wrong, and the parts by which two problems are the same."""

from __future__ import annotations

import re
import traceback
from dataclasses import dataclass, field

FRAME = re.compile(r'File "[^"]*?(?:graphlint|rules)/(?P<path>[\w/]+)\.py", line \d+, in (?P<function>\S+)')
ERROR = re.compile(r"^(?P<name>[A-Za-z_][\w.]*(?:Error|Exception|Interrupt|Exit|Problem|Exceeded|Terminated))\b", re.MULTILINE)
CONTROL = re.compile(r"[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Characters that change how a terminal shows the rest of a text."""
LONGEST_DETAIL = 4_000


@dataclass(frozen=True)
class Problem:
    """A violated property. `place` is the function that raised, or what differs; `detail` is for readers."""

    kind: str
    place: str = ""
    detail: str = ""

    @property
    def signature(self) -> tuple[str, str]:
        """The identity: problems with one signature are reported as one, and a reduced input has the signature of the whole."""
        return self.kind, self.place

    def __str__(self) -> str:
        return f"{self.kind}: {self.place}" if self.place else self.kind


@dataclass(frozen=True)
class Reply:
    """The result of an input in a worker process, with the CPU time in seconds, and counts of what the input has reached."""

    problems: tuple[Problem, ...] = ()
    seconds: float = 0.0
    counts: dict[str, int] = field(default_factory=dict)
    result: object = None


def raised(kind: str, text: str) -> Problem:
    """Return the problem of an exception, from its traceback or the message in its place."""
    errors = ERROR.findall(text)
    name = errors[-1].rpartition(".")[2] if errors else ""
    frames = FRAME.findall(text)
    # The frame in which a stack is exhausted depends on chance.
    place = "" if name == "RecursionError" or not frames else " in {}.py: {}".format(*frames[-1])
    return Problem(kind, f"{name}{place}", text[-LONGEST_DETAIL:])


def raised_here(kind: str, error: BaseException) -> Problem:
    """Return the problem of an exception that was caught."""
    return raised(kind, "".join(traceback.format_exception(error)))
