"""What a dict holds where the keys of it are not known."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from graphlint.autograd.events import Site
from graphlint.engine.domain.state import CONTAINERS, Object, State
from graphlint.engine.domain.symbols import apart, is_open_slot, slot_of
from graphlint.engine.domain.values import Each, Ref, Sequence, Tensor, Value
from graphlint.engine.facts import dependencies
from graphlint.engine.machine.machine import Machine


def overwrite(machine: Machine, made: Object, slot: Hashable, value: Value) -> None:
    """Store a value in a dict. What was stored under a key that is not known may be gone when another such key is stored.

    Two elements of one iteration are two keys, and so are keys that are made in two ways; those of two iterations may be the same.
    """
    doubted = _doubted(made) - {slot}
    if is_open_slot(slot):
        runs = [turn.run for turn in machine.context.turns]
        others = ((other, old) for other, old in made.fields.items() if is_open_slot(other) and other != slot)
        doubted |= {other for other, old in others if _may_carry(old) and not apart(slot, other, runs)}
    if doubted or made.container.doubted is not None:
        made.record = replace(made.container, doubted=frozenset(doubted))
    made.fields[slot] = value


def _may_carry(value: Value) -> bool:
    """Whether a value may be or hold a tensor."""
    return isinstance(value, Tensor | Each | Sequence) or (isinstance(value, Ref) and value.kind in CONTAINERS)


def _doubted(made: Object) -> frozenset[Hashable]:
    """The slots of a dict of which nobody knows whether they still hold what was stored there."""
    return made.container.doubted or frozenset()


def held(machine: Machine, state: State, source: Ref, key: Value, site: Site) -> Value | None:
    """What a dict holds under a key, None where that is not known."""
    made, slot = state.get(source.number), slot_of(key)
    return _one_of_open(machine, state, made, site) if slot in _doubted(made) else made.fields.get(slot)


def contents(machine: Machine, state: State, source: Ref, site: Site) -> dict[Hashable, Value]:
    """What a dict holds under each key."""
    made = state.get(source.number)
    doubted = _doubted(made)
    return {slot: _one_of_open(machine, state, made, site) if slot in doubted else value for slot, value in made.fields.items()}


def _one_of_open(machine: Machine, state: State, made: Object, site: Site) -> Value:
    """One of the values that a dict was given under keys that are not known."""
    return dependencies.some_of(machine, state, tuple(value for slot, value in made.fields.items() if is_open_slot(slot)), site)
