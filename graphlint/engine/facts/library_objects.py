"""Small objects of libraries, such as iterators, loaders and scalers: their kind, and what they were made of."""

from __future__ import annotations

from typing import NamedTuple

from graphlint.engine.domain.records import LibraryRecord
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Ref, Value
from graphlint.engine.machine.machine import Machine

ITERATOR = "iterator"
"""The kind of the helper that iter() returns."""


CYCLE = "cycle"
"""The kind of the helper that itertools.cycle() returns."""


def make(
    machine: Machine,
    state: State,
    what: str,
    *sources: Value,
    start: Value | None = None,
    enabled: Value | None = None,
    unknown: bool = False,
) -> Ref:
    """An iterator made of others, or another small object of a library."""
    return machine.allocate(state, "helper", None, LibraryRecord(what, sources, 0, start, enabled, unknown))


def sources_of(state: State, value: Ref) -> tuple[str, tuple[Value, ...]]:
    """What a helper is, and over which values."""
    record = state.get(value.number).library
    return record.what, record.sources


class Iterator(NamedTuple):
    """The iterator that iter() has returned for a container or a loader: its iterable, and how many elements were taken from it."""

    source: Value
    position: int


def iterator(state: State, value: Value) -> Iterator | None:
    """The source and position of an iterator that iter() has made, None for other values."""
    if not isinstance(value, Ref) or value.kind != "helper":
        return None
    what, sources = sources_of(state, value)
    if what != ITERATOR:
        return None
    return Iterator(sources[0], position(state, value))


def position(state: State, value: Ref) -> int:
    """How many elements were taken from an iterator."""
    return state.get(value.number).library.position


def fresh(state: State, value: Value) -> Value:
    """Return the iterable of an iterator from which nothing was taken: a for loop over it iterates over that."""
    made = iterator(state, value)
    return made.source if made is not None and made.position == 0 else value
