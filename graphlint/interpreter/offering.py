"""The program's functions that code not at hand is given: it may call them, and walk what they build."""

from __future__ import annotations

from graphlint.interpreter import classes
from graphlint.interpreter.machine import Machine
from graphlint.interpreter.state import State
from graphlint.interpreter.values import Bound, Function, Partial, Ref, Sequence, Value


def offer(machine: Machine, state: State, value: Value, depth: int = 2) -> None:
    """Note the functions of the entered file that a value gives access to: itself, what it is bound to or holds, the pass of a module."""
    if isinstance(value, Function):
        if value.code.path == machine.home:
            machine.offered.setdefault(value.code.at[0], value)
    elif isinstance(value, Bound | Partial):
        offer(machine, state, value.function, depth)
    elif depth and isinstance(value, Sequence):
        for item in value.items:
            offer(machine, state, item, depth - 1)
    elif isinstance(value, Ref) and value.kind in ("module", "instance"):
        for name in ("forward", "__call__"):
            if (found := classes.find_method(state, value, name)) is not None:
                offer(machine, state, found, depth)
