"""Errors that a backward pass is assumed to raise: which doubts the assumption settles.

The analysis of a traceback assumes that one statement has raised. A graph that may have been used before was then used before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphlint.autograd.events import Backward, Fault, Raised, Retain, Site
from graphlint.autograd.raised_at import Evidence
from graphlint.engine.domain.nodes import LEAF, ReachedNodes
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NO
from graphlint.engine.machine.machine import Machine


def of_backward(machine: Machine, state: State, site: Site, roots: Sequence[int], reached: ReachedNodes) -> Raised | None:
    """Return the assumed error of a backward pass through a freed graph, None if none is assumed here or no earlier pass explains it."""
    assumed = machine.raised_at
    if assumed is None or assumed.evidence is Evidence.CERTAIN or not assumed.covers(site, Fault.FREED):
        return None
    graph = machine.graph
    earlier = list(_before(machine, state))
    for number in sorted(reached.all, reverse=True):
        node = graph.nodes[number]
        if node.operation == LEAF or node.saves is NO or (node.is_unresolved_input and assumed.evidence > Evidence.POSSIBLE):
            continue
        by = next((event for event in earlier if number in event.possibly_reached), None)
        if by is not None:
            return Raised(site, graph.context, Fault.FREED, graph.chain(roots, number, reached.all), by, roots[0])
    return None


def _before(machine: Machine, state: State) -> Iterator[Backward]:
    """Yield the backward passes on a path that may have freed their graph, the latest one first."""
    event = machine.graph.backward_event(state.latest_backward)
    while event is not None:
        if event.retain in (Retain.NO, Retain.COMPUTED):
            yield event
        event = machine.graph.backward_event(event.previous)
