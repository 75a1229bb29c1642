"""The limits of a run: the iterations of training loops, the time and the memory."""

from __future__ import annotations

import errno
import os
import time
from dataclasses import dataclass, field
from pathlib import Path

from graphlint.common.system import limit_writable_memory, resident_bytes

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


def memory_limit(memory: int) -> str:
    """Return a memory limit in words."""
    return f"the memory limit of {memory / 1e6:g} MB"


def limit_allocations(memory: int) -> None:
    """Have the system refuse this process memory beyond a limit, which then raises an error; 0 lifts the limit.

    The stacks of threads that libraries start later are allowed in addition. Drivers of accelerators reserve too much for a limit.
    """
    if not any(True for name in ACCELERATORS for _ in Path("/dev").glob(name)):
        limit_writable_memory(memory, STACK * THREADS_PER_PROCESSOR * (os.cpu_count() or 1))


def is_out_of_memory(error: BaseException) -> bool:
    """Return True for an error that says that the system refuses memory."""
    if isinstance(error, RuntimeError):
        return any(words in str(error) for words in OUT_OF_MEMORY)
    return isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM)
