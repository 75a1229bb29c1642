"""Python's special methods of tensors: operators, and conversions to a number, an array, a string or a sequence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from . import _indexing
from ._inplace import InPlace
from ._methods_in_place import DIV, pow_
from ._ops import compare, matrix, pointwise, shape
from ._state import observer, state
from ._tensor import Tensor, wrap


def reflected(operation: Callable[..., Any]) -> Callable[..., Any]:
    """An operator with its operands the other way round."""
    return lambda self, other: operation(other, self)


def operator(operation: Callable[..., Any]) -> Callable[..., Any]:
    """Return an operator that returns NotImplemented for unsupported operands."""

    def call(self: Tensor, other: Any) -> Any:
        if isinstance(other, np.ndarray):
            other = wrap(other)
        if not isinstance(other, (Tensor, int, float, bool, np.number, np.bool_)):
            return NotImplemented
        return operation(self, other)

    return call


def truth(self: Tensor) -> bool:
    """bool(tensor).

    Raises:
        RuntimeError: if it has not exactly one element.
    """
    if self._a.size != 1:
        what = "no values" if not self._a.size else "more than one value"
        raise RuntimeError(f"Boolean value of Tensor with {what} is ambiguous")
    return bool(heard(self, "bool", self._a.reshape(())[()]))


def item(self: Tensor) -> Any:
    """The only element as a Python number."""
    return heard(self, "item", _only_element(self))


def as_float(self: Tensor) -> float:
    """float(tensor): a float itself, since Python discards subclasses."""
    number: float = heard(self, "float", float(_only_element(self)))
    return number


def _only_element(tensor: Tensor) -> Any:
    if tensor._a.size != 1:
        raise RuntimeError(f"a Tensor with {tensor._a.size} elements cannot be converted to Scalar")
    return tensor._a.item()


def heard(tensor: Tensor, how: str, value: Any) -> Any:
    """Notify the observer that a value was read as a number; the observer may replace it."""
    watcher = observer()
    return value if watcher is None else watcher.read_number(tensor, how, value)


def to_list(self: Tensor) -> Any:
    """Nested lists of Python numbers."""
    return heard(self, "tolist", self._a.tolist())


def numpy(self: Tensor, *, force: bool = False) -> np.ndarray:
    """The array itself.

    Raises:
        RuntimeError: if the tensor requires grad, and grad mode is enabled.
    """
    if self.requires_grad and state.grad and not force:
        if watcher := observer():
            watcher.failed("TRACKED_CONVERSION", input=self)
        raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
    return heard(self, "numpy", self._a)


def as_array(self: Tensor, dtype: Any = None, copy: Any = None) -> np.ndarray:
    """np.asarray(tensor)."""
    array = numpy(self)
    return array if dtype is None else array.astype(dtype)


def as_index(self: Tensor) -> int:
    """operator.index(tensor)."""
    if self._a.size != 1 or self._a.dtype.kind not in "iub":
        raise TypeError("only integer tensors of a single element can be converted to an index")
    return int(self._a.reshape(())[()])


def as_int(self: Tensor) -> int:
    """int(tensor)."""
    return int(item(self))


def text(self: Tensor) -> str:
    """The tensor as it is printed."""
    from ._printing import text_of

    return str(heard(self, "text", text_of(self)))


def formatted(self: Tensor, spec: str) -> str:
    """A 0-dimensional tensor is formatted as its number."""
    return format(item(self), spec) if self._a.ndim == 0 else object.__format__(self, spec)


def length(self: Tensor) -> int:
    """len(tensor).

    Raises:
        TypeError: if it has no dimensions.
    """
    if not self._a.ndim:
        raise TypeError("len() of a 0-d tensor")
    return self._a.shape[0]


def iterate(self: Tensor) -> Iterator[Tensor]:
    """The tensor's rows.

    Raises:
        TypeError: if it has no dimensions.
    """
    if not self._a.ndim:
        raise TypeError("iteration over a 0-d tensor")
    return iter(shape.unbind(self, 0))


def contains(self: Tensor, element: Any) -> bool:
    """element in tensor."""
    return bool((self._a == (element._a if isinstance(element, Tensor) else element)).any())


def as_tensor_like(value: Any, like: Tensor) -> Tensor:
    """A number as a tensor that counts as a number."""
    return pointwise.add.number(value, "other") if not isinstance(value, Tensor) else value


DUNDERS: dict[str, Any] = {
    "__add__": operator(pointwise.add),
    "__radd__": operator(pointwise.add),
    "__sub__": operator(pointwise.sub),
    "__rsub__": operator(pointwise.rsub),
    "__mul__": operator(pointwise.mul),
    "__rmul__": operator(pointwise.mul),
    "__truediv__": operator(pointwise.div),
    "__rtruediv__": operator(lambda self, other: pointwise.mul(pointwise.reciprocal(self), other)),
    "__floordiv__": operator(pointwise.floor_divide),
    "__rfloordiv__": operator(lambda self, other: pointwise.floor_divide(as_tensor_like(other, self), self)),
    "__mod__": operator(pointwise.remainder),
    "__rmod__": operator(lambda self, other: pointwise.remainder_of_number(other, self)),
    "__pow__": operator(pointwise.pow),
    "__rpow__": operator(reflected(pointwise.pow)),
    "__matmul__": lambda self, other: matrix.matmul(self, other),
    "__neg__": pointwise.neg,
    "__pos__": lambda self: self,
    "__abs__": pointwise.abs_,
    "__invert__": compare.bitwise_not,
    "__eq__": operator(compare.eq),
    "__ne__": operator(compare.ne),
    "__lt__": operator(compare.lt),
    "__le__": operator(compare.le),
    "__gt__": operator(compare.gt),
    "__ge__": operator(compare.ge),
    "__and__": operator(compare.bitwise_and),
    "__or__": operator(compare.bitwise_or),
    "__xor__": operator(compare.bitwise_xor),
    "__rand__": operator(compare.bitwise_and),
    "__ror__": operator(compare.bitwise_or),
    "__iadd__": InPlace(pointwise.add),
    "__isub__": InPlace(pointwise.sub),
    "__imul__": InPlace(pointwise.mul),
    "__itruediv__": DIV,
    "__ipow__": pow_,
    "__ifloordiv__": InPlace(pointwise.floor_divide),
    "__imod__": InPlace(pointwise.remainder),
    "__iand__": InPlace(compare.bitwise_and),
    "__ior__": InPlace(compare.bitwise_or),
    "__hash__": lambda self: id(self),
    "__bool__": truth,
    "__int__": as_int,
    "__float__": as_float,
    "__index__": as_index,
    "__len__": length,
    "__iter__": iterate,
    "__contains__": contains,
    "__getitem__": _indexing.getitem,
    "__setitem__": _indexing.setitem,
    "__repr__": text,
    "__str__": text,
    "__format__": formatted,
    "__array_priority__": 1000,
}
