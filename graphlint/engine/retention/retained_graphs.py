"""Retained graphs: stores are recorded when they happen, and evaluated when their loop ends.

A store is reported if, at the end of the loop, its owner holds graphs of at least two iterations, or one graph that grew in at least two,
and no release bounds it.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from functools import cached_property

from graphlint.autograd.events import Growth, LoopIteration, Origin, RetainedGraph, Site
from graphlint.autograd.numbers import ObjectNumber, RunNumber
from graphlint.autograd.presumptions import Presumption
from graphlint.engine.domain.objects import CONTAINERS, OWNERS
from graphlint.engine.domain.state import State, Write
from graphlint.engine.domain.values import Ref, Sequence, Tensor, Value
from graphlint.engine.machine.machine import Machine
from graphlint.engine.retention import growth, leaving_graphs
from graphlint.engine.retention.growth import NO_STORES, OwnerGrowth, Stores
from graphlint.engine.retention.held_graphs import tensors_with_graph


def note_store(machine: Machine, state: State, holder: Ref, key: Hashable, value: Value, site: Site) -> None:
    """Record the store of a value with a graph: inside of a loop, and in an object that is older than the call that stores it.

    The new value of a leaf that only a loop names, and that the program keeps, is not meant to be the leaf's: fast weights, an average.
    """
    if isinstance(value, Tensor) and holder.kind != "scope" and value.number in machine.graph.leaves.of_elements:
        machine.graph.leaves.restore(value.number)
    leaving_graphs.note_stored(machine, state, holder.number, value, site)
    if not machine.context.iterations or state.grad_mode_doubts or not (isinstance(value, (Tensor, Sequence, Ref))):
        return
    if tensors_with_graph(state, value, runs={item.run for item in machine.context.iterations}):
        text = key if isinstance(key, str) else ""
        node = state.node(value) if isinstance(value, Tensor) else 0
        number = value.number if isinstance(value, (Tensor, Ref)) else 0
        state.writes = (*state.writes, Write(site, machine.context, holder.number, key, text, node, number))


def note_in_place(machine: Machine, state: State, tensor: Tensor, site: Site) -> None:
    """Record that an in-place operation inside of a loop extended a tensor's graph."""
    if machine.context.iterations:
        # No object has the number of a tensor.
        owner = ObjectNumber(tensor.family)
        state.writes = (*state.writes, Write(site, machine.context, owner, None, "", state.node(tensor), in_place=True))


def carries_graph(machine: Machine, state: State, started: int, before: int) -> bool:
    """Return True if a variable, after the last iteration, depends on a node of an earlier iteration.

    Args:
        started: the last node number before the loop.
        before: the last node number before the last iteration.
    """
    for number in state.owned:
        obj = state.heap.get(number)
        if obj is None:
            continue
        values = [value for name, value in obj.fields.items() if not obj.is_temporary(name)]
        for value in (*values, *obj.items):
            if any(_depends_on_iteration(machine, state.node(tensor), started, before) for tensor in tensors_with_graph(state, value, 1)):
                return True
    return False


def _depends_on_iteration(machine: Machine, node: int, started: int, before: int) -> bool:
    """Return True if a node is, or depends on, a node numbered after `started` and not after `before`."""
    nodes = machine.graph.nodes
    stack, seen = [node], set()
    while stack:
        item = stack.pop()
        if item <= started or item in seen:
            continue
        if item <= before and nodes[item].origin is not Origin.LEAF:
            return True
        seen.add(item)
        stack.extend(nodes[item].inputs)
        stack.extend(nodes[item].possible_inputs)
    return False


