"""Serialization of a run as JSON: the process that runs an untrusted program returns data only, nothing executable."""

from __future__ import annotations

import dataclasses
import enum
import json
from functools import cache
from typing import Any

from graphlint.autograd import events
from graphlint.autograd.run import Run

KINDS: dict[str, type] = {name: value for name, value in (*vars(events).items(), (Run.__name__, Run)) if isinstance(value, type)}

PLAIN = frozenset((int, str, bool, float, type(None)))
"""Classes of values that JSON has."""


def encode(value: Any) -> Any:
    """Convert a value to lists, numbers and strings with the names of their types."""
    kind: type = type(value)
    if kind in PLAIN:
        return value
    if kind is tuple or kind is list:
        return [encode(element) for element in value]
    if isinstance(value, enum.Enum):
        return {"=": kind.__name__, "name": value.name}
    names = _field_names(kind)
    if names is not None:
        return {"=": kind.__name__, "fields": [encode(getattr(value, name)) for name in names]}
    if isinstance(value, (frozenset, set)):
        return {"=": "frozenset", "fields": sorted(value)}
    if isinstance(value, dict):
        return {"=": "dict", "fields": [[key, encode(element)] for key, element in value.items()]}
    return [encode(element) for element in value] if isinstance(value, (tuple, list)) else value


@cache
def _field_names(kind: Any) -> tuple[str, ...] | None:
    """Return the names of the fields of a dataclass or a named tuple; None for another class."""
    if dataclasses.is_dataclass(kind):
        # Fields excluded from comparison are not data, such as the function that looks up source text; they keep their defaults.
        return tuple(field.name for field in dataclasses.fields(kind) if field.compare)
    return kind._fields if issubclass(kind, tuple) and hasattr(kind, "_fields") else None


def decode(value: Any) -> Any:
    """Convert the JSON form back to a value.

    Raises:
        ValueError: if it names a type that is not an event.
    """
    if isinstance(value, list):
        return tuple(decode(element) for element in value)
    if not isinstance(value, dict):
        return value
    kind = value["="]
    if kind == "frozenset":
        return frozenset(value["fields"])
    if kind == "dict":
        return {key: decode(element) for key, element in value["fields"]}
    event_type = KINDS.get(kind)
    if event_type is None:
        raise ValueError(f"the trace contains the unknown type {kind!r}")
    if issubclass(event_type, enum.Enum):
        return event_type[value["name"]]
    return event_type(*(decode(element) for element in value["fields"]))


def dump(run: Run) -> str:
    return json.dumps(encode(run))


def load(text: str) -> Run:
    """Read a run.

    Raises:
        ValueError: if the text is not a run.
    """
    run = decode(json.loads(text))
    if not isinstance(run, Run):
        raise ValueError("the trace is not a run")
    return run
