"""Frozen dataclasses as JSON, and back. Each value is checked against its type, so that modified data is rejected."""

from __future__ import annotations

import dataclasses
import enum
import types
import typing
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

Record = TypeVar("Record")
PLAIN = (str, int)


class RecordError(ValueError):
    """The data does not have the expected type."""


def encode(value: object) -> object:
    """Convert a dataclass, tuple, set, enum, mapping of strings or plain value to JSON; a record becomes the list of its fields."""
    if type(value) in PLAIN:
        return value
    if isinstance(value, enum.Enum):
        return encode(value.value)
    if dataclasses.is_dataclass(value):
        return [encode(getattr(value, field.name)) for field in dataclasses.fields(value)]
    if isinstance(value, frozenset):
        return sorted(value) if set(map(type, value)) <= {str} else sorted(map(encode, value), key=repr)
    if isinstance(value, (tuple, list)):
        return [encode(item) for item in value]
    if isinstance(value, Mapping):
        return {key: encode(item) for key, item in value.items()}
    return value


def decode(kind: type[Record], data: object) -> Record:
    """Convert JSON to a record of a type.

    Raises:
        RecordError: if the data is not such a record.
    """
    return typing.cast("Record", _decoder(typing.cast("Any", kind))(data))


@cache
def _decoder(kind: Any) -> Any:
    """Return the function that decodes one type."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return _optional(arguments)
    if origin is tuple:
        return _many(tuple, arguments[0]) if arguments[-1] is Ellipsis else _fields(arguments, lambda *items: items)
    if origin in (frozenset, list):
        return _many(origin, arguments[0])
    if origin is Mapping:
        return _mapping(arguments[1])
    if dataclasses.is_dataclass(kind) or hasattr(kind, "_fields"):
        hints = typing.get_type_hints(kind)
        names = kind._fields if hasattr(kind, "_fields") else [field.name for field in dataclasses.fields(kind)]
        return _fields(tuple(hints[name] for name in names), kind)
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return _member(kind)
    return _plain(kind)


def _plain(kind: type) -> Any:
    def read(data: object) -> object:
        # In Python, bool is a subclass of int; in JSON it is not a number.
        if type(data) is not kind:
            raise RecordError(f"{kind.__name__} expected")
        return data

    return read


def _member(kind: type[enum.Enum]) -> Any:
    def read(data: object) -> object:
        try:
            return kind(data)
        except ValueError:
            raise RecordError(f"{kind.__name__} expected") from None

    return read


def _optional(kinds: tuple[Any, ...]) -> Any:
    (kind,) = (kind for kind in kinds if kind is not type(None))
    decoder = _decoder(kind)
    return lambda data: None if data is None else decoder(data)


def _column(make: Any, kind: type) -> Any:
    def read(data: object) -> object:
        if not isinstance(data, list) or set(map(type, data)) - {kind}:
            raise RecordError(f"a list of {kind.__name__} expected")
        return make(data)

    return read


def _many(make: Any, kind: Any) -> Any:
    if kind in PLAIN:
        return _column(make, kind)
    decoder = _decoder(kind)

    def read(data: object) -> object:
        if not isinstance(data, list):
            raise RecordError("a list expected")
        return make([decoder(item) for item in data])

    return read


def _mapping(kind: Any) -> Any:
    decoder = _decoder(kind)

    def read(data: object) -> object:
        # The keys of an object are strings in JSON.
        if not isinstance(data, dict):
            raise RecordError("an object expected")
        return {key: decoder(item) for key, item in data.items()}

    return read


def _fields(kinds: tuple[Any, ...], make: Any) -> Any:
    decoders = [_decoder(kind) for kind in kinds]

    def read(data: object) -> object:
        if not isinstance(data, list) or len(data) != len(decoders):
            raise RecordError(f"a list of {len(decoders)} expected")
        return make(*(decoder(item) for decoder, item in zip(decoders, data, strict=True)))

    return read


class StringTable:
    """Strings by index."""

    def __init__(self, strings: Sequence[str] = ()) -> None:
        self._strings = list(strings)
        self._numbers = {text: number for number, text in enumerate(self._strings)}

    @property
    def all(self) -> list[str]:
        """All strings, in the order of their indices."""
        return self._strings

    def numbers(self, strings: Iterable[str]) -> list[int]:
        """Return the indices of strings; new strings are appended."""
        indices = []
        for text in strings:
            number = self._numbers.get(text)
            if number is None:
                number = self._numbers[text] = len(self._strings)
                self._strings.append(text)
            indices.append(number)
        return indices

    def texts(self, numbers: object) -> list[str]:
        """Return the strings of a list of indices.

        Raises:
            RecordError: if it is none, or one stands for no text.
        """
        if not isinstance(numbers, list) or set(map(type, numbers)) - {int} or (numbers and min(numbers) < 0):
            raise RecordError("a list of numbers expected")
        try:
            return [self._strings[number] for number in numbers]
        except IndexError:
            raise RecordError("a number that stands for no text") from None
