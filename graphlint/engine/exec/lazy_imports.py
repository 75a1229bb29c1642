"""Lazy imports: at the first use of a name of another module, the statements that bind the name are executed.

They are executed on a state and a graph of their own, so that they emit no events in the run. The resulting objects, table entries and
nodes are then added to every path that uses the name. Each name is executed once for all paths of a machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from graphlint.autograd.numbers import ObjectNumber
from graphlint.engine.domain import references, terms
from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.references import References
from graphlint.engine.domain.state import TABLES, Signal, State
from graphlint.engine.domain.values import Api, Constant, Deferred, Namespace, Unknown, Value
from graphlint.engine.exec import star_imports
from graphlint.engine.machine.frames import Frame
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.project import Linked
from graphlint.ir.instructions import FunctionCode

_OVERLAYS: Final = tuple(
    name for name in TABLES if name not in ("heap", "dirty", "uncertain_changes", "condition", "facts", "installed_imports")
)


def link(machine: Machine, state: State, module: str, name: str) -> Value | None:
    """Return the value of a name of a module of the project; None if the module has no such name, or if the name is being executed.

    Args:
        state: the path that uses the name.
    """
    scope = machine.imports.scopes.get(module)
    if scope is not None and scope in state.heap:
        own = state.heap[scope].fields.get(name)
        if own is not None and not _is(own, module, name):
            return machine.resolve(state, own)
    if scope is not None and scope not in machine.imports.lazy_modules:
        return _submodule(machine, state, module, name)
    key = (module, name)
    linked = machine.imports.linked.get(key)
    if linked is None or (id(linked) not in state.installed_imports and not _fits(machine, state, linked)):
        slices = machine.modules.slices(module)
        code = slices.code(name) if slices is not None else None
        # A submodule, or a name of a star import, has no statement here: `in_progress` finds its cycles.
        if code is not None and any(waiting is code for waiting, _ in machine.imports.linking):
            return None
        if slices is None or code is None:
            if key in machine.imports.in_progress:
                # A cycle of star imports in which no module defines the name.
                return None
            machine.imports.in_progress.add(key)
            try:
                linked = _from_star(machine, state, module, name) or Linked(_submodule(machine, state, module, name), module)
            finally:
                machine.imports.in_progress.discard(key)
            machine.imports.linked[key] = linked
        else:
            _make(machine, state, module, code, slices.names_in_group(name))
            linked = machine.imports.linked[key]
    if type(linked.value) is Deferred:
        resolved = _resolved(machine, state, key, linked)
        if resolved is None:
            return None
        linked = machine.imports.linked[key] = resolved
    if machine.imports.linking:
        machine.imports.linking[-1][1].uses.append(linked)
    if id(linked) not in state.installed_imports:
        _install(machine, state, linked)
    return linked.value


def installed(machine: Machine, state: State, module: str, name: str) -> Value | None:
    """Return the value of a name of another module if a path has used it already, else None. Another path may have."""
    linked = machine.imports.linked.get((module, name))
    return linked.value if linked is not None and id(linked) in state.installed_imports else None


def _is(value: Value, module: str, name: str) -> bool:
    """Return True if a value is the lazy import of this very name: `from . import name` in the package itself."""
    return isinstance(value, Deferred) and (value.module, value.member) == (module, name)


def scope_of(machine: Machine, module: str) -> ObjectNumber:
    """Return the number of a module's scope."""
    scope = machine.imports.scopes.get(module)
    if scope is None:
        scope = ObjectNumber(machine.graph.number())
        machine.imports.scopes[module] = scope
        machine.imports.lazy_modules[scope] = module
    return scope


def place(state: State, scope: ObjectNumber, module: str) -> None:
    """Add a module's scope to a path's heap."""
    state.heap[scope] = Object("scope", None, {"__name__": Constant(module)})
    state.dirty.add(scope)