class _Path:
    """A path at the end of a loop, with what its stores have in common: there are many, and most repeat an earlier one."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.unreported = set[Hashable]()

    @cached_property
    def stores(self) -> dict[tuple[Site, int], Stores]:
        """The stores by statement and object."""
        return growth.stores_by_statement(self.state)

    @cached_property
    def containers(self) -> dict[ObjectNumber, list[ObjectNumber]]:
        """The containers that hold an object, by its number."""
        holders: dict[ObjectNumber, list[ObjectNumber]] = {}
        for number, owner in self.state.heap.items():
            if owner.kind in CONTAINERS:
                for held in {value.number for value in (*owner.fields.values(), *owner.items) if isinstance(value, Ref)}:
                    holders.setdefault(held, []).append(number)
        return holders


def report_at_loop_end(machine: Machine, comprehension: Site | None, run: RunNumber, states: list[State]) -> None:
    """Report the owners that hold graphs of several iterations of a loop that has ended.

    `comprehension` is the site of the loop if it is a comprehension. If several statements pass on one accumulated value, only the
    statement that accumulates is reported.
    """
    if machine.graph.forwards:
        return
    reports: dict[Site, RetainedGraph] = {}
    selected = set[Site]()
    # Many stores share a context, and the states most of their stores.
    iterations: dict[int, LoopIteration | None] = {}
    for state in states:
        attributes: dict[Site, list[tuple[Write, LoopIteration]]] = {}
        path = _Path(state)
        for write in state.writes:
            shared = id(write.context)
            if shared not in iterations:
                iterations[shared] = next((item for item in write.context.iterations if item.run == run), None)
            iteration = iterations[shared]
            if iteration is None or write.site in reports:
                continue
            report = _report_on_store(machine, path, write, iteration)
            collects = comprehension is not None and comprehension.contains(write.site) and (report is None or not report.freed)
            # It is only reported if the graphs of the values are already freed.
            if collects and machine.graph.presumes(Presumption.COMPREHENSIONS):
                continue
            if report is not None:
                reports.setdefault(report.site, report)
                if (stored := state.heap.get(ObjectNumber(write.value))) is not None and stored.container.is_slice:
                    selected.add(report.site)
            elif isinstance(write.key, str):
                attributes.setdefault(write.site, []).append((write, iteration))
        for site, writes in attributes.items():
            if site not in reports and (report := _report_on_objects(machine, state, writes)) is not None:
                reports[site] = report
    accumulating = [report.site for report in reports.values() if report.growth is Growth.ACCUMULATED]
    adding = [report for report in reports.values() if report.growth is Growth.COLLECTED and report.site not in selected]
    for report in reports.values():
        if report.site in selected and any(not set(report.nodes).isdisjoint(other.nodes) for other in adding):
            # The slice of a list holds what another statement adds to the list.
            continue
        if not _passes_on(machine, report, accumulating):
            machine.graph.emit(report)


def _passes_on(machine: Machine, report: RetainedGraph, accumulating: list[Site]) -> bool:
    """Return True if a statement only stores what another one accumulates, in this iteration or in an earlier one."""
    if report.growth is not Growth.ACCUMULATED or _is_computed_by(machine, report.nodes[-1], report.site):
        return False
    return any(_is_computed_by(machine, node, site) for node in report.nodes for site in accumulating if site != report.site)


def _report_on_store(machine: Machine, path: _Path, write: Write, iteration: LoopIteration) -> RetainedGraph | None:
    """Return the report on the owner to which a statement stores, or on the container that holds this owner, if it grows."""
    state, stores = path.state, path.stores[write.site, write.holder]
    # A store of another iteration under the same key has the same result.
    repeated = (write.site, write.holder, write.key, write.context.calls, *write.runs, not write.node)
    if repeated in path.unreported:
        return None
    report = _report(machine, state, write, iteration, stores) or _in_new_container(machine, path, write, iteration)
    if report is None:
        path.unreported.add(repeated)
        return None
    computing = _computing_store(machine, state, write) if report.growth is Growth.ACCUMULATED else None
    if (origin := computing or _binding_in_callee(state, write)) is not None:
        at_origin = path.stores.get((origin.site, origin.holder), NO_STORES)
        report = _report(machine, state, origin, iteration, replace(at_origin, keys=stores.keys))
    if report is not None and report.growth is Growth.ACCUMULATED:
        report = _at_statement_of_loop(machine, state, write, report)
    return report


def _binding_in_callee(state: State, write: Write) -> Write | None:
    """Return the store in a callee that bound the value which the callee then returned to this store; None for other stores.

    The caller of a module, not its forward method, retains the module's result.
    """
    holder = state.heap.get(write.holder)
    if holder is None or holder.kind in CONTAINERS or not write.value:
        return None
    depth = len(write.context.calls)
    for other in reversed(state.writes[: state.writes.index(write)]):
        calls = other.context.calls
        if not other.context.is_within(write.context.iterations):
            break
        if other.value == write.value and len(calls) > depth and write.site.contains(calls[depth]):
            functions = other.context.functions[len(write.context.functions) :]
            return (
                None if "forward" in functions else write._replace(site=other.site, context=other.context, text=other.text, node=other.node)
            )
    return None


def _computing_store(machine: Machine, state: State, write: Write) -> Write | None:
    """Return the store of the statement that computed the value which this store only passes on, None if that is this one.

    The variable of that statement need not outlive the iteration: `new = total + loss` in a method, and then `self.total = new`.
    """
    holder = state.heap.get(write.holder)
    if holder is None or holder.kind in CONTAINERS or not write.node or _is_computed_by(machine, write.node, write.site):
        return None
    for other in reversed(state.writes[: state.writes.index(write)]):
        if not other.context.is_within(write.context.iterations):
            break
        if other.value == write.value and other.node and _is_computed_by(machine, other.node, other.site):
            in_forward = "forward" in other.context.functions[len(write.context.functions) :]
            return None if in_forward else write._replace(site=other.site, context=other.context, text=other.text, node=other.node)
    return None


def _at_statement_of_loop(machine: Machine, state: State, write: Write, report: RetainedGraph) -> RetainedGraph:
    """Move a report to the loop's own statement if the iteration creates the owner: its constructor stores whatever it is passed."""
    obj, depth = state.heap.get(write.holder), len(machine.context.calls)
    is_new = obj is not None and obj.kind == "instance" and obj.opened.iteration_of(report.loop.run)
    if not is_new or len(write.context.calls) <= depth:
        return report
    context = write.context._replace(calls=write.context.calls[:depth], functions=machine.context.functions)
    return replace(report, site=write.context.calls[depth], context=context, owner="")


