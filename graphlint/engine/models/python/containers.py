"""Containers: displays, unpacking and copies."""

from __future__ import annotations

from graphlint.autograd.events import Certainty, NoGraph, Origin, Site
from graphlint.engine.domain import terms
from graphlint.engine.domain.bounds import CONSTANT_SIZE
from graphlint.engine.domain.constants import is_small
from graphlint.engine.domain.objects import CONTAINERS
from graphlint.engine.domain.state import State
from graphlint.engine.domain.symbols import slot_of, symbol_of
from graphlint.engine.domain.values import Constant, Ref, Sequence, Slice, Tensor, Unknown, Value
from graphlint.engine.facts import dependencies, one_pass
from graphlint.engine.machine.machine import Machine
from graphlint.engine.models.python import elements
from graphlint.engine.operations import tensor_items, tensors, unknown_items
from graphlint.ir.instructions import Build, Unpack


def build(machine: Machine, state: State, instruction: Build) -> None:
    """Execute a display: a tuple, list, set, dict, slice, f-string, or the list of what a generator expression will yield."""
    values = [machine.value(state, value) for value in instruction.values]
    kind = instruction.kind
    if kind == "text":
        machine.set(state, instruction.target, _text(machine, instruction, values))
        return
    if kind == "slice":
        machine.set(state, instruction.target, Slice(tuple(values)))
        return
    if kind == "dict":
        reference = machine.allocate(state, "dict")
        obj = state.get(reference.number)
        for key, value in zip(instruction.keys, values, strict=True):
            if key is None:
                inner = state.get(value.number) if isinstance(value, Ref) and value.kind == "dict" else None
                obj.exact = obj.exact and inner is not None and inner.exact
                obj.fields.update(inner.fields if inner is not None else {})
            else:
                obj.fields[slot_of(machine.value(state, key))] = value
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
    if instruction.starred and len(items) > CONSTANT_SIZE:
        items, exact = items[:CONSTANT_SIZE], False
    if kind == "tuple" and exact:
        machine.set(state, instruction.target, Sequence(tuple(items)))
        return
    reference = machine.allocate(state, "set" if kind == "set" else "list")
    obj = state.get(reference.number)
    obj.items, obj.exact = items, exact
    if kind == "generator":
        one_pass.mark(state, reference, machine.site(instruction.at))
    machine.set(state, instruction.target, reference)


def _text(machine: Machine, instruction: Build, values: list[Value]) -> Value:
    """Return the value of an f-string: a constant if all parts are known, else one that is equal for equal parts."""
    parts = [value.value for value in values if isinstance(value, Constant) and type(value.value) in (str, int)]
    if len(parts) == len(values) and not instruction.starred and all(map(is_small, parts)):
        return Constant("".join(map(str, parts)))
    if not all(isinstance(value, (Constant, Unknown)) for value in values):
        return machine.plain()
    at = machine.site(instruction.at)
    return Unknown(terms.Text(f"{at.path}:{at.line}:{at.column}", tuple(map(symbol_of, values))), Certainty.NO)


def is_missing(state: State, value: Ref, key: Value) -> bool:
    """Return True if a dict certainly has no element under a key."""
    obj = state.get(value.number)
    return obj.exact and isinstance(key, Constant) and slot_of(key) not in obj.fields


def unpack(machine: Machine, state: State, instruction: Unpack) -> None:
    """Unpack a value into several targets."""
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
        elif isinstance(value, Tensor) and _is_a_tensor(state, value) and index != instruction.star:
            part = tensor_items.row(machine, state, value)
        elif index != instruction.star and _holds_data_only(state, value):
            part = tensors.data(machine, machine.site(instruction.at), NoGraph.ITEM)
        else:
            part = part_of(machine, state, value, index, machine.site(instruction.at))
        machine.set(state, target, part)


def _is_a_tensor(state: State, value: Tensor) -> bool:
    """Return True if a value is one tensor, whose rows are unpacked, and no tuple: an unresolved result or a sum may be one."""
    return not value.parts and (value.view or state.without_graph(value))


def _holds_data_only(state: State, value: Value) -> bool:
    """Return True if a list contains only tensors without a graph, and only resolved statements have added elements."""
    return isinstance(value, Ref) and value.kind == "list" and unknown_items.holds_data_only(state, state.get(value.number))


def part_of(machine: Machine, state: State, value: Value, index: int, site: Site) -> Value:
    """Return one part of an unpacked value; if the length of a container differs from the number of targets, any of its elements."""
    if isinstance(value, Tensor):
        return tensor_items.part(machine, state, value, terms.AtIndex(index), Origin.UNPACKED_ITEM)
    if isinstance(value, Unknown):
        return Unknown(terms.Item(value.symbol, terms.constant(index)), value.graph, "", value.data)
    if isinstance(value, Ref) and value.kind in CONTAINERS:
        return dependencies.some_of(machine, state, (value,), site)
    return machine.unknown()


def copy_of(machine: Machine, state: State, receiver: Ref) -> Ref:
    """Return a new container with the same elements."""
    ref = machine.allocate(state, receiver.kind)
    target, source = state.get(ref.number), state.get(receiver.number)
    target.items, target.fields, target.exact = list(source.items), dict(source.fields), source.exact
    target.capacity = source.capacity
    return ref
