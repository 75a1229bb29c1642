"""Where the time of a run goes: CPU time by phase, of each file and of the run as a whole, summed over processes."""

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
    """What a run does. Within PROVE everything counts as that; REST is what no other names, starting Python and printing included."""

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


Spent: TypeAlias = Mapping[Phase, float]
"""Seconds of CPU time by phase."""


class Stopwatch:
    """Measures the CPU time of this process by phase; what happens inside of an inner phase counts for that one alone.

    Args:
        running: whether it measures at all.
    """

    def __init__(self, running: bool = False) -> None:
        self.running = running
        self._spent: dict[Phase, float] = {}
        self._now = Phase.REST
        self._since = time.process_time() if running else 0.0

    def phase(self, phase: Phase) -> AbstractContextManager[None]:
        """Count a block for a phase.

        Args:
            phase: the phase.
        """
        return self._counted(phase) if self.running and self._now is not Phase.PROVE else nullcontext()

    def each(self, phase: Phase, items: Iterable[Item]) -> Iterator[Item]:
        """The items of an iterable, the making of each counted for a phase.

        Args:
            phase: the phase.
            items: what makes them.
        """
        iterator = iter(items)
        while True:
            with self.phase(phase):
                try:
                    item = next(iterator)
                except StopIteration:
                    return
            yield item

    def timed(self, phase: Phase, work: Callable[[Item], Result]) -> Callable[[Item], Result]:
        """A function whose calls count for a phase.

        Args:
            phase: the phase.
            work: the function.
        """
        if not self.running:
            return work

        def measured(item: Item) -> Result:
            with self.phase(phase):
                return work(item)

        return measured

    @contextmanager
    def lap(self) -> Iterator[dict[Phase, float]]:
        """Count a block by itself.

        Yields:
            What it has spent, once it is over.
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

    def spent(self) -> Spent:
        """What was spent outside of laps so far, by phase."""
        if self.running:
            self._switch(self._now)
        return dict(self._spent)

    @contextmanager
    def _counted(self, phase: Phase) -> Iterator[None]:
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
    """What a run has cost. What several files need, such as a module that they import, is paid by the first.

    `watch` measures in this process, if it is running; `files` says what was spent on each file, whichever process did it, `elsewhere` how
    much of that in other processes, of which there were as many as `processes` says.
    """

    watch: Stopwatch = field(default_factory=Stopwatch)
    files: dict[str, dict[Phase, float]] = field(default_factory=dict)
    elsewhere: float = 0.0
    processes: int = 0

    def add(self, path: str, spent: Spent, here: bool) -> None:
        """Note what was spent on a file.

        Args:
            path: the file.
            spent: what was spent.
            here: whether this process did it.
        """
        if not self.watch.running:
            return
        known = self.files.setdefault(path, {})
        for phase, seconds in spent.items():
            known[phase] = known.get(phase, 0.0) + seconds
        if not here:
            self.elsewhere += sum(spent.values())

    def total(self) -> dict[Phase, float]:
        """What the run as a whole has cost so far, by phase, from the start of this process on."""
        found = dict.fromkeys(Phase, 0.0)
        for spent in (*self.files.values(), self.watch.spent()):
            for phase, seconds in spent.items():
                found[phase] += seconds
        found[Phase.REST] += max(0.0, time.process_time() + self.elsewhere - sum(found.values()))
        return found
