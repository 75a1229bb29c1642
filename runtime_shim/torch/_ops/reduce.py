"""Operations that reduce a dimension, or run along one. A line: name, parameters, kernel, the gradient of each operand."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _types
from .._operation import define
from .._tensor import Tensor, check_dim
from . import special

DIM = "self, dim=None, keepdim=False"


def axes(dim: Any, ndim: int) -> Any:
    """NumPy's axis for torch's dim: None for all.

    Raises:
        IndexError: if there is no such dimension.
        RuntimeError: if one is named twice.
    """
    if dim is None or (isinstance(dim, (tuple, list)) and not len(dim)) or ndim == 0:
        if dim is not None and not isinstance(dim, (tuple, list)):
            check_dim(dim, ndim)
        return None
    if isinstance(dim, (tuple, list)):
        result = tuple(check_dim(each, ndim) for each in dim)
        for each in result:
            if result.count(each) > 1:
                raise RuntimeError(f"dim {each} appears multiple times in the list of dims")
        return result
    return check_dim(dim, ndim)


def spread(g: Any, shape: Any, dim: Any, keepdim: Any) -> Any:
    """A reduced tensor at the shape that it had before the reduction."""
    axis = axes(dim, len(shape))
    if axis is not None and not keepdim:
        for each in sorted((axis,) if isinstance(axis, int) else axis):
            g = g.unsqueeze(each)
    return g.expand(shape)


def count(shape: Any, dim: Any) -> int:
    """Return the number of elements that a reduction combines."""
    axis = axes(dim, len(shape))
    if axis is None:
        return int(np.prod(shape, dtype=np.int64))
    return int(np.prod([shape[each] for each in ((axis,) if isinstance(axis, int) else axis)], dtype=np.int64))


def fractions_only(name: str, array: np.ndarray) -> None:
    """Refuse integers where PyTorch does.

    Raises:
        RuntimeError: if the array has no fractions.
    """
    if array.dtype.kind != "f":
        raise RuntimeError(
            f"{name}(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. "
            f"Got: {_types.of_array(array).tensor_type}"
        )


def sum_kernel(self: np.ndarray, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Any:
    """Integers are added up as int64."""
    kind = dtype.array if dtype else (self.dtype if self.dtype.kind == "f" else np.dtype("int64"))
    return np.asarray(np.sum(self, axis=axes(dim, self.ndim), keepdims=bool(keepdim), dtype=kind))


def mean_kernel(self: np.ndarray, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Any:
    """Only for fractions."""
    self = self.astype(dtype.array) if dtype else self
    fractions_only("mean", self)
    if not self.size:
        return np.asarray(np.sum(self, axis=axes(dim, self.ndim), keepdims=bool(keepdim))) / self.dtype.type(0) * self.dtype.type(count(self.shape, dim) and 1)
    return np.asarray(np.mean(self, axis=axes(dim, self.ndim), keepdims=bool(keepdim), dtype=self.dtype))


def prod_kernel(self: np.ndarray, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Any:
    """Integers are multiplied as int64."""
    kind = dtype.array if dtype else (self.dtype if self.dtype.kind == "f" else np.dtype("int64"))
    return np.asarray(np.prod(self, axis=axes(dim, self.ndim), keepdims=bool(keepdim), dtype=kind))


def prod_gradient(g: Any, self: Any, result: Any, dim: Any, keepdim: Any) -> Any:
    """result / self, and where self holds a zero the product of the others."""
    if dim is None:
        return (g * others(self.reshape(-1), 0)).reshape(self.shape) if (self == 0).any() else g * result / self
    whole = spread(g, self.shape, dim, keepdim)
    return whole * others(self, dim) if (self == 0).any() else whole * spread(result, self.shape, dim, keepdim) / self


def others(self: Any, dim: int) -> Any:
    """For each element, the product of the others along the dimension."""
    last = self.movedim(dim, -1)
    size = last.shape[-1]
    here = Tensor.new_tensor(self, np.eye(size))
    grid = last.unsqueeze(-2) * (1 - here) + here
    return prod(grid, -1).movedim(-1, dim)


def extreme(function: Any, name: str) -> Any:
    """max and min along dimensions, without indices."""

    def kernel(self: np.ndarray, dim: Any = None, keepdim: bool = False) -> Any:
        if not self.size and (dim is None or (isinstance(dim, tuple) and not dim)):
            raise RuntimeError(
                f"{name}(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the 'dim' argument."
            )
        return np.asarray(function(self, axis=axes(dim, self.ndim), keepdims=bool(keepdim)))

    return kernel


def evenly(g: Any, self: Any, result: Any, dim: Any = None, keepdim: Any = False) -> Any:
    """The gradient shared out evenly among the elements that are the extreme."""
    mask = (self == spread(result, self.shape, dim, keepdim)).to(self.dtype)
    return mask * spread(g, self.shape, dim, keepdim) / spread(mask.sum(axes(dim, self.dim()), True), self.shape, dim, True)


def evenly_all(g: Any, self: Any, result: Any) -> Any:
    """... of all."""
    mask = ((self == result) | (self.isnan() & result.isnan())).to(self.dtype)
    return g * mask / mask.sum()


def at(g: Any, indices: Any, self_shape: Any, dim: Any, keepdim: Any = False) -> Any:
    """The gradient put back at the indices that were selected."""
    if not self_shape:
        return g
    if not keepdim:
        g, indices = g.unsqueeze(dim), indices.unsqueeze(dim)
    return g.new_zeros(self_shape).scatter(dim, indices, g)


def picking(choose: Any) -> Any:
    """A selection along one dimension that returns values and indices; `choose` gives the indices, the dimension kept."""

    def kernel(self: np.ndarray, dim: int = -1, keepdim: bool = False) -> Any:
        axis = check_dim(dim, self.ndim)
        if not self.ndim:
            return self.copy(), np.zeros((), np.int64)
        if not self.shape[axis]:
            raise IndexError(f"Expected reduction dim {axis} to have non-zero size.")
        indices = choose(self, axis)
        values = np.take_along_axis(self, indices, axis)
        if not keepdim:
            values, indices = values.squeeze(axis), indices.squeeze(axis)
        return values, np.asarray(indices, np.int64)

    return kernel


def nan_first(array: np.ndarray) -> np.ndarray:
    """NaN counts as larger than all."""
    return np.where(np.isnan(array), np.inf, array) if array.dtype.kind == "f" else array


def middle(self: np.ndarray, axis: int) -> np.ndarray:
    """The index of the lower median."""
    order = np.argsort(self, axis=axis, kind="stable")
    return np.take(order, [(self.shape[axis] - 1) // 2], axis=axis)


def kth(self: np.ndarray, k: int, dim: int = -1, keepdim: bool = False) -> Any:
    """The k-th smallest."""
    return picking(lambda array, axis: np.take(np.argsort(array, axis=axis, kind="stable"), [k - 1], axis=axis))(self, dim, keepdim)


def sort_kernel(self: np.ndarray, dim: int = -1, descending: bool = False, stable: bool = False) -> Any:
    """Values and where they stood."""
    if not self.ndim:
        return self.copy(), np.zeros((), np.int64)
    axis = check_dim(dim, self.ndim)
    if descending:
        order = np.flip(self.shape[axis] - 1 - np.argsort(np.flip(self, axis), axis=axis, kind="stable"), axis)
    else:
        order = np.argsort(self, axis=axis, kind="stable")
    return np.take_along_axis(self, order, axis), order


def topk_kernel(self: np.ndarray, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> Any:
    """The k largest or smallest."""
    axis = check_dim(dim, self.ndim)
    if k > (self.shape[axis] if self.ndim else 1):
        raise RuntimeError("selected index k out of range")
    values, order = sort_kernel(self, dim, largest)
    keep = np.arange(int(k))
    return (np.take(values, keep, axis), np.take(order, keep, axis)) if self.ndim else (values, order)


def var_kernel(self: np.ndarray, dim: Any = None, unbiased: Any = None, keepdim: bool = False, correction: Any = None) -> Any:
    """Return the variance, by default with Bessel's correction."""
    fractions_only("var", self)
    return np.asarray(np.var(self, axis=axes(dim, self.ndim), ddof=freedom(unbiased, correction), keepdims=bool(keepdim)))


