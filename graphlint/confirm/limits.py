"""The limits of a run: the iterations of training loops, the time and the memory."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field

CHECKS_PER_MEMORY_READING = 64


class LimitReached(BaseException):
    """A limit ends the program. It is not an `Exception`, so that no handler of the program catches it."""


class EveryFindingDecided(LimitReached):
    """The run has decided every finding."""


@dataclass
class Limits:
    """The limits of a run; 0 means no limit.

    `steps` is the number of iterations with an optimizer step after which a loop ends, `seconds` the time of the run, `memory` the resident
    memory of the process in bytes. `ended_loops` counts the loops that were ended.
    """

    steps: int = 0
    seconds: float = 0
    memory: int = 0
    ended_loops: int = 0
    started: float = field(default_factory=time.monotonic)
    checks: int = 0

    def ends_loop(self, trained: int) -> bool:
        """Return True if a loop has run enough iterations with an optimizer step."""
        if not self.steps or trained < self.steps:
            return False
        self.ended_loops += 1
        return True

    def check(self) -> None:
        """End the program if a limit is reached.

        Raises:
            LimitReached: if so.
        """
        if self.seconds and time.monotonic() - self.started > self.seconds:
            raise LimitReached(f"the time limit of {self.seconds:g} seconds")
        self.checks += 1
        if self.memory and not self.checks % CHECKS_PER_MEMORY_READING and resident_bytes() > self.memory:
            raise LimitReached(f"the memory limit of {self.memory / 1e6:g} MB")


def resident_bytes() -> int:
    """Return the peak of the process's resident memory in bytes, 0 where the system does not tell."""
    try:
        import resource  # noqa: PLC0415  not on Windows
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
