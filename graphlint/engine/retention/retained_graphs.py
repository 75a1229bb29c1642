"""Retained graphs: stores are recorded when they happen, and evaluated when their loop ends.

A store is reported if, at the end of the loop, its owner holds graphs of at least two iterations, or one graph that grew in at least two,
and no release bounds it.
"""

from __future__ import annotations

from collections.abc import Hashable, Set
from dataclasses import replace
from typing import TypeAlias

from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import Certainty, ContextAttribute, LoopIteration, RetainedGraph, Retention, Site
from graphlint.engine.domain.graph import UNSEEN
from graphlint.engine.domain.state import CONTAINERS, State, Write
from graphlint.engine.domain.symbols import is_open_slot, varies
from graphlint.engine.domain.values import Ref, Sequence, Tensor, Value
from graphlint.engine.machine.machine import Machine


def held(state: State, value: Value, depth: int = 3, runs: Set[int] = frozenset()) -> list[Tensor]:
    """Return the tensors with a graph that a value holds.

    An instance of a class counts if it was created in one of the loop runs: an older one exists once, however often it is stored.
    """
    if isinstance(value, Tensor):
        graph = state.node(value) and not value.parameter and state.is_leaf(value) is not Certainty.YES
        if graph and state.needs_grad(value) is Certainty.MAYBE and value.parts:
            return _parts_with_graph(state, value)
        return [value] if graph and state.needs_grad(value) is Certainty.YES else []
    found: list[Tensor] = []
    if isinstance(value, Sequence):
        for item in value.items:
            found.extend(held(state, item, depth, runs))
    elif depth and isinstance(value, Ref) and _counts(state, value, runs):
        made = state.get(value.number)
        for item in (*made.items, *made.fields.values()):
            found.extend(held(state, item, depth - 1, runs))
    return found


def _parts_with_graph(state: State, value: Tensor) -> list[Tensor]:
    """Return the items and attributes of an unresolved result that have a graph because a backward started from them."""
    known = [(key[2], item) for key, item in state.facts.items() if isinstance(key, tuple) and key[:2] == ("part", value.number)]
    parts = [item for key, item in known if not (isinstance(key, tuple) and key[0] == "method")]
    return [item for item in parts if isinstance(item, Tensor) and state.needs_grad(item) is Certainty.YES]


def _counts(state: State, value: Ref, runs: Set[int]) -> bool:
    """Return True for a container, and for an object created in one of the loop runs."""
    if value.kind in CONTAINERS:
        return True
    return bool(runs) and value.kind == "instance" and any(turn.run in runs for turn in state.get(value.number).opened.iterations)


def stored(machine: Machine, state: State, holder: Ref, key: Hashable, value: Value, site: Site) -> None:
    """Record the store of a value with a graph inside of a loop."""
    if not machine.context.iterations or state.veiled or not (isinstance(value, Tensor | Sequence | Ref)):
        return
    if held(state, value, runs={turn.run for turn in machine.context.iterations}):
        text = key if isinstance(key, str) else ""
        node = state.node(value) if isinstance(value, Tensor) else 0
        number = value.number if isinstance(value, Tensor | Ref) else 0
        state.writes = (*state.writes, Write(site, machine.context, holder.number, key, text, node, number))


def grown(machine: Machine, state: State, tensor: Tensor, site: Site) -> None:
    """Record that an in-place operation inside of a loop extended a tensor's graph."""
    if machine.context.iterations:
        state.writes = (*state.writes, Write(site, machine.context, -tensor.family, None, "", state.node(tensor)))


def carries(machine: Machine, state: State, started: int, before: int) -> bool:
    """Return True if a variable, after the last iteration, depends on a node of an earlier iteration.

    Args:
        started: the last node number before the loop.
        before: the last node number before the last iteration.
    """
    for number in state.owned:
        made = state.heap.get(number)
        if made is None:
            continue
        scope = made.kind == "scope"
        values = [value for name, value in made.fields.items() if not (scope and type(name) is int)]
        for value in (*values, *made.items):
            if any(_hangs_on(machine, state.node(tensor), started, before) for tensor in held(state, value, 1)):
                return True
    return False


def _hangs_on(machine: Machine, node: int, started: int, before: int) -> bool:
    """Return True if a node is, or depends on, a node numbered after `started` and not after `before`."""
    nodes = machine.graph.nodes
    stack, seen = [node], set()
    while stack:
        item = stack.pop()
        if item <= started or item in seen:
            continue
        if item <= before and nodes[item].operation != "leaf":
            return True
        seen.add(item)
        stack.extend(nodes[item].inputs)
        stack.extend(nodes[item].possible_inputs)
    return False


