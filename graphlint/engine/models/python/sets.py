"""Sets of parameters: their construction, differences and intersections. A set is a list here, whose elements have no order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Constant, Ref, Value
from graphlint.engine.facts import identities
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.models.python import built_ins


def make(machine: Machine, state: State, arguments: Arguments) -> Value:
    """Model `set(iterable)`."""
    value = built_ins.make_list(machine, state, arguments)
    if isinstance(value, Ref):
        identities.note(machine, state.get(value.number).items)
    return value


def select(machine: Machine, state: State, left: Value, right: Value, *, common: bool) -> Ref | None:
    """Return the elements of a set that another one also has, or has not; None if this is not known of all."""
    source = identities.divided(machine, state, left)
    known, others = machine.elements(state, source), machine.elements(state, right)
    if known is None or others is None:
        return None
    inside = [_contains(state, right, others, value) for value in known]
    if None in inside:
        return None
    ref = machine.allocate(state, "list")
    state.get(ref.number).items = [value for value, is_inside in zip(known, inside, strict=True) if is_inside is common]
    return ref


def _contains(state: State, container: Value, items: tuple[Value, ...], value: Value) -> bool | None:
    """Return True if a set has an element, None if unknown."""
    if isinstance(value, Constant) and all(isinstance(item, Constant) for item in items):
        return any(isinstance(item, Constant) and item.value == value.value for item in items)
    return identities.contains(state, container, value)


FUNCTIONS: Final[Mapping[str, built_ins.Handler]] = {"builtins.set": make, "builtins.frozenset": make}
"""The functions that this module models, by qualified name."""
