"""Growth of the graphs that an owner holds, over the iterations of a loop: the only place that computes a growth class."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import SELECTING, UNRESOLVED, Growth, LoopIteration, Node, Origin, Site
from graphlint.autograd.numbers import RunNumber
from graphlint.autograd.presumptions import Presumption
from graphlint.engine.domain.objects import CONTAINERS, OWNERS, Object
from graphlint.engine.domain.state import State, Write
from graphlint.engine.domain.symbols import varies
from graphlint.engine.domain.terms import OpenSlot, Position
from graphlint.engine.domain.values import Ref, Sequence, Value
from graphlint.engine.machine.machine import Machine
from graphlint.engine.retention import releases
from graphlint.engine.retention.held_graphs import tensors_with_graph


@dataclass(frozen=True, slots=True)
class OwnerGrowth:
    """The growth class of an owner at the end of a loop, the nodes that it holds, and the doubt if it is not certain that it grows."""

    growth: Growth
    nodes: tuple[int, ...] = ()
    doubt: Doubt | None = None

    @property
    def grows(self) -> bool:
        """True if each iteration adds to the graphs that the owner holds."""
        return self.growth in (Growth.ACCUMULATED, Growth.COLLECTED)


BOUNDED: Final = OwnerGrowth(Growth.BOUNDED, doubt=Doubt.OVERWRITTEN)
RESCALED: Final = OwnerGrowth(Growth.RESCALED, doubt=Doubt.SCALED)


@dataclass(frozen=True, slots=True)
class Stores:
    """The stores of one statement in one object: their keys, with the loop runs in progress at the first store of each."""

    writes: list[Write] = field(default_factory=list)
    keys: dict[Hashable, tuple[RunNumber, ...]] = field(default_factory=dict)


NO_STORES: Final = Stores()


def stores_by_statement(state: State) -> dict[tuple[Site, int], Stores]:
    """Return the stores on a path by statement and object."""
    by_statement: dict[tuple[Site, int], Stores] = {}
    for write in state.writes:
        stores = by_statement.get((write.site, write.holder))
        if stores is None:
            stores = by_statement[write.site, write.holder] = Stores()
        stores.writes.append(write)
        if write.key not in stores.keys:
            stores.keys[write.key] = write.runs
    return by_statement


def of_store(machine: Machine, state: State, write: Write, iteration: LoopIteration, stores: Stores) -> OwnerGrowth:
    """Return the growth class of an object to which a statement of the loop stores.

    Args:
        write: the store.
        iteration: the iteration of the store.
        stores: all stores of the statement in the object.
    """
    owner, keys = state.heap.get(write.holder), stores.keys
    if owner is None or releases.bounds(machine, write.holder, write.key, iteration.run):
        return BOUNDED
    if owner.kind == "list" and _overwrites_slots(stores, write, iteration):
        return BOUNDED
    nested = [
        tensor for value in _values(owner, write, iteration, keys) for tensor in tensors_with_graph(state, value, runs={iteration.run})
    ]
    nodes: list[int] = []
    iterations: set[int] = set()
    for tensor in nested:
        node = state.node(tensor)
        number = machine.graph.nodes[node].context.iteration_of(iteration.run)
        if number and not _may_be_number(machine, state, node, iteration.run):
            nodes.append(node)
            iterations.add(number)
    slot = owner.fields.get(write.key) if owner.kind == "dict" else None
    ends = [state.node(item) for item in tensors_with_graph(state, slot)] if slot is not None else nodes
    accumulated = False
    if len(ends) == 1 or owner.kind not in CONTAINERS:
        accumulated = any(_accumulates(machine, node, iteration.run) for node in ends)
        if accumulated and _selects(machine, ends, iteration.run):
            return BOUNDED
        if accumulated and len(ends) == 1 and _rescales(machine, ends[0], write, iteration.run):
            return RESCALED
    if not accumulated and _is_window(machine, state, write, iteration.run, len(iterations), stores):
        return BOUNDED
    if not nodes or (not accumulated and len(iterations) < 2):
        return OwnerGrowth(Growth.REPLACED, tuple(nodes), Doubt.MAYBE_NUMBER if nested and not nodes else Doubt.ONE_ITERATION)
    return OwnerGrowth(Growth.ACCUMULATED if accumulated else Growth.COLLECTED, tuple(nodes))


def _is_window(machine: Machine, state: State, write: Write, run: RunNumber, held: int, stores: Stores) -> bool:
    """Return True if an owner has lost what a statement stored in early iterations: it holds only that of the latest ones.

    That holds for lists, deques and tuples. Two slots of a dict with unknown keys may be one slot in the state.

    Args:
        held: the number of iterations of which the owner holds a graph.
        stores: all stores of the statement in the owner.
    """
    owner = state.heap[write.holder]
    value: Value | None = Ref(write.holder, owner.kind) if owner.kind in CONTAINERS else owner.fields.get(write.key)
    if not (isinstance(value, Sequence) or (isinstance(value, Ref) and value.kind in ("list", "queue"))):
        return False
    if held == 0:
        return False
    if write.node:
        # A value that is older than the iteration of its store counts for the iteration that computed it.
        computed = {machine.graph.nodes[other.node].context.iteration_of(run) for other in stores.writes if other.node} - {0}
        return held < len(computed)
    # The nodes in a tuple or a list are not recorded: the first one may be older than the loop.
    return held < len({other.context.iteration_of(run) for other in stores.writes}) - 1


def of_in_place(machine: Machine, state: State, write: Write, iteration: LoopIteration) -> OwnerGrowth:
    """Return the growth class of a tensor whose graph in-place operations extend."""
    rebase = state.new_grad_fns.get(write.holder)
    if rebase is None or not rebase.node or not _accumulates(machine, rebase.node, iteration.run):
        return OwnerGrowth(Growth.REPLACED)
    if _may_be_number(machine, state, rebase.node, iteration.run):
        return OwnerGrowth(Growth.REPLACED, doubt=Doubt.MAYBE_NUMBER)
    if _rescales(machine, rebase.node, write, iteration.run):
        return RESCALED
    nodes = machine.graph.nodes
    chain = tuple(number for number in machine.graph.reach((rebase.node,)).certain if nodes[number].site == nodes[rebase.node].site)
    return OwnerGrowth(Growth.ACCUMULATED, chain)


def of_objects(machine: Machine, state: State, writes: list[tuple[Write, LoopIteration]]) -> OwnerGrowth:
    """Return the growth class of objects, older than the loop, to each of which one statement stores the graph of one iteration.

    Objects to which several iterations store are bounded in number, even if an iteration leaves some of them out, and so are those that
    the program constructs one by one, not in a loop.
    """
    write, iteration = writes[0]
    nodes: list[int] = []
    owners = {item.holder for item, _ in writes}
    if len({(item.holder, at.number) for item, at in writes}) > len(owners):
        return BOUNDED
    openings = set[tuple[LoopIteration, ...]]()
    for number in owners:
        owner = state.heap.get(number)
        if owner is None or owner.kind not in OWNERS or owner.opened.iteration_of(iteration.run):
            return OwnerGrowth(Growth.REPLACED)
        openings.add(owner.opened.iterations)
        value = owner.fields.get(write.key)
        nodes.extend(state.node(tensor) for tensor in (tensors_with_graph(state, value) if value is not None else ()))
    iterations = {machine.graph.nodes[node].context.iteration_of(iteration.run) for node in nodes} - {0}
    grows = len(openings) > 1 and len(iterations) > 1
    return OwnerGrowth(Growth.COLLECTED if grows else Growth.REPLACED, tuple(nodes))


def _values(owner: Object, write: Write, iteration: LoopIteration, keys: dict[Hashable, tuple[RunNumber, ...]]) -> list[Value]:
    """Return the values that the statement may have stored in an owner."""
    if owner.kind in CONTAINERS and not (owner.kind == "dict" and len(keys) == 1 and write.key is not None):
        repeated = {key for key, runs in keys.items() if type(key) is OpenSlot and not varies(key, iteration.run, runs)}
        return [*owner.items, *(item for slot, item in owner.fields.items() if slot not in repeated)]
    if type(write.key) is OpenSlot:
        slots = (key for key, runs in keys.items() if varies(key, iteration.run, runs))
        return [owner.fields[slot] for slot in slots if slot in owner.fields]
    value = owner.fields.get(write.key)
    return [] if value is None else [value]


def _overwrites_slots(stores: Stores, write: Write, iteration: LoopIteration) -> bool:
    """Return True if a statement only assigns to slots of a list to which it assigned in earlier iterations: the list does not grow."""
    if type(write.key) is not Position:
        return False
    slots: dict[int, set[Hashable]] = {}
    for other in stores.writes:
        number = other.context.iteration_of(iteration.run)
        slots.setdefault(number, set()).add(other.key)
        if varies(other.key, iteration.run, other.runs):
            return False
    earlier = set[Hashable]().union(*(keys for number, keys in slots.items() if 0 < number < max(slots)))
    return slots[max(slots)] <= earlier


def _may_be_number(machine: Machine, state: State, node: int, run: RunNumber) -> bool:
    """Return True if all inputs of a node in the loop are items of an unresolved module's tuple, and none was backpropagated.

    Besides its loss, a model may return accuracies and counts, which are numbers.
    """
    nodes, stack, seen = machine.graph.nodes, [node], {node}
    while stack:
        number = stack.pop()
        item = nodes[number]
        if item.origin is Origin.UNPACKED_ITEM and number not in state.freed:
            continue
        inside = [below for below in item.inputs if machine.graph.nodes[below].context.iteration_of(run)]
        if item.origin is Origin.UNPACKED_ITEM or not inside:
            return False
        stack.extend(below for below in inside if below not in seen)
        seen.update(inside)
    return machine.graph.presumes(Presumption.NUMBERS)


def _accumulates(machine: Machine, node: int, run: RunNumber) -> bool:
    """Return True if a node depends on one that the same statement created in an earlier iteration.

    Dependencies through unresolved code do not count, since it may detach its arguments.
    """
    nodes = machine.graph.nodes
    first = nodes[node]
    number = first.context.iteration_of(run)
    stack, seen = [node], set()
    while stack:
        item = stack.pop()
        if item in seen or item < run:
            continue
        seen.add(item)
        below = nodes[item]
        if below.site == first.site and 0 < below.context.iteration_of(run) < number:
            return True
        if below.origin not in UNRESOLVED:
            stack.extend(below.inputs)
    return False


def _selects(machine: Machine, ends: list[int], run: RunNumber) -> bool:
    """Return True if the iterations of a loop run only select elements of one value, such as the samples that are left: they add none."""
    return all(
        node.operation in SELECTING and len(node.inputs) == 1 and not node.possible_inputs for node in _computed_in_run(machine, ends, run)
    )


def _rescales(machine: Machine, node: int, write: Write, run: RunNumber) -> bool:
    """Return True if a statement only scales a value that another one accumulates: `total = total / n` after `total += loss`."""
    depth = len(write.context.calls)
    scales, elsewhere = False, list[int]()
    for item in _computed_in_run(machine, (node, write.node), run):
        own = any(write.site.contains(site) for site in (item.site, *item.context.calls[depth:]))
        combines = len(item.inputs) > 1 or bool(item.possible_inputs)
        if own and combines:
            return False
        scales = scales or own
        if combines:
            elsewhere.append(item.number)
    # Each of these searches traverses the graph: only if the statement scales.
    return scales and any(_accumulates(machine, number, run) for number in elsewhere)


def _computed_in_run(machine: Machine, roots: Iterable[int], run: RunNumber) -> Iterator[Node]:
    """Yield the nodes of a loop run on which some nodes certainly depend, and these nodes themselves."""
    nodes, stack, seen = machine.graph.nodes, list(roots), set[int]()
    while stack:
        number = stack.pop()
        # Nodes and runs of loops are numbered by one counter: what is older than the run is in none of its iterations.
        if number < run or number in seen:
            continue
        seen.add(number)
        node = nodes[number]
        stack.extend(node.inputs)
        if node.context.iteration_of(run):
            yield node