def at_loop_end(machine: Machine, comprehension: Site | None, run: int, states: list[State]) -> None:
    """Report the owners that hold graphs of several iterations of a loop that has ended.

    `comprehension` is the site of the loop if it is a comprehension. If several statements pass on one accumulated value, only the
    statement that accumulates is reported.
    """
    if machine.graph.forwards or machine.frame.code.name == "forward":
        return
    found: dict[Site, RetainedGraph] = {}
    for state in states:
        spread: dict[Site, list[tuple[Write, LoopIteration]]] = {}
        keys: Keys | None = None
        for write in state.writes:
            turn = next((item for item in write.context.iterations if item.run == run), None)
            if turn is None or write.site in found:
                continue
            keys = _keys(state) if keys is None else keys
            kept = _kept(machine, state, write, turn, keys[write.site, write.holder]) or _in_new_container(machine, state, write, turn)
            if kept is not None and (origin := _binding_in_callee(state, write)) is not None:
                kept = _kept(machine, state, origin, turn, keys[write.site, write.holder])
            if kept is not None and kept.retention is Retention.COMBINED:
                kept = _at_statement_of_loop(machine, state, write, kept)
            if comprehension is not None and _within(write.site, comprehension) and (kept is None or not kept.freed):
                # A comprehension collects values for later use: it is only reported if their graphs are already freed.
                continue
            if kept is not None:
                found.setdefault(kept.site, kept)
            elif isinstance(write.key, str):
                spread.setdefault(write.site, []).append((write, turn))
        for site, writes in spread.items():
            if site not in found and (kept := _attached(machine, state, writes)) is not None:
                found[site] = kept
    combining = {
        node for kept in found.values() if kept.retention is Retention.COMBINED for node in kept.nodes if _made_in(machine, node, kept.site)
    }
    for kept in found.values():
        if kept.retention is not Retention.COMBINED or combining.isdisjoint(kept.nodes) or _made_in(machine, kept.nodes[-1], kept.site):
            machine.graph.emit(kept)


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
        if other.context.iterations[: len(write.context.iterations)] != write.context.iterations:
            break
        if other.value == write.value and len(calls) > depth and _within(calls[depth], write.site):
            functions = other.context.functions[len(write.context.functions) :]
            return (
                None if "forward" in functions else write._replace(site=other.site, context=other.context, text=other.text, node=other.node)
            )
    return None


def _at_statement_of_loop(machine: Machine, state: State, write: Write, kept: RetainedGraph) -> RetainedGraph:
    """Move a report to the loop's own statement if the iteration creates the owner: its constructor stores whatever it is passed."""
    made, depth = state.heap.get(write.holder), len(machine.context.calls)
    is_new = made is not None and made.kind == "instance" and any(turn.run == kept.loop.run for turn in made.opened.iterations)
    if not is_new or len(write.context.calls) <= depth:
        return kept
    context = write.context._replace(calls=write.context.calls[:depth], functions=machine.context.functions)
    return replace(kept, site=write.context.calls[depth], context=context, owner="")


def _made_in(machine: Machine, node: int, site: Site) -> bool:
    """Return True if a statement computes a node, instead of only storing a computed one."""
    return _within(machine.graph.nodes[node].site, site)


Keys: TypeAlias = "dict[tuple[Site, int], dict[Hashable, list[int]]]"
"""The keys under which each statement stores values in each object, with the loop runs in progress at the first store."""


def _keys(state: State) -> Keys:
    """Return the keys under which statements store values."""
    keys: Keys = {}
    for write in state.writes:
        stored = keys.setdefault((write.site, write.holder), {})
        if write.key not in stored:
            stored[write.key] = [turn.run for turn in write.context.iterations]
    return keys


def _within(inner: Site, outer: Site) -> bool:
    """Return True if a site lies inside another one of the same file."""
    return inner.path == outer.path and (outer.line, outer.column) <= (inner.line, inner.column) <= (outer.end_line, outer.end_column)


def _attached(machine: Machine, state: State, writes: list[tuple[Write, LoopIteration]]) -> RetainedGraph | None:
    """Return the report for graphs of several iterations, each stored as an attribute of another object that is older than the loop."""
    write, turn = writes[-1]
    if write.context.iterations[0].run != turn.run and turn.run not in machine.graph.approximate:
        # The number of objects is known, and each holds one graph until the next iteration of the outer loop.
        return None
    holders = {write.holder for write, _ in writes}
    nodes: list[int] = []
    for number in holders:
        made = state.heap.get(number)
        if made is None or made.kind not in ("instance", "module") or any(item.run == writes[0][1].run for item in made.opened.iterations):
            return None
        value = made.fields.get(writes[0][0].key)
        nodes.extend(state.node(item) for item in (held(state, value) if value is not None else ()))
    turns = {_turn_of(machine, node, writes[0][1].run) for node in nodes} - {0}
    if len(holders) < 2 or len(turns) < 2:
        return None
    return RetainedGraph(write.site, write.context, Retention.COLLECTED, write.text, tuple(nodes), turn, True, machine.graph.number())


