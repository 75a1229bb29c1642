"""Releases: the places where a program releases the values that it stored in a loop, so that their owner is bounded.

A container that is emptied on some path of an iteration is bounded, unless the path condition shows that the path is taken only once in
the loop. Only a few iterations are executed, and a buffer that is emptied every hundred iterations is emptied on some of the paths: a
release on one path counts for all.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from graphlint.autograd.events import LoopIteration
from graphlint.autograd.numbers import ObjectNumber, RunNumber
from graphlint.engine.domain import terms
from graphlint.engine.domain.bounds import SHORT_LIST
from graphlint.engine.domain.objects import CONTAINERS, HOLDERS, OWNERS, Object
from graphlint.engine.domain.state import State
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.terms import Element, Equals, IndexSymbol
from graphlint.engine.domain.values import Ref, Sequence, Tensor, Value
from graphlint.engine.machine.machine import Machine
from graphlint.engine.retention.held_graphs import tensors_with_graph


def note_emptied(machine: Machine, state: State, holder: Ref, kept: Iterable[Value] = ()) -> None:
    """Record that a container is about to lose elements, unless it keeps the graphs that it holds."""
    if not machine.context.iterations:
        return
    if (graphs := _graphs(state, holder)) and not machine.graph.reaches_all(
        {node for value in kept for node in _graphs(state, value)}, graphs
    ):
        _note_release(machine, state, holder.number)


def evicts_one_of_many(machine: Machine, state: State, holder: Ref) -> bool:
    """Return True if a list is longer than a few elements where one of its elements is removed: it keeps as many as it has had.

    The test of its length shows that it holds others than the few that are known.
    """
    length = terms.Length(terms.ObjectSymbol(holder.number))
    most = max(len(state.get(holder.number).items), SHORT_LIST)
    of_loops = ((test, True) for extent in machine.blocks.extents for test in extent.tests)
    return any(_is_test_of_more(test, truth, length, most) for test, truth in (*state.condition.truths.items(), *of_loops))


def evicts_before_many(state: State, holder: Ref, bounds: slice | None) -> bool:
    """Return True if `del x[:-n]` keeps more than a few elements, and with them the newest ones."""
    most = max(len(state.get(holder.number).items), SHORT_LIST)
    return bounds is not None and not bounds.start and bounds.step is None and bounds.stop is not None and bounds.stop < -most


def _is_test_of_more(condition: Symbol, truth: bool, length: Symbol, number: int) -> bool:
    """Return True for a condition that holds if a length is greater than a number."""
    if isinstance(condition, terms.Equals):
        return truth and condition.left == length and _is_at_least(condition.right, number + 1)
    if not isinstance(condition, terms.Comparison):
        return False
    longer, bound = (condition.right, condition.left) if truth else (condition.left, condition.right)
    return longer == length and _is_at_least(bound, number + 1)


def _is_at_least(symbol: Symbol, number: int) -> bool:
    value = symbol.value if isinstance(symbol, terms.ConstantSymbol) else None
    return isinstance(value, int) and value >= number


def note_replaced(machine: Machine, state: State, holder: Ref, key: Hashable, before: Value | None, value: Value | None) -> None:
    """Record that the value of a name, an attribute or a slot is about to be replaced or deleted.

    An element of a collection that is older than a loop stays in it: the name was that of a variable which iterates over the collection.
    """
    iterations = machine.context.iterations
    if not iterations or not isinstance(before, (Tensor, Ref)):
        return
    graphs = _graphs(state, before)
    if not graphs or (value is not None and _contains_graphs(machine, state, value, graphs)):
        return
    if isinstance(before, Tensor):
        if graphs <= machine.graph.passes.reached:
            _note_release(machine, state, (holder.number, key))
        return
    for item in (before, value):
        if containers := _containers(state, item):
            elements_of = _collections_of(state, item)
            for number in containers:
                _note_release(machine, state, number, elements_of)


def bounds(machine: Machine, owner: int, key: Hashable, run: RunNumber) -> bool:
    """Return True if an object, or one slot of it, releases its value during each iteration of a loop run."""
    released = machine.graph.loops.releases
    return run in released.get(owner, ()) or run in released.get((owner, key), ())


def _collections_of(state: State, value: Value | None) -> list[Object]:
    """Return the collections that hold a value as an element, and the objects that hold such a tuple."""
    collections: list[Object] = []
    for obj in state.heap.values():
        is_collection = obj.kind in CONTAINERS
        for item in (*obj.fields.values(), *obj.items):
            if (is_collection and item == value) or (type(item) is Sequence and value in item.items):
                collections.append(obj)
                break
    return collections


def _note_release(machine: Machine, state: State, what: Hashable, held_by: Iterable[Object] = ()) -> None:
    """Record a release for the loops in progress, except those that are younger than an object which holds the value, too."""
    runs = {item.run for item in machine.context.iterations} - _runs_with_fixed_iteration(state, machine.context.iterations)
    runs = {run for run in runs if all(obj.opened.iteration_of(run) for obj in held_by)}
    machine.graph.loops.releases.setdefault(what, set()).update(runs)


def _runs_with_fixed_iteration(state: State, iterations: tuple[LoopIteration, ...]) -> set[int]:
    """Return the loop runs in which the path condition fixes the iteration: the loop's index equals a number."""
    fixed_runs: set[int] = set()
    for key, truth in state.condition.truths.items():
        for side in (key.left, key.right) if truth and type(key) is Equals else ():
            if type(side) is Element and type(side.of) is IndexSymbol:
                fixed_runs.add(max((item.run for item in iterations if item.run < side.time), default=0))
    fixed_runs.discard(0)
    return fixed_runs


def _contains_graphs(machine: Machine, state: State, value: Value, graphs: set[int]) -> bool:
    """Return True if the new value contains the graphs of the old one: a list with another element, a total with another term."""
    return machine.graph.reaches_all(_graphs(state, value), graphs)


def _graphs(state: State, value: Value) -> set[int]:
    """Return the nodes of the graphs that a value holds."""
    if isinstance(value, Ref) and value.kind in OWNERS:
        return {state.node(tensor) for number in _containers(state, value) for tensor in tensors_with_graph(state, Ref(number, "list"))}
    return {state.node(tensor) for tensor in tensors_with_graph(state, value)}


def _containers(state: State, value: Value | None, depth: int = 2) -> set[ObjectNumber]:
    """Return the numbers of the containers that a value is or contains."""
    if not isinstance(value, Ref) or value.kind not in HOLDERS:
        return set()
    obj = state.get(value.number)
    containers = {value.number} if value.kind in CONTAINERS else set[ObjectNumber]()
    for item in obj.contents if depth else ():
        containers |= _containers(state, item, depth - 1)
    return containers
