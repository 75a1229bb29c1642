"""Operations that pick elements by index or by mask. A line: name, parameters, kernel, the gradient of each operand."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _types
from .._broadcasting import broadcast_shape, meet
from .._operation import define
from .._tensor import Tensor, check_dim, wrap

OUT = "index {value} is out of bounds for dimension {dim} with size {size}"


def long_index(name: str, index: np.ndarray) -> None:
    """Refuse an index that is not of integers.

    Raises:
        RuntimeError: if so.
    """
    if index.dtype not in (np.int64, np.int32):
        raise RuntimeError(f"{name}(): Expected dtype int32/int64 for index")


def in_range(index: np.ndarray, dim: int, size: int) -> None:
    """Refuse an index beyond the dimension.

    Raises:
        RuntimeError: if one is.
    """
    wrong = index[(index < 0) | (index >= size)]
    if wrong.size:
        raise RuntimeError(OUT.format(value=int(wrong.flat[0]), dim=dim, size=size))


def along(self: np.ndarray, dim: int, index: np.ndarray) -> tuple[Any, ...]:
    """The full index of take_along_axis, for an index smaller than the array."""
    grids: list[Any] = list(np.ogrid[tuple(slice(0, size) for size in index.shape)])
    grids[dim] = index
    return tuple(grids)


def gather_kernel(self: np.ndarray, dim: int, index: np.ndarray, sparse_grad: bool = False) -> np.ndarray:
    """The element at each index along a dimension."""
    long_index("gather", index)
    axis = check_dim(dim, self.ndim)
    if index.ndim != self.ndim and index.size and self.ndim:
        raise RuntimeError("Index tensor must have the same number of dimensions as input tensor")
    if not self.ndim:
        return self.reshape(-1)[index.reshape(-1)].reshape(index.shape)
    for place in range(self.ndim):
        if place != axis and index.shape[place] > self.shape[place]:
            raise RuntimeError(
                f"Size does not match at dimension {place} expected index {list(index.shape)} to be no larger than self {list(self.shape)} "
                f"apart from dimension {axis}"
            )
    in_range(index, axis, self.shape[axis])
    return self[along(self, axis, index)]


def scatter_kernel(self: np.ndarray, dim: int, index: np.ndarray, src: Any) -> np.ndarray:
    """A copy with elements put at each index along a dimension."""
    long_index("scatter", index)
    axis, result = check_dim(dim, self.ndim), self.copy()
    if not self.ndim:
        return np.asarray(src, self.dtype).reshape(())
    in_range(index, axis, self.shape[axis])
    values = src[tuple(slice(0, size) for size in index.shape)] if isinstance(src, np.ndarray) and src.ndim else src
    result[along(self, axis, index)] = values
    return result


def scatter_add_kernel(self: np.ndarray, dim: int, index: np.ndarray, src: np.ndarray) -> np.ndarray:
    """... added at each index."""
    long_index("scatter_add", index)
    axis, result = check_dim(dim, self.ndim), self.copy()
    if not self.ndim:
        return self + src
    in_range(index, axis, self.shape[axis])
    np.add.at(result, along(self, axis, index), src[tuple(slice(0, size) for size in index.shape)])
    return result


def index_select_kernel(self: np.ndarray, dim: int, index: np.ndarray) -> np.ndarray:
    """Whole slices along a dimension."""
    if index.dtype not in (np.int64, np.int32):
        raise RuntimeError("index_select(): Expected dtype int32 or int64 for index")
    axis = check_dim(dim, self.ndim)
    if ((index < 0) | (index >= (self.shape[axis] if self.ndim else 1))).any():
        raise IndexError("index out of range in self")
    return np.take(self, index, axis) if self.ndim else self.copy()


def index_add_kernel(self: np.ndarray, dim: int, index: np.ndarray, source: np.ndarray, alpha: Any = 1) -> np.ndarray:
    """A copy with slices added."""
    result = self.copy()
    np.add.at(np.moveaxis(result, dim, 0), index, np.moveaxis(source, dim, 0) * self.dtype.type(alpha))
    return result


def masked_fill_kernel(self: np.ndarray, mask: np.ndarray, value: Any) -> np.ndarray:
    """A copy with a value where the mask holds."""
    if mask.dtype != bool:
        raise RuntimeError(f"masked_fill_ only supports boolean masks, but got mask with dtype {_types.of_array(mask).tensor_type.lower()}")
    broadcast_shape(self.shape, mask.shape)
    return np.where(mask, np.asarray(value, self.dtype), self)


def masked_select_kernel(self: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """The elements where the mask holds."""
    if mask.dtype != bool:
        raise RuntimeError("masked_select: expected BoolTensor for mask")
    whole = broadcast_shape(self.shape, mask.shape)
    return np.broadcast_to(self, whole)[np.broadcast_to(mask, whole)]


def masked_back(g: Any, self_shape: Any, mask: Any) -> Any:
    """The gradient put where the mask holds."""
    whole = broadcast_shape(tuple(self_shape), tuple(mask.shape))
    return index_put(g.new_zeros(whole), (mask.expand(whole),), g)


def keys(indices: Any) -> tuple[Any, ...]:
    """NumPy's index for a tuple of arrays, slices and None."""
    return tuple(indices)


