"""The functions and methods of a file that may be analyzed as roots."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from graphlint.autograd.numbers import ObjectNumber
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Class, Function, Value
from graphlint.engine.roots.execution import Root


def of_file(state: State, scope: ObjectNumber, path: str) -> Iterator[Root]:
    """Yield the functions of a module's scope, and the methods of its classes, that a file defines."""
    for value in named(state, scope):
        if isinstance(value, Function):
            yield from _definitions(value, None, path)
        elif isinstance(value, Class) and value.path == path:
            for item in named(state, value.scope):
                if isinstance(item, Function):
                    yield from _definitions(item, value, path)


def _definitions(value: Function, owner: Class | None, path: str) -> Iterator[Root]:
    """Yield the definition that a decorator wrapped, called through the wrapper, and the function itself, if the file defines them."""
    wrapped = value.wrapped
    if wrapped is not None and wrapped.code.path == path:
        yield Root(replace(wrapped, owner=value.owner), owner, False, wrapper=value)
    if value.code.path == path:
        yield Root(value, owner, False)


def named(state: State, scope: ObjectNumber) -> list[Value]:
    """Return the values of the variables of a scope."""
    return [value for name, value in state.heap[scope].fields.items() if isinstance(name, str)] if scope in state.heap else []
