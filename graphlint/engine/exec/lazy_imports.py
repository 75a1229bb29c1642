"""Linking: what a name of another module stands for, found by running the statements that bind it, when something first needs it.

The statements run on a state and in a graph of their own, so that nothing of what happens there is taken for an event of the run; what they
have made is then laid into every path that uses it. A name is run once for all paths of a machine.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from graphlint.autograd.events import Certainty
from graphlint.engine.domain.graph import Graph
from graphlint.engine.domain.state import TABLES, Object, Signal, State
from graphlint.engine.domain.values import Constant, Deferred, Namespace, Unknown, Value
from graphlint.engine.machine.frames import Frame
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.project import Linked
from graphlint.ir.instructions import FunctionCode

_OVERLAYS = tuple(name for name in TABLES if name not in ("heap", "dirty", "blurred", "decided", "linked"))
_GRAPH_TABLES = ("nodes", "leaves", "unseen_nodes")
_GRAPH_SETS = ("leaf_families", "saved")


def link(machine: Machine, state: State, module: str, name: str) -> Value | None:
    """The value of a name of a module of the project.

    Args:
        machine: the machine.
        state: the path that needs it.
        module: the module.
        name: the name.

    Returns:
        None where the module has no such name, or where it is just being made.
    """
    scope = machine.imported.get(module)
    if scope is not None and scope in state.heap:
        own = state.heap[scope].fields.get(name)
        if own is not None and not _is(own, module, name):
            return machine.resolve(state, own)
    if scope is not None and scope not in machine.sliced:
        return _submodule(machine, state, module, name)
    key = (module, name)
    found = machine.linked.get(key)
    if found is None:
        slices = machine.modules.slices(module)
        code = slices.code(name) if slices is not None else None
        if any(waiting is code for waiting, _ in machine.linking):
            return None
        if slices is None or code is None:
            if key in machine.sought:
                # Modules that import one another with a star, and none of which has the name.
                return None
            machine.sought.add(key)
            try:
                found = _from_star(machine, state, module, name) or Linked(_submodule(machine, state, module, name), module)
            finally:
                machine.sought.discard(key)
            machine.linked[key] = found
        else:
            _make(machine, state, module, code, slices.names_in_group(name))
            found = machine.linked[key]
    if type(found.value) is Deferred:
        settled = _settled(machine, state, key, found)
        if settled is None:
            return None
        found = machine.linked[key] = settled
    if machine.linking:
        machine.linking[-1][1].uses.append(found)
    if id(found) not in state.linked:
        _install(machine, state, found)
    return found.value


def _is(value: Value, module: str, name: str) -> bool:
    """Whether a value stands for this very name: `from . import name` in the package itself."""
    return isinstance(value, Deferred) and (value.module, value.member) == (module, name)


def scope_of(machine: Machine, module: str) -> int:
    """The number of a module's scope."""
    scope = machine.imported.get(module)
    if scope is None:
        scope = machine.graph.number()
        machine.imported[module] = scope
        machine.sliced[scope] = module
    return scope


def place(state: State, scope: int, module: str) -> None:
    """Put a module's scope on a path's heap."""
    state.heap[scope] = Object("scope", None, {"__name__": Constant(module)})
    state.dirty.add(scope)


