"""A run as JSON and back: the process that runs a foreign program hands over data, and nothing that could do anything."""

from __future__ import annotations

import dataclasses
import enum
import json
from typing import Any

from graphlint.autograd import events
from graphlint.autograd.events import Run

KINDS: dict[str, type] = {name: value for name, value in vars(events).items() if isinstance(value, type)}


def encode(value: Any) -> Any:
    """A value as lists, numbers and strings, with the names of what it is."""
    if isinstance(value, enum.Enum):
        return {"=": type(value).__name__, "name": value.name}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        # What is left out of comparisons is no data (the function that looks up source text): it keeps its default in the run decoded.
        fields = [each.name for each in dataclasses.fields(value) if each.compare]
        return {"=": type(value).__name__, "fields": [encode(getattr(value, name)) for name in fields]}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {"=": type(value).__name__, "fields": [encode(each) for each in value]}
    if isinstance(value, (frozenset, set)):
        return {"=": "frozenset", "fields": sorted(value)}
    if isinstance(value, dict):
        return {"=": "dict", "fields": [[key, encode(each)] for key, each in value.items()]}
    return [encode(each) for each in value] if isinstance(value, (tuple, list)) else value


def decode(value: Any) -> Any:
    """The value again.

    Raises:
        ValueError: if it names what is none of the events' vocabulary.
    """
    if isinstance(value, list):
        return tuple(decode(each) for each in value)
    if not isinstance(value, dict):
        return value
    kind = value["="]
    if kind == "frozenset":
        return frozenset(value["fields"])
    if kind == "dict":
        return {key: decode(each) for key, each in value["fields"]}
    made = KINDS.get(kind)
    if made is None:
        raise ValueError(f"a trace names {kind!r}, which is no event")
    if issubclass(made, enum.Enum):
        return made[value["name"]]
    return made(*(decode(each) for each in value["fields"]))


def dump(run: Run) -> str:
    """A run as text."""
    return json.dumps(encode(run))


def load(text: str) -> Run:
    """A run from text.

    Raises:
        ValueError: if it is none.
    """
    run = decode(json.loads(text))
    if not isinstance(run, Run):
        raise ValueError("a trace that is no run")
    return run
