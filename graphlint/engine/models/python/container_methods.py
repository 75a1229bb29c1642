"""Methods of lists, dicts, sets and deques."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from graphlint.engine.domain.bounds import CONSTANT_SIZE, DEQUE_ITEMS, LIST_ITEMS
from graphlint.engine.domain.state import State
from graphlint.engine.domain.symbols import slot_of
from graphlint.engine.domain.values import NONE, Constant, Ref, Sequence, Value
from graphlint.engine.facts import conditions, dependencies
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.python import container_growth, containers, deques, dict_slots, elements, selections
from graphlint.engine.models.python.container_growth import grow
from graphlint.engine.models.python.elements import items_of
from graphlint.engine.retention import releases, retained_graphs


def append(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Value:
    value = arguments.get(0, "object")
    if value is not None:
        obj = grow(machine, state, receiver)
        if len(obj.items) < (LIST_ITEMS if obj.capacity is None else DEQUE_ITEMS):
            obj.items.append(value)
        else:
            obj.note_unknown_items()
        container_growth.evict(obj)
        retained_graphs.note_store(machine, state, receiver, None, value, arguments.site)
    return NONE


def _insert(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Value:
    index, value = arguments.get(0, "index"), arguments.get(1, "object")
    if value is not None:
        obj = grow(machine, state, receiver)
        place = index.value if isinstance(index, Constant) and isinstance(index.value, int) else None
        if place is None:
            obj.note_unknown_items()
        obj.items.insert(0 if place is None else place, value)
        retained_graphs.note_store(machine, state, receiver, None, value, arguments.site)
    return NONE


def _extend(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Value:
    value = arguments.get(0, "iterable") or machine.unknown()
    obj = grow(machine, state, receiver)
    items, known = items_of(machine, state, value)
    obj.exact = obj.exact and known
    obj.items.extend(items)
    obj.limit(CONSTANT_SIZE)
    container_growth.evict(obj)
    for item in items:
        retained_graphs.note_store(machine, state, receiver, None, item, arguments.site)
    return NONE


def _update(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Value:
    """Model `dict.update(mapping or pairs, **items)`."""
    obj = grow(machine, state, receiver)
    added: dict[object, Value] = {}
    for source in arguments.positional:
        if isinstance(source, Ref) and source.kind == "dict":
            obj.exact = obj.exact and state.get(source.number).exact
            added.update(state.get(source.number).fields)
            continue
        pairs = machine.elements(state, source)
        obj.exact = obj.exact and pairs is not None
        for pair in pairs or ():
            if isinstance(pair, Sequence) and len(pair.items) == 2:
                added[slot_of(pair.items[0])] = pair.items[1]
            else:
                obj.exact = False
    obj.exact = obj.exact and not arguments.open
    added.update(arguments.keywords)
    for slot, value in added.items():
        dict_slots.overwrite(machine, obj, slot, value)
        retained_graphs.note_store(machine, state, receiver, slot, value, arguments.site)
    return NONE


def _clear(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Value:
    releases.note_emptied(machine, state, receiver)
    obj = state.edit(receiver.number)
    obj.items, obj.fields, obj.exact = [], {}, True
    return NONE


def _pop(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Value:
    """Model `list.pop(index)`: the item at this position, or an unknown one of the items."""
    if _is_first(arguments) and releases.evicts_one_of_many(machine, state, receiver):
        return selections.one_of(machine, state, tuple(state.get(receiver.number).items), arguments.site)
    releases.note_emptied(machine, state, receiver)
    obj = state.edit(receiver.number)
    index = arguments.get(0, "index")
    place = -1 if index is None else index.value if isinstance(index, Constant) else None
    if not obj.items:
        return machine.unknown()
    if isinstance(place, int) and -len(obj.items) <= place < len(obj.items) and (obj.exact or place in (0, -1)):
        return obj.items.pop(place)
    some = dependencies.some_of(machine, state, tuple(obj.items), arguments.site)
    obj.items.pop()
    obj.exact = False
    return some


def _is_first(arguments: Arguments) -> bool:
    index = arguments.get(0, "index")
    return isinstance(index, Constant) and index.value == 0


def _pop_key(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Value:
    """Model `dict.pop(key, default)`."""
    releases.note_emptied(machine, state, receiver)
    obj = state.edit(receiver.number)
    key, default = arguments.get(0, "key"), arguments.get(1, "default")
    value = obj.fields.pop(slot_of(key), None) if key is not None else None
    if value is not None:
        return value
    if default is not None and obj.exact and isinstance(key, Constant):
        return default
    return dependencies.some_of(machine, state, tuple(obj.fields.values()), arguments.site)


def _pop_item(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Value:
    """Model `dict.popitem()`: the newest item, or the oldest one of an OrderedDict with `last=False`."""
    releases.note_emptied(machine, state, receiver)
    obj = state.edit(receiver.number)
    last = arguments.get(0, "last")
    if not obj.fields or not obj.exact:
        return machine.unknown()
    oldest = last is not None and conditions.decide(machine, state, last) is False
    slot = next(iter(obj.fields)) if oldest else next(reversed(obj.fields))
    return Sequence((elements.key_at(machine, slot), obj.fields.pop(slot)))


def _get(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Outcome:
    key = arguments.get(0, "key")
    obj = state.get(receiver.number)
    value = dict_slots.value_at(machine, state, receiver, key, arguments.site) if key is not None else None
    if value is not None:
        return value
    if obj.exact and isinstance(key, Constant):
        return arguments.get(1, "default") or NONE
    paths = None if key is None else dict_slots.fork_on_key(machine, state, obj.fields, key)
    return paths or dependencies.some_of(machine, state, (*obj.fields.values(), *arguments.positional[1:]), arguments.site)


def _setdefault(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Value:
    key, default = arguments.get(0, "key"), arguments.get(1, "default") or NONE
    if key is None:
        return machine.unknown()
    obj = state.edit(receiver.number)
    return obj.fields.setdefault(slot_of(key), default)


def _values(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Value:
    ref = machine.allocate(state, "list")
    target, source = state.get(ref.number), state.get(receiver.number)
    target.items, target.exact = list(dict_slots.contents(machine, state, receiver, arguments.site).values()), source.exact
    return ref


def _items(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Value:
    ref = machine.allocate(state, "list")
    target, source = state.get(ref.number), state.get(receiver.number)
    contents = dict_slots.contents(machine, state, receiver, arguments.site)
    target.items = [Sequence((elements.key_at(machine, key), value)) for key, value in contents.items()]
    target.exact = source.exact
    return ref


def _keys(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Value:
    ref = machine.allocate(state, "list")
    target, source = state.get(ref.number), state.get(receiver.number)
    target.items = [elements.key_at(machine, key) for key in source.fields]
    target.exact = source.exact
    return ref


def _copy(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Value:
    return containers.copy_of(machine, state, receiver)


def _reverse(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Value:
    obj = state.edit(receiver.number)
    obj.items.reverse()
    return NONE


def _unchanged(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Value:
    """Model a method that only reorders elements, or removes an unknown one."""
    return NONE


Method: TypeAlias = Callable[[Machine, State, Ref, Arguments], Outcome]
"""The model of a method of a container."""


METHODS: Final[Mapping[tuple[str, str], Method]] = {
    ("", "append"): append, ("", "add"): append, ("", "insert"): _insert, ("", "extend"): _extend, ("", "update"): _extend,
    ("dict", "update"): _update, ("", "clear"): _clear, ("", "pop"): _pop, ("dict", "pop"): _pop_key, ("", "popitem"): _pop_item,
    ("", "get"): _get, ("", "setdefault"): _setdefault, ("", "values"): _values, ("", "items"): _items, ("", "keys"): _keys,
    ("", "copy"): _copy, ("", "reverse"): _reverse, ("", "sort"): _unchanged, ("", "remove"): _unchanged, ("", "discard"): _unchanged,
    ("", "move_to_end"): _unchanged,
    ("", "appendleft"): deques.append_left, ("", "popleft"): deques.pop_left, ("", "extendleft"): deques.extend_left,
    ("", "rotate"): deques.rotate,
}  # fmt: skip
"""The methods of containers by kind and name; the kind is "" for a method of all kinds."""
