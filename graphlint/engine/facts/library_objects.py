"""Small library objects, such as iterators, loaders and scalers: their kind, and the values from which they were constructed."""

from __future__ import annotations

from typing import NamedTuple

from graphlint.engine.domain.records import LibraryKind, LibraryRecord
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Ref, Value
from graphlint.engine.machine.machine import Machine


def make(
    machine: Machine,
    state: State,
    kind: LibraryKind,
    *sources: Value,
    start: Value | None = None,
    enabled: Value | None = None,
    unknown: bool = False,
) -> Ref:
    """Allocate a small library object, such as an iterator."""
    return machine.allocate(state, "helper", None, LibraryRecord(kind, sources, 0, start, enabled, unknown))


def sources_of(state: State, value: Ref) -> tuple[LibraryKind, tuple[Value, ...]]:
    """Return the kind of a library object and the values from which it was constructed."""
    record = state.heap[value.number].library
    return record.kind, record.sources


class Iterator(NamedTuple):
    """An iterator that iter() returned: its iterable, and the number of elements taken from it."""

    source: Value
    position: int


def iterator(state: State, value: Value) -> Iterator | None:
    """Return the iterable and position of an iterator that iter() returned, None for other values."""
    if not isinstance(value, Ref) or value.kind != "helper":
        return None
    kind, sources = sources_of(state, value)
    if kind is not LibraryKind.ITERATOR:
        return None
    return Iterator(sources[0], position(state, value))


def position(state: State, value: Ref) -> int:
    """Return the number of elements taken from an iterator."""
    return state.get(value.number).library.position


def unstarted_iterable(state: State, value: Value) -> Value:
    """Return the iterable of an iterator from which no element was taken, else the value itself."""
    started = iterator(state, value)
    return started.source if started is not None and started.position == 0 else value
