"""CPU time by phase, for each file and the whole run, summed over processes."""

from __future__ import annotations

import enum
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class Phase(enum.Enum):
    """The phases of a run. All work within PROVE counts as PROVE; REST is all other time, including Python's start and output."""

    FIND = "find files"
    CACHE = "cache"
    READ = "read"
    SEARCH = "search texts"
    PARSE = "parse"
    LOWER = "lower"
    INTERPRET = "interpret"
    RULES = "rules"
    POSITIONS = "positions"
    PROVE = "prove fixes"
    REST = "the rest"


PhaseTimes: TypeAlias = Mapping[Phase, float]
"""Seconds of CPU time by phase."""


class Stopwatch:
    """Measures the CPU time of this process by phase; the time of a nested phase counts for that phase only."""

    def __init__(self, running: bool = False) -> None:
        self.running = running
        self._spent: dict[Phase, float] = {}
        self._now = Phase.REST
        self._since = time.process_time() if running else 0.0

    def phase(self, phase: Phase) -> AbstractContextManager[None]:
        """Measure a block as a phase."""
        return self._phase(phase) if self.running and self._now is not Phase.PROVE else nullcontext()

    def each(self, phase: Phase, items: Iterable[Item]) -> Iterator[Item]:
        """Yield the items of an iterable, measuring their production as a phase."""
        iterator = iter(items)
        while True:
            with self.phase(phase):
                try:
                    item = next(iterator)
                except StopIteration:
                    return
            yield item

    def timed(self, phase: Phase, work: Callable[[Item], Result]) -> Callable[[Item], Result]:
        """Return a function whose calls are measured as a phase."""
        if not self.running:
            return work

        def measured(item: Item) -> Result:
            with self.phase(phase):
                return work(item)

        return measured

    @contextmanager
    def isolated(self) -> Iterator[dict[Phase, float]]:
        """Measure a block separately.

        Yields:
            Its times, complete at the end of the block.
        """
        spent: dict[Phase, float] = {}
        if not self.running:
            yield spent
            return
        self._switch(self._now)
        outer, self._spent = self._spent, {}
        try:
            yield spent
        finally:
            self._switch(self._now)
            spent.update(self._spent)
            self._spent = outer

    def spent(self) -> PhaseTimes:
        """Return the time by phase outside of isolated blocks."""
        if self.running:
            self._switch(self._now)
        return dict(self._spent)

    @contextmanager
    def _phase(self, phase: Phase) -> Iterator[None]:
        before = self._now
        self._switch(phase)
        try:
            yield
        finally:
            self._switch(before)

    def _switch(self, phase: Phase) -> None:
        now = time.process_time()
        self._spent[self._now] = self._spent.get(self._now, 0.0) + now - self._since
        self._now, self._since = phase, now


@dataclass
class Costs:
    """The CPU time of a run. A module imported by several files is attributed to the first one.

    `watch` measures this process if it is running. `files` is the time spent on each file in any process, `in_workers` the part spent in
    worker processes, and `processes` the number of workers.
    """

    watch: Stopwatch = field(default_factory=Stopwatch)
    files: dict[str, dict[Phase, float]] = field(default_factory=dict)
    in_workers: float = 0.0
    processes: int = 0

    def add(self, path: str, spent: PhaseTimes, here: bool) -> None:
        """Add the time spent on a file."""
        if not self.watch.running:
            return
        known = self.files.setdefault(path, {})
        for phase, seconds in spent.items():
            known[phase] = known.get(phase, 0.0) + seconds
        if not here:
            self.in_workers += sum(spent.values())

    def total(self) -> dict[Phase, float]:
        """Return the time of the whole run by phase, since the start of this process."""
        found = dict.fromkeys(Phase, 0.0)
        for spent in (*self.files.values(), self.watch.spent()):
            for phase, seconds in spent.items():
                found[phase] += seconds
        found[Phase.REST] += max(0.0, time.process_time() + self.in_workers - sum(found.values()))
        return found
