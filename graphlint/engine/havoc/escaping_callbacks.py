"""Escaping callbacks: functions of the program that unresolved code receives and may call.

Those of the root's file are later analyzed as roots.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.engine.domain import class_lookup
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import MAYBE, Bound, Function, Partial, Ref, Sequence, Value
from graphlint.engine.machine.machine import Machine


def record(machine: Machine, state: State, value: Value) -> bool:
    """Record the functions of the root's file that are reachable from a value, and return True if there is any."""
    is_recorded = False
    for function in functions_in(state, value):
        if function.code.path == machine.home:
            machine.functions.escaping.setdefault(function.code.at[0], function)
            if function.code.at[0] not in machine.functions.flags_at_escape:
                machine.functions.flags_at_escape[function.code.at[0]] = dict(state.needs)
            is_recorded = True
    return is_recorded


def doubt_flags(machine: Machine, state: State, function: Function) -> None:
    """Make `requires_grad` uncertain where it has changed since unresolved code received a function, which may have called it before."""
    before = machine.functions.flags_at_escape.get(function.code.at[0])
    if before is None or before == state.needs:
        return
    for number, tensor in state.held_tensors().items():
        if before.get(number, tensor.needs) is not state.needs.get(number, tensor.needs):
            state.needs[number] = MAYBE


def functions_in(state: State, value: Value, depth: int = 2) -> Iterator[Function]:
    """Yield the functions reachable from a value: itself, a bound function, items of a tuple, the forward method of a module.

    A class may have another object, or its own instance, as its `__call__`.
    """
    if isinstance(value, Function):
        yield value
    elif isinstance(value, (Bound, Partial)):
        yield from functions_in(state, value.function, depth)
    elif depth > 0 and isinstance(value, Sequence):
        for item in value.items:
            yield from functions_in(state, item, depth - 1)
    elif depth >= 0 and isinstance(value, Ref) and value.kind in ("module", "instance"):
        for name in ("forward", "__call__"):
            if (function := class_lookup.find_method(state, value, name)) is not None:
                yield from functions_in(state, function, depth - 1)