def exported(machine: Machine, module: str, seen: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """What a star import of a module brings.

    Args:
        machine: the machine.
        module: the module.
        seen: modules whose star imports led here.
    """
    slices = machine.modules.slices(module)
    if slices is None or module in seen:
        return ()
    if slices.exported is not None:
        return slices.exported
    names = dict.fromkeys(name for name in slices.names if not name.startswith("_"))
    for other, level in slices.stars:
        target = machine.modules.locate(slices.path, other, level)
        if target is not None:
            names.update(dict.fromkeys(exported(machine, target, seen | {module})))
    return tuple(names)


def _make(machine: Machine, state: State, module: str, code: FunctionCode, names: tuple[str, ...]) -> None:
    """Link names that are bound together."""
    slices = machine.modules.slices(module)
    made = Linked(None, module)
    machine.linking.append((code, made))
    try:
        values = _run(machine, state, module, code, made)
        for name in names:
            value = values.get(name)
            if value is not None and _is(value, module, name):
                value = _submodule(machine, state, module, name)
            if value is None or (slices is not None and slices.is_rebound_by_function(name)):
                value = Unknown(("member", module, name), name=name)
            values[name] = value
    finally:
        machine.linking.pop()
    for name in names:
        machine.linked[module, name] = replace(made, value=values[name])


def _settled(machine: Machine, state: State, key: tuple[str, str], found: Linked) -> Linked | None:
    """A name that its statements bind to what they import: only that name's import is followed, however many they bind. None where
    that leads back to the name."""
    if found.value is None or key in machine.sought:
        return None
    made = Linked(None, found.home, uses=[found])
    machine.sought.add(key)
    machine.linking.append((None, made))
    try:
        return replace(made, value=machine.resolve(state, found.value))
    finally:
        machine.linking.pop()
        machine.sought.discard(key)


def _from_star(machine: Machine, state: State, module: str, name: str) -> Linked | None:
    """A name that a star import of a module brings into it."""
    slices = machine.modules.slices(module)
    for other, level in reversed(slices.stars if slices is not None else ()):
        target = machine.modules.locate(slices.path, other, level) if slices is not None else None
        if target is not None and target != module and name in exported(machine, target):
            value = link(machine, state, target, name)
            found = Linked(value, module)
            if (behind := machine.linked.get((target, name))) is not None:
                # What a path needs for the name, it needs wherever the name was brought.
                found.uses.append(behind)
            return found if value is not None else None
    return None


def _submodule(machine: Machine, state: State, module: str, name: str) -> Value | None:
    inner = machine.modules.submodule(module, name)
    if inner is None:
        return None
    scope = scope_of(machine, inner)
    if scope not in state.heap:
        place(state, scope, inner)
    return Namespace(inner, scope, name)


def _run(machine: Machine, state: State, module: str, code: FunctionCode, made: Linked) -> dict[str, Value]:
    """Run statements of a module, note what they have made, and return what they have bound."""
    scope, before = scope_of(machine, module), machine.graph
    item = _beside(state)
    place(item, scope, module)
    frames, loops, consumers, catching, blocks = machine.frames, machine.loops, machine.consumers, machine.catching, machine.blocks
    machine.graph = Graph(nodes=dict(before.nodes), leaves=dict(before.leaves), unseen_nodes=dict(before.unseen_nodes), last=before.last)
    machine.frames, machine.loops, machine.consumers, machine.catching, machine.blocks = [Frame(code, (scope,))], [], [], [], []
    try:
        behind = machine.run(code.body(), [item])
        graph = machine.graph
    finally:
        before.last = machine.graph.last
        machine.graph, machine.frames, machine.loops = before, frames, loops
        machine.consumers, machine.catching, machine.blocks = consumers, catching, blocks
    item = next((one for one in behind if not one.signal), behind[0] if behind else item)
    values = {name: value for name, value in item.heap[scope].fields.items() if isinstance(name, str) and name != "__name__"}
    made.objects = {key: one for key, one in item.heap.items() if key not in state.heap and key not in machine.sliced}
    made.tables = _new_entries(item, state)
    made.graph = _new_nodes(graph, before)
    return values


def _beside(state: State) -> State:
    """A state for statements that ran long before: it sees the path's heap, and none of its modes."""
    item = state.fork()
    item.signal, item.result, item.writes = Signal.NONE, state.result, ()
    item.grad_mode, item.inference, item.switched, item.unchecked, item.veiled = Certainty.YES, False, None, 0, 0
    return item


def _new_entries(item: State, state: State) -> dict[str, dict[Any, Any]]:
    found: dict[str, dict[Any, Any]] = {}
    for name in _OVERLAYS:
        table, old = getattr(item, name), getattr(state, name)
        new = {key: value for key, value in table.items() if key not in old} if table else {}
        if new:
            found[name] = new
    return found


def _new_nodes(graph: Graph, before: Graph) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in _GRAPH_TABLES:
        table, old = getattr(graph, name), getattr(before, name)
        if len(table) > len(old):
            found[name] = {key: value for key, value in table.items() if key not in old}
    for name in _GRAPH_SETS:
        if items := getattr(graph, name):
            found[name] = set(items)
    return found


def _install(machine: Machine, state: State, found: Linked) -> None:
    """Lay what a name was made of into a path and the graph, as far as it is not there."""
    stack = [found]
    while stack:
        item = stack.pop()
        if id(item) in state.linked:
            continue
        state.linked.add(id(item))
        stack.extend(item.uses)
        for module in (item.home, item.value.module if isinstance(item.value, Namespace) else item.home):
            scope = scope_of(machine, module)
            if scope not in state.heap:
                place(state, scope, module)
        for number, one in item.objects.items():
            if number not in state.heap:
                state.heap[number] = one
                state.dirty.add(number)
        for name, entries in item.tables.items():
            table = getattr(state, name)
            for key, entry in entries.items():
                table.setdefault(key, entry)
        for name, entries in item.graph.items():
            target = getattr(machine.graph, name)
            if isinstance(target, set):
                target |= entries
            else:
                for key, entry in entries.items():
                    target.setdefault(key, entry)