def _kept(machine: Machine, state: State, write: Write, turn: LoopIteration, keys: dict[Hashable, list[int]]) -> RetainedGraph | None:
    if write.holder < 0:
        return _grown(machine, state, write, turn)
    made = state.heap.get(write.holder)
    if made is None or machine.graph.lets_go(write.holder, write.key, turn.run):
        machine.doubt(write.site, Doubt.OVERWRITTEN)
        return None
    if made.kind == "list" and _overwrites_slots(state, write, turn):
        machine.doubt(write.site, Doubt.OVERWRITTEN)
        return None
    if made.kind in CONTAINERS and not (made.kind == "dict" and len(keys) == 1 and write.key is not None):
        repeated = {key for key, runs in keys.items() if is_open_slot(key) and not varies(key, turn.run, runs)}
        values: list[Value] = [*made.items, *(item for slot, item in made.fields.items() if slot not in repeated)]
    else:
        value = made.fields.get(write.key)
        values = [] if value is None else [value]
    nodes: list[int] = []
    turns: set[int] = set()
    combined = False
    nested: list[Tensor] = [tensor for value in values for tensor in held(state, value, runs={turn.run})]
    for tensor in nested:
        node = state.node(tensor)
        number = _turn_of(machine, node, turn.run)
        if number and not _may_be_number(machine, state, node, turn.run):
            nodes.append(node)
            turns.add(number)
    slot = made.fields.get(write.key) if made.kind == "dict" else None
    ends = [state.node(item) for item in held(state, slot)] if slot is not None else nodes
    if len(ends) == 1 or made.kind not in CONTAINERS:
        combined = any(_accumulates(machine, node, turn.run) for node in ends)
        if combined and len(ends) == 1 and _scales(machine, ends[0], write, turn.run):
            machine.doubt(write.site, Doubt.SCALED)
            return None
    if not nodes or (not combined and len(turns) < 2):
        machine.doubt(write.site, Doubt.MAYBE_NUMBER if nested and not nodes else Doubt.ONE_ITERATION, nodes)
        return None
    keeping = Retention.COMBINED if combined else Retention.COLLECTED
    freed = any(number in state.freed for number in machine.graph.reach(nodes).certain)
    outlives = _outlives(machine, state, write)
    return RetainedGraph(write.site, write.context, keeping, write.text, tuple(nodes), turn, outlives, machine.graph.number(), freed)


def _overwrites_slots(state: State, write: Write, turn: LoopIteration) -> bool:
    """Return True if a statement only assigns to slots of a list to which it assigned in earlier iterations: the list does not grow."""
    if not isinstance(write.key, tuple) or write.key[:1] != ("index",):
        return False
    slots: dict[int, set[Hashable]] = {}
    for other in state.writes:
        if other.site == write.site and other.holder == write.holder:
            number = next((item.number for item in other.context.iterations if item.run == turn.run), 0)
            slots.setdefault(number, set()).add(other.key)
            if varies(other.key, turn.run, [item.run for item in other.context.iterations]):
                return False
    earlier = set[Hashable]().union(*(keys for number, keys in slots.items() if 0 < number < max(slots)))
    return len(slots) > 1 and slots[max(slots)] <= earlier


def _in_new_container(machine: Machine, state: State, write: Write, turn: LoopIteration) -> RetainedGraph | None:
    """Return the report for a value in a container of the current iteration that an older container holds: `groups[key].append(loss)`."""
    made = state.heap.get(write.holder)
    if made is None or made.kind not in CONTAINERS or all(item.run != turn.run for item in made.opened.iterations):
        return None
    for number, owner in state.heap.items():
        if owner.kind not in CONTAINERS or any(item.run == turn.run for item in owner.opened.iterations):
            continue
        slots = [slot for slot, item in owner.fields.items() if isinstance(item, Ref) and item.number == write.holder]
        if slots or any(isinstance(item, Ref) and item.number == write.holder for item in owner.items):
            runs = [item.run for item in write.context.iterations]
            slot = slots[0] if slots else None
            return _kept(machine, state, write._replace(holder=number, key=slot), turn, dict.fromkeys(owner.fields, runs))
    return None


