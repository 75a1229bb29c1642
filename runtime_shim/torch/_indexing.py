"""Square brackets: a chain of views for numbers, slices, None and ..., one `index` operation for tensors, lists and masks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ._inplace import InPlace
from ._ops import select, shape
from ._tensor import Tensor, wrap

ZERO_DIM = (
    "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a 0-dim tensor to a number"
)
COPY = InPlace(shape.copy)
INDEX_PUT = InPlace(select.index_put)


def normal(tensor: Tensor, key: Any) -> list[Any]:
    """Return the key as a list, with the ellipsis expanded, and lists and arrays as tensors.

    Raises:
        IndexError: if there are more indices than dimensions.
        TypeError: if an item is not an index.
    """
    items = list(key) if isinstance(key, tuple) else [key]
    if (
        not isinstance(key, tuple)
        and isinstance(key, (list, range))
        and any(isinstance(each, (slice, type(None), type(...))) for each in key)
    ):
        items = list(key)
    items = [
        wrap(np.asarray(each)) if isinstance(each, (list, tuple, range, np.ndarray)) and not isinstance(each, Tensor) else each
        for each in items
    ]
    used = sum(
        (each._a.ndim if isinstance(each, Tensor) and each._a.dtype == bool and each._a.ndim else 1)
        for each in items
        if each is not None and each is not Ellipsis and not isinstance(each, (bool, np.bool_))
    )
    if used > tensor._a.ndim:
        if not tensor._a.ndim:
            raise IndexError(ZERO_DIM)
        raise IndexError(f"too many indices for tensor of dimension {tensor._a.ndim}")
    place = next((index for index, each in enumerate(items) if each is Ellipsis), None)
    fill = [slice(None)] * (tensor._a.ndim - used)
    return items + fill if place is None else items[:place] + fill + items[place + 1 :]


def look(tensor: Tensor, items: list[Any]) -> tuple[Any, list[Any]]:
    """Apply the items of a key that create views; return the remaining tensors (or None) by dimension."""
    dim, rest, size = 0, [], 0
    for item in items:
        if item is None:
            tensor = shape.unsqueeze(tensor, dim)
            rest.append(None)
            dim += 1
        elif isinstance(item, (bool, np.bool_)):
            tensor = shape.unsqueeze(tensor, dim)
            rest.append(wrap(np.array([0] if item else [], dtype=np.int64)))
            dim += 1
        elif isinstance(item, slice):
            tensor = sliced(tensor, dim, item)
            rest.append(None)
            dim += 1
        elif isinstance(item, Tensor) and (item._a.ndim or item._a.dtype == bool):
            if item._a.dtype.kind == "f":
                raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
            if item._a.dtype == bool:
                size = item._a.ndim
                for axis in range(size):
                    if item._a.shape[axis] != tensor._a.shape[dim + axis]:
                        raise IndexError(
                            f"The shape of the mask {list(item._a.shape)} at index {axis} does not match the shape of the indexed tensor "
                            f"{list(tensor._a.shape)} at index {dim + axis}"
                        )
                rest.append(item)
                dim += size
            else:
                check_bounds(item._a, tensor._a.shape[dim], dim)
                rest.append(item)
                dim += 1
        else:
            number = as_int(item)
            length = tensor._a.shape[dim]
            if not -length <= number < length:
                raise IndexError(f"index {number} is out of bounds for dimension {dim} with size {length}")
            tensor = shape.select(tensor, dim, number)
    return tensor, rest


def sliced(tensor: Tensor, dim: int, item: slice) -> Tensor:
    """Return a range along a dimension; for the whole range, a new view of the tensor."""
    step = 1 if item.step is None else as_int(item.step)
    if step <= 0:
        raise ValueError("step must be greater than zero")
    start = None if item.start is None else as_int(item.start)
    stop = None if item.stop is None else as_int(item.stop)
    return shape.slice_(tensor, dim, start, stop, step) if (start, stop, step) != (None, None, 1) else tensor


def as_int(item: Any) -> int:
    """An index as a number.

    Raises:
        IndexError: if it is none.
    """
    if isinstance(item, Tensor):
        if item._a.dtype.kind == "f":
            raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
        return int(item._a)
    if hasattr(item, "__index__"):
        return item.__index__()
    if isinstance(item, float) or not isinstance(item, Sequence):
        raise IndexError(
            f"only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got {type(item).__name__})"
        )
    raise TypeError(f"indices must be integers or slices, not {type(item).__name__}")


def check_bounds(index: np.ndarray, size: int, dim: int) -> None:
    """Refuse an index beyond the dimension.

    Raises:
        IndexError: if one is.
    """
    wrong = index[(index < -size) | (index >= size)]
    if wrong.size:
        raise IndexError(f"index {int(wrong.flat[0])} is out of bounds for dimension {dim} with size {size}")


def full_key(rest: list[Any]) -> tuple[Any, ...]:
    """The tensors as an index, the dimensions between them whole."""
    return tuple(slice(None) if each is None else each for each in rest)


def getitem(self: Tensor, key: Any) -> Any:
    """`tensor[key]`."""
    view, rest = look(self, normal(self, key))
    if any(each is not None for each in rest):
        return select.index(view, full_key(rest))
    return shape.alias(view) if view is self else view


def setitem(self: Tensor, key: Any, value: Any) -> None:
    """`tensor[key] = value`, in place."""
    view, rest = look(self, normal(self, key))
    if not isinstance(value, Tensor):
        value = wrap(np.asarray(value, dtype=self._a.dtype))
    if any(each is not None for each in rest):
        INDEX_PUT(view, full_key(rest), cast(value, self))
        return
    lead = value._a.ndim - view._a.ndim
    if lead > 0 and all(size == 1 for size in value._a.shape[:lead]):
        value = value.reshape(value.shape[lead:])
    COPY(view, value)


def cast(value: Tensor, like: Tensor) -> Tensor:
    """Return a value in the dtype of the tensor that it is written to.

    Raises:
        RuntimeError: if the dtypes differ.
    """
    if value._a.dtype != like._a.dtype:
        if value._a.ndim == 0:
            return value.to(like.dtype)
        raise RuntimeError(
            "Index put requires the source and destination dtypes match, got "
            f"{like.dtype.tensor_type} for the destination and {value.dtype.tensor_type} for the source."
        )
    return value
