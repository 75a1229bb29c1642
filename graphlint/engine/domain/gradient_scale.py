"""The scale of gradients: those of a loss that a gradient scaler has scaled stay scaled until `unscale_` or the scaler's step.

A join keeps the facts on which both paths agree: a gradient is scaled only if it is on all joined paths.
"""

from __future__ import annotations

from collections.abc import Iterable

from graphlint.engine.domain.graph import Graph
from graphlint.engine.domain.path_facts import ScaledBackward
from graphlint.engine.domain.state import State


def backward(graph: Graph, state: State, number: int, roots: Iterable[int]) -> None:
    """Record the backward pass of a loss that an enabled scaler has scaled."""
    if graph.scaled and not graph.scaled.isdisjoint(roots):
        state.facts.certain.add(ScaledBackward(number))


def is_scaled(state: State, number: int) -> bool:
    """Return True if the gradients of a backward pass are certainly scaled."""
    return ScaledBackward(number) in state.facts.certain


def reset(state: State) -> None:
    """Record that gradients may have been unscaled, by a scaler, by hand or by unresolved code."""
    certain = state.facts.certain
    certain.difference_update([fact for fact in certain if type(fact) is ScaledBackward])
