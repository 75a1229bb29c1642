"""Symbols, and the base of the terms that symbols are made of.

A symbol names how a value was obtained: it is a number for a value of which nothing is known, a term for one that is computed, read or
tested in a known way. Two reads with one symbol count as equal until the path stores to it: what one path has stored is in
`State.known`, so that a symbol may stand for different values on two paths. Only conditions rest on this. For graphs, an
attribute, a global, and a value on which the path has called a method with arguments (`path_facts.Changed`) may be another tensor at each
read, and so may what is computed from these (`models.torch.inferred_values`).
"""

from __future__ import annotations

from collections.abc import Iterator
from inspect import get_annotations
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from typing_extensions import Self, dataclass_transform
else:

    def dataclass_transform(**_: object) -> Any:
        """Declare to type checkers that the annotated names of a class are the arguments of its constructor."""
        return lambda cls: cls


@dataclass_transform(frozen_default=True, eq_default=False)
class Term(tuple):  # type: ignore[type-arg]
    """The base of all terms: immutable records that are equal if their classes and fields are.

    The fields are the annotated names of the class. A term is a tuple of its class and its fields, so that it is hashed and compared at the
    speed of tuples, and terms of different classes are never equal. It has no metaclass, since isinstance() takes nine times as long with
    a class that has one. Classes of terms have no subclasses.
    """

    __slots__ = ()
    __match_args__: tuple[str, ...] = ()

    def __init_subclass__(cls) -> None:
        """Make a property of each field."""
        cls.__match_args__ = tuple(get_annotations(cls))  # type: ignore[misc]
        for place, field in enumerate(cls.__match_args__, start=1):
            setattr(cls, field, property(itemgetter(place)))

    def __new__(cls, *fields: Any) -> Self:
        return tuple.__new__(cls, (cls, *fields))

    def __getnewargs__(self) -> tuple[Any, ...]:
        """Return the arguments with which a copy is made."""
        return self[1:]

    def parts(self) -> Iterator[object]:
        """Yield the fields, with the elements of tuples in their place."""
        for field in self[1:]:
            if type(field) is tuple:
                yield from field
            else:
                yield field

    def first_part(self) -> object:
        """Return the first of the parts, None if there is none."""
        for field in self[1:]:
            if type(field) is not tuple:
                return field
            if field:
                return field[0]
        return None

    def symbols(self) -> list[Symbol]:
        """Return the parts that are terms or numbers. Not all numbers identify a value: some are indices, times or counts."""
        parts: list[Symbol] = []
        for field in self[1:]:
            if type(field) is tuple:
                parts.extend([part for part in field if isinstance(part, Term) or type(part) is int])
            elif isinstance(field, Term) or type(field) is int:
                parts.append(field)
        return parts

    def is_deeper(self, depth: int) -> bool:
        """Return True if more than `depth` terms are nested in this one."""
        return _deeper(self, depth)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self[1:]))})"


def _deeper(fields: tuple[object, ...], depth: int) -> bool:
    for field in fields:
        kind = type(field)
        if kind is not int and kind is not str and kind is not type and isinstance(field, tuple):
            nested = depth - (kind is not tuple)
            if nested < 0 or _deeper(field, nested):
                return True
    return False


def compare(one: object, two: object) -> int:
    """Return a negative number if a symbol precedes another one, a positive one if it follows it, 0 if they have no order.

    The order depends on nothing but classes, numbers and strings, and so is the same in each process.
    """
    if type(one) is not type(two):
        names = type(one).__name__, type(two).__name__
        return (names[0] > names[1]) - (names[0] < names[1])
    if isinstance(one, (int, float, str)):
        return (one > two) - (one < two)  # type: ignore[operator]
    if isinstance(one, tuple) and isinstance(two, tuple):
        for a, b in zip(one, two, strict=False):
            if a is not b and (order := compare(a, b)):
                return order
        return len(one) - len(two)
    return 0


Symbol: TypeAlias = "int | Term"
"""The name of a value on one path: an int is opaque, a term says how the value was obtained."""
