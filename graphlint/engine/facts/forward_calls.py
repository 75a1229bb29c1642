"""Facts about the module calls in progress: code with grad mode disabled, and detached inputs, on the way to their results."""

from __future__ import annotations

from graphlint.engine.domain.path_facts import MayDetach, WithoutGrad
from graphlint.engine.domain.state import State
from graphlint.engine.domain.term import Term
from graphlint.engine.domain.values import NONE
from graphlint.engine.machine.machine import Machine


def note_without_grad(machine: Machine, state: State) -> None:
    """Record that the results of the module calls in progress may have no graph, because code in them disabled grad mode."""
    for number in machine.graph.forwards:
        state.facts[without_grad(number)] = NONE


def without_grad(number: int) -> Term:
    """Return the key of the fact that a module call may have executed code with grad mode disabled.

    Args:
        number: the number of the module call.
    """
    return WithoutGrad(number)


def note_detach(machine: Machine, state: State) -> None:
    """Record that the inputs of the module calls in progress may be detached before they reach the result."""
    for number in machine.graph.forwards:
        state.facts[may_detach(number)] = NONE


def may_detach(number: int) -> Term:
    """Return the key of the fact that the inputs of a module call may be detached before they reach its result.

    Args:
        number: the number of the module call.
    """
    return MayDetach(number)
