"""What identifies a value as a part of a condition: equal for values that are equal, on every path of a run."""

from __future__ import annotations

from collections.abc import Hashable

from graphlint.interpreter.values import Api, Constant, Ref, Sequence, Tensor, Unknown, Value

DEPTH = 6
"""A key nested deeper stands in another by its hash. What is computed in a loop would hold itself many times over, twice as often with
each turn, and every look into a table of decisions hashes the whole of it."""


def key_of(value: Value) -> Hashable:
    """What identifies a value; none that is made anew is taken for one that is gone.

    Args:
        value: the value.
    """
    if isinstance(value, Unknown):
        return _bounded(value.key)
    if isinstance(value, Constant):
        return ("constant", repr(value.value))
    if isinstance(value, Tensor):
        return ("tensor", value.number)
    if isinstance(value, Ref):
        return ("object", value.number)
    if isinstance(value, Api):
        return ("api", value.name)
    if isinstance(value, Sequence):
        return _bounded(("sequence", *map(key_of, value.items)))
    return ("value", value)


def _bounded(key: Hashable) -> Hashable:
    return ("deep", hash(key)) if type(key) is tuple and _deeper(key, DEPTH) else key


def _deeper(key: tuple[Hashable, ...], depth: int) -> bool:
    """Whether a key is nested deeper."""
    return any(type(part) is tuple and (not depth or _deeper(part, depth - 1)) for part in key)
