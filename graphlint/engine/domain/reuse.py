"""Later use of retained graphs: which unresolved values are presumed to have no graph, and which retained graphs a step has invalidated."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from graphlint.autograd.events import Backward, Retain
from graphlint.engine.domain.graph import LEAF, Graph
from graphlint.engine.domain.state import Object, State
from graphlint.engine.domain.symbols import is_element

NAMED = frozenset(("name", "member", "constant", "element", "attribute"))
"""First items of the keys of values that are presumed to have no graph: imported names, attributes (settings), and elements of data."""


def data_nodes(graph: Graph) -> frozenset[int]:
    """Return the nodes of unresolved values that are presumed to have no graph.

    These are settings, data, results of imported functions and classes that received no value with a known graph, and values computed from
    these.
    """
    found: set[int] = set()
    if all(event.retain is Retain.NO for event in graph.events if isinstance(event, Backward)):
        # Only a retained graph can be used again.
        return frozenset()
    keys = {number: key for key, number in graph.unseen_nodes.items()}
    received = {number for number in keys if graph.nodes[number].operation == "unseen" and not graph.nodes[number].possible_inputs}
    iterated = {source for key in keys.values() for source in _iterated(key)}
    for number, node in graph.nodes.items():
        if number in keys:
            below = [item for item in node.possible_inputs if not (item in received and keys[number] in graph.imported)]
            known = _is_data(graph, keys[number]) or (number in received and keys[number] in iterated)
        else:
            below, known = list(node.possible_inputs), bool(node.inputs or node.possible_inputs)
        if known and found.issuperset((*node.inputs, *below)):
            found.add(number)
    return frozenset(found)


def _iterated(key: Hashable) -> Iterator[Hashable]:
    """Yield the keys of the values of which a value is made by iterating over them: as their elements, they are data."""
    if isinstance(key, tuple):
        if is_element(key):
            yield key[1]
        for part in key:
            yield from _iterated(part)


def _is_data(graph: Graph, key: Hashable) -> bool:
    """Return True if a key identifies a value that cannot be an argument of the root or a field of its object."""
    if not isinstance(key, tuple) or not key:
        return key in graph.imported or (key in graph.alternatives and all(_is_data(graph, one) for one in graph.alternatives[key]))
    if key[0] in NAMED:
        return True
    if key[0] in ("item", "call"):
        return _is_data(graph, key[1])
    if key[0] == "made":
        return True
    if key[0] in ("field", "deep"):
        return False
    return len(key) == 3 and _is_data(graph, key[1]) and _is_data(graph, key[2])


def is_part_of_data(graph: Graph, key: Hashable) -> bool:
    """Return True if a key identifies a part of data, such as a field of a batch, or a value that the program only names.

    Elements are excluded: an element may be one of a list of gradients.
    """
    while isinstance(key, tuple) and key and key[0] in ("item", "call"):
        key = key[1]
    if key in graph.imported:
        return True
    if key in graph.alternatives:
        return all(is_part_of_data(graph, one) for one in graph.alternatives[key])
    return isinstance(key, tuple) and bool(key) and key[0] in NAMED - {"element"}


def is_import(key: Hashable) -> bool:
    """Return True if a key identifies a name of an unresolved module."""
    return isinstance(key, tuple) and (key[:1] in (("name",), ("member",)) or (key[:1] == ("attribute",) and is_import(key[1])))


def is_spent(graph: Graph, state: State, node: int) -> bool:
    """Return True if a backward from a node would raise because a step has modified saved tensors since the graph was retained.

    An optimizer with unresolved parameters is presumed to own the leaves that the backward before its step reached.
    """
    if not state.keepers:
        return False
    reached = graph.reach((node,))
    latest = max((state.keepers.get(number, 0) for number in reached.certain | reached.possible), default=0)
    if not latest:
        return False
    for number in reached.certain:
        for saved in graph.nodes[number].saved:
            if saved.storage and saved.storage not in state.blurred and state.version(saved.storage) != saved.version:
                return True
    leaves = {number for number in reached.certain | reached.possible if graph.nodes[number].operation == LEAF}
    optimizers = [number for number, made in state.heap.items() if made.kind == "optimizer" and _may_own(state, made, leaves)]
    event = graph.backward_event(latest)
    if not optimizers or not isinstance(event, Backward):
        return False
    if leaves and (event.leaves - leaves or state.presumed.keys().isdisjoint(optimizers)):
        # The optimizer may own only the other parameters, like that of a critic.
        return False
    return all(state.stepped.get(number, 0) > latest for number in optimizers)


def _may_own(state: State, optimizer: Object, leaves: set[int]) -> bool:
    """Return True if an optimizer may own one of some leaves."""
    record = optimizer.optimizer
    return not record.complete or any(state.node(item) in leaves for item in record.owned)