def freedom(unbiased: Any, correction: Any) -> Any:
    """The correction that is meant."""
    return correction if correction is not None else 1 if unbiased is None else int(unbiased)


def var_gradient(g: Any, self: Any, dim: Any, unbiased: Any, keepdim: Any, correction: Any) -> Any:
    """2 / (n - correction) * (x - mean)."""
    rest = count(self.shape, dim) - freedom(unbiased, correction)
    mean_ = self.mean() if dim is None else self.mean(dim, True)
    return (2.0 / rest if rest else float("nan")) * spread(g, self.shape, dim, keepdim) * (self - mean_)


def std_gradient(g: Any, self: Any, result: Any, dim: Any, unbiased: Any, keepdim: Any, correction: Any) -> Any:
    """The variance's, over twice the deviation."""
    return var_gradient((g / (result * 2)).masked_fill(result == 0, 0.0), self, dim, unbiased, keepdim, correction)


def norm_kernel(self: np.ndarray, p: Any = 2, dim: Any = None, keepdim: bool = False) -> Any:
    """The p-norm of the elements."""
    fractions_only("linalg.vector_norm", self)
    axis, size = axes(dim, self.ndim), np.abs(self)
    keep = bool(keepdim)
    if p == np.inf or p == -np.inf:
        return np.asarray((np.max if p > 0 else np.min)(size, axis=axis, keepdims=keep))
    if p == 0:
        return np.asarray(np.sum(self != 0, axis=axis, keepdims=keep).astype(self.dtype))
    if p == 2:
        return np.asarray(np.sqrt(np.sum(self * self, axis=axis, keepdims=keep)))
    return np.asarray(np.sum(size**p, axis=axis, keepdims=keep) ** self.dtype.type(1 / p), dtype=self.dtype)