def _is_computed_by(machine: Machine, node: int, site: Site) -> bool:
    """Return True if a statement computes a node, instead of only storing a computed one."""
    return site.contains(machine.graph.nodes[node].site)


def _report_on_objects(machine: Machine, state: State, writes: list[tuple[Write, LoopIteration]]) -> RetainedGraph | None:
    """Return the report for graphs of several iterations, each stored as an attribute of another object that is older than the loop."""
    write, iteration = writes[-1]
    if write.context.iterations[0].run != iteration.run and iteration.run not in machine.graph.loops.unbounded:
        # The number of objects is known, and each holds one graph until the next iteration of the outer loop.
        return None
    owner_growth = growth.of_objects(machine, state, writes)
    return _event(machine, state, write, iteration, owner_growth, outlives=True) if owner_growth.grows else None


def _report(machine: Machine, state: State, write: Write, iteration: LoopIteration, stores: Stores) -> RetainedGraph | None:
    """Return the report on the owner to which a statement stores, if it grows."""
    owner_growth = (
        growth.of_in_place(machine, state, write, iteration)
        if write.in_place
        else growth.of_store(machine, state, write, iteration, stores)
    )
    if not owner_growth.grows:
        if owner_growth.doubt is not None and not write.in_place:
            machine.doubt(write.site, owner_growth.doubt, owner_growth.nodes)
        return None
    return _event(machine, state, write, iteration, owner_growth, outlives=write.in_place or _outlives(machine, state, write))


def _event(
    machine: Machine, state: State, write: Write, iteration: LoopIteration, owner_growth: OwnerGrowth, *, outlives: bool
) -> RetainedGraph:
    freed = any(number in state.freed for number in machine.graph.reach(owner_growth.nodes).certain)
    return RetainedGraph(
        write.site, write.context, owner_growth.growth, write.text, owner_growth.nodes, iteration, outlives, machine.graph.number(), freed
    )


def _in_new_container(machine: Machine, path: _Path, write: Write, iteration: LoopIteration) -> RetainedGraph | None:
    """Return the report for a value in a container of the current iteration that an older container holds: `groups[key].append(loss)`."""
    state = path.state
    obj = state.heap.get(write.holder)
    if obj is None or obj.kind not in CONTAINERS or not obj.opened.iteration_of(iteration.run):
        return None
    for number in path.containers.get(write.holder, ()):
        owner = state.heap[number]
        if owner.opened.iteration_of(iteration.run) or any(one.holder == number and one.value == write.holder for one in state.writes):
            # The statement that stores the new container, with graphs in it, is reported itself.
            continue
        slot = next((slot for slot, value in owner.fields.items() if isinstance(value, Ref) and value.number == write.holder), None)
        stores = path.stores.get((write.site, number), NO_STORES)
        stores = replace(stores, keys=dict.fromkeys(owner.fields, write.runs))
        return _report(machine, state, write._replace(holder=number, key=slot), iteration, stores)
    return None


def _outlives(machine: Machine, state: State, write: Write) -> bool:
    """Return True if the owner of the graph outlives the function that contains the loop, or is a part of an object."""
    obj = state.heap.get(write.holder)
    if obj is None or obj.kind in (*OWNERS, "class"):
        return True
    if len(obj.opened.calls) < len(machine.context.calls) or not machine.context.calls:
        return True
    owners = (owner for owner in state.heap.values() if owner.kind in OWNERS)
    return any(isinstance(item, Ref) and item.number == write.holder for owner in owners for item in owner.fields.values())
