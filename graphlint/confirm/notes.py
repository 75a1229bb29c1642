"""Notes that a recorder makes on tensors and nodes; they exist as long as these."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from graphlint.autograd.events import Context, Event, NoGraph, Rebound, Site


class DetachPoint(NamedTuple):
    """The place where a value lost its graph: the API that detached it, and the nodes on which it depended."""

    site: Site
    context: Context
    reason: NoGraph
    api: str
    nodes: tuple[int, ...]


class MissingGraph(NamedTuple):
    """The reason why a tensor has no graph, the event of the detach point, and the statement that disabled grad mode for good, if any."""

    reason: NoGraph
    event: Event | None = None
    mode: Site | None = None


class NewLeaf(NamedTuple):
    """The place where a tensor was made to require grad; `number` is the number of its node."""

    site: Site
    context: Context
    number: int


class NotedAttribute(NamedTuple):
    """A tensor that a custom Function stored as an attribute of its `ctx`."""

    site: Site
    context: Context
    name: str
    tensor: Any


@dataclass(slots=True)
class TensorNotes:
    """The notes on a tensor.

    `identity` is its own number, `leaf` that of its node, `created` the operation that computed it. `gradient_of` are the leaves from
    whose gradients it was computed, `gradient` the leaf whose `.grad` it is; numbers are 0 if there are none. `is_data` marks the result
    of `.data`: autograd does not see changes of it.
    """

    identity: int = 0
    leaf: int = 0
    new_leaf: NewLeaf | None = None
    created: Site | None = None
    missing_graph: MissingGraph | None = None
    detach_point: DetachPoint | None = None
    rebound: Rebound | None = None
    gradient_of: frozenset[int] = frozenset()
    gradient: int = 0
    is_data: bool = False


@dataclass(eq=False)
class NodeNotes:
    """The notes on a node: its number, 0 before it has one, and the attributes of a custom Function's `ctx`."""

    number: int = 0
    attributes: list[NotedAttribute] = field(default_factory=list)
