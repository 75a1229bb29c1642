"""The values of which a value is made: what the search for reachable values follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from graphlint.autograd.events import Site
from graphlint.engine.domain.records import Record
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
    Sequence,
    Super,
    Tensor,
    Unknown,
)

NESTED = frozenset((Unknown, Sequence, tuple, list, dict, Each, Partial, Bound, Function))
"""The classes of values that several others may contain: each is searched once, by its identity."""

WITHOUT_PARTS = frozenset((Tensor, Constant, Api, Class, LayerClass, Mode, str, int, bool, float, type(None), Site))
"""Classes of values whose parts are not followed. The methods of a class are in a scope, which is not searched."""


def parts_of(value: object) -> Iterable[object]:
    """Return the values of which another value is made, other than an object, an unknown value or a collection."""
    if type(value) is Each:
        return value.tensors
    if isinstance(value, Mapping):
        return value.values()
    if type(value) is Sequence:
        return value.items
    if type(value) is Bound:
        return (value.receiver, value.function)
    if type(value) is Partial:
        return (value.function, *value.arguments, *value.keywords.values())
    if type(value) is Function:
        return value.defaults.values()
    return (value.receiver,) if isinstance(value, (Method, Super)) else ()


def record_parts(record: Record) -> Iterator[object]:
    """Yield the attributes of a record."""
    names: tuple[str, ...] = type(record).__slots__
    return (getattr(record, name) for name in names)
