"""Lists, tuples, dicts and sets: building, indexing, unpacking, iterating and their methods."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from graphlint.autograd.events import Certainty, Site
from graphlint.interpreter import (
    attributes,
    changes,
    class_lookup,
    container_growth,
    dependencies,
    elements,
    generator_calls,
    keeping,
    module_items,
    rebinding,
    releases,
    slots,
    tensor_items,
    tensors,
    texts,
    unresolved_calls,
)
from graphlint.interpreter.constants import known_slice
from graphlint.interpreter.keys import key_of, slot_of
from graphlint.interpreter.machine import Arguments, Machine, Outcome
from graphlint.interpreter.state import CONTAINERS, State
from graphlint.interpreter.values import NONE, Api, Constant, Each, Function, Namespace, Ref, Sequence, Tensor, Unknown, Value
from graphlint.ir.instructions import Build, Unpack


def build(machine: Machine, state: State, instruction: Build) -> None:
    """A display: tuple, list, set, dict, slice, or a text made of values."""
    values = [machine.value(state, value) for value in instruction.values]
    kind = instruction.kind
    if kind == "text":
        machine.set(state, instruction.target, _text(machine, instruction, values))
        return
    if kind == "slice":
        machine.set(state, instruction.target, Sequence(tuple(values), ("slice",)))
        return
    if kind == "dict":
        reference = machine.allocate(state, "dict")
        made = state.get(reference.number)
        for key, value in zip(instruction.keys, values, strict=True):
            if key is None:
                inner = state.get(value.number) if isinstance(value, Ref) and value.kind == "dict" else None
                made.exact = made.exact and inner is not None and inner.exact
                made.fields.update(inner.fields if inner is not None else {})
            else:
                made.fields[slot_of(machine.value(state, key))] = value
        machine.set(state, instruction.target, reference)
        return
    items: list[Value] = []
    exact = True
    for index, value in enumerate(values):
        if index in instruction.starred:
            known = elements.known_elements(machine, state, value)
            exact = exact and known is not None
            items.extend(known if known is not None else (elements.element(machine, state, value, 1),))
        else:
            items.append(value)
    if kind == "tuple" and exact:
        machine.set(state, instruction.target, Sequence(tuple(items)))
        return
    reference = machine.allocate(state, "list" if kind == "tuple" else kind)
    made = state.get(reference.number)
    made.items, made.exact = items, exact
    machine.set(state, instruction.target, reference)


def _text(machine: Machine, instruction: Build, values: list[Value]) -> Value:
    """A text made of values: known where they are, else the same wherever it is made of the same."""
    parts = [value.value for value in values if isinstance(value, Constant) and type(value.value) in (str, int)]
    if len(parts) == len(values) and not instruction.starred:
        return Constant("".join(map(str, parts)))
    if not all(isinstance(value, Constant | Unknown) for value in values):
        return machine.plain()
    at = machine.site(instruction.at)
    return Unknown(("text", f"{at.path}:{at.line}:{at.column}", *map(key_of, values)), Certainty.NO)


def is_missing(state: State, value: Ref, key: Value) -> bool:
    """Return True if a dict certainly has no element under a key."""
    made = state.get(value.number)
    return made.exact and isinstance(key, Constant) and slot_of(key) not in made.fields


def load_item(machine: Machine, state: State, value: Value, key: Value, arguments: Arguments) -> Outcome:
    """value[key]"""
    if isinstance(value, Tensor | Each):
        return tensor_items.item_of(machine, state, value, key, arguments.site)
    if isinstance(value, Namespace):
        if isinstance(key, Constant) and isinstance(key.value, str):
            return machine.load(state, value, key.value, arguments.site)
        return machine.unknown()
    if isinstance(value, Sequence):
        return _from_items(machine, state, value.items, key, True, False, arguments.site)
    if isinstance(value, Constant) and isinstance(value.value, str):
        bounds = known_slice(key) if isinstance(key, Sequence) else None
        return Constant(value.value[bounds]) if bounds is not None else machine.plain()
    if isinstance(value, Ref):
        made = state.get(value.number)
        if container_growth.is_open(made) and len(made.items) > 1 and not (isinstance(key, Constant) and key.value == -1):
            return dependencies.some_of(machine, state, tuple(made.items), arguments.site)
        if value.kind in ("list", "generator", "set", "parameters"):
            return _from_items(machine, state, tuple(made.items), key, made.exact, value.kind == "list", arguments.site)
        if value.kind == "dict":
            found = slots.held(machine, state, value, key, arguments.site)
            if found is not None:
                return found
            factory = made.about.get("factory")
            if isinstance(factory, Api | Function):
                fresh = machine.call(state, factory, Arguments((), {}, arguments.site))
                if not isinstance(fresh, list):
                    state.edit(value.number).fields[slot_of(key)] = fresh
                    return fresh
            return _any_of(machine, state, tuple(made.fields.values()), arguments.site)
        if value.kind == "module":
            return module_items.item(machine, state, value, key)
        method = "__getitem__"
        found_method = class_lookup.find_method(state, value, method)
        if found_method is not None:
            return machine.call(state, found_method, Arguments((key,), {}, arguments.site))
        if made.about.get("loader"):
            return Unknown(machine.graph.number(), Certainty.NO, data=True)
    if isinstance(value, Unknown):
        value = dependencies.since_given(state, value)
        return Unknown(("item", value.key, key_of(key)), value.graph, f"{value.name}[]" if value.name else "", value.data)
    return machine.unknown()


def _any_of(machine: Machine, state: State, values: tuple[Value, ...], site: Site) -> Value:
    """One of several values, not known which: the first of a kind where all are of one kind."""
    if values and all(isinstance(item, type(values[0])) for item in values) and not isinstance(values[0], Tensor | Constant | Unknown):
        return values[0]
    return dependencies.some_of(machine, state, values, site)


def _from_items(machine: Machine, state: State, items: tuple[Value, ...], key: Value, exact: bool, a_list: bool, site: Site) -> Value:
    if isinstance(key, Constant) and isinstance(key.value, int):
        index = key.value
        if -len(items) <= index < len(items) and (exact or index >= 0):
            return items[index]
    if isinstance(key, Sequence) and key.fields == ("slice",) and exact:
        bounds = known_slice(key)
        if bounds is not None:
            part = items[bounds]
            if not a_list:
                return Sequence(part)
            made = machine.allocate(state, "list")
            state.get(made.number).items = list(part)
            return made
    if len(items) == 1 and not isinstance(key, Sequence):
        return items[0]
    if items and all(isinstance(item, Ref) and item.kind == "module" for item in items):
        return items[0]
    return dependencies.some_of(machine, state, items, site)


def store_item(machine: Machine, state: State, holder: Value, key: Value, value: Value, arguments: Arguments) -> None:
    """holder[key] = value"""
    if isinstance(holder, Tensor) and holder.parts and isinstance(key, Constant) and isinstance(key.value, str):
        # What a call returned is a mapping, then, and holds the value in place of its own.
        tensor_items.replace_part(state, holder, key, value)
    elif isinstance(holder, Tensor | Each):
        changes.assign_item(machine, state, holder, key, value, arguments.site)
    elif isinstance(holder, Ref) and holder.kind in ("list", "generator"):
        made = state.edit(holder.number)
        index = key.value if isinstance(key, Constant) and isinstance(key.value, int) else None
        if isinstance(key, Sequence):
            _assign_slice(machine, state, holder, key, value, arguments)
            return
        if index is not None and -len(made.items) <= index < len(made.items):
            rebinding.rebound(machine, state, "the slot", made.items[index], value, arguments.site)
            made.items[index] = value
        elif made.items and index is None:
            made.items[-1] = value
        keeping.stored(machine, state, holder, ("index", key_of(key)), value, arguments.site)
    elif isinstance(holder, Ref) and holder.kind == "dict":
        slot = slot_of(key)
        rebinding.rebound(machine, state, "the slot", state.get(holder.number).fields.get(slot), value, arguments.site)
        made = container_growth.grow(machine, state, holder)
        slots.overwrite(machine, made, slot, value)
        keeping.stored(machine, state, holder, slot, value, arguments.site)
    elif isinstance(holder, Ref) and holder.kind == "module":
        module_items.store_item(machine, state, holder, key, value)
    else:
        if isinstance(holder, Unknown):
            dependencies.note_given(machine, state, holder, value)
        unresolved_calls.escape(machine, state, (value,))


def _assign_slice(machine: Machine, state: State, holder: Ref, key: Sequence, value: Value, arguments: Arguments) -> None:
    """holder[start:stop] = value"""
    items, known = elements.items_of(machine, state, value)
    releases.emptied(machine, state, holder)
    made = state.edit(holder.number)
    bounds = known_slice(key)
    whole = bounds is not None and (bounds.start, bounds.stop) in ((None, None), (0, None))
    if bounds is not None and (whole or made.exact) and bounds.step in (None, 1):
        made.items[bounds] = items
        made.exact = made.exact and known
    else:
        made.items, made.exact = [*made.items, *items], False
    for item in items:
        keeping.stored(machine, state, holder, None, item, arguments.site)


def delete_item(machine: Machine, state: State, holder: Ref, key: Value) -> None:
    """del holder[key]"""
    releases.emptied(machine, state, holder)
    made = state.edit(holder.number)
    if holder.kind not in ("list", "generator"):
        made.fields.pop(slot_of(key), None)
        return
    place = known_slice(key) if isinstance(key, Sequence) else key.value if isinstance(key, Constant) else None
    if (isinstance(place, slice) and made.exact) or (isinstance(place, int) and made.exact and -len(made.items) <= place < len(made.items)):
        del made.items[place]
    elif isinstance(place, int) and made.items:
        # Of a list that is longer than what is known of it, one of the known items goes.
        del made.items[0 if place >= 0 else -1]
    else:
        made.items.clear()


def unpack(machine: Machine, state: State, instruction: Unpack) -> None:
    """Split a value over several targets."""
    value = machine.value(state, instruction.value)
    known = elements.known_elements(machine, state, value)
    width = len(instruction.targets)
    if known is not None and instruction.star >= 0 and len(known) >= width - 1:
        head, tail = known[: instruction.star], known[len(known) - (width - 1 - instruction.star) :]
        middle = machine.allocate(state, "list")
        state.get(middle.number).items = list(known[instruction.star : len(known) - len(tail)])
        known = (*head, middle, *tail)
    for index, target in enumerate(instruction.targets):
        if known is not None and len(known) == width:
            part: Value = known[index]
        elif isinstance(value, Tensor) and not value.parts and state.without_graph(value) and index != instruction.star:
            # A tensor for sure, unlike the parts of what an opaque call returned.
            part = tensor_items.row(machine, state, value)
        elif index != instruction.star and _holds_data_only(state, value):
            part = tensors.data(machine, machine.site(instruction.at), "unpacked")
        else:
            part = part_of(machine, state, value, index, machine.site(instruction.at))
        machine.set(state, target, part)


def _holds_data_only(state: State, value: Value) -> bool:
    """Test whether a list, however long, holds tensors without a graph only: known statements have added all of its elements."""
    if not isinstance(value, Ref) or value.kind != "list":
        return False
    made = state.get(value.number)
    return bool(made.items) and bool(made.exact or made.about.get("more")) and all(map(state.without_graph, made.items))


def part_of(machine: Machine, state: State, value: Value, index: int, site: Site) -> Value:
    """One of the parts that a value is unpacked into: of a container whose length is another than is known, any element."""
    if isinstance(value, Tensor):
        return tensor_items.part(machine, state, value, ("item", index), "unpacked")
    if isinstance(value, Unknown):
        return Unknown(("item", value.key, ("constant", repr(index))), value.graph, "", value.data)
    if isinstance(value, Ref) and value.kind in CONTAINERS:
        return dependencies.some_of(machine, state, (value,), site)
    return machine.unknown()


Method: TypeAlias = Callable[[Machine, State, Ref, Arguments], Outcome]
"""The model of a method of a container."""

METHODS: dict[tuple[str, str], Method] = {}
"""The methods of containers by kind and name; "" for a method that all kinds share. `container_methods` fills the table."""


def method_of_base(machine: Machine, state: State, receiver: Ref, name: str, arguments: Arguments) -> Outcome:
    """A method that a subclass of a container calls on its base: super().append(x), super().__setitem__(key, value)."""
    given = arguments.positional
    if name == "__init__":
        name = "update" if receiver.kind == "dict" else "extend"
        return method(machine, state, receiver, name, arguments) if given or arguments.keywords else NONE
    if name == "__getitem__" and given:
        return load_item(machine, state, receiver, given[0], arguments)
    if name == "__setitem__" and len(given) > 1:
        store_item(machine, state, receiver, given[0], given[1], arguments)
        return NONE
    if name == "__setattr__" and len(given) > 1 and isinstance(given[0], Constant):
        attributes.store(machine, state, receiver, str(given[0].value), given[1], arguments)
        return NONE
    return method(machine, state, receiver, name, arguments)


def method(machine: Machine, state: State, receiver: Value, name: str, arguments: Arguments) -> Outcome:
    """A method of a list, dict, set, tuple or constant."""
    if isinstance(receiver, Ref) and name in ("send", "__next__") and generator_calls.is_lazy(state, receiver):
        return machine.advance(state, receiver, *arguments.positional[:1])
    if isinstance(receiver, Ref):
        handler = METHODS.get((receiver.kind, name)) or METHODS.get(("", name))
        if handler is not None:
            return handler(machine, state, receiver, arguments)
        unresolved_calls.escape(machine, state, arguments.all())
        return machine.unknown()
    if isinstance(receiver, Sequence) and receiver.fields:
        return _method_of_record(machine, state, receiver, name, arguments)
    if isinstance(receiver, Constant) and isinstance(receiver.value, str) and name == "format" and not arguments.keywords:
        return machine.plain() if arguments.open else texts.by_format(machine, receiver, arguments.positional)
    first = arguments.positional[0] if arguments.positional else None
    if isinstance(receiver, Constant) and isinstance(receiver.value, str) and isinstance(first, Constant) and isinstance(first.value, str):
        if name in ("startswith", "endswith"):
            return Constant(getattr(receiver.value, name)(first.value))
        if name == "split" and first.value:
            made = machine.allocate(state, "list")
            state.get(made.number).items = [Constant(part) for part in receiver.value.split(first.value)]
            return made
    return machine.plain()


def _method_of_record(machine: Machine, state: State, receiver: Sequence, name: str, arguments: Arguments) -> Outcome:
    """A method of a named tuple."""
    if name == "_replace":
        items = (arguments.keywords.get(field, item) for field, item in zip(receiver.fields, receiver.items, strict=False))
        return Sequence(tuple(items), receiver.fields, receiver.type)
    if name == "_asdict":
        made = machine.allocate(state, "dict")
        state.get(made.number).fields.update(zip(receiver.fields, receiver.items, strict=False))
        return made
    own = class_lookup.attribute(state, receiver.type, name) if receiver.type is not None else None
    if own is None or receiver.type is None:
        return machine.plain()
    return machine.call(state, class_lookup.bound(own, receiver, receiver.type), arguments)


def copy_of(machine: Machine, state: State, receiver: Ref) -> Ref:
    """A new container with the same elements."""
    made = machine.allocate(state, receiver.kind)
    target, source = state.get(made.number), state.get(receiver.number)
    target.items, target.fields, target.exact = list(source.items), dict(source.fields), source.exact
    target.capacity = source.capacity
    return made
