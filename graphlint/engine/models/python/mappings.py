"""Unknown values that are mappings: a call that passes `**value` shows it. Their `update` stores values, and runs no other code."""

from __future__ import annotations

from graphlint.autograd.events import Site
from graphlint.engine.domain import path_facts, terms
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NONE, Constant, Ref, Sequence, Unknown, Value
from graphlint.engine.facts import dependencies
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine


def is_mapping(machine: Machine, value: Unknown) -> bool:
    """Return True if the program uses an unknown value as a mapping."""
    return value.symbol in machine.value_facts.mappings


def update(machine: Machine, state: State, mapping: Unknown, arguments: Arguments) -> Value:
    """Model `mapping.update(...)`: known items are stored; those of other mappings may be what a later read of any item returns."""
    unknown: list[Value] = []
    for given in (*arguments.positional, *arguments.spread):
        items = _items(state, given)
        if items is None:
            unknown.append(given)
        else:
            _store(machine, state, mapping, items, arguments)
    if unknown:
        _forget(state, mapping)
        key = path_facts.UpdatedFrom(mapping.symbol)
        earlier = state.facts.obtained.get(key)
        state.facts.obtained[key] = Sequence((*(earlier.items if isinstance(earlier, Sequence) else ()), *unknown))
        for given in unknown:
            dependencies.note_stored_graph(machine, state, mapping, given)
        unresolved_calls.receive(machine, state, tuple(unknown))
    _store(machine, state, mapping, dict(arguments.keywords), arguments)
    return NONE


def note_updates(machine: Machine, state: State, mapping: Unknown, unknown: Unknown, site: Site) -> None:
    """Record that an item read from a mapping may be that of another mapping, by which this one was updated."""
    updates = state.facts.obtained.get(path_facts.UpdatedFrom(mapping.symbol))
    if updates is not None and unknown.symbol not in machine.graph.unresolved.nodes:
        nodes = dependencies.nodes_in(machine, state, (updates,))
        if nodes:
            machine.graph.unresolved.node(machine.graph, unknown.symbol, site, below=nodes)


def _items(state: State, value: Value) -> dict[str, Value] | None:
    """Return the items of a dict whose keys are all known texts, None for any other value."""
    if not isinstance(value, Ref) or value.kind != "dict":
        return None
    obj = state.get(value.number)
    items = {key: item for key, item in obj.fields.items() if isinstance(key, str)}
    return items if obj.exact and len(items) == len(obj.fields) else None


def _store(machine: Machine, state: State, mapping: Unknown, items: dict[str, Value], arguments: Arguments) -> None:
    for key, value in items.items():
        machine.set_item(state, mapping, Constant(key), value, arguments.site)


def _forget(state: State, mapping: Unknown) -> None:
    """Forget the known items of a mapping: others may have replaced them."""
    for symbol in [item for item in state.stored if type(item) is terms.Item and item.of == mapping.symbol]:
        state.known.pop(symbol, None)
