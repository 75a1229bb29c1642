"""Facts about the module calls in progress: code with grad mode disabled, and detached inputs, on the way to their results."""

from __future__ import annotations

from graphlint.engine.domain.path_facts import MayDetach, WithoutGrad
from graphlint.engine.domain.state import State
from graphlint.engine.machine.machine import Machine


def note_without_grad(machine: Machine, state: State) -> None:
    """Record that the results of the module calls in progress may have no graph, because code in them disabled grad mode."""
    for number in machine.graph.forwards:
        state.facts.possible.add(WithoutGrad(number))


def note_detach(machine: Machine, state: State) -> None:
    """Record that the inputs of the module calls in progress may be detached before they reach the result."""
    for number in machine.graph.forwards:
        state.facts.possible.add(MayDetach(number))
