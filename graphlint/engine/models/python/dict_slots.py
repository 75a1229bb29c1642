"""Slots of a dict with unknown keys: weak updates, and the classes that an unknown key may select."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace

from graphlint.autograd.events import Site
from graphlint.autograd.presumptions import Presumption
from graphlint.engine.domain.bounds import ALTERNATIVES
from graphlint.engine.domain.objects import CONTAINERS, Object
from graphlint.engine.domain.state import State
from graphlint.engine.domain.symbols import apart, slot_of
from graphlint.engine.domain.term import Term
from graphlint.engine.domain.terms import Equals, OpenSlot, constant
from graphlint.engine.domain.values import Api, Bound, Class, Each, Function, Partial, Ref, Sequence, Tensor, Unknown, Value
from graphlint.engine.facts import conditions, dependencies, gradients_inside
from graphlint.engine.machine.frames import Frame
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome


def overwrite(machine: Machine, obj: Object, slot: Hashable, value: Value) -> None:
    """Store a value in a slot. A store under an unknown key makes older slots of unknown keys uncertain.

    Keys of different elements of one loop run, or computed in different ways, are different; keys of different runs may be equal.
    """
    doubted = _doubted(obj) - {slot}
    if type(slot) is OpenSlot:
        runs = [turn.run for turn in machine.context.iterations]
        others = ((other, old) for other, old in obj.fields.items() if type(other) is OpenSlot and other != slot)
        doubted |= {other for other, old in others if _may_carry(old) and not apart(slot, other, runs)}
    if doubted or obj.container.doubted is not None:
        obj.record = replace(obj.container, doubted=frozenset(doubted))
    obj.fields[slot] = value


def _may_carry(value: Value) -> bool:
    """Return True if a value may be or contain a tensor."""
    return isinstance(value, Tensor | Each | Sequence) or (isinstance(value, Ref) and value.kind in CONTAINERS)


def _doubted(obj: Object) -> frozenset[Hashable]:
    """Return the slots whose values may have been overwritten."""
    return obj.container.doubted or frozenset()


def value_at(machine: Machine, state: State, source: Ref, key: Value, site: Site) -> Value | None:
    """Return the value under a key of a dict, None if it is unknown."""
    obj, slot = state.get(source.number), slot_of(key)
    return _one_of_open(machine, state, obj, site) if slot in _doubted(obj) else obj.fields.get(slot)


def has_open(obj: Object) -> bool:
    """Return True if a dict has elements under unknown keys."""
    return any(type(slot) is OpenSlot for slot in obj.fields)


def contents(machine: Machine, state: State, source: Ref, site: Site) -> dict[Hashable, Value]:
    """Return the values of a dict by slot."""
    obj = state.get(source.number)
    doubted = _doubted(obj)
    return {slot: _one_of_open(machine, state, obj, site) if slot in doubted else value for slot, value in obj.fields.items()}


def _one_of_open(machine: Machine, state: State, obj: Object, site: Site) -> Value:
    """Return an unknown value that is one of those stored under unknown keys."""
    return dependencies.some_of(machine, state, tuple(value for slot, value in obj.fields.items() if type(slot) is OpenSlot), site)


def fork_on_key(machine: Machine, state: State, values: Mapping[Hashable, Value], key: Value) -> list[State] | None:
    """Fork the state on an unknown key of a registry of classes if some of them, and not all, compute a gradient in their forward pass:
    one path for each of the two kinds, with its first class as result. None otherwise."""
    if not (isinstance(key, Unknown) and all(isinstance(value, Class | Ref) for value in values.values())):
        return None
    first: dict[bool, tuple[Hashable, Value]] = {}
    for slot, value in values.items():
        if is_in_construction(machine, state, value):
            continue
        first.setdefault(gradients_inside.computes(machine, state, value), (slot, value))
    if len(first) < 2:
        return None
    return _one_path_each(machine, state, first.values(), key)


def _one_path_each(machine: Machine, state: State, items: Iterable[tuple[Hashable, Value]], key: Value) -> list[State]:
    """Fork the state on a key: one path for each of some items, with its value as result."""
    paths: list[State] = []
    for slot, value in items:
        path = state.fork()
        if isinstance(key, Unknown):
            conditions.assume(machine, path, _selects(key, slot), True)
        path.result = value
        paths.append(path)
    return paths


def _selects(key: Unknown, slot: Hashable) -> Equals:
    """Return the condition that a key is that of a slot."""
    return Equals(key.symbol, slot if isinstance(slot, Term) else constant(slot))


def alternatives(machine: Machine, state: State, values: Mapping[Hashable, Value], key: Value) -> Outcome | None:
    """Return the objects or functions that an unknown key may select, each on a path; None for other values, and for too many of them.

    The first class stands for all: what a program constructs by name is used in the same way.
    """
    if not values or not all(isinstance(value, Ref | Function | Bound | Partial | Class | Api) for value in values.values()):
        return None
    if isinstance(key, Unknown):
        truths = {slot: state.condition.decide(_selects(key, slot), machine.graph.loops.indices) for slot in values}
        chosen = [slot for slot, truth in truths.items() if truth] or [slot for slot, truth in truths.items() if truth is None]
        values = {slot: values[slot] for slot in chosen} or values
    items = {value: slot for slot, value in values.items()}
    if len(items) == 1 or (all(isinstance(value, Class) for value in items) and machine.graph.presumes(Presumption.ONE_SIDE)):
        return next(iter(items))
    if len(items) > ALTERNATIVES:
        return None
    return _one_path_each(machine, state, ((slot, value) for value, slot in items.items()), key)


def is_in_construction(machine: Machine, state: State, value: Value) -> bool:
    """Return True if the constructor of a class is in progress: the parts of an object that a registry selects are presumed to be others.

    The class would contain itself without end. It is the only one that is known if other files register theirs.
    """
    in_progress = isinstance(value, Class) and any(
        frame.code.name == "__init__" and frame.code.parameters and _is_instance(state, frame, value) for frame in machine.frames
    )
    return in_progress and machine.graph.presumes(Presumption.ONE_SIDE)


def _is_instance(state: State, frame: Frame, cls: Class) -> bool:
    """Return True if the first argument of a call in progress is an instance of exactly this class."""
    scope = state.heap.get(frame.scope)
    receiver = None if scope is None else scope.fields.get(frame.code.parameters[0].name)
    return isinstance(receiver, Ref) and receiver.number in state.heap and state.get(receiver.number).type == cls
