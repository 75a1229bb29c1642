"""Elements of iterables: all of them if they are known, else any."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from graphlint.autograd.events import Certainty
from graphlint.engine.domain import terms
from graphlint.engine.domain.state import State
from graphlint.engine.domain.symbols import symbol_of
from graphlint.engine.domain.values import Constant, Ref, Sequence, Tensor, Unknown, Value
from graphlint.engine.facts import generator_calls, library_objects
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import ownership, tensor_items, tensors


def known_elements(machine: Machine, state: State, value: Value) -> tuple[Value, ...] | None:
    """Return the elements of an iterable; None if they are not all known."""
    if generator_calls.is_lazy(state, value):
        machine.exhaust(state, value)
    if isinstance(value, Sequence):
        return value.items
    if isinstance(value, Ref):
        obj = state.get(value.number)
        if value.kind in ("list", "set", "generator", "parameters") and obj.exact:
            return tuple(obj.items)
        if value.kind == "dict" and obj.exact:
            return tuple(key_at(machine, key) for key in obj.fields)
        if value.kind == "helper" and (iterator := library_objects.iterator(state, value)) is not None:
            inner = known_elements(machine, state, iterator.source)
            return None if inner is None else inner[iterator.position :]
        if value.kind == "module" and obj.module.container:
            return _elements_of_module(machine, state, value) if obj.exact else None
    if isinstance(value, Constant) and isinstance(value.value, str):
        return tuple(map(Constant, value.value)) if len(value.value) <= machine.limits.constants else None
    return None


def _elements_of_module(machine: Machine, state: State, module: Ref) -> tuple[Value, ...]:
    """Return what an iteration over a container module yields: the keys of a ModuleDict or ParameterDict, the elements of others."""
    slots = ownership.slots(state, module)
    if slots is None:
        return tuple(ownership.children(machine, state, module))
    known = tuple(key_at(machine, slot) for slot in slots)
    return known + tuple(machine.plain() for _ in range(len(state.get(module.number).items) - len(known)))


def key_at(machine: Machine, slot: Hashable) -> Value:
    """Return the key of a slot of a dict."""
    return Constant(slot) if isinstance(slot, str | int) else machine.unknown()


def items_of(machine: Machine, state: State, value: Value) -> tuple[list[Value], bool]:
    """Return the known elements of an iterable, and whether these are all."""
    known = known_elements(machine, state, value)
    if known is None and isinstance(value, Ref) and value.kind == "list" and (items := state.get(value.number).items):
        return list(items), False
    return (list(known), True) if known is not None else ([element(machine, state, value, 1)], False)


def element(machine: Machine, state: State, value: Value, number: int) -> Value:
    """Return the element of an iteration over a value; `number` counts from 1."""
    if generator_calls.is_lazy(state, value):
        machine.exhaust(state, value)
    known = known_elements(machine, state, value)
    if known is not None:
        return known[min(number, len(known)) - 1] if known else machine.unknown()
    if isinstance(value, Tensor):
        return tensor_items.row(machine, state, value)
    if isinstance(value, Ref):
        obj = state.get(value.number)
        if obj.instance.loader:
            return loaded(machine, value)
        if value.kind in ("list", "generator", "set", "parameters") and obj.items:
            return obj.items[min(number, len(obj.items)) - 1]
        if value.kind == "module" and ownership.slots(state, value) is not None:
            return machine.plain()
        if value.kind == "module" and obj.module.container and obj.items:
            return obj.items[min(number, len(obj.items)) - 1]
    if isinstance(value, Unknown):
        return Unknown(terms.Element(symbol_of(value), machine.graph.number()), value.graph, "", value.data)
    return machine.unknown()


def holds_batches(state: State, value: Value) -> bool:
    """Return True for a list to which a loop of unknown length has added tensors without a graph, or tuples of them."""
    if not isinstance(value, Ref) or value.kind != "list":
        return False
    obj = state.get(value.number)
    return bool(obj.items) and not obj.exact and obj.holds_known_items and all(_is_batch(state, item) for item in obj.items)


def _is_batch(state: State, value: Value) -> bool:
    if isinstance(value, Sequence):
        return bool(value.items) and all(_is_batch(state, part) for part in value.items)
    return state.without_graph(value)


def batch_like(machine: Machine, value: Value) -> Value:
    """Return another batch of the same structure."""
    if isinstance(value, Sequence):
        return replace(value, items=tuple(batch_like(machine, part) for part in value.items))
    shape = value.shape if isinstance(value, Tensor) else None
    return tensors.data(machine, machine.site(machine.frame.code.at), shape=shape)


def loaded(machine: Machine, loader: Value) -> Unknown:
    """Return a batch of a data loader."""
    return Unknown(terms.Element(symbol_of(loader), machine.graph.number()), Certainty.NO, data=True)
