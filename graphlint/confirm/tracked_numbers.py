"""Numbers that remember where they left the graph: what `.item()` and `.tolist()` return while a run is recorded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class Number(float):
    """A number that was taken out of a tensor with a graph, and what is computed from it: it knows where it left the graph."""

    cut: Any
    computed: bool

    def __new__(cls, value: float, cut: Any = None, computed: bool = False) -> Number:
        """A float with a memory."""
        made = super().__new__(cls, value)
        made.cut, made.computed = cut, computed
        return made

    def __reduce__(self) -> Any:
        return (float, (float(self),))


def _remember(name: str) -> Any:
    operation = getattr(float, name)

    def call(self: Number, *others: Any) -> Any:
        result = operation(self, *others)
        return Number(result, self.cut, True) if type(result) is float else result

    return call


for _name in ("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "neg", "abs", "pow"):
    setattr(Number, f"__{_name}__", _remember(f"__{_name}__"))


def remembering(value: Any, cut: Any) -> Any:
    """Numbers, in lists too, that know where they left the graph."""
    if isinstance(value, list):
        return [remembering(each, cut) for each in value]
    return Number(value, cut) if type(value) is float else value


def numbers_in(data: Any) -> Iterator[Number]:
    """The numbers in nested lists that know where they come from."""
    if isinstance(data, Number):
        yield data
    elif isinstance(data, (list, tuple)):
        for each in data:
            yield from numbers_in(each)