def norm_gradient(g: Any, self: Any, result: Any, p: Any, dim: Any, keepdim: Any) -> Any:
    """sign(x) |x|^(p-1) / norm^(p-1), and zero where the norm is."""
    g, norm_ = spread(g, self.shape, dim, keepdim), spread(result, self.shape, dim, keepdim)
    if p == 0:
        return g * 0
    if p == 1:
        return g * self.sign()
    if p == 2:
        return g * (self / norm_).masked_fill(norm_ == 0, 0.0)
    if p in (np.inf, -np.inf):
        mask = (self.abs() == norm_).to(self.dtype)
        total = mask.sum() if axes(dim, self.dim()) is None else mask.sum(dim, True)
        return self.sign() * (g * mask / total)
    return self.sign() * self.abs() ** (p - 1) * (g / norm_ ** (p - 1)).masked_fill(norm_ == 0, 0.0)


def logsumexp_kernel(self: np.ndarray, dim: Any, keepdim: bool = False) -> Any:
    """log(sum(exp(x))), without overflow."""
    axis = axes(dim, self.ndim)
    top = np.max(self, axis=axis, keepdims=True)
    top = np.where(np.isfinite(top), top, np.zeros((), self.dtype))
    result = np.log(np.sum(np.exp(self - top), axis=axis, keepdims=True)) + top
    return np.asarray(result if keepdim or not self.ndim else np.squeeze(result, axis=axis))


def typed(kernel: Any) -> Any:
    """A kernel along a dimension that may change the type first."""

    def call(self: np.ndarray, dim: int, dtype: Any = None) -> Any:
        axis = check_dim(dim, self.ndim)
        array = self.astype(dtype.array) if dtype else self
        if array.dtype.kind != "f":
            raise RuntimeError(f'"softmax_lastdim_kernel_impl" not implemented for \'{_types.of_array(array).tensor_type}\'')
        return kernel(array, axis)

    return call


def along(function: Any) -> Any:
    """A running sum or product."""

    def kernel(self: np.ndarray, dim: int, dtype: Any = None) -> Any:
        kind = dtype.array if dtype else (self.dtype if self.dtype.kind == "f" else np.dtype("int64"))
        axis = check_dim(dim, self.ndim)
        return function(self, axis=axis, dtype=kind) if self.ndim else self.astype(kind)

    return kernel


def running(accumulate: Any) -> Any:
    """A running maximum or minimum, and where it was last met."""

    def kernel(self: np.ndarray, dim: int) -> Any:
        values = accumulate(self, axis=dim)
        place = np.arange(self.shape[dim]).reshape([-1 if each == dim % self.ndim else 1 for each in range(self.ndim)])
        return values, np.maximum.accumulate(np.where(self == values, place, 0), axis=dim)

    return kernel


def cumprod_gradient(g: Any, self: Any, result: Any, dim: int) -> Any:
    """Return the gradient of cumprod: sums of products of the other elements; by division if no element is zero."""
    if not (self == 0).any():
        return (g * result).flip(dim).cumsum(dim).flip(dim) / self
    last, grad, size = self.movedim(dim, -1), g.movedim(dim, -1), self.shape[dim]
    parts = []
    for place in range(size):
        below = others(last[..., : place + 1], -1) * grad[..., place : place + 1]
        parts.append(below if place + 1 == size else pad_end(below, size - place - 1))
    return sum(parts).movedim(-1, dim)  # type: ignore[attr-defined]


def pad_end(tensor: Any, missing: int) -> Any:
    """Zeros appended to the last dimension."""
    from .shape import cat

    return cat([tensor, tensor.new_zeros((*tensor.shape[:-1], missing))], -1)


