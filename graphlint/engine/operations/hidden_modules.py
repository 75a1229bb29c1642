"""Modules and parameters in lists, tuples and dicts of a module, which `parameters()`, `to()` and `state_dict()` do not see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from graphlint.autograd.events import Site, UnregisteredModules
from graphlint.engine.domain.bounds import LEVELS_AROUND_A_MODULE
from graphlint.engine.domain.objects import contents_of
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NO, Ref, Sequence, Tensor, Value
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import ownership


def note_container(state: State, module: Ref, name: str, value: Value, site: Site) -> None:
    """Note the assignment of a list, tuple or dict to an attribute of a module."""
    if isinstance(value, Sequence) or (isinstance(value, Ref) and value.kind in ownership.HIDING):
        before = state.get(module.number).fields.get(name)
        if isinstance(value, Ref) and isinstance(before, Ref) and before.number == value.number:
            # `self.x += [...]` assigns the same list.
            return
        obj = state.edit(module.number)
        others = tuple(pair for pair in obj.module.containers if pair[0] != name)
        obj.record = replace(obj.module, containers=(*others, (name, site)))


def emit(machine: Machine, state: State, module: Ref) -> None:
    """Emit an event for each container of a module that hides modules or parameters to train."""
    obj = state.get(module.number)
    registered: set[int] | None = None
    for name, site in obj.module.containers:
        value = obj.fields.get(name)
        if value is None:
            continue
        elements = list(_elements(state, value, LEVELS_AROUND_A_MODULE))
        modules = [item for item in elements if isinstance(item, Ref) and item.kind == "module"]
        parameters = [item for item in elements if isinstance(item, Tensor) and item.parameter]
        if not modules and not parameters:
            continue
        if registered is None:
            registered = {leaf.number for leaf in ownership.leaves(machine, state, module)}
        inside = [*parameters, *(leaf for ref in modules for leaf in ownership.leaves(machine, state, ref))]
        hidden = [leaf for leaf in inside if leaf.number not in registered and state.needs_grad(leaf) is not NO]
        if hidden:
            count = len({ref.number for ref in modules}), len({tensor.number for tensor in parameters})
            nested = len(elements) > len(list(_elements(state, value, 1)))
            others = nested or len(elements) > len(modules) + len(parameters)
            leaves = frozenset(state.node(leaf) for leaf in hidden)
            machine.graph.emit(UnregisteredModules(site, machine.context, name, leaves, *count, others))


def _elements(state: State, value: Value, depth: int) -> Iterator[Value]:
    """Yield the elements of a list, tuple or dict, and those of its containers."""
    items = contents_of(state.heap, value, ownership.HIDING)
    if items is None:
        yield value
        return
    for item in items if depth else ():
        yield from _elements(state, item, depth - 1)
