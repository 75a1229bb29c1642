"""Class roots: inherited methods that call methods of a subclass, each analyzed on an instance of the subclass.

A loop in a base class calls a step defined in the subclass. Analyzed on an instance of the base class, the loop lacks the effects of the
step; the step, analyzed as a root, lacks the loop.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from graphlint.engine.domain import class_lookup
from graphlint.engine.domain.bounds import INHERITED_METHODS
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Class, Function, Value
from graphlint.engine.machine.machine import Machine

SPECIAL_ROOTS: Final = frozenset(("__call__", "__iter__", "__next__"))
"""Special methods that may be class roots."""


def inherited(machine: Machine, state: State, cls: Class) -> list[Function]:
    """Return the inherited methods that are roots of a class: they depend on its own definitions, and no other such method calls them."""
    methods = [function for function in _methods(state, cls) if _is_root(machine, state, cls, function)]
    called = {name for function in methods for name in called_attributes(machine, state, cls, function)}
    first = [function for function in methods if function.code.name not in called]
    return (first or methods)[:INHERITED_METHODS]


def overridden_callees(machine: Machine, state: State, cls: Class, function: Function) -> list[Function]:
    """Return the methods that an inherited method calls, directly or indirectly, and that a subclass of the method's class defines."""
    order = cls.order
    home = order.index(function.owner) if function.owner in order else 0
    callees = (class_lookup.attribute(state, cls, name) for name in called_attributes(machine, state, cls, function))
    return [value for value in callees if isinstance(value, Function) and value.owner in order[:home]]


def _methods(state: State, cls: Class) -> Iterator[Function]:
    """Yield the methods that a class inherits and no class before in the resolution order overrides."""
    seen = set(_names(state, cls))
    for base in cls.order[1:]:
        if base.scope not in state.heap:
            continue
        for name, value in state.heap[base.scope].fields.items():
            if isinstance(name, str) and name not in seen and isinstance(value, Function) and value.kind == "":
                yield value
        seen.update(_names(state, base))


def _names(state: State, cls: Class) -> Iterable[Value | object]:
    return state.heap[cls.scope].fields if cls.scope in state.heap else ()


def _is_root(machine: Machine, state: State, cls: Class, function: Function) -> bool:
    name = function.code.name
    if name.startswith("__") and name not in SPECIAL_ROOTS:
        return False
    if not machine.is_eventful(function.code):
        return False
    return bool(overridden_callees(machine, state, cls, function)) or _is_completed(machine, state, cls, function)


def _is_completed(machine: Machine, state: State, cls: Class, function: Function) -> bool:
    """Return True if a subclass of the method's class determines fields that the method uses.

    Its constructor does, if it is the only one or stores what the method calls; and so do the methods that an inherited constructor calls
    and the subclass overrides.
    """
    init, owner = class_lookup.attribute(state, cls, "__init__"), function.owner
    if not isinstance(init, Function) or owner is None or init.owner is None:
        return False
    inherited_init = class_lookup.attribute(state, owner, "__init__")
    if not isinstance(inherited_init, Function):
        return init.owner not in owner.order
    if overridden_callees(machine, state, cls, inherited_init):
        return True
    first = cls.order[: cls.order.index(owner)] if owner in cls.order else ()
    return any(
        machine.evidence.stores(item.path, item.name, name) for item in first for name in called_attributes(machine, state, cls, function)
    )


def called_attributes(machine: Machine, state: State, cls: Class, function: Function) -> frozenset[str]:
    """Return the names of the attributes of self that a method calls, or of which it calls methods, directly or indirectly, on an instance
    of a class."""
    names_called: set[str] = set()
    waiting, seen = [function], {id(function.code)}
    while waiting:
        item = waiting.pop()
        names = machine.evidence.roots(item.code.path).self_calls(item.code) - names_called
        names_called |= names
        for name in names:
            other = class_lookup.attribute(state, cls, name)
            if isinstance(other, Function) and id(other.code) not in seen:
                seen.add(id(other.code))
                waiting.append(other)
    return frozenset(names_called)
