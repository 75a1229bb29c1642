"""Conditions on which both a function and one of its callers depend: the path conditions of the two must agree.

A constructor agrees in the same way with the methods that are analyzed on the instance that it constructs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graphlint.autograd.numbers import ObjectNumber
from graphlint.engine.domain.state import State
from graphlint.engine.domain.symbols import symbol_of
from graphlint.engine.domain.term import Symbol, Term
from graphlint.engine.domain.terms import AttributeSymbol
from graphlint.engine.domain.values import Class, Deferred, Function, Ref, Unknown, Value
from graphlint.engine.exec import lazy_imports
from graphlint.engine.machine.machine import Machine


def is_tested_by_caller(machine: Machine, state: State, condition: Symbol) -> bool:
    """Return True if a caller with effects on graphs, or a method of the instance in construction, tests a value of this condition, too.

    Choosing one side here would decide the condition of the other function.
    """
    parts: frozenset[Symbol] | None = None
    for frame in machine.frames[:-1]:
        if frame.method_tests:
            scopes, tested = machine.frame.scopes, frame.method_tests
        else:
            scopes, tested = frame.scopes, frame.code.tested if machine.is_eventful(frame.code) else frozenset()
        if tested:
            parts = parts or frozenset(_parts(condition))
            symbols = frozenset(symbol for symbol in _symbols(machine, state, scopes, tested) if symbol in parts)
            if symbols and _depends_on(condition, symbols, tested):
                return True
    return False


def _parts(symbol: Symbol) -> list[Symbol]:
    """Return a symbol and all symbols in it."""
    parts = [symbol]
    for part in parts:
        if isinstance(part, Term):
            parts.extend(part.symbols())
    return parts


def of_methods(machine: Machine, state: State, cls: Class) -> frozenset[str]:
    """Return the names in the conditions of a class's methods with effects on graphs, inherited ones included."""
    members = (value for owner in cls.order for value in state.get(owner.scope).fields.values())
    methods = (value.code for value in members if isinstance(value, Function) and value.code.name != "__init__")
    return frozenset[str]().union(*(code.tested for code in methods if machine.is_eventful(code)))


def _symbols(machine: Machine, state: State, scopes: Iterable[ObjectNumber], tested: frozenset[str]) -> Iterator[Symbol]:
    """Yield the symbols of the unknown values that conditions name, as the scopes of a call bind the names."""
    for scope in scopes:
        fields = state.heap[scope].fields
        for name in tested.intersection(fields):
            value: Value | None = fields[name]
            if isinstance(value, Deferred):
                # A condition that depends on a name of another file has executed its statements already, on this path.
                value = lazy_imports.installed(machine, state, value.module, value.member)
            if isinstance(value, Unknown):
                yield value.symbol
            elif isinstance(value, Ref) and value.kind in ("instance", "module") and value.number in state.heap:
                # The statements of the other file may have been executed on another path.
                held = state.get(value.number).fields
                for attribute in tested.intersection(held):
                    if isinstance(held[attribute], Unknown):
                        yield symbol_of(held[attribute])


def _depends_on(condition: Symbol, symbols: frozenset[Symbol], tested: frozenset[str]) -> bool:
    if condition in symbols:
        return True
    if not isinstance(condition, Term):
        return False
    if type(condition) is AttributeSymbol:
        return condition.name in tested and _depends_on(condition.of, symbols, tested)
    return any(_depends_on(part, symbols, tested) for part in condition.symbols())
