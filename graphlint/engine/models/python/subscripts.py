"""Subscripts: reading, assigning and deleting items of containers."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Final

from graphlint.autograd.events import Certainty, Site
from graphlint.engine.domain import class_lookup, terms
from graphlint.engine.domain.constants import known_slice
from graphlint.engine.domain.objects import CONTAINERS
from graphlint.engine.domain.records import OtherElements
from graphlint.engine.domain.state import State
from graphlint.engine.domain.symbols import slot_of, symbol_of
from graphlint.engine.domain.values import (
    Api,
    Bound,
    Class,
    Constant,
    Function,
    Namespace,
    Partial,
    Ref,
    Sequence,
    Slice,
    StandsFor,
    Tensor,
    Unknown,
    Value,
)
from graphlint.engine.facts import dependencies
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.machine import outcomes
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.python import container_growth, dict_slots, elements, iteration, mappings, selections
from graphlint.engine.operations import array_conversions, rebinding, unknown_items
from graphlint.engine.retention import releases, retained_graphs


def of_namespace(machine: Machine, state: State, value: Namespace, key: Value, site: Site) -> Value:
    """Return `module.__dict__[key]`."""
    if isinstance(key, Constant) and isinstance(key.value, str):
        return machine.load(state, value, key.value, site)
    return machine.unknown()


def of_tuple(machine: Machine, state: State, value: Sequence, key: Value, site: Site) -> Outcome:
    """Return `tuple[key]`."""
    return _from_items(machine, state, value.items, key, True, False, site)


def of_constant(machine: Machine, state: State, value: Constant, key: Value, site: Site) -> Value:
    """Return `string[key]`."""
    if not isinstance(value.value, str):
        return machine.unknown()
    bounds = known_slice(key)
    return Constant(value.value[bounds]) if bounds is not None else machine.plain()


def of_list(machine: Machine, state: State, value: Ref, key: Value, site: Site) -> Outcome:
    """Return `list[key]`, or the item of another sequence."""
    obj = state.get(value.number)
    if container_growth.is_open(obj) and len(obj.items) > 1 and not (isinstance(key, Constant) and key.value == -1):
        return selections.one_of(machine, state, tuple(obj.items), site)
    if isinstance(key, Slice) and not obj.exact and obj.items:
        return selections.sliced(machine, state, obj, key, site)
    if isinstance(key, Constant) and key.value == -1 and obj.items and obj.holds_known_items:
        # A loop of unknown length adds items at the end, and the latest one is known.
        return obj.items[-1]
    position = _position_in_loop(machine, key)
    if position is not None and position < len(obj.items):
        in_order = obj.exact or obj.container.uncertain is OtherElements.LOOP
        # Other code may have changed a field, but it rarely moves modules and optimizers.
        if in_order or all(isinstance(item, Ref) and item.kind in ("module", "optimizer") for item in obj.items):
            return obj.items[position]
    item_value = _from_items(machine, state, tuple(obj.items), key, obj.exact, value.kind == "list", site)
    if type(item_value) is Unknown and not isinstance(key, Sequence) and unknown_items.holds_data_only(state, obj):
        return unknown_items.data_at_unknown_index(machine, state, obj.items, site) or item_value
    return item_value


def _position_in_loop(machine: Machine, key: Value) -> int | None:
    """Return the position to which the index of a loop in progress refers in the iteration that is executed, None if it is unknown."""
    index = machine.graph.loops.indices.get(key.symbol) if isinstance(key, Unknown) else None
    if index is None or index.low is None or index.run not in machine.graph.loops.ends:
        return None
    number = next((turn.number for turn in machine.context.iterations if turn.run == index.run), None)
    first = index.low if index.low == index.high else index.low - 1
    return None if number is None else first + number - 1


def of_dict(machine: Machine, state: State, value: Ref, key: Value, site: Site) -> Outcome:
    """Return `dict[key]`."""
    _follow_keys(machine, state, value, key)
    obj = state.get(value.number)
    known = dict_slots.value_at(machine, state, value, key, site)
    if known is not None:
        return known
    if isinstance(obj.container.factory, FACTORIES):
        return _add_missing(machine, state, value, obj.container.factory, key, site)
    paths = dict_slots.fork_on_key(machine, state, obj.fields, key)
    if paths is not None:
        return paths
    values = {slot: item for slot, item in obj.fields.items() if not dict_slots.is_in_construction(machine, state, item)}
    selected = dict_slots.alternatives(machine, state, values, key)
    return dependencies.some_of(machine, state, tuple(values.values()), site) if selected is None else selected


FACTORIES: Final = (Api, Bound, Class, Function, Partial)
"""The classes of values that a defaultdict may call to create an item."""


def _add_missing(machine: Machine, state: State, value: Ref, factory: Value, key: Value, site: Site) -> Outcome:
    """Create the missing item of a defaultdict, and return it."""
    may_exist = dict_slots.has_open(state.get(value.number))
    created = machine.call(state, factory, Arguments((), {}, site))
    for path in outcomes.paths(state, created):
        if path.signal:
            continue
        fresh = path.result
        if may_exist and isinstance(fresh, Ref) and fresh.kind in CONTAINERS:
            # The key may be one of the unknown keys, whose item other code has filled.
            path.edit(fresh.number).note_unknown_items()
        path.edit(value.number).fields[slot_of(key)] = fresh
    return created


def of_object(machine: Machine, state: State, value: Ref, key: Value, site: Site) -> Outcome:
    """Return `instance[key]`."""
    found_method = class_lookup.find_method(state, value, "__getitem__")
    if found_method is not None:
        return machine.call(state, found_method, Arguments((key,), {}, site))
    if state.get(value.number).instance.loader:
        return Unknown(machine.graph.number(), Certainty.NO, data=True)
    return machine.unknown()


def of_unknown(machine: Machine, state: State, value: Unknown, key: Value, site: Site) -> Value:
    """Return an item of an unknown value: the same key for each read."""
    value = dependencies.with_stored_graph(state, value)
    unknown = Unknown(terms.Item(value.symbol, symbol_of(key)), value.graph, f"{value.name}[]" if value.name else "", value.data)
    if mappings.is_mapping(machine, value):
        mappings.note_updates(machine, state, value, unknown, site)
    return unknown


def of_other(machine: Machine, state: State, value: Value, key: Value, site: Site) -> Value:
    """Return an unknown item of a value without modeled items; an item of a library object is the same for each read."""
    return Unknown(terms.Item(terms.ApiSymbol(value.name), symbol_of(key))) if isinstance(value, Api) else machine.unknown()


def _from_items(machine: Machine, state: State, items: tuple[Value, ...], key: Value, exact: bool, a_list: bool, site: Site) -> Outcome:
    if isinstance(key, Constant) and isinstance(key.value, int):
        index = key.value
        if -len(items) <= index < len(items) and (exact or index >= 0):
            return _single(items[index])
    if exact:
        bounds = known_slice(key)
        if bounds is not None:
            part = items[bounds]
            if not a_list:
                return Sequence(part)
            ref = machine.allocate(state, "list")
            state.get(ref.number).items = list(part)
            return ref
    if len(items) == 1 and not isinstance(key, Sequence):
        return _single(items[0])
    by_index: dict[Hashable, Value] = dict(enumerate(items))
    paths = dict_slots.fork_on_key(machine, state, by_index, key)
    if paths is not None:
        return paths
    selects_one = not isinstance(key, Sequence | Slice) and not any(isinstance(item, Ref) and item.kind in CONTAINERS for item in items)
    selected = dict_slots.alternatives(machine, state, by_index, key) if selects_one else None
    return selections.one_of(machine, state, items, site) if selected is None else selected


def _single(value: Value) -> Value:
    """Return an item of a list; one parameter if the list holds those of an unresolved module."""
    if isinstance(value, Tensor) and value.stands_for is StandsFor.PARAMETERS:
        return replace(value, stands_for=StandsFor.PARAMETER)
    return value


def on_list(machine: Machine, state: State, holder: Ref, key: Value, value: Value, site: Site) -> None:
    """Execute `list[key] = value`."""
    obj = state.edit(holder.number)
    index = key.value if isinstance(key, Constant) and isinstance(key.value, int) else None
    if isinstance(key, Sequence):
        _assign_slice(machine, state, holder, key, value, site)
        return
    moved = isinstance(value, Tensor | Ref) and (value in obj.items or _was_stored(state, holder, value.number))
    if index is not None and -len(obj.items) <= index < len(obj.items):
        rebinding.rebound(machine, state, "the slot", obj.items[index], value, site)
        obj.items[index] = value
    elif obj.items and index is None:
        _store_at_unknown_index(machine, state, obj.items, value, site)
    if not moved:
        retained_graphs.note_store(machine, state, holder, terms.Position(symbol_of(key)), value, site)


def _store_at_unknown_index(machine: Machine, state: State, items: list[Value], value: Value, site: Site) -> None:
    """Store a value in the last item. The store may have replaced any other one: an item without a graph may have one since."""
    if _may_have_graph(state, value):
        items[:-1] = [
            item if _may_have_graph(state, item) else dependencies.some_of(machine, state, (item, value), site) for item in items[:-1]
        ]
    items[-1] = value


def _may_have_graph(state: State, value: Value) -> bool:
    """Return False for a tensor without a graph, and for a constant."""
    return not isinstance(value, Constant) and not (isinstance(value, Tensor) and state.needs_grad(value) is Certainty.NO)


def _was_stored(state: State, holder: Ref, number: int) -> bool:
    """Return True if a value was stored in a container before: it only moves to another slot, as in a swap."""
    return any(write.holder == holder.number and write.value == number for write in state.writes)


def _follow_keys(machine: Machine, state: State, holder: Ref, key: Value) -> None:
    """Execute all iterations of a loop over names which stores under each a new item, or one in the container that is there."""
    if not isinstance(key, Constant) or not isinstance(key.value, str) or not machine.blocks.loops:
        return
    element = state.get(machine.frame.scopes[0]).fields.get(machine.blocks.loops[-1].item)
    names = element.items if isinstance(element, Sequence) else (element,)
    if any(isinstance(name, Constant) and name.value == key.value for name in names):
        item = state.get(holder.number).fields.get(key.value)
        if item is None or (isinstance(item, Ref) and item.kind in CONTAINERS):
            iteration.follow_names(machine, holder)


def on_dict(machine: Machine, state: State, holder: Ref, key: Value, value: Value, site: Site) -> None:
    """Execute `dict[key] = value`."""
    _follow_keys(machine, state, holder, key)
    slot = slot_of(key)
    rebinding.rebound(machine, state, "the slot", state.get(holder.number).fields.get(slot), value, site)
    obj = container_growth.grow(machine, state, holder)
    dict_slots.overwrite(machine, obj, slot, value)
    retained_graphs.note_store(machine, state, holder, slot, value, site)


def on_unknown(machine: Machine, state: State, holder: Unknown, key: Value, value: Value, site: Site) -> None:
    """Execute `unknown[key] = value`."""
    if isinstance(holder.symbol, terms.Array) and array_conversions.stored(machine, state, holder.symbol, key, value, site):
        return
    if isinstance(key, Constant) and isinstance(key.value, str):
        # Only mappings have a text as a key: they return what was stored.
        state.store(terms.Item(holder.symbol, symbol_of(key)), value)
    dependencies.note_stored_graph(machine, state, holder, value)
    unresolved_calls.receive(machine, state, (value,))


def on_other(machine: Machine, state: State, holder: Value, key: Value, value: Value, site: Site) -> None:
    """Store a value in an unresolved object."""
    unresolved_calls.receive(machine, state, (value,))


def _assign_slice(machine: Machine, state: State, holder: Ref, key: Sequence, value: Value, site: Site) -> None:
    """Execute `holder[start:stop] = value`."""
    items, known = elements.items_of(machine, state, value)
    releases.note_emptied(machine, state, holder, items)
    obj = state.edit(holder.number)
    added = [item for item in items if item not in obj.items]
    bounds = known_slice(key)
    whole = bounds is not None and (bounds.start, bounds.stop) in ((None, None), (0, None))
    if bounds is not None and (whole or obj.exact) and bounds.step in (None, 1):
        obj.items[bounds] = items
        obj.exact = obj.exact and known
    else:
        obj.items, obj.exact = [*obj.items, *items], False
    for item in added:
        retained_graphs.note_store(machine, state, holder, None, item, site)


def _evicts_oldest(machine: Machine, state: State, holder: Ref, key: Value) -> bool:
    """Return True if `del` removes the oldest elements of a list that holds more than those that are known."""
    if isinstance(key, Slice):
        return releases.evicts_before_many(state, holder, known_slice(key))
    return isinstance(key, Constant) and key.value == 0 and releases.evicts_one_of_many(machine, state, holder)


def delete_item(machine: Machine, state: State, holder: Ref, key: Value) -> None:
    """Execute `del holder[key]`."""
    if holder.kind == "list" and _evicts_oldest(machine, state, holder, key):
        return
    releases.note_emptied(machine, state, holder)
    obj = state.edit(holder.number)
    if holder.kind not in ("list", "generator"):
        obj.fields.pop(slot_of(key), None)
        return
    place = known_slice(key) if isinstance(key, Sequence) else key.value if isinstance(key, Constant) else None
    if (isinstance(place, slice) and obj.exact) or (isinstance(place, int) and obj.exact and -len(obj.items) <= place < len(obj.items)):
        del obj.items[place]
    elif isinstance(place, int) and obj.items:
        # The list may be longer than its known items: one of them is removed.
        del obj.items[0 if place >= 0 else -1]
    else:
        obj.items.clear()
