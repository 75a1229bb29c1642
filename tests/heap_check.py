"""A check of the interpreter for tests: a value refers only to objects that the heap of its own state holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from enum import Enum

import pytest

from graphlint.autograd.events import Context, Site
from graphlint.autograd.numbers import ObjectNumber
from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.state import State
from graphlint.engine.domain.term import Term
from graphlint.engine.domain.values import Class, Function, Namespace, Ref
from graphlint.engine.machine.machine import Machine
from graphlint.ir.instructions import Block, FunctionCode

WITHOUT_REFERENCES = (str, bytes, bool, int, float, complex, type(None), Enum, Site, Context, Term, FunctionCode)


_SIMPLE: set[type] = set()
"""The classes of values without references that were seen so far."""


class DanglingReference(AssertionError):
    """A state holds a value that refers to an object which its heap does not hold."""


def check_state(state: State, known: dict[int, tuple[Object, frozenset[int]]]) -> None:
    """Raise DanglingReference if a value of a state refers to an object that is not on its heap.

    Args:
        known: the references of objects to which no path may write, by the object's id().
    """
    heap = state.heap
    for number, made in heap.items():
        if number in state.owned:
            found = references((made,))
        else:
            entry = known.get(id(made))
            if entry is None or entry[0] is not made:
                entry = known[id(made)] = made, references((made,))
            found = entry[1]
        _require(found, heap, f"object {number} ({made.kind})")
    _require(references(state.known.values()), heap, "a known value")
    _require(references(state.facts.obtained.values()), heap, "a value obtained again")
    _require(references(state.callbacks), heap, "a forward hook")
    _require(references((state.result,)), heap, "the result")


def _require(numbers: frozenset[int], heap: Mapping[ObjectNumber, Object], holder: str) -> None:
    if not numbers <= heap.keys():
        raise DanglingReference(f"{holder} refers to {sorted(numbers - heap.keys())}, which this state does not hold")


def references(values: Iterable[object]) -> frozenset[int]:
    """Return the numbers of the objects to which values refer, directly or as parts of other values, without following objects."""
    found: set[int] = set()
    seen: set[int] = set()
    stack = list(values)
    while stack:
        value = stack.pop()
        if type(value) in _SIMPLE or id(value) in seen:
            continue
        if isinstance(value, WITHOUT_REFERENCES):
            _SIMPLE.add(type(value))
            continue
        seen.add(id(value))
        if isinstance(value, Ref):
            found.add(value.number)
        elif isinstance(value, Function):
            found.update(value.scopes)
        elif isinstance(value, Class | Namespace):
            found.add(value.scope)
        elif isinstance(value, Object) and value.attributes:
            found.add(value.attributes)
        stack.extend(_parts(value))
    return frozenset(found)


def _parts(value: object) -> Iterator[object]:
    if is_dataclass(value):
        yield from (getattr(value, item.name) for item in fields(value))
    elif isinstance(value, Mapping):
        yield from value.values()
    elif isinstance(value, (tuple, list, set, frozenset)):
        yield from value


@contextmanager
def checked_heaps() -> Iterator[None]:
    """Check every state after every block of instructions that the interpreter executes."""
    run: Callable[[Machine, Block, list[State]], list[State]] = Machine.run
    known: dict[int, tuple[Object, frozenset[int]]] = {}
    latest: list[Machine] = []

    def checked(machine: Machine, block: Block, states: list[State]) -> list[State]:
        if latest != [machine]:
            latest[:] = [machine]
            known.clear()
        after = run(machine, block, states)
        for state in after:
            try:
                check_state(state, known)
            except DanglingReference as problem:
                raise DanglingReference(f"{machine.here()}: {problem}") from None
        return after

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Machine, "run", checked)
        yield
