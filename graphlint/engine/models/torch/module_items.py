"""Subscripts of container modules."""

from __future__ import annotations

from graphlint.autograd.events import Site
from graphlint.engine.domain import terms
from graphlint.engine.domain.constants import known_slice
from graphlint.engine.domain.state import State
from graphlint.engine.domain.symbols import symbol_of
from graphlint.engine.domain.values import Constant, Each, Ref, Sequence, Tensor, Unknown, Value
from graphlint.engine.machine.machine import Machine
from graphlint.engine.models.torch import module_instances
from graphlint.engine.operations import ownership


def item(machine: Machine, state: State, module: Ref, key: Value, site: Site) -> Value:
    """Return `module[key]` for a container module."""
    obj = state.get(module.number)
    if isinstance(key, Constant):
        if isinstance(key.value, int) and obj.exact and -len(obj.items) <= key.value < len(obj.items):
            return obj.items[key.value]
        if isinstance(key.value, str) and key.value in obj.fields:
            return obj.fields[key.value]
    if isinstance(key, Sequence) and obj.module.container == "Sequential":
        reference = machine.allocate(state, "module", obj.type, obj.record)
        bounds = known_slice(key) if obj.exact else None
        target = state.get(reference.number)
        target.items = obj.items[bounds] if bounds is not None else list(obj.items)
        target.exact = bounds is not None
        return reference
    if obj.module.opaque:
        name = f"{obj.module.name}[]"
        return module_instances.opaque(machine, state, Unknown(terms.Item(module.number, symbol_of(key)), name=name), module, name)
    values = [value for value in obj.contents if isinstance(value, Ref | Tensor)]
    if values and obj.module.container in ("ParameterList", "ParameterDict"):
        return Each(tuple(value for value in values if isinstance(value, Tensor)))
    if not values:
        return machine.unknown()
    return values[0] if len({_kind_of(state, value) for value in values}) == 1 else _one_of(machine, state, module, key, values)


def _kind_of(state: State, value: Ref | Tensor) -> object:
    """Return the class of a module; equal for modules of one kind."""
    return state.get(value.number).type if isinstance(value, Ref) else Tensor


def _one_of(machine: Machine, state: State, module: Ref, key: Value, values: list[Ref | Tensor]) -> Ref:
    """Return an unresolved module that stands for one of several modules of different kinds, with the parameters of all of them."""
    some = module_instances.opaque(
        machine, state, Unknown(terms.Item(module.number, symbol_of(key))), module, f"{state.get(module.number).module.name}[]"
    )
    obj = state.edit(some.number)
    if not obj.items:
        obj.items = list(values)
        if ownership.leaves(machine, state, module):
            obj.fields = {name: value for name, value in obj.fields.items() if not isinstance(value, Tensor)}
    return some


def store_item(machine: Machine, state: State, module: Ref, key: Value, value: Value, site: Site) -> None:
    """Execute `module[key] = value`."""
    obj = state.edit(module.number)
    if isinstance(key, Constant) and isinstance(key.value, str):
        obj.fields[key.value] = value
        obj.items = list(obj.fields.values())
    elif isinstance(key, Constant) and isinstance(key.value, int) and -len(obj.items) <= key.value < len(obj.items):
        obj.items[key.value] = value
    else:
        obj.items.append(value)
        obj.exact = False
