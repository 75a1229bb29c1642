"""Functions and methods whose form depends on their arguments, or that consist of others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from . import _types
from ._composite import whole
from ._missing import missing
from ._operation import Operation
from ._ops import matrix, pointwise, reduce, reshape, select, shape
from ._tensor import Tensor, check_dim, wrap

# Types


def to(
    self: Tensor,
    *args: Any,
    dtype: Any = None,
    device: Any = None,
    copy: bool = False,
    non_blocking: bool = False,
    memory_format: Any = None,
) -> Tensor:
    """Return the tensor in another dtype; the tensor itself if nothing changes."""
    for each in args:
        if isinstance(each, _types.dtype):
            dtype = each
        elif isinstance(each, Tensor):
            dtype = each.dtype
        elif isinstance(each, (str, _types.device)):
            device = each
        elif isinstance(each, bool) or each is None:
            continue
        else:
            raise TypeError(f"to() received an invalid combination of arguments - got ({type(each).__name__})")
    if device is not None:
        _types.device(device)
    if dtype is _types.bfloat16:
        missing("a tensor of torch.bfloat16")
    if dtype is None or dtype is self.dtype:
        return shape.clone(self) if copy else self
    return shape.to_copy(self, dtype)


def caster(dtype: _types.dtype) -> Callable[..., Tensor]:
    """`.float()` and its like."""
    return lambda self, memory_format=None: to(self, dtype)


def contiguous(self: Tensor, memory_format: Any = None) -> Tensor:
    """The tensor with its elements in row-major order; itself where they are."""
    return self if self._a.flags.c_contiguous else shape.contiguous(self)


def cuda(self: Tensor, *_: Any, **__: Any) -> Tensor:
    """There is no GPU."""
    raise AssertionError("Torch not compiled with CUDA enabled")


# Reductions whose form depends on their arguments


def max_(self: Tensor, dim: Any = None, keepdim: bool = False, *, other: Any = None) -> Any:
    """The largest of all, along a dimension, or of two tensors."""
    if isinstance(dim, Tensor) or other is not None:
        return pointwise.maximum(self, dim if other is None else other)
    return reduce.max_all(self) if dim is None else reduce.max_dim(self, dim, keepdim)


def min_(self: Tensor, dim: Any = None, keepdim: bool = False, *, other: Any = None) -> Any:
    """The smallest of all, along a dimension, or of two tensors."""
    if isinstance(dim, Tensor) or other is not None:
        return pointwise.minimum(self, dim if other is None else other)
    return reduce.min_all(self) if dim is None else reduce.min_dim(self, dim, keepdim)


def median(self: Tensor, dim: Any = None, keepdim: bool = False) -> Any:
    """The lower median of all or along a dimension."""
    return reduce.median_all(self) if dim is None else reduce.median_dim(self, dim, keepdim)


def norm(self: Tensor, p: Any = "fro", dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Tensor:
    """The p-norm."""
    if p == "nuc":
        missing("torch.norm(p='nuc')")
    order = 2 if p in ("fro", None) else p
    return reduce.vector_norm(self if dtype is None else self.to(dtype), order, dim, keepdim)


def variance(operation: Operation) -> Callable[..., Tensor]:
    """var and std: their second argument may be `unbiased`."""

    def call(self: Tensor, dim: Any = None, unbiased: Any = None, keepdim: bool = False, *, correction: Any = None) -> Tensor:
        if isinstance(dim, bool):
            dim, unbiased = None, dim
        return operation(self, dim, unbiased, keepdim, correction)

    return call


def any_all(operation: Operation) -> Callable[..., Tensor]:
    """any and all, whose dim may be left out."""
    return lambda self, dim=None, keepdim=False: operation(self, dim, keepdim)


def softmax(self: Tensor, dim: Any = None, dtype: Any = None) -> Tensor:
    """exp(x) / sum(exp(x))."""
    if dim is None:
        raise TypeError('softmax() received an invalid combination of arguments: missing "dim"')
    return reduce.softmax(self, dim, dtype)


dist = whole("dist", "self, other, p=2", lambda self, other, p: norm(self - other, p), "self other")


def diff(self: Tensor, n: int = 1, dim: int = -1) -> Tensor:
    """Differences of neighbours."""
    for _ in range(n):
        size = self.shape[dim]
        self = shape.narrow(self, dim, 1, size - 1) - shape.narrow(self, dim, 0, size - 1)
    return self


def outer(self: Tensor, vec2: Tensor) -> Tensor:
    """The outer product."""
    return matrix.ger(self, vec2)


def cross(self: Tensor, other: Tensor, dim: int = -1) -> Tensor:
    """The cross product."""
    a, b = self.unbind(dim), other.unbind(dim)
    return shape.stack([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]], dim)


def repeat_interleave(self: Tensor, repeats: Any, dim: Any = None) -> Tensor:
    """Each element several times."""
    source, axis = (self.flatten(), 0) if dim is None else (self, dim)
    if isinstance(repeats, int):
        place = check_dim(axis, source.dim())
        spread = shape.expand(shape.unsqueeze(source, place + 1), (*source.shape[: place + 1], repeats, *source.shape[place + 1 :]))
        return reshape.flatten(shape.contiguous(spread), place, place + 1)
    times = repeats._a if isinstance(repeats, Tensor) else repeats
    return select.index_select(source, axis, wrap(np.repeat(np.arange(source.shape[axis]), times)))


def unique(self: Tensor, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False, dim: Any = None) -> Any:
    """The distinct values."""
    values, inverse, counts = np.unique(self._a, return_inverse=True, return_counts=True, axis=dim)
    found = [wrap(values)] + ([wrap(inverse.reshape(self._a.shape))] if return_inverse else []) + ([wrap(counts)] if return_counts else [])
    return tuple(found) if len(found) > 1 else found[0]


def quantile(self: Tensor, q: Any, dim: Any = None, keepdim: bool = False, *, interpolation: str = "linear") -> Tensor:
    """Return the quantile, with linear interpolation between neighboring elements."""
    if interpolation != "linear" or isinstance(q, (list, tuple)) or (isinstance(q, Tensor) and q.dim()):
        missing("torch.quantile of several shares, or not linear")
    source, axis = (self.reshape(-1), 0) if dim is None else (self, check_dim(dim, self.dim()))
    ordered = reduce.sort(source, axis)[0]
    place = float(q) * (source.shape[axis] - 1)
    low = int(place)
    high = min(low + 1, source.shape[axis] - 1)
    result = pointwise.lerp(shape.select(ordered, axis, low), shape.select(ordered, axis, high), place - low)
    if dim is None:
        return result.reshape((1,) * self.dim()) if keepdim else result
    return shape.unsqueeze(result, axis) if keepdim else result


def flip(self: Tensor, *dims: Any) -> Tensor:
    """Dimensions the other way round."""
    return shape.flip(self, shape.flat_sizes(dims))


def swap_last(self: Tensor) -> Tensor:
    """The transpose of the last two dimensions."""
    return shape.transpose(self, -2, -1)


def all_reversed(self: Tensor) -> Tensor:
    """`.T`."""
    return shape.t(self) if self.dim() <= 2 else shape.permute(self, tuple(range(self.dim()))[::-1])


def size_sum(
    self: Tensor, *dims: Any, keepdim: bool = False, dtype: Any = None, axis: Any = None, keepdims: Any = None, dim: Any = None
) -> Tensor:
    """sum, with its dims given in any way."""
    if len(dims) == 2 and isinstance(dims[1], bool):
        dims, keepdim = dims[:1], dims[1]
    given = dim if dim is not None else axis if axis is not None else (dims[0] if len(dims) == 1 else dims or None)
    return reduce.sum(self, given, bool(keepdims if keepdims is not None else keepdim), dtype=dtype)


def clamp_min(self: Tensor, min: Any) -> Tensor:
    """clamp from below."""
    return clamp(self, min, None)


def clamp_max(self: Tensor, max: Any) -> Tensor:
    """clamp from above."""
    return clamp(self, None, max)


def clamp(self: Tensor, min: Any = None, max: Any = None) -> Tensor:
    """Between two bounds, which may be tensors."""
    return (pointwise.clamp_tensors if isinstance(min, Tensor) or isinstance(max, Tensor) else pointwise.clamp)(self, min, max)


def index_put(self: Tensor, indices: Any, values: Any, accumulate: bool = False) -> Tensor:
    """A copy with elements put at indices."""
    return select.index_put(self, tuple(indices), values, accumulate)


def share_memory_(self: Tensor) -> Tensor:
    """Nothing to be done in one process."""
    return self


def kron_parts(self: Tensor, other: Tensor) -> Tensor:
    """Every element of one matrix times the other matrix."""
    grid = self.reshape(self.shape[0], 1, -1, 1) * other.reshape(1, other.shape[0], 1, -1)
    return grid.permute(0, 1, 2, 3).reshape(self.shape[0] * other.shape[0], -1)


def sized(function: Callable[..., Any]) -> Callable[..., Any]:
    """A method that takes sizes one by one or as a sequence."""
    return lambda self, *sizes, size=None: function(self, shape.flat_sizes(sizes if size is None else (size,)))


def view(self: Tensor, *sizes: Any, size: Any = None) -> Tensor:
    """The same elements in another shape."""
    if len(sizes) == 1 and isinstance(sizes[0], _types.dtype):
        missing("torch.Tensor.view(dtype)")
    return shape.view(self, shape.flat_sizes(sizes if size is None else (size,)))


def split(self: Tensor, split_size_or_sections: Any, dim: int = 0) -> Any:
    """Pieces along a dimension."""
    return shape.split(self, split_size_or_sections if isinstance(split_size_or_sections, int) else tuple(split_size_or_sections), dim)


def as_strided(self: Tensor, *_: Any, **__: Any) -> Tensor:
    """Not here."""
    missing("torch.Tensor.as_strided")


KRON = whole("kron", "self, other", kron_parts, "self other")
