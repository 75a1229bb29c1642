"""Numbers that remember where they were detached: the results of `.item()` and `.tolist()` while a run is recorded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class Number(float):
    """A number read from a tensor with a graph, or computed from one; `cut` is where it was detached."""

    cut: Any
    computed: bool

    def __new__(cls, value: float, cut: Any = None, computed: bool = False) -> Number:
        number = super().__new__(cls, value)
        number.cut, number.computed = cut, computed
        return number

    def __reduce__(self) -> Any:
        return (float, (float(self),))


def _track_operation(name: str) -> Any:
    operation = getattr(float, name)

    def call(self: Number, *others: Any) -> Any:
        result = operation(self, *others)
        return Number(result, self.cut, True) if type(result) is float else result

    return call


for _name in ("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "neg", "abs", "pow"):
    setattr(Number, f"__{_name}__", _track_operation(f"__{_name}__"))


def with_origin(value: Any, cut: Any) -> Any:
    """Convert floats, also in lists, to numbers that remember where they were detached."""
    if isinstance(value, list):
        return [with_origin(element, cut) for element in value]
    return Number(value, cut) if type(value) is float else value


def numbers_in(data: Any) -> Iterator[Number]:
    """Yield the tracked numbers in nested lists."""
    if isinstance(data, Number):
        yield data
    elif isinstance(data, (list, tuple)):
        for element in data:
            yield from numbers_in(element)
