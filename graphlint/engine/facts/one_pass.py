"""Iterators that code can read only once, such as `module.parameters()`: they yield nothing after their end."""

from __future__ import annotations

from dataclasses import replace

from graphlint.autograd.events import Site
from graphlint.engine.domain.records import LibraryKind, Once
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Ref, Value
from graphlint.engine.facts import library_objects


def mark(state: State, iterator: Ref, site: Site, *, filtered: bool = False, rejected: bool = False) -> Ref:
    """Return a new object as an iterator, which was created at a site."""
    obj = state.edit(iterator.number)
    obj.record = replace(obj.container, once=Once(site, None, filtered, rejected))
    return iterator


def exhaust(state: State, value: Value | None, site: Site) -> None:
    """Record that code has certainly read an iterator to its end, directly, by `enumerate` or by `iter`; other values can be
    read again."""
    if isinstance(value, Ref) and value.kind == "helper":
        kind, sources = library_objects.sources_of(state, value)
        if kind in (LibraryKind.ENUMERATE, LibraryKind.ITERATOR) and sources:
            exhaust(state, sources[0], site)
    once = of(state, value)
    if isinstance(value, Ref) and once is not None and once.exhausted is None:
        obj = state.edit(value.number)
        obj.record = replace(obj.container, once=replace(once, exhausted=site))


def of(state: State, value: Value | None) -> Once | None:
    """Return what is known of an iterator, None for a value that can be read repeatedly."""
    return state.get(value.number).container.once if isinstance(value, Ref) and value.number in state.heap else None
