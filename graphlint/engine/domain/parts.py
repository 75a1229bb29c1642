"""The values of which a value is made: what the search for reachable values follows."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Final

from graphlint.autograd.events import Certainty, Site
from graphlint.engine.domain.records import LibraryKind, Once, OtherElements, Record, Reduction
from graphlint.engine.domain.term import Term
from graphlint.engine.domain.values import (
    Api,
    Bound,
    Class,
    Constant,
    Each,
    Function,
    LayerClass,
    Method,
    Mode,
    Partial,
    Ref,
    Sequence,
    Slice,
    Super,
    Tensor,
    Unknown,
)

NESTED: Final = frozenset((Unknown, Sequence, tuple, list, dict, Each, Partial, Bound, Function))
"""The classes of values that several others may contain: each is searched once, by its identity."""

LEAVES: Final = frozenset((
    Constant, Api, Class, LayerClass, Mode, str, bool, float, type(None), Site, Certainty, LibraryKind, OtherElements, Once, Reduction,
))  # fmt: skip
"""Classes of values that are neither tensors nor objects and whose parts are not followed: the search passes them by. The methods of a
class are in a scope, which is not searched."""


_FOLLOWED: Final = frozenset((int, Tensor, Ref, Unknown, Function, Sequence, Slice, Each, Bound, Partial, Method, Super))
"""Classes of values that the search yields, and follows if they have parts. A number in a record may be that of a node."""


def add_followed(values: Iterable[object], followed: list[object]) -> None:
    """Add the values that a search for reachable values follows: those in collections one by one. Symbols are not values."""
    for value in values:
        kind = type(value)
        if kind in _FOLLOWED:
            followed.append(value)
        elif kind in LEAVES or isinstance(value, Term):
            continue
        elif isinstance(value, (tuple, list, set, frozenset)):
            add_followed(value, followed)
        elif isinstance(value, Mapping):
            add_followed(value.values(), followed)


def parts_of(value: object) -> Iterable[object]:
    """Return the values of which another value is made, other than an object, an unknown value or a collection."""
    if type(value) is Function:
        return value.defaults.values()
    if type(value) is Sequence:
        return value.items
    if type(value) is Each:
        return value.tensors
    if type(value) is Bound:
        return (value.receiver, value.function)
    if type(value) is Partial:
        return (value.function, *value.arguments, *value.keywords.values())
    if isinstance(value, Mapping):
        return value.values()
    return (value.receiver,) if isinstance(value, (Method, Super)) else ()


def record_parts(record: Record) -> list[object]:
    """Return the attributes of a record that the search follows."""
    getter = _ATTRIBUTES.get(type(record))
    if getter is None:
        names = [item.name for item in dataclasses.fields(record)]
        # With one name, an attrgetter returns the attribute itself.
        getter = _ATTRIBUTES[type(record)] = attrgetter(*names, names[0]) if names else _none
    return [part for part in getter(record) if type(part) not in LEAVES]


def _none(_: Record) -> tuple[object, ...]:
    return ()


_ATTRIBUTES: Final[dict[type[Record], Callable[[Record], tuple[object, ...]]]] = {}
"""By class of record: the function that reads all of its attributes."""
