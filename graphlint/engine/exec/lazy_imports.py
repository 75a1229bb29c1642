"""Lazy imports: at the first use of a name of another module, the statements that bind the name are executed.

They are executed on a state and a graph of their own, so that they emit no events in the run. The resulting objects, table entries and
nodes are then added to every path that uses the name. Each name is executed once for all paths of a machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

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
    found = machine.imports.linked.get(key)
    if found is None or (id(found) not in state.installed_imports and not _fits(machine, state, found)):
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
                found = _from_star(machine, state, module, name) or Linked(_submodule(machine, state, module, name), module)
            finally:
                machine.imports.in_progress.discard(key)
            machine.imports.linked[key] = found
        else:
            _make(machine, state, module, code, slices.names_in_group(name))
            found = machine.imports.linked[key]
    if type(found.value) is Deferred:
        resolved = _resolved(machine, state, key, found)
        if resolved is None:
            return None
        found = machine.imports.linked[key] = resolved
    if machine.imports.linking:
        machine.imports.linking[-1][1].uses.append(found)
    if id(found) not in state.installed_imports:
        _install(machine, state, found)
    return found.value


def installed(machine: Machine, state: State, module: str, name: str) -> Value | None:
    """Return the value of a name of another module if a path has used it already, else None. Another path may have."""
    found = machine.imports.linked.get((module, name))
    return found.value if found is not None and id(found) in state.installed_imports else None


def _is(value: Value, module: str, name: str) -> bool:
    """Return True if a value is the lazy import of this very name: `from . import name` in the package itself."""
    return isinstance(value, Deferred) and (value.module, value.member) == (module, name)


def scope_of(machine: Machine, module: str) -> int:
    """Return the number of a module's scope."""
    scope = machine.imports.scopes.get(module)
    if scope is None:
        scope = machine.graph.number()
        machine.imports.scopes[module] = scope
        machine.imports.lazy_modules[scope] = module
    return scope


def place(state: State, scope: int, module: str) -> None:
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
        bound = star_names(machine, target, seen | {module}) if target else star_imports.bound_names(machine, other, level)
        names.update(dict.fromkeys(bound))
    return tuple(names)


def _make(machine: Machine, state: State, module: str, code: FunctionCode, names: tuple[str, ...]) -> None:
    """Execute the statements that bind a group of names, and record the result for each name."""
    slices = machine.modules.slices(module)
    made = Linked(None, module)
    machine.imports.linking.append((code, made))
    try:
        values = _run(machine, state, module, code, made)
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
        machine.imports.linked[module, name] = replace(made, value=values[name])


def _resolved(machine: Machine, state: State, key: tuple[str, str], found: Linked) -> Linked | None:
    """Resolve a name that its statements bind to a lazy import; None for an import cycle."""
    if found.value is None or key in machine.imports.in_progress:
        return None
    made = Linked(None, found.home, uses=[found])
    machine.imports.in_progress.add(key)
    machine.imports.linking.append((None, made))
    try:
        return replace(made, value=machine.resolve(state, found.value))
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
            found = Linked(value, module)
            if (after := machine.imports.linked.get((target, name))) is not None:
                # A path needs the same objects, whichever module it imports the name from.
                found.uses.append(after)
            return found if value is not None else None
        qualified = star_imports.bound_names(machine, other, level).get(name) if target is None else None
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


def _run(machine: Machine, state: State, module: str, code: FunctionCode, made: Linked) -> dict[str, Value]:
    """Execute statements of a module, record the objects that they created, and return the names that they bound."""
    scope, before = scope_of(machine, module), machine.graph
    item = _import_state(state)
    place(item, scope, module)
    with machine.activation(before.without_events(), [Frame(code, (scope,))]):
        after = machine.run(code.body(), [item])
        graph = machine.graph
    item = next((one for one in after if not one.signal), after[0] if after else item)
    values = {name: value for name, value in item.heap[scope].fields.items() if isinstance(name, str) and name != "__name__"}
    made.objects = {key: one for key, one in item.heap.items() if key not in state.heap and key not in machine.imports.lazy_modules}
    made.tables = _new_entries(item, state)
    made.facts = item.facts.since(state.facts)
    made.graph = graph.since(before)
    made.needs = _needs(made, values, machine.imports.lazy_modules)
    return values


def _needs(made: Linked, values: Mapping[str, Value], lazy_modules: Mapping[int, str]) -> References:
    """Return what the new values, objects and nodes refer to, other than each other, modules and other imported values."""
    facts = made.facts.obtained.values() if made.facts is not None else ()
    found = references.of_values((*values.values(), *made.objects.values(), *made.tables.get("known", {}).values(), *facts))
    nodes = made.graph.nodes.values() if made.graph is not None else ()
    inputs = (number for node in nodes for number in (*node.inputs, *node.possible_inputs))
    found = References(found.objects.difference(lazy_modules), found.nodes.union(inputs))
    for item in _with_uses(made):
        if not found.objects and not found.nodes:
            break
        own = frozenset(item.graph.nodes) if item.graph is not None else frozenset()
        found = found.without(References(frozenset(item.objects), own))
    return found


def _fits(machine: Machine, state: State, found: Linked) -> bool:
    """Return True if a path and the graph hold all to which an imported value refers and that is not installed with it."""
    needs = [item.needs for item in _with_uses(found) if item.needs.objects or item.needs.nodes]
    return all(each.objects <= state.heap.keys() and each.nodes <= machine.graph.nodes.keys() for each in needs)


def _with_uses(found: Linked) -> Iterator[Linked]:
    """Yield an imported value and all on which it depends."""
    stack, seen = [found], {id(found)}
    while stack:
        item = stack.pop()
        yield item
        stack.extend(use for use in item.uses if id(use) not in seen)
        seen.update(map(id, item.uses))


def _import_state(state: State) -> State:
    """Return a state for statements that ran at import time: it has the path's heap, and default grad mode."""
    item = state.fork()
    item.signal, item.writes = Signal.NONE, ()
    item.restore(State().modes)
    item.grad_mode_switch = None
    return item


def _new_entries(item: State, state: State) -> dict[str, dict[Any, Any]]:
    found: dict[str, dict[Any, Any]] = {}
    for name in _OVERLAYS:
        table, old = getattr(item, name), getattr(state, name)
        new = {key: value for key, value in table.items() if key not in old} if table else {}
        if new:
            found[name] = new
    return found


def _install(machine: Machine, state: State, found: Linked) -> None:
    """Add the objects, table entries and nodes of a name to a path and the graph, unless they are there."""
    stack = [found]
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
