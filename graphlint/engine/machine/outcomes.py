"""Outcomes of calls: a value, or the paths into which the state forked, each with its result."""

from __future__ import annotations

from typing import TypeAlias

from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Value

Outcome: TypeAlias = "Value | list[State]"
"""What a call comes to: its value on the same state, or the states it forked into, each with its `result`."""


def paths(state: State, outcome: Outcome) -> list[State]:
    """The paths after a call, each with the call's result."""
    if isinstance(outcome, list):
        return outcome
    state.result = outcome
    return [state]
