"""Outcomes of calls: one value, or the paths into which the state forked."""

from __future__ import annotations

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
