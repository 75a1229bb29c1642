"""The scale of gradients: those of a loss that a gradient scaler has scaled stay scaled until `unscale_` or the scaler's step.

A join keeps the facts on which both paths agree: a gradient is scaled only if it is on all joined paths.
"""

from __future__ import annotations

from collections.abc import Iterable

from graphlint.engine.domain.graph import Graph
from graphlint.engine.domain.path_facts import ScaledBackward, ScaledIfEnabled
from graphlint.engine.domain.state import State


def backward(graph: Graph, state: State, number: int, roots: Iterable[int]) -> None:
    """Record the backward pass of a loss that a scaler has scaled."""
    for root in graph.scaling.losses.keys() & set(roots):
        enabled = graph.scaling.losses[root]
        state.facts.certain.add(ScaledBackward(number) if enabled is None else ScaledIfEnabled(number, enabled))


def is_scaled(state: State, number: int) -> bool:
    """Return True if the gradients of a backward pass are certainly scaled."""
    return ScaledBackward(number) in state.facts.certain


def may_be_scaled(graph: Graph, state: State, number: int) -> bool:
    """Return True if the gradients of a backward pass are scaled in a run of the program on this path, if not in each one.

    A scaler under a setting is meant to be enabled in some run.
    """
    if is_scaled(state, number):
        return True
    facts = (fact for fact in state.facts.certain if type(fact) is ScaledIfEnabled and fact.backward == number)
    return any(state.condition.decide(fact.enabled, graph.loops.indices) is not False for fact in facts)


def reset(state: State) -> None:
    """Record that gradients may have been unscaled, by a scaler, by hand or by unresolved code."""
    certain = state.facts.certain
    certain.difference_update([fact for fact in certain if type(fact) in (ScaledBackward, ScaledIfEnabled)])
