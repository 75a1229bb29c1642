"""Modules that a method of their owner has stored: the method may have frozen them."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.engine.domain.state import State
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.terms import FieldSymbol
from graphlint.engine.domain.values import Class, Function
from graphlint.engine.machine.machine import Machine
from graphlint.project.file_summary import Effect


def may_be_frozen(machine: Machine, state: State, key: Symbol) -> bool:
    """Return True if a value is an attribute of an object whose methods store and may freeze it, and never run backward.

    A backward pass of another method shows that some parameters are left to train.
    """
    if not isinstance(key, FieldSymbol) or key.object not in state.heap:
        return False
    owner = state.get(key.object).type
    if not isinstance(owner, Class):
        return False
    methods = list(_methods(state, owner))
    if any(Effect.BACKWARD in machine.evidence.roots(function.code.path).effects(function.code) for _, function in methods):
        return False
    return any(
        Effect.REQUIRES_GRAD in machine.evidence.callee_effects(function.code.path, function.code.at[0])
        for cls, function in methods
        if any(function.code.at[0] <= line <= function.code.at[2] for line in machine.evidence.stores(cls.path, cls.name, key.name))
    )


def _methods(state: State, owner: Class) -> Iterator[tuple[Class, Function]]:
    """Yield the methods of a class, each with the class that defines it."""
    seen = set[object]()
    for cls in owner.order:
        fields = state.heap[cls.scope].fields if cls.scope in state.heap else {}
        yield from ((cls, value) for name, value in fields.items() if name not in seen and isinstance(value, Function))
        seen.update(fields)
