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
    if any(Effect.BACKWARD in machine.evidence.roots(item.code.path).effects(item.code) for _, item in methods):
        return False
    return any(
        Effect.REQUIRES_GRAD in machine.evidence.callee_effects(item.code.path, item.code.at[0])
        for made, item in methods
        if any(item.code.at[0] <= line <= item.code.at[2] for line in machine.evidence.stores(made.path, made.name, key.name))
    )


def _methods(state: State, owner: Class) -> Iterator[tuple[Class, Function]]:
    """Yield the methods of a class, each with the class that defines it."""
    seen = set[object]()
    for made in owner.order:
        fields = state.heap[made.scope].fields if made.scope in state.heap else {}
        yield from ((made, value) for name, value in fields.items() if name not in seen and isinstance(value, Function))
        seen.update(fields)
