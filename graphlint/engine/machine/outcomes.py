"""Outcomes of calls: one value, or the paths into which the state forked.

A caller that does more after a call does it on every path: a dropped path would leave one that has assumed a condition, for no reason that
the run records.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Value

Outcome: TypeAlias = "Value | list[State]"
"""The value of a call on the same state, or the states into which it forked, each with its `result`."""


def paths(state: State, outcome: Outcome) -> list[State]:
    """Return the states after a call, each with the call's value as its result."""
    if isinstance(outcome, list):
        return outcome
    state.result = outcome
    return [state]


def of_paths(state: State, after: list[State]) -> Outcome:
    """Return the outcome of a call on a state from the states after it: a value if it has not forked."""
    return state.result if len(after) == 1 and after[0] is state and not state.signal else after


def then(state: State, outcome: Outcome, following: Callable[[State, Value], Outcome]) -> Outcome:
    """Continue with the value of a call, on each path that has not ended in it."""
    if not isinstance(outcome, list):
        return outcome if state.signal else following(state, outcome)
    after: list[State] = []
    for path in outcome:
        after.extend([path] if path.signal else paths(path, following(path, path.result)))
    return after
