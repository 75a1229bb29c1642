"""Frames: the calls, loops and generators in progress in a run."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import NamedTuple

from graphlint.ir.instructions import Block, FunctionCode


@dataclass(slots=True)
class Frame:
    """A call under way: its code and its scopes, innermost first.

    `generator` is the generator whose code runs, up to its next yield. `conditions` are those of a function in which nothing happens to
    graphs that its callers test, too.
    """

    code: FunctionCode
    scopes: tuple[int, ...]
    generator: int = 0
    conditions: set[Hashable] = field(default_factory=set)

    @property
    def scope(self) -> int:
        """The innermost scope."""
        return self.scopes[0]


class Entry(NamedTuple):
    """The calls of a function of the program in a run: whether each came to its end, and was made with grad mode surely on."""

    ended: bool = True
    records: bool = True

    def both(self, other: Entry) -> Entry:
        """The calls of two runs."""
        return Entry(self.ended and other.ended, self.records and other.records)


@dataclass(frozen=True, slots=True)
class Visit:
    """A call of a function of the program under way: whether the calls before came to their end, and the machine's counts at its start."""

    place: tuple[str, int]
    ended_before: bool
    dropped: int
    errors: int


@dataclass(slots=True)
class Extent:
    """How many iterations a run of a loop has, None where that is not known.

    `exact` is the number of elements up to which the loop is run element by element: short lists of things that are known; `whole` is
    False where there may be more of them, `gathered` says that an iteration stands for several. `iterators` are those that a while loop
    takes its elements from, and that decide its end; `exhausted` is True in the iteration in which they have no further element. `limit`
    is the number of the last iteration that is followed.
    """

    count: int | None
    exact: int = 3
    whole: bool = True
    gathered: bool = False
    run: int = 0
    counted: bool = True
    iterators: set[int] = field(default_factory=set)
    exhausted: bool = False
    limit: int = 0

    def followed(self, passes: int) -> bool:
        """Return whether the loop is run to its end, where so many iterations of an unknown number are run."""
        return self.count is not None and self.count <= max(passes, self.exact)


@dataclass(frozen=True, slots=True)
class Consumer:
    """The code that consumes a generator: at each yield its block runs in its own frames."""

    frames: tuple[Frame, ...]
    target: int
    body: Block
    generator: Frame
