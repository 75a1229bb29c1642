"""Symbolic keys: structural identities of values in conditions. Equal values have equal keys on all paths of a run."""

from __future__ import annotations

from collections.abc import Hashable
from collections.abc import Sequence as Items

from graphlint.engine.domain.values import Api, Constant, Ref, Sequence, Tensor, Unknown, Value

DEPTH = 6
"""Keys nested deeper than this are replaced by their hash. The key of a value computed in a loop would contain itself, twice as often in
each iteration, and every lookup in the path condition hashes the whole key."""


def key_of(value: Value) -> Hashable:
    """Return the key of a value; the key of a deallocated object is never used again."""
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


def element_of(key: Hashable, number: int) -> Hashable:
    """Return the key of an element of an iterable; `number` is the time at which an iteration reached it."""
    return ("element", key, number)


def is_text(key: Hashable) -> bool:
    """Return True if a key identifies a string constant."""
    return isinstance(key, tuple) and key[0] == "constant" and str(key[1])[:1] in ("'", '"')


def is_element(key: Hashable) -> bool:
    """Return True if a key identifies an element of an unresolved iterable."""
    return isinstance(key, tuple) and len(key) == 3 and key[0] == "element" and isinstance(key[2], int)


OPEN = "open"
"""Marks the slot of an unknown key of a dict."""


def slot_of(value: Value) -> Hashable:
    """Return the slot in which a dict stores the element of a key: equal for equal constants and for the same unknown value."""
    if isinstance(value, Constant) and isinstance(value.value, Hashable):
        return value.value
    key = key_of(value)
    return (OPEN, key) if _is_open(value) else key


def is_open_slot(slot: Hashable) -> bool:
    """Return True for the slot of an unknown key."""
    return isinstance(slot, tuple) and slot[:1] == (OPEN,)


def _is_open(value: Value) -> bool:
    """Return True if a value is unknown, or is a tuple with an unknown item."""
    return isinstance(value, Unknown) or (isinstance(value, Sequence) and any(map(_is_open, value.items)))


def apart(one: Hashable, two: Hashable, runs: Items[int]) -> bool:
    """Return True if two keys are presumed to identify different values.

    They differ if they are computed in different ways, or from two elements of the same loop run, where `one` is the newer.

    Args:
        one: the current key.
        two: an earlier key.
        runs: the loop runs in progress.
    """
    if way(one) != way(two):
        return True
    number = _newest_element(one)
    run = max((item for item in runs if item < number), default=0)
    return run > 0 and _newest_element(two) > run


def way(key: Hashable) -> Hashable:
    """Return the shape of a key, without the times of its parts: how the value is computed."""
    return tuple(map(way, key)) if isinstance(key, tuple) else 0 if type(key) is int else key


def _newest_element(key: Hashable) -> int:
    """Return the time of the newest element that is a part of a key, 0 if there is none."""
    if not isinstance(key, tuple):
        return 0
    own = key[2] if len(key) == 3 and key[0] == "element" and isinstance(key[2], int) else 0
    return max(own, *map(_newest_element, key), 0)


def varies(key: Hashable, run: int, runs: Items[int]) -> bool:
    """Return True if a key may differ between the iterations of a loop run.

    Args:
        key: the key in one of the iterations.
        run: the loop run.
        runs: the loop runs that were in progress when the key was created.
    """
    if not isinstance(key, tuple):
        return type(key) is int and key > run
    if len(key) == 3 and key[0] == "element" and isinstance(key[2], int):
        inside = max((item for item in runs if item < key[2]), default=0)
        return inside == run or (inside > run and varies(key[1], run, runs))
    if key and key[0] == "call":
        return varies(key[1], run, runs)
    if len(key) == 3 and key[0] == "%":
        # The number of different remainders is bounded by the divisor, however many numbers are divided.
        return not _is_length(key[2]) and varies(key[2], run, runs)
    return _is_length(key) or any(varies(part, run, runs) for part in key)


def _is_length(key: Hashable) -> bool:
    """Return True if a key identifies the length of a heap object, which may grow in each iteration."""
    return isinstance(key, tuple) and len(key) == 2 and key[0] == "len" and isinstance(key[1], tuple) and key[1][:1] == ("object",)


def _bounded(key: Hashable) -> Hashable:
    return ("deep", hash(key)) if type(key) is tuple and _deeper(key, DEPTH) else key


def _deeper(key: tuple[Hashable, ...], depth: int) -> bool:
    """Return True if a key is nested deeper than `depth`."""
    for part in key:  # noqa: SIM110  asked for each condition: a generator would take twice the time
        if type(part) is tuple and (not depth or _deeper(part, depth - 1)):
            return True
    return False