def _may_be_number(machine: Machine, state: State, node: int, run: int) -> bool:
    """Return True if all inputs of a node in the loop are items of an unresolved module's tuple, and none was backpropagated.

    Besides its loss, a model may return accuracies and counts, which are numbers.
    """
    nodes, stack, seen = machine.graph.nodes, [node], {node}
    while stack:
        number = stack.pop()
        item = nodes[number]
        if item.operation == "unpacked" and number not in state.freed:
            continue
        inside = [below for below in item.inputs if _turn_of(machine, below, run)]
        if item.operation == "unpacked" or not inside:
            return False
        stack.extend(below for below in inside if below not in seen)
        seen.update(inside)
    return True


def _grown(machine: Machine, state: State, write: Write, turn: LoopIteration) -> RetainedGraph | None:
    """Return the report for a tensor whose graph in-place operations extended in several iterations."""
    rebase = state.rebased.get(-write.holder)
    if rebase is None or not _accumulates(machine, rebase.node, turn.run) or _may_be_number(machine, state, rebase.node, turn.run):
        return None
    if _scales(machine, rebase.node, write, turn.run):
        return None
    nodes = machine.graph.nodes
    chain = tuple(number for number in machine.graph.reach((rebase.node,)).certain if nodes[number].site == nodes[rebase.node].site)
    return RetainedGraph(write.site, write.context, Retention.COMBINED, "", chain, turn, True, machine.graph.number())


def _turn_of(machine: Machine, node: int, run: int) -> int:
    """Return the iteration of a loop run in which a node was created, 0 if none."""
    return next((item.number for item in machine.graph.nodes[node].context.iterations if item.run == run), 0)


def _accumulates(machine: Machine, node: int, run: int) -> bool:
    """Return True if a node depends on one that the same statement created in an earlier iteration.

    Dependencies through unresolved code do not count, since it may detach its arguments.
    """
    graph = machine.graph
    first = graph.nodes[node]
    number = _turn_of(machine, node, run)
    stack, seen = [node], set()
    while stack:
        item = stack.pop()
        if item in seen:
            continue
        seen.add(item)
        below = graph.nodes[item]
        if below.site == first.site and 0 < _turn_of(machine, item, run) < number:
            return True
        if below.operation not in UNSEEN:
            stack.extend(below.inputs)
    return False


def _scales(machine: Machine, node: int, write: Write, run: int) -> bool:
    """Return True if a statement only scales a value that another one accumulates: `total = total / n` after `total += loss`."""
    nodes, depth = machine.graph.nodes, len(write.context.calls)
    scales = elsewhere = False
    for number in machine.graph.reach((node, write.node)).certain:
        item = nodes[number]
        if not _turn_of(machine, number, run):
            continue
        own = any(_within(site, write.site) for site in (item.site, *item.context.calls[depth:]))
        combines = len(item.inputs) > 1 or bool(item.possible_inputs)
        if own and combines:
            return False
        scales = scales or own
        elsewhere = elsewhere or (combines and _accumulates(machine, number, run))
    return scales and elsewhere


def _outlives(machine: Machine, state: State, write: Write) -> bool:
    """Return True if the owner of the graph outlives the function that contains the loop."""
    made = state.heap.get(write.holder)
    if made is None or made.kind in ("instance", "module", "class"):
        return True
    return len(made.opened.calls) < len(machine.context.calls) or not machine.context.calls


def on_context(machine: Machine, state: State, holder: Ref, name: str, value: Value, site: Site) -> None:
    """Record `ctx.name = value` in the forward of a custom Function; the role of the tensor is known when forward returns."""
    made = state.edit(holder.number)
    for item in value.items if isinstance(value, Sequence) else (value,):
        if isinstance(item, Tensor):
            made.record = replace(made.instance, noted=(*made.instance.noted, (name, item, site)))


def report_context(machine: Machine, state: State, holder: Ref, inputs: tuple[Value, ...], result: Value) -> None:
    """Report each tensor stored as an attribute of ctx as an input, an output or an intermediate of forward."""
    noted = state.get(holder.number).instance.noted
    outputs = result.items if isinstance(result, Sequence) else (result,)
    for name, value, site in noted:
        role = "intermediate"
        if any(isinstance(item, Tensor) and item.number == value.number for item in inputs):
            role = "input"
        elif any(isinstance(item, Tensor) and item.number == value.number for item in outputs):
            role = "output"
        machine.graph.emit(ContextAttribute(site, machine.context, name, role))
