"""What identifies a value as a part of a condition: equal for values that are equal, on every path of a run."""

from __future__ import annotations

from collections.abc import Hashable
from collections.abc import Sequence as Items

from graphlint.engine.domain.values import Api, Constant, Ref, Sequence, Tensor, Unknown, Value

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


def element_of(key: Hashable, number: int) -> Hashable:
    """The key of an element of what has a key, which an iteration came to at the moment `number`."""
    return ("element", key, number)


def is_text(key: Hashable) -> bool:
    """Return True for the key of a constant that is a text."""
    return isinstance(key, tuple) and key[0] == "constant" and str(key[1])[:1] in ("'", '"')


def is_element(key: Hashable) -> bool:
    """Return True for the key of an element of an unresolved iteration."""
    return isinstance(key, tuple) and len(key) == 3 and key[0] == "element" and isinstance(key[2], int)


OPEN = "open"
"""Marks the slot of a dict whose key is not known."""


def slot_of(value: Value) -> Hashable:
    """The slot in which a dict holds an element: equal for constants that are equal and for the same unknown.

    Args:
        value: the key.
    """
    if isinstance(value, Constant) and isinstance(value.value, Hashable):
        return value.value
    key = key_of(value)
    return (OPEN, key) if _is_open(value) else key


def is_open_slot(slot: Hashable) -> bool:
    """Whether a slot is that of a key that is not known."""
    return isinstance(slot, tuple) and slot[:1] == (OPEN,)


def _is_open(value: Value) -> bool:
    """Whether a value is not known, or is a tuple of which a part is not."""
    return isinstance(value, Unknown) or (isinstance(value, Sequence) and any(map(_is_open, value.items)))


def apart(one: Hashable, two: Hashable, runs: Items[int]) -> bool:
    """Whether two keys are taken to differ: they are made in two ways, or of two elements of one iteration, the newer of which is `one`.

    Args:
        one: the key that is met now.
        two: a key met before.
        runs: the runs of the loops that are under way.
    """
    if way(one) != way(two):
        return True
    number = _newest_element(one)
    run = max((item for item in runs if item < number), default=0)
    return run > 0 and _newest_element(two) > run


def way(key: Hashable) -> Hashable:
    """How a key is made, whenever that was."""
    return tuple(map(way, key)) if isinstance(key, tuple) else 0 if type(key) is int else key


def _newest_element(key: Hashable) -> int:
    """When an iteration came to the newest element that a key is made of, 0 for none."""
    if not isinstance(key, tuple):
        return 0
    own = key[2] if len(key) == 3 and key[0] == "element" and isinstance(key[2], int) else 0
    return max(own, *map(_newest_element, key), 0)


def varies(key: Hashable, run: int, runs: Items[int]) -> bool:
    """Whether a key may be another one in each turn of a run of a loop.

    Args:
        key: the key, as it was in one of the turns.
        run: that run of a loop.
        runs: the runs of the loops that were under way when the key was met.
    """
    if not isinstance(key, tuple):
        return type(key) is int and key > run
    if len(key) == 3 and key[0] == "element" and isinstance(key[2], int):
        inside = max((item for item in runs if item < key[2]), default=0)
        return inside == run or (inside > run and varies(key[1], run, runs))
    if key and key[0] == "call":
        return varies(key[1], run, runs)
    if len(key) == 3 and key[0] == "%":
        # There are no more remainders than the divisor says, however many numbers are divided.
        return not _is_length(key[2]) and varies(key[2], run, runs)
    return _is_length(key) or any(varies(part, run, runs) for part in key)


def _is_length(key: Hashable) -> bool:
    """Whether a key is that of the length of an object, which may grow in each iteration."""
    return isinstance(key, tuple) and len(key) == 2 and key[0] == "len" and isinstance(key[1], tuple) and key[1][:1] == ("object",)


def _bounded(key: Hashable) -> Hashable:
    return ("deep", hash(key)) if type(key) is tuple and _deeper(key, DEPTH) else key


def _deeper(key: tuple[Hashable, ...], depth: int) -> bool:
    """Whether a key is nested deeper."""
    for part in key:  # noqa: SIM110  asked for each condition: a generator would take twice the time
        if type(part) is tuple and (not depth or _deeper(part, depth - 1)):
            return True
    return False
