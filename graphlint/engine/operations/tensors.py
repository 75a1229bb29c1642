"""Creation of abstract tensors."""

from __future__ import annotations

from collections.abc import Sequence as Items

from graphlint.autograd.events import Certainty, Event, NoGraph, Origin, Site
from graphlint.autograd.numbers import NO_STORAGE, StorageNumber
from graphlint.engine.domain.values import MAYBE, NO, YES, Shape, Tensor
from graphlint.engine.machine.machine import Machine


def new(
    machine: Machine, site: Site | None, node: int = 0, needs: Certainty = NO, *, leaf: Certainty = NO, reason: NoGraph | None = None,
    shape: Shape = None, storage: StorageNumber = NO_STORAGE, family: int = 0, **more: object,
) -> Tensor:  # fmt: skip
    """Return a new tensor, with a new storage and family unless they are given."""
    number = machine.graph.number()
    return Tensor(number, node, storage or StorageNumber(number), family or number, needs, leaf, site, reason, shape, **more)  # type: ignore[arg-type]


def data(machine: Machine, site: Site, reason: NoGraph = NoGraph.DATA, shape: Shape = None) -> Tensor:
    """Return a tensor without a graph."""
    return new(machine, site, leaf=YES, reason=reason, shape=shape)


def leaf(machine: Machine, site: Site, *, parameter: bool = False, shape: Shape = None, needs: Certainty = YES) -> Tensor:
    """Return a leaf that requires grad."""
    return new(machine, site, machine.graph.leaf(site), needs, leaf=YES, parameter=parameter, shape=shape)


def origin(machine: Machine, site: Site) -> Event:
    """Return an event that marks a place for a report, such as a detach point."""
    return Event(site, machine.context)


def unresolved_result(machine: Machine, site: Site, nodes: Items[int]) -> Tensor:
    """Return the result of an unresolved call that received values with these nodes."""
    node = machine.graph.record(Origin.UNRESOLVED_CALL, site, (), nodes, MAYBE, ())
    return new(machine, site, node, MAYBE, leaf=MAYBE, parts=True)
