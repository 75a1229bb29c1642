"""Calls that a model makes one after another: of a function for each element, of each of several hooks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from graphlint.engine.domain.state import State
from graphlint.engine.machine import outcomes
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome

Item = TypeVar("Item")


def fold(machine: Machine, state: State, items: Iterable[Item], step: Callable[[State, Item], Outcome]) -> Outcome:
    """Execute a step for each item, on every path. The result of a step is `State.result` at the next, and that of the last one of all.

    All other results of a step must be on the heap, where it forks with the path. Paths are joined after a step that forked.
    """
    live, ended = [state], list[State]()
    for item in items:
        following: list[State] = []
        for path in live:
            for after in outcomes.paths(path, step(path, item)):
                (ended if after.signal else following).append(after)
        live = machine.join(following, after_call=True) if len(following) > len(live) else following
    return outcomes.of_paths(state, ended + live)
