"""Stores by code that is not executed, in the objects that it can reach."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from graphlint.autograd.events import Certainty, Site
from graphlint.autograd.numbers import ObjectNumber
from graphlint.engine.domain.bounds import LEVELS_TO_A_STORE
from graphlint.engine.domain.objects import CONTAINERS, Object
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Class, Function, Ref, Sequence, Tensor, Unknown, Value
from graphlint.engine.machine.machine import Machine
from graphlint.engine.retention.held_graphs import tensors_with_graph
from graphlint.ir.instructions import FunctionCode

OBJECTS: Final = ("instance", "module")

_HOLDING: Final = frozenset((Tensor, Sequence, Ref, Unknown))
"""The classes of values that may depend on nodes."""

_WITH_OBJECTS: Final = frozenset((*OBJECTS, "list", "dict"))
"""The kinds of objects that lead to other objects."""


def attributes(machine: Machine, state: State, values: Iterable[Value], site: Site, code: FunctionCode | None = None) -> None:
    """Make the graphs in attributes that a call may have assigned uncertain.

    Args:
        values: the values from which the call can reach objects.
        site: the call.
        code: the called function, None if unresolved.
    """
    for reference in _objects(state, values):
        obj = state.get(reference.number)
        owner = obj.type if isinstance(obj.type, Class) else None
        assigned = machine.code_facts.assigned.setdefault((owner, code), {})
        for name, value in list(obj.fields.items()):
            if type(value) not in _HOLDING or (type(value) is Ref and value.kind not in CONTAINERS) or not isinstance(name, str):
                continue
            if (may_assign := assigned.get(name)) is None:
                may_assign = assigned[name] = _is_assigned(machine, state, owner, name, code)
            if may_assign and (nodes := _nodes(machine, state, value)):
                replaced = machine.unknown()
                machine.graph.unresolved.node(machine.graph, replaced.symbol, site, below=nodes)
                state.edit(reference.number).fields[name] = replaced


def _nodes(machine: Machine, state: State, value: Value) -> list[int]:
    """Return the nodes on which a value depends, or may depend if it is unknown."""
    if not isinstance(value, Unknown):
        return [state.node(tensor) for tensor in tensors_with_graph(state, value)]
    node = machine.graph.unresolved.node_or_none(machine.graph, value.symbol) if value.graph is not Certainty.NO else None
    return [] if node is None else [node]


def _objects(state: State, values: Iterable[Value]) -> list[Ref]:
    """Return the objects of the program's classes that are reachable from values, each before those in it."""
    objects: list[Ref] = []
    _search(state.heap, values, LEVELS_TO_A_STORE, set(), objects)
    return objects


def _search(heap: Mapping[ObjectNumber, Object], values: Iterable[Value], reach: int, seen: set[int], objects: list[Ref]) -> None:
    """Add the objects of the program's classes that are reachable from values to those that are found."""
    for value in values:
        if type(value) is not Ref or value.number in seen or value.number not in heap:
            continue
        seen.add(value.number)
        if value.kind in OBJECTS:
            objects.append(value)
        if reach and value.kind in _WITH_OBJECTS:
            obj = heap[value.number]
            _search(heap, obj.fields.values(), reach - 1, seen, objects)
            if obj.items:
                _search(heap, obj.items, reach - 1, seen, objects)


def _is_assigned(machine: Machine, state: State, cls: Class | None, name: str, code: FunctionCode | None) -> bool:
    """Return True if a method other than the constructor assigns an attribute, or the called function mentions it."""
    if code is not None and any(code.at[0] <= line <= code.at[2] for line in machine.evidence.mentions(code.path, name)):
        return True
    for owner in cls.order if cls is not None else ():
        lines = machine.evidence.stores(owner.path, owner.name, name)
        constructor = state.get(owner.scope).fields.get("__init__") if lines and owner.scope in state.heap else None
        if isinstance(constructor, Function):
            first, _, last, _ = constructor.code.at
            lines = [line for line in lines if not first <= line <= last]
        if lines:
            return True
    return False