def index_kernel(self: np.ndarray, indices: Any) -> np.ndarray:
    """Elements picked by arrays of indices or masks."""
    return np.asarray(self[keys(indices)])


def index_put_kernel(self: np.ndarray, indices: Any, values: Any, accumulate: bool = False) -> np.ndarray:
    """A copy with elements put at the indices."""
    result = self.copy()
    if accumulate:
        np.add.at(result, keys(indices), values)
    else:
        result[keys(indices)] = values
    return result


def where_kernel(condition: np.ndarray, self: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Elements of one or the other."""
    broadcast_shape(condition.shape, self.shape, other.shape)
    return np.where(condition, self, other)


def take_kernel(self: np.ndarray, index: np.ndarray) -> np.ndarray:
    """Elements by their place in row-major order."""
    return self.reshape(-1)[index]


def picked_back(g: Any, self_shape: Any, indices: Any) -> Any:
    """The gradient added up at the indices."""
    return index_put(g.new_zeros(self_shape), indices, g, True)


gather = define("gather", "self, dim, index, *, sparse_grad=False", gather_kernel,
                self=lambda g, self_shape, dim, index: g.new_zeros(self_shape).scatter_add(dim, index, g))
scatter_tensor = define("scatter_tensor", "self, dim, index, src", scatter_kernel, label="Scatter", row="scatter",
                        self=lambda g, dim, index: g.scatter(dim, index, 0.0), src=lambda g, dim, index: g.gather(dim, index))
scatter_number = define("scatter_number", "self, dim, index, src", scatter_kernel, label="Scatter#1", row="scatter",
                        self=lambda g, dim, index: g.scatter(dim, index, 0.0))
scatter_add = define("scatter_add", "self, dim, index, src", scatter_add_kernel,
                     self=lambda g: g, src=lambda g, dim, index: g.gather(dim, index))
index_select = define("index_select", "self, dim, index", index_select_kernel,
                      self=lambda g, self_shape, dim, index: g.new_zeros(self_shape).index_add(dim, index, g) if self_shape else g)
index_add = define("index_add", "self, dim, index, source, *, alpha=1", index_add_kernel, self=lambda g: g,
                   source=lambda g, dim, index, alpha: g.index_select(dim, index) * alpha)
index_fill = define("index_fill", "self, dim, index, value",
                    lambda self, dim, index, value: filled(self, dim, index, value), keeps="self:index value:index", self=lambda g, dim, index: g.index_fill(dim, index, 0.0),
                    value=lambda g, dim, index: g.index_select(dim, index).sum())
index_copy = define("index_copy", "self, dim, index, source", lambda self, dim, index, source: filled(self, dim, index, np.moveaxis(source, dim, 0)),
                    self=lambda g, dim, index: g.index_fill(dim, index, 0.0), source=lambda g, dim, index: g.index_select(dim, index))
masked_fill_number = define("masked_fill", "self, mask, value", masked_fill_kernel, self=lambda g, mask: g.masked_fill(mask, 0.0))
masked_fill_tensor = define("masked_fill_tensor", "self, mask, value", masked_fill_kernel, label="MaskedFill#1", keeps="self:mask value:mask",
                            self=lambda g, mask: g.masked_fill(mask, 0.0), value=lambda g, mask: where(mask, g, g.new_zeros(())).sum())
masked_select = define("masked_select", "self, mask", masked_select_kernel, self=lambda g, self, mask: masked_back(g, self.shape, mask))
masked_scatter = define("masked_scatter", "self, mask, source", lambda self, mask, source: scattered(self, mask, source),
                        self=lambda g, mask: g.masked_fill(mask, 0.0), source=lambda g, mask, source_shape: source_gradient(g, mask, source_shape))
index = define("index", "self, indices", index_kernel, keeps="self:indices", self=picked_back)
index_put = define("index_put", "self, indices, values, accumulate=False", index_put_kernel, keeps="self:indices values:indices",
                   self=lambda g, indices, accumulate: g if accumulate else index_put(g, indices, g.new_zeros(())),
                   values=lambda g, indices: index(g, indices))
where_ = define("where", "condition, self, other", where_kernel, promote="same",
                self=lambda g, condition: where(condition, g, g.new_zeros(())), other=lambda g, condition: where(condition, g.new_zeros(()), g))
take = define("take", "self, index", take_kernel, self=lambda g, self, index: index_put(g.new_zeros(self.numel()), (index,), g, True).reshape(self.shape))


def scattered(self: np.ndarray, mask: np.ndarray, source: np.ndarray) -> np.ndarray:
    """A copy with the source's elements, in order, where the mask holds."""
    result = self.copy()
    mask = np.broadcast_to(mask, self.shape)
    result[mask] = source.reshape(-1)[: int(mask.sum())]
    return result


def source_gradient(g: Any, mask: Any, source_shape: Any) -> Any:
    """The gradient of what masked_scatter took its elements from: the first ones, the rest were not used."""
    used = masked_select(g, mask.expand(g.shape))
    size = int(np.prod(source_shape, dtype=np.int64))
    return index_put(g.new_zeros(size), (wrap(np.arange(used.numel())),), used).reshape(source_shape)


def filled(self: np.ndarray, dim: int, index: np.ndarray, value: Any) -> np.ndarray:
    """A copy with slices replaced."""
    result = self.copy()
    np.moveaxis(result, dim, 0)[index] = value
    return result


def masked_fill(self: Any, mask: Any, value: Any) -> Any:
    """A copy with a value, which may be a 0-dimensional tensor, where the mask holds."""
    if isinstance(value, Tensor):
        if value.dim():
            raise RuntimeError(f"masked_fill_ only supports a 0-dimensional value tensor, but got tensor with {value.dim()} dimension(s).")
        return masked_fill_tensor(self, mask, value)
    return masked_fill_number(self, mask, value)


def scatter(self: Any, dim: int, index: Any, src: Any = None, *, value: Any = None, reduce: Any = None) -> Any:
    """A copy with elements put at each index along a dimension."""
    if reduce is not None:
        raise NotImplementedError("torch.scatter(reduce=...) is not part of the runtime shim")
    source = src if src is not None else value
    return scatter_tensor(self, dim, index, source) if isinstance(source, Tensor) else scatter_number(self, dim, index, source)


def where(condition: Any, self: Any = None, other: Any = None, input: Any = None) -> Any:
    """Elements of one or the other; with a condition alone, where it holds."""
    self = input if self is None else self
    if self is None:
        return nonzero(condition, as_tuple=True)
    if not isinstance(condition, Tensor):
        raise TypeError(f"where(): argument 'condition' (position 1) must be Tensor, not {type(condition).__name__}")
    if condition.dtype is not _types.bool_:
        if condition.dtype is not _types.uint8:
            raise RuntimeError(f"where expected condition to be a boolean tensor, but got a tensor with dtype {condition.dtype.tensor_type}")
        condition = condition.bool()
    return where_(condition, self, other)


def nonzero(self: Any, *, as_tuple: bool = False) -> Any:
    """Return the indices of the elements that are not zero."""
    from .compare import nonzero_

    result = nonzero_(self)
    return tuple(wrap(column.copy()) for column in result._a.T) if as_tuple else result


__all__ = ["meet"]
