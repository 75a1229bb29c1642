"""The limits of a run: the iterations of training loops, the time and the memory."""

from __future__ import annotations

import errno
import os
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

CHECKS_PER_MEMORY_READING = 64
OUT_OF_MEMORY = ("DefaultCPUAllocator", "bad_alloc", "Cannot allocate memory")
"""Words in the messages of PyTorch's errors for memory that the system refuses."""
ACCELERATORS = ("nvidia[0-9]*", "kfd", "dxg")
"""Device files of accelerators, whose drivers reserve address space without regard to its use."""
STACK = 8_388_608
THREADS_PER_PROCESSOR = 2


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
            raise LimitReached(memory_limit(self.memory))


def resident_bytes() -> int:
    """Return the peak of the process's resident memory in bytes, 0 where the system does not tell."""
    try:
        import resource  # noqa: PLC0415  not on Windows
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def memory_limit(memory: int) -> str:
    """Return a memory limit in words."""
    return f"the memory limit of {memory / 1e6:g} MB"


def limit_allocations(memory: int) -> None:
    """Make Linux refuse this process memory beyond a limit, which then raises an error; 0 lifts the limit.

    Linux limits the memory that is reserved for writing (RLIMIT_DATA). What is reserved now but not used, and the stacks of threads that
    libraries start later, are allowed in addition. So the limit is never smaller than one of the resident memory.
    """
    if sys.platform != "linux" or any(True for name in ACCELERATORS for _ in Path("/dev").glob(name)):
        return
    import resource  # noqa: PLC0415  not on Windows

    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    soft = hard
    if memory:
        fields, page = Path("/proc/self/statm").read_bytes().split(), os.sysconf("SC_PAGE_SIZE")
        resident, reserved = int(fields[1]) * page, int(fields[5]) * page
        soft = reserved + max(memory - resident, 0) + STACK * THREADS_PER_PROCESSOR * (os.cpu_count() or 1)
        if hard != resource.RLIM_INFINITY:
            soft = min(soft, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def is_out_of_memory(error: BaseException) -> bool:
    """Return True for an error that says that the system refuses memory."""
    if isinstance(error, RuntimeError):
        return any(words in str(error) for words in OUT_OF_MEMORY)
    return isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM)
