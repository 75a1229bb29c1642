"""Numbers that remember where they were detached: the results of `.item()` and `.tolist()` while a run is recorded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graphlint.confirm.notes import DetachPoint


class Number(float):
    """A number read from a tensor with a graph, or computed from one; `detached` is where it was."""

    detached: DetachPoint | None
    computed: bool

    def __new__(cls, value: float, detached: DetachPoint | None = None, computed: bool = False) -> Number:
        number = super().__new__(cls, value)
        number.detached, number.computed = detached, computed
        return number

    def __reduce__(self) -> Any:
        return (float, (float(self),))


def _track_operation(name: str) -> Any:
    operation = getattr(float, name)

    def call(self: Number, *others: Any) -> Any:
        result = operation(self, *others)
        return Number(result, self.detached, True) if type(result) is float else result

    return call


for _name in ("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "neg", "abs", "pow"):
    setattr(Number, f"__{_name}__", _track_operation(f"__{_name}__"))


def with_origin(value: Any, detached: DetachPoint) -> Any:
    """Convert floats, also in lists, to numbers that remember where they were detached."""
    if isinstance(value, list):
        return [with_origin(element, detached) for element in value]
    return Number(value, detached) if type(value) is float else value


def floats_in(data: Any) -> Iterator[float]:
    """Yield the floats in nested lists."""
    if type(data) is float:
        yield data
    elif isinstance(data, (list, tuple)):
        for element in data:
            yield from floats_in(element)


def numbers_in(data: Any) -> Iterator[Number]:
    """Yield the tracked numbers in nested lists."""
    if isinstance(data, Number):
        yield data
    elif isinstance(data, (list, tuple)):
        for element in data:
            yield from numbers_in(element)
