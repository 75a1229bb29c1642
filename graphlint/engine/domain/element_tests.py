"""Conditions on the elements of loops: such a condition decides each iteration by itself.

A loop that freezes the modules that a setting does not name tests each of them. That the test holds for all is one combination of many,
which the program excludes (`UNLIKELY_PATHS`): it is written to leave some of them out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from graphlint.autograd.events import LoopIteration, Site
from graphlint.autograd.numbers import RunNumber
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.terms import Not


@dataclass(slots=True)
class ElementTests:
    """The conditions on which paths have forked in loops, and the loop runs whose elements they depend on.

    A condition depends on the element if it depends on a value that the iteration created, or if one statement tests another condition in
    another iteration. `tested` are the conditions of each statement, each with the iteration that tested it first.
    """

    tested: dict[tuple[int, Site], dict[Symbol, int]] = field(default_factory=dict)
    runs: dict[Symbol, set[RunNumber]] = field(default_factory=dict)

    def note(self, site: Site, iterations: Iterable[LoopIteration], condition: Symbol) -> None:
        """Record that paths fork on a condition in the iterations in progress."""
        symbol = _without_negation(condition)
        for turn in iterations:
            tested = self.tested.setdefault((turn.run, site), {})
            tested.setdefault(symbol, turn.number)
            if is_newer(symbol, turn.run):
                self.runs.setdefault(symbol, set()).add(turn.run)
            elif len(set(tested.values())) > 1:
                for item in tested:
                    self.runs.setdefault(item, set()).add(turn.run)

    def decides_element(self, condition: Symbol, in_progress: Collection[int]) -> bool:
        """Return True if a condition depends on the element of a loop run that is not in progress."""
        return any(run not in in_progress for run in self.runs.get(_without_negation(condition), ()))


def is_newer(symbol: Symbol, run: RunNumber) -> bool:
    """Return True if a symbol depends on a value that was created in a loop run."""
    return symbol > run if isinstance(symbol, int) else any(is_newer(part, run) for part in symbol.symbols())


def _without_negation(condition: Symbol) -> Symbol:
    while type(condition) is Not:
        condition = condition.operand
    return condition