sum = define("sum", DIM + ", *, dtype=None", sum_kernel, self=lambda g, self_shape, dim, keepdim: spread(g, self_shape, dim, keepdim))
nansum = define("nansum", DIM, lambda self, dim, keepdim: np.asarray(np.nansum(self, axis=axes(dim, self.ndim), keepdims=keepdim)),
                self=lambda g, self, dim, keepdim: spread(g, self.shape, dim, keepdim) * (~self.isnan()).to(self.dtype))
mean = define("mean", DIM + ", *, dtype=None", mean_kernel,
              self=lambda g, self_shape, dim, keepdim: spread(g, self_shape, dim, keepdim) / max(count(self_shape, dim), 1))
prod = define("prod", DIM + ", *, dtype=None", prod_kernel, self=prod_gradient)
amax = define("amax", "self, dim=(), keepdim=False", extreme(np.max, "amax"), self=evenly)
amin = define("amin", "self, dim=(), keepdim=False", extreme(np.min, "amin"), self=evenly)
max_all = define("max_all", "self", extreme(np.max, "max"), label="Max#1", self=evenly_all)
min_all = define("min_all", "self", extreme(np.min, "min"), label="Min#1", self=evenly_all)
max_dim = define("max_dim", "self, dim, keepdim=False", picking(lambda a, axis: np.expand_dims(np.argmax(a, axis=axis), axis)), label="Max",
                 returns="values indices", self=lambda g, result1, self_shape, dim, keepdim: at(g, result1, self_shape, dim, keepdim))
min_dim = define("min_dim", "self, dim, keepdim=False", picking(lambda a, axis: np.expand_dims(np.argmin(a, axis=axis), axis)), label="Min",
                 returns="values indices", self=lambda g, result1, self_shape, dim, keepdim: at(g, result1, self_shape, dim, keepdim))
median_dim = define("median_dim", "self, dim, keepdim=False", picking(middle), label="Median#1", returns="values indices",
                    self=lambda g, result1, self_shape, dim, keepdim: at(g, result1, self_shape, dim, keepdim))
median_all = define("median_all", "self", lambda self: np.asarray(np.sort(self, axis=None)[(self.size - 1) // 2]), label="Median",
                    self=evenly_all)
kthvalue = define("kthvalue", "self, k, dim=-1, keepdim=False", kth, returns="values indices",
                  self=lambda g, result1, self_shape, dim, keepdim: at(g, result1, self_shape, dim, keepdim))
sort = define("sort", "self, dim=-1, descending=False, stable=False", sort_kernel, returns="values indices",
              self=lambda g, result1, self_shape, dim: at(g, result1, self_shape, dim, True))
topk = define("topk", "self, k, dim=-1, largest=True, sorted=True", topk_kernel, returns="values indices",
              self=lambda g, result1, self_shape, dim: at(g, result1, self_shape, dim, True))
var = define("var", "self, dim=None, unbiased=None, keepdim=False, correction=None", var_kernel, self=var_gradient)
std = define("std", "self, dim=None, unbiased=None, keepdim=False, correction=None",
             lambda *given: np.sqrt(var_kernel(*given)), self=std_gradient)
vector_norm = define("vector_norm", "self, p=2, dim=None, keepdim=False", norm_kernel, label="LinalgVectorNorm", self=norm_gradient)
logsumexp = define("logsumexp", "self, dim, keepdim=False", logsumexp_kernel,
                   self=lambda g, self, result, dim, keepdim:
                   spread(g, self.shape, dim, keepdim) * (self - spread(result, self.shape, dim, keepdim)).exp())
softmax = define("softmax", "self, dim, dtype=None", typed(special.softmax),
                 self=lambda g, result, dim: (g - (g * result).sum(dim, True)) * result)
log_softmax = define("log_softmax", "self, dim, dtype=None", typed(special.log_softmax),
                     self=lambda g, result, dim: g - result.exp() * g.sum(dim, True))
cumsum = define("cumsum", "self, dim, *, dtype=None", along(np.cumsum), self=lambda g, dim: g.flip(dim).cumsum(dim).flip(dim) if g.dim() else g)
cumprod = define("cumprod", "self, dim, *, dtype=None", along(np.cumprod), self=cumprod_gradient)
cummax = define("cummax", "self, dim", running(np.maximum.accumulate), returns="values indices",
                self=lambda g, result1, self_shape, dim: g.new_zeros(self_shape).scatter_add(dim, result1, g))
cummin = define("cummin", "self, dim", running(np.minimum.accumulate), returns="values indices",
                self=lambda g, result1, self_shape, dim: g.new_zeros(self_shape).scatter_add(dim, result1, g))
