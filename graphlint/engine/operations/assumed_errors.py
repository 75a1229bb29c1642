"""Errors that a statement is assumed to raise: which doubts the assumption settles.

The analysis of a traceback assumes that one statement has raised. A graph that may have been used before was then used before, a saved
tensor that may have been changed was changed, and a tensor that may be a leaf is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphlint.autograd.events import Backward, Fault, Origin, Raised, Retain, Site
from graphlint.autograd.numbers import StorageNumber
from graphlint.autograd.raised_at import Evidence, RaisedAt
from graphlint.engine.domain.nodes import ReachedNodes
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NO, Tensor
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import applications
from graphlint.engine.operations.applications import Application


def of_backward(machine: Machine, state: State, site: Site, roots: Sequence[int], reached: ReachedNodes) -> Raised | None:
    """Return the assumed error of a backward pass through a freed graph, or one that needs a changed tensor.

    None if none is assumed here, or nothing earlier on the path explains it.
    """
    assumed = machine.raised_at
    if assumed is None or assumed.evidence is Evidence.CERTAIN:
        return None
    if assumed.covers(site, Fault.CHANGED):
        return _changed(machine, state, site, roots, reached)
    return _freed(machine, state, site, roots, reached, assumed) if assumed.covers(site, Fault.FREED) else None


def is_leaf_change(machine: Machine, state: State, site: Site, tensor: Tensor) -> bool:
    """Return True if an in-place change is assumed to be refused for a leaf: the tensor may require grad and be a leaf."""
    assumed = machine.raised_at
    return (
        assumed is not None
        and assumed.evidence is not Evidence.CERTAIN
        and assumed.covers(site, Fault.LEAF_CHANGED)
        and state.grad_mode is not NO
        and state.needs_grad(tensor) is not NO
        and state.is_leaf(tensor) is not NO
    )


def note_possibly_saved(machine: Machine, state: State, call: Application, storage: StorageNumber, node: int) -> None:
    """Note the tensors that a node saves if operands with an unknown graph have one, where a changed tensor is assumed.

    Args:
        storage: the storage of the node's result.
    """
    if machine.raised_at is not None and Fault.CHANGED in machine.raised_at.faults:
        machine.graph.possible.saved[node] = applications.possibly_saved_tensors(state, call, storage)


def _changed(machine: Machine, state: State, site: Site, roots: Sequence[int], reached: ReachedNodes) -> Raised | None:
    """Return the error of the newest node that may be reached and has saved a tensor which may have been changed since."""
    graph = machine.graph
    for number in sorted(reached.all, reverse=True):
        for saved in (*graph.nodes[number].saved, *graph.possible.saved.get(number, ())):
            if saved.storage and state.version(saved.storage) != saved.version:
                chain = graph.chain(roots, number, reached.all)
                change = state.changes.get(saved.storage)
                return Raised(site, graph.context, Fault.CHANGED, chain, change, roots[0], result_changed=saved.is_result)
    return None


def _freed(machine: Machine, state: State, site: Site, roots: Sequence[int], reached: ReachedNodes, assumed: RaisedAt) -> Raised | None:
    graph = machine.graph
    earlier = list(_before(machine, state))
    for number in sorted(reached.all, reverse=True):
        node = graph.nodes[number]
        if node.origin is Origin.LEAF or node.saves is NO or (node.is_unresolved_input and assumed.evidence > Evidence.POSSIBLE):
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
