"""Items of a list at an unknown index: one of its tensors, of which it is not known which."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Sequence as Items

from graphlint.autograd.events import Site
from graphlint.engine.domain.bounds import SAME_TENSORS
from graphlint.engine.domain.graph import Graph
from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import MAYBE, NO, Tensor, Value
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import tensors


def holds_data_only(state: State, obj: Object) -> bool:
    """Return True if a list contains only tensors without a graph, and only resolved statements have added elements."""
    return bool(obj.items) and obj.holds_known_items and all(map(state.without_graph, obj.items))


def data_at_unknown_index(machine: Machine, state: State, items: Items[Value], site: Site) -> Tensor | None:
    """Return the item at an unknown index of a list of tensors without a graph; None if too many tensors may be the same.

    It may be any of the items, and any item read from the same list elsewhere: a change of one may be a change of another. One tensor
    stands for all that a statement reads, so that the tables remain small; None, too, if that one has a graph by now.
    """
    group = _group_of(machine.graph, [value for value in items if isinstance(value, Tensor)])
    tensor = group.get(site)
    if tensor is not None:
        return tensor if state.without_graph(tensor) else None
    if len(group) >= SAME_TENSORS:
        return None
    tensor = group[site] = tensors.data(machine, site)
    machine.graph.possible.same[tensor.family] = group
    return tensor


def _group_of(graph: Graph, items: Items[Tensor]) -> dict[int | Site, Tensor]:
    """Return the table of the tensors that may be the same as one of these."""
    groups = graph.possible.same
    group = groups.get(items[0].family)
    if group is None or any(groups.get(item.family) is not group for item in items):
        group = {item.family: item for item in items}
        for tensor in items:
            group.update(groups.get(tensor.family, {}))
        groups.update((other.family, group) for other in group.values())
    return group


def is_at_unknown_index(graph: Graph, tensor: Tensor) -> bool:
    """Return True if a tensor stands for an item at an unknown index: its storage is one of several."""
    return tensor.family not in graph.possible.same.get(tensor.family, (tensor.family,))


def possibly_changed(graph: Graph, tensor: Tensor) -> Iterator[Tensor]:
    """Yield the other tensors that an in-place change of a tensor may change: the one of which it may be a view, and possibly the same."""
    base = graph.possible.bases.get(tensor.family)
    if base is not None:
        yield base
    yield from _others(graph, tensor if base is None else base)


def require_grad(graph: Graph, state: State, tensor: Tensor) -> None:
    """Record that a tensor has been made to require grad: one that may be the same may require grad, too."""
    for other in _others(graph, tensor):
        if state.needs_grad(other) is NO:
            state.needs[other.number] = MAYBE


def _others(graph: Graph, tensor: Tensor) -> Iterable[Tensor]:
    """Return the tensors that may be the same as one: the known items of a list differ from each other."""
    group = graph.possible.same.get(tensor.family, {})
    known = tensor.family in group
    return [other for key, other in group.items() if other.family != tensor.family and not (known and key == other.family)]
