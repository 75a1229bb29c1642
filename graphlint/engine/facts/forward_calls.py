"""Facts about the forward calls in progress: code without grad mode, and detached inputs, on the way to their results."""

from __future__ import annotations

from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NONE
from graphlint.engine.machine.machine import Machine


def note_without_grad(machine: Machine, state: State) -> None:
    """What the forward passes under way return may have no graph, where it is not known: grad mode was off on the way.

    Args:
        machine: the machine.
        state: the path on which that is so.
    """
    for number in machine.graph.forwards:
        state.facts[without_grad(number)] = NONE


def without_grad(number: int) -> tuple[str, int]:
    """The fact that a forward pass may have gone through code without grad mode.

    Args:
        number: the number of the pass.
    """
    return ("without grad", number)


def note_detach(machine: Machine, state: State) -> None:
    """Record that the inputs of the forward passes under way may be detached before they reach the result.

    Args:
        machine: the machine.
        state: the path on which that is so.
    """
    for number in machine.graph.forwards:
        state.facts[may_detach(number)] = NONE


def may_detach(number: int) -> tuple[str, int]:
    """The fact that the inputs of a forward pass may be detached before they reach its result.

    Args:
        number: the number of the pass.
    """
    return ("may detach", number)
