"""Symbols, and the base of the terms that symbols are made of.

A symbol identifies a value in the path condition: a number for a value of which nothing is known, a term for one that is computed, read or
tested in a known way. Values with equal symbols are equal on a path, and a term has the same meaning on all paths of a run.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from typing_extensions import dataclass_transform
else:

    def dataclass_transform(**_: object) -> Any:
        """Declare to type checkers that the annotated names of a class are the arguments of its constructor."""
        return lambda cls: cls


class _TermType(type):
    """Makes a field of each annotated name of a class of terms.

    A term is a tuple of its class and its fields, so that it is hashed and compared at the speed of tuples, and terms of different classes
    are never equal.
    """

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> _TermType:
        fields = tuple(namespace.get("__annotations__", {})) if bases != (tuple,) else ()
        namespace.update({"__slots__": (), "__match_args__": fields})
        namespace.update({field: property(itemgetter(place)) for place, field in enumerate(fields, start=1)})
        return super().__new__(cls, name, bases, namespace)

    def __call__(cls, *fields: Any) -> Any:
        return tuple.__new__(cls, (cls, *fields))  # type: ignore[arg-type]


@dataclass_transform(frozen_default=True, eq_default=False)
class Term(tuple, metaclass=_TermType):  # type: ignore[type-arg]
    """The base of all terms: immutable records that are equal if their classes and fields are."""

    __match_args__: tuple[str, ...]

    def parts(self) -> Iterator[object]:
        """Yield the fields, with the elements of tuples in their place."""
        for field in self[1:]:
            if type(field) is tuple:
                yield from field
            else:
                yield field

    def symbols(self) -> Iterator[Symbol]:
        """Yield the parts that are symbols or other numbers of the run."""
        for part in self.parts():
            if isinstance(part, Term) or type(part) is int:
                yield part

    def is_deeper(self, depth: int) -> bool:
        """Return True if more than `depth` terms are nested in this one."""
        return _deeper(self, depth)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self[1:]))})"


def _deeper(fields: tuple[object, ...], depth: int) -> bool:
    for field in fields:
        if isinstance(field, tuple):
            nested = depth - (type(field) is not tuple)
            if nested < 0 or _deeper(field, nested):
                return True
    return False


Symbol: TypeAlias = "int | Term"
"""The identity of a value on the paths of a run."""