def star_names(machine: Machine, module: str, seen: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Return the names that a star import of a module binds.

    Args:
        seen: the modules whose star imports led here.
    """
    slices = machine.modules.slices(module)
    if slices is None or module in seen:
        return ()
    if slices.exported is not None:
        return slices.exported
    names = dict.fromkeys(name for name in slices.names if not name.startswith("_"))
    for other, level in slices.stars:
        target = machine.modules.locate(slices.path, other, level)
        bound = star_names(machine, target, seen | {module}) if target else star_imports.bound_names(other, level)
        names.update(dict.fromkeys(bound))
    return tuple(names)


def _make(machine: Machine, state: State, module: str, code: FunctionCode, names: tuple[str, ...]) -> None:
    """Execute the statements that bind a group of names, and record the result for each name."""
    slices = machine.modules.slices(module)
    linked = Linked(None, module)
    machine.imports.linking.append((code, linked))
    try:
        values = _run(machine, state, module, code, linked)
        for name in names:
            value = values.get(name)
            if value is not None and _is(value, module, name):
                value = _submodule(machine, state, module, name)
            if value is None or (slices is not None and slices.is_rebound_by_function(name)):
                value = Unknown(terms.Member(module, name), name=name)
            values[name] = value
    finally:
        machine.imports.linking.pop()
    for name in names:
        machine.imports.linked[module, name] = replace(linked, value=values[name])


def _resolved(machine: Machine, state: State, key: tuple[str, str], module: Linked) -> Linked | None:
    """Resolve a name that its statements bind to a lazy import; None for an import cycle."""
    if module.value is None or key in machine.imports.in_progress:
        return None
    linked = Linked(None, module.home, uses=[module])
    machine.imports.in_progress.add(key)
    machine.imports.linking.append((None, linked))
    try:
        return replace(linked, value=machine.resolve(state, module.value))
    finally:
        machine.imports.linking.pop()
        machine.imports.in_progress.discard(key)


def _from_star(machine: Machine, state: State, module: str, name: str) -> Linked | None:
    """Return the value of a name that a star import binds in a module."""
    slices = machine.modules.slices(module)
    for other, level in reversed(slices.stars if slices is not None else ()):
        target = machine.modules.locate(slices.path, other, level) if slices is not None else None
        if target is not None and target != module and name in star_names(machine, target):
            value = link(machine, state, target, name)
            linked = Linked(value, module)
            if (after := machine.imports.linked.get((target, name))) is not None:
                # A path needs the same objects, whichever module it imports the name from.
                linked.uses.append(after)
            return linked if value is not None else None
        qualified = star_imports.bound_names(other, level).get(name) if target is None else None
        if qualified is not None:
            return Linked(Api(qualified), module)
    return None


def _submodule(machine: Machine, state: State, module: str, name: str) -> Value | None:
    inner = machine.modules.submodule(module, name)
    if inner is None:
        return None
    scope = scope_of(machine, inner)
    if scope not in state.heap:
        place(state, scope, inner)
    return Namespace(inner, scope, name)


def _run(machine: Machine, state: State, module: str, code: FunctionCode, linked: Linked) -> dict[str, Value]:
    """Execute statements of a module, record the objects that they created, and return the names that they bound."""
    scope, before = scope_of(machine, module), machine.graph
    path = _import_state(state)
    place(path, scope, module)
    with machine.activation(before.without_events(), [Frame(code, (scope,))]):
        after = machine.run(code.body(), [path])
        graph = machine.graph
    path = next((one for one in after if not one.signal), after[0] if after else path)
    values = {name: value for name, value in path.heap[scope].fields.items() if isinstance(name, str) and name != "__name__"}
    linked.objects = {key: one for key, one in path.heap.items() if key not in state.heap and key not in machine.imports.lazy_modules}
    linked.tables = _new_entries(path, state)
    linked.facts = path.facts.since(state.facts)
    linked.graph = graph.since(before)
    linked.needs = _needs(linked, values, machine.imports.lazy_modules)
    return values


def _needs(module: Linked, values: Mapping[str, Value], lazy_modules: Mapping[int, str]) -> References:
    """Return what the new values, objects and nodes refer to, other than each other, modules and other imported values."""
    facts = module.facts.obtained.values() if module.facts is not None else ()
    needed = references.of_values((*values.values(), *module.objects.values(), *module.tables.get("known", {}).values(), *facts))
    nodes = module.graph.nodes.values() if module.graph is not None else ()
    inputs = (number for node in nodes for number in (*node.inputs, *node.possible_inputs))
    needed = References(needed.objects.difference(lazy_modules), needed.nodes.union(inputs))
    for linked in _with_uses(module):
        if not needed.objects and not needed.nodes:
            break
        own = frozenset(linked.graph.nodes) if linked.graph is not None else frozenset()
        needed = needed.without(References(frozenset(linked.objects), own))
    return needed


def _fits(machine: Machine, state: State, linked: Linked) -> bool:
    """Return True if a path and the graph hold all to which an imported value refers and that is not installed with it."""
    needs = [module.needs for module in _with_uses(linked) if module.needs.objects or module.needs.nodes]
    return all(each.objects <= state.heap.keys() and each.nodes <= machine.graph.nodes.keys() for each in needs)


def _with_uses(module: Linked) -> Iterator[Linked]:
    """Yield an imported value and all on which it depends."""
    stack, seen = [module], {id(module)}
    while stack:
        linked = stack.pop()
        yield linked
        stack.extend(use for use in linked.uses if id(use) not in seen)
        seen.update(map(id, linked.uses))


def _import_state(state: State) -> State:
    """Return a state for statements that ran at import time: it has the path's heap, and default grad mode."""
    path = state.fork()
    path.signal, path.writes = Signal.NONE, ()
    path.restore(State().modes)
    path.grad_mode_switch = None
    return path


def _new_entries(path: State, state: State) -> dict[str, dict[Any, Any]]:
    new_entries: dict[str, dict[Any, Any]] = {}
    for name in _OVERLAYS:
        table, old = getattr(path, name), getattr(state, name)
        new = {key: value for key, value in table.items() if key not in old} if table else {}
        if new:
            new_entries[name] = new
    return new_entries


def _install(machine: Machine, state: State, linked: Linked) -> None:
    """Add the objects, table entries and nodes of a name to a path and the graph, unless they are there."""
    stack = [linked]
    while stack:
        item = stack.pop()
        if id(item) in state.installed_imports:
            continue
        state.installed_imports.add(id(item))
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
        if item.facts is not None:
            state.facts.include(item.facts)
        if item.graph is not None:
            machine.graph.include(item.graph)
