"""Changes of JSON values."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

ODD_VALUES: Sequence[Any] = (
    None, True, False, 0, -1, 1, 10**30, 1e308, float("nan"), "", "x", "\0", "\ud800", "é" * 40, [], {}, [[]], {"a": {}}, [None],
    ["GL101"], [""], "GL101", "../../x", "/", ".", "~", "*", "[", "a" * 5_000, {"*": ["GL101"]}, {"": ""}, [1, "a"], {"cells": []},
)  # fmt: skip
ODD_KEYS = ("", "x", "\ud800", "cells", "source", "version", "a" * 300)
DEEPEST = 12


def varied(value: Any, chance: random.Random, vary_text: Callable[[str], str], depth: int = 0) -> Any:
    """Return a JSON value in which one part is changed, added or removed.

    Args:
        vary_text: changes a string.
    """
    if chance.random() < 0.12 or depth > DEEPEST:
        return chance.choice(ODD_VALUES)
    if isinstance(value, dict) and value:
        return _varied_object(value, chance, vary_text, depth)
    if isinstance(value, list) and value:
        return _varied_array(value, chance, vary_text, depth)
    if isinstance(value, str):
        return vary_text(value)
    return chance.choice(ODD_VALUES)


def _varied_object(value: dict[str, Any], chance: random.Random, vary_text: Callable[[str], str], depth: int) -> dict[str, Any]:
    key = chance.choice(list(value))
    match chance.randrange(6):
        case 0:
            return {name: part for name, part in value.items() if name != key}
        case 1:
            return {**value, chance.choice((*ODD_KEYS, key + "x", key.upper())): chance.choice(ODD_VALUES)}
    return {**value, key: varied(value[key], chance, vary_text, depth + 1)}


def _varied_array(value: list[Any], chance: random.Random, vary_text: Callable[[str], str], depth: int) -> list[Any]:
    at = chance.randrange(len(value))
    match chance.randrange(6):
        case 0:
            return [*value[:at], *value[at + 1 :]]
        case 1:
            return [*value[:at], value[at], *value[at:]]
        case 2:
            return [*value, *value[at:] * 3]
    return [*value[:at], varied(value[at], chance, vary_text, depth + 1), *value[at + 1 :]]
