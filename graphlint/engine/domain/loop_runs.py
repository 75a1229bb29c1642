"""Loops of a run: how their iterations stand for those of the program, and their indices.

Each state that reaches a loop starts a loop run of its own; the paths that fork inside of it share its number. The tables are of the run,
by the number of a loop run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import TypeAlias

from graphlint.autograd.numbers import RunNumber
from graphlint.autograd.sites import Site
from graphlint.engine.domain.indices import Index, Linear
from graphlint.engine.domain.term import Symbol

LoopPlace: TypeAlias = tuple[Site, tuple[Site, ...]]
"""The site of a loop, and the calls around it."""


@dataclass(slots=True)
class LoopRuns:
    """The loop runs whose iterations are not all executed, and what each iteration does.

    `unbounded` are those whose number of iterations is unknown, `summarized` those in which one abstract iteration stands for several, over
    a summarized collection.
    `releases` are the loop runs in which an object, or a slot of one, releases its value on some path. `indices` are the indices of
    iterations, `ends` the least index that a loop run does not reach. `searched` counts the runs of a loop,
    by its site and the calls around it, of which the stores were searched for retained graphs. `branches` are those that the runs of a
    loop have taken, by the same key.
    """

    unbounded: set[RunNumber] = field(default_factory=set)
    summarized: set[RunNumber] = field(default_factory=set)
    releases: dict[Hashable, set[RunNumber]] = field(default_factory=dict)
    indices: dict[Symbol, Index] = field(default_factory=dict)
    ends: dict[RunNumber, Linear] = field(default_factory=dict)
    searched: Counter[LoopPlace] = field(default_factory=Counter)
    branches: dict[LoopPlace, set[tuple[int, bool]]] = field(default_factory=dict)

    def is_open(self, run: RunNumber) -> bool:
        """Return True if more iterations may follow than those that are executed."""
        return run in self.unbounded or run in self.summarized
