"""Deep copies of tensors, modules and containers."""

from __future__ import annotations

from dataclasses import replace

from graphlint.autograd.events import Certainty, Site
from graphlint.autograd.numbers import NO_OBJECT, StorageNumber
from graphlint.engine.domain.objects import HOLDERS
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Each, Ref, Sequence, Tensor, Value
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import tensors


def deep_copy(machine: Machine, state: State, value: Value, site: Site, seen: dict[int, Value] | None = None) -> Value:
    """Return a deep copy of a value, with new leaves and objects; `seen` maps copied objects to their copies."""
    seen = {} if seen is None else seen
    if isinstance(value, Tensor):
        return _tensor(machine, state, value, site, seen)
    if isinstance(value, Each):
        copies = (_tensor(machine, state, tensor, site, seen) for tensor in value.tensors)
        return Each(tuple(item for item in copies if isinstance(item, Tensor)))
    if isinstance(value, Sequence):
        return Sequence(tuple(deep_copy(machine, state, item, site, seen) for item in value.items), value.fields)
    if isinstance(value, Ref) and (value.kind in HOLDERS or value.kind == "parameters"):
        if value.number in seen:
            return seen[value.number]
        original = state.get(value.number)
        ref = machine.allocate(state, value.kind, original.type, original.record)
        seen[value.number] = ref
        target = state.get(ref.number)
        target.exact, target.capacity = original.exact, original.capacity
        if original.attributes:
            attributes = seen.get(original.attributes) or deep_copy(machine, state, Ref(original.attributes, "instance"), site, seen)
            target.attributes = attributes.number if isinstance(attributes, Ref) else NO_OBJECT
        target.items = [deep_copy(machine, state, item, site, seen) for item in original.items]
        target.fields = {name: deep_copy(machine, state, item, site, seen) for name, item in original.fields.items()}
        return ref
    return value


def _tensor(machine: Machine, state: State, value: Tensor, site: Site, seen: dict[int, Value]) -> Value:
    if value.number in seen:
        return seen[value.number]
    needs = state.needs_grad(value)
    number = machine.graph.number()
    if value.leaf is Certainty.YES and needs is not Certainty.NO:
        tensor = replace(value, number=number, node=machine.graph.leaf(site), storage=StorageNumber(number), family=number, needs=needs)
    elif needs is Certainty.NO:
        tensor = replace(
            value, number=number, node=value.node and machine.graph.leaf(site), storage=StorageNumber(number), family=number, needs=needs
        )
    else:
        tensor = tensors.new(machine, site, state.node(value), needs)
    seen[value.number] = tensor
    return tensor
