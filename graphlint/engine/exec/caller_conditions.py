"""Conditions on which both a function and one of its callers depend: the path conditions of the two must agree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from graphlint.engine.domain.state import State
from graphlint.engine.domain.symbols import symbol_of
from graphlint.engine.domain.term import Symbol, Term
from graphlint.engine.domain.terms import Attribute
from graphlint.engine.domain.values import Ref, Unknown
from graphlint.engine.machine.frames import Frame
from graphlint.engine.machine.machine import Machine


def is_tested_by_caller(machine: Machine, state: State, condition: Symbol) -> bool:
    """Return True if a caller with effects on graphs also tests a value of this condition.

    Choosing one side here would decide the caller's condition.
    """
    for frame in machine.frames[:-1]:
        tested = frame.code.tested
        if tested and machine.is_eventful(frame.code) and _depends_on(condition, frozenset(_symbols(state, frame)), tested):
            return True
    return False


def representatives(states: list[State], conditions: Iterable[Symbol], stands_for: Callable[[State, State], bool]) -> list[State]:
    """Return the first path for each combination of truth values of the conditions, and those for which it does not stand."""
    found: dict[tuple[bool | None, ...], list[State]] = {}
    keys = tuple(conditions)
    for state in states:
        same = found.setdefault(tuple(state.condition.truths.get(key) for key in keys), [])
        if not any(stands_for(one, state) for one in same):
            same.append(state)
    return [state for same in found.values() for state in same]


def _symbols(state: State, frame: Frame) -> Iterator[Symbol]:
    """Yield the keys of the unknown values that the conditions of a call's code name."""
    tested = frame.code.tested
    for scope in frame.scopes:
        fields = state.heap[scope].fields
        for name in tested & fields.keys():
            value = fields[name]
            if isinstance(value, Unknown):
                yield value.symbol
            elif isinstance(value, Ref) and value.kind in ("instance", "module"):
                held = state.get(value.number).fields
                for attribute in tested & held.keys():
                    if isinstance(held[attribute], Unknown):
                        yield symbol_of(held[attribute])


def _depends_on(condition: Symbol, symbols: frozenset[Symbol], tested: frozenset[str]) -> bool:
    if condition in symbols:
        return True
    if not isinstance(condition, Term):
        return False
    if type(condition) is Attribute:
        return condition.name in tested and _depends_on(condition.of, symbols, tested)
    return any(_depends_on(part, symbols, tested) for part in condition.symbols())
