"""The objects that code reaches which receives values and is not executed."""

from __future__ import annotations

from collections.abc import Iterable

from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Bound, Function, Partial, Ref, Value


def reachable_objects(state: State, values: Iterable[Value]) -> tuple[set[int], bool]:
    """Return the numbers of the objects that values reach, and whether the code may reach all others, too: by a function of the program."""
    given = list[object](values)
    everything = any(isinstance(value, Function | Bound | Partial) for value in given)
    return {value.number for value in state.values_below(given) if type(value) is Ref}, everything
