"""Outcomes of calls: the paths on which a result is found."""

from __future__ import annotations

from graphlint.interpreter.machine import Outcome
from graphlint.interpreter.state import State


def paths(state: State, outcome: Outcome) -> list[State]:
    """The paths after a call, each with the call's result."""
    if isinstance(outcome, list):
        return outcome
    state.result = outcome
    return [state]
