"""Python constants: how large they may be, and slices, ranges and numbers of abstract values."""

from __future__ import annotations

from collections.abc import Sequence as Items

from graphlint.engine.domain.bounds import CONSTANT_SIZE
from graphlint.engine.domain.values import Constant, Slice, Value


def is_small(value: object) -> bool:
    """Return True for a constant that is small enough to compute with: values that double with each statement would fill the memory."""
    if isinstance(value, int):
        return value.bit_length() <= CONSTANT_SIZE
    return not isinstance(value, str) or len(value) <= CONSTANT_SIZE


def known_slice(part: Value) -> slice | None:
    """Return a slice value as a Python slice; None if a bound is unknown, or if it is another value."""
    if not isinstance(part, Slice):
        return None
    bounds: list[int | None] = []
    for value in part.items:
        if not isinstance(value, Constant) or not (value.value is None or isinstance(value.value, int)):
            return None
        bounds.append(value.value)
    return slice(*bounds)


def known_range(sources: Items[Value]) -> range | None:
    """Return the range with these arguments as a Python range; None if an argument is unknown."""
    bounds = [value.value for value in sources if isinstance(value, Constant) and isinstance(value.value, int)]
    if len(bounds) < len(sources) or len(bounds) < 2:
        return None
    step = bounds[2] if len(bounds) > 2 else 1
    return range(bounds[0], bounds[1], step) if step else None


def known_numbers(values: Items[Value]) -> list[float]:
    """Return the numbers if all values are constant numbers; an empty list if one is not, or counts the iterations of a loop."""
    numbers = [
        value.value for value in values if isinstance(value, Constant) and value.counted is None and isinstance(value.value, int | float)
    ]
    return numbers if len(numbers) == len(values) else []
