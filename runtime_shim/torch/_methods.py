"""What can be computed with tensors, under its names in torch and on Tensor."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from . import _creation, _indexing, _random, _types
from ._composite import whole
from ._inplace import InPlace
from ._missing import missing
from ._operation import Operation, meet
from ._ops import activation, compare, matrix, pointwise, reduce, select, shape
from ._state import observer
from ._tensor import Tensor, check_dim, wrap

# Python's operators


def reflected(operation: Callable[..., Any]) -> Callable[..., Any]:
    """An operator with its operands the other way round."""
    return lambda self, other: operation(other, self)


def operator(operation: Callable[..., Any]) -> Callable[..., Any]:
    """An operator that leaves what it does not know to the other operand."""

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
    if self._a.size != 1:
        raise RuntimeError(f"a Tensor with {self._a.size} elements cannot be converted to Scalar")
    return heard(self, "item", self._a.item())


def heard(tensor: Tensor, how: str, value: Any) -> Any:
    """Tell who listens that a value was taken out, which may put another in its place."""
    watcher = observer()
    return value if watcher is None else watcher.read_number(tensor, how, value)


def to_list(self: Tensor) -> Any:
    """Nested lists of Python numbers."""
    return heard(self, "tolist", self._a.tolist())


def numpy(self: Tensor, *, force: bool = False) -> np.ndarray:
    """The array itself.

    Raises:
        RuntimeError: if the tensor needs a gradient.
    """
    if self.requires_grad and not force:
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


def as_number(convert: type) -> Callable[[Tensor], Any]:
    """int(tensor) and float(tensor)."""
    return lambda self: convert(item(self))


def text(self: Tensor) -> str:
    """The tensor as it is printed."""
    from ._printing import text_of

    return text_of(self)


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


# Types


def to(self: Tensor, *args: Any, dtype: Any = None, device: Any = None, copy: bool = False, non_blocking: bool = False, memory_format: Any = None) -> Tensor:
    """The tensor in another type; itself where nothing changes."""
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
        return shape.flatten(shape.contiguous(spread), place, place + 1)
    times = repeats._a if isinstance(repeats, Tensor) else repeats
    return select.index_select(source, axis, wrap(np.repeat(np.arange(source.shape[axis]), times)))


def unique(self: Tensor, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False, dim: Any = None) -> Any:
    """The distinct values."""
    values, inverse, counts = np.unique(self._a, return_inverse=True, return_counts=True, axis=dim)
    found = [wrap(values)] + ([wrap(inverse.reshape(self._a.shape))] if return_inverse else []) + ([wrap(counts)] if return_counts else [])
    return tuple(found) if len(found) > 1 else found[0]


def quantile(self: Tensor, q: Any, dim: Any = None, keepdim: bool = False, *, interpolation: str = "linear") -> Tensor:
    """The value below which a share of the elements lies, between two of them by their distance."""
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


def size_sum(self: Tensor, *dims: Any, keepdim: bool = False, dtype: Any = None, axis: Any = None, keepdims: Any = None, dim: Any = None) -> Tensor:
    """sum, with its dims given in any way."""
    if len(dims) == 2 and isinstance(dims[1], bool):
        dims, keepdim = dims[:1], dims[1]
    given = dim if dim is not None else axis if axis is not None else (dims[0] if len(dims) == 1 else dims or None)
    return reduce.sum(self, given, bool(keepdims if keepdims is not None else keepdim), dtype=dtype)


def masked_fill_(self: Tensor, mask: Tensor, value: Any) -> Tensor:
    """masked_fill in place."""
    return MASKED_TENSOR(self, mask, value) if isinstance(value, Tensor) else MASKED_NUMBER(self, mask, value)


def fill_(self: Tensor, value: Any) -> Tensor:
    """One value everywhere, in place."""
    return FILL_TENSOR(self, value) if isinstance(value, Tensor) else FILL(self, value)


def fill_diagonal_(self: Tensor, fill_value: float, wrap: bool = False) -> Tensor:
    """One value on the diagonal, in place."""
    if self.dim() < 2:
        raise RuntimeError("dimensions must larger than 1")
    if self.dim() > 2 and len(set(self.shape)) > 1:
        raise RuntimeError("all dimensions of input must be of equal length")
    mask = np.zeros(self._a.shape, bool)
    np.fill_diagonal(mask, val=True, wrap=wrap)
    return MASKED_NUMBER(self, _creation.from_numpy(mask), fill_value)


def pow_(self: Tensor, exponent: Any) -> Tensor:
    """pow in place."""
    return POW_TENSOR(self, exponent) if isinstance(exponent, Tensor) else POW(self, exponent)


def div_(self: Tensor, other: Any, *, rounding_mode: Any = None) -> Tensor:
    """div in place."""
    if rounding_mode is not None:
        return InPlace(pointwise.div_rounded)(self, other, rounding_mode=rounding_mode)
    return DIV(self, other)


def lerp_(self: Tensor, end: Any, weight: Any) -> Tensor:
    """lerp in place."""
    return InPlace(pointwise.lerp_tensor if isinstance(weight, Tensor) else pointwise.lerp_number)(self, end, weight)


def scatter_(self: Tensor, dim: int, index: Any, src: Any = None, *, value: Any = None, reduce: Any = None) -> Tensor:
    """scatter in place."""
    given = src if src is not None else value
    if reduce is not None:
        missing("torch.Tensor.scatter_(reduce=...)")
    return InPlace(select.scatter_tensor if isinstance(given, Tensor) else select.scatter_number)(self, dim, index, given)


def clamp_min(self: Tensor, min: Any) -> Tensor:
    """clamp from below."""
    return clamp(self, min, None)


def clamp_max(self: Tensor, max: Any) -> Tensor:
    """clamp from above."""
    return clamp(self, None, max)


def clamp(self: Tensor, min: Any = None, max: Any = None) -> Tensor:
    """Between two bounds, which may be tensors."""
    return (pointwise.clamp_tensors if isinstance(min, Tensor) or isinstance(max, Tensor) else pointwise.clamp)(self, min, max)


def clamp_(self: Tensor, min: Any = None, max: Any = None) -> Tensor:
    """clamp in place."""
    return (CLAMP_TENSORS if isinstance(min, Tensor) or isinstance(max, Tensor) else CLAMP)(self, min, max)


def index_put(self: Tensor, indices: Any, values: Any, accumulate: bool = False) -> Tensor:
    """A copy with elements put at indices."""
    return select.index_put(self, tuple(indices), values, accumulate)


def index_put_(self: Tensor, indices: Any, values: Any, accumulate: bool = False) -> Tensor:
    """Elements put at indices, in place."""
    return _indexing.INDEX_PUT(self, tuple(indices), values, accumulate)


def squeeze_(self: Tensor, dim: Any = None) -> Tensor:
    """squeeze in place."""
    return reshaped_in_place(self, shape.squeeze(self, dim))


def unsqueeze_(self: Tensor, dim: int) -> Tensor:
    """unsqueeze in place."""
    return reshaped_in_place(self, shape.unsqueeze(self, dim))


def t_(self: Tensor) -> Tensor:
    """t in place."""
    return reshaped_in_place(self, shape.t(self))


def reshaped_in_place(self: Tensor, view: Tensor) -> Tensor:
    """The tensor made to look as a view of it does."""
    self._may_change()
    self._a, self._fn, self._nr = view._a, view._fn, view._nr
    self._bump()
    return self


def share_memory_(self: Tensor) -> Tensor:
    """Nothing to be done in one process."""
    return self


def kron_parts(self: Tensor, other: Tensor) -> Tensor:
    """Every element of one matrix times the other matrix."""
    grid = self.reshape(self.shape[0], 1, -1, 1) * other.reshape(1, other.shape[0], 1, -1)
    return grid.permute(0, 1, 2, 3).reshape(self.shape[0] * other.shape[0], -1)


KRON = whole("kron", "self, other", kron_parts, "self other")
CLAMP, CLAMP_TENSORS = InPlace(pointwise.clamp), InPlace(pointwise.clamp_tensors)
DIV, POW, POW_TENSOR = InPlace(pointwise.div), InPlace(pointwise.pow_number), InPlace(pointwise.pow_tensor)
FILL, FILL_TENSOR = InPlace(shape.fill), InPlace(shape.fill_with)
MASKED_NUMBER, MASKED_TENSOR = InPlace(select.masked_fill_number), InPlace(select.masked_fill_tensor)


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


# What is a method of Tensor and a function of torch alike
BOTH: dict[str, Any] = {
    "sum": size_sum, "max": max_, "min": min_, "median": median, "norm": norm, "var": variance(reduce.var), "std": variance(reduce.std),
    "any": any_all(compare.any_), "all": any_all(compare.all_), "softmax": softmax, "log_softmax": reduce.log_softmax, "pow": pointwise.pow,
    "div": pointwise.divide, "divide": pointwise.divide, "true_divide": pointwise.div, "lerp": pointwise.lerp, "square": pointwise.square,
    "abs": pointwise.abs_, "absolute": pointwise.abs_, "round": pointwise.round_, "multiply": pointwise.mul, "subtract": pointwise.sub,
    "negative": pointwise.neg, "clamp": clamp, "clip": clamp, "clamp_min": clamp_min, "clamp_max": clamp_max, "fix": pointwise.trunc,
    "arcsin": pointwise.asin, "arccos": pointwise.acos, "arctan": pointwise.atan, "arctan2": pointwise.atan2, "matmul": matrix.matmul,
    "outer": outer, "ger": outer, "dist": dist, "quantile": quantile, "diff": diff, "cross": cross, "repeat_interleave": repeat_interleave, "unique": unique,
    "where": select.where, "masked_fill": select.masked_fill, "scatter": select.scatter, "nonzero": select.nonzero, "equal": compare.equal,
    "allclose": compare.allclose, "argwhere": compare.nonzero_, "index_put": index_put, "take_along_dim": lambda self, indices, dim: select.gather(self, dim, indices),
    "reshape": shape.reshape, "flatten": shape.flatten, "unflatten": shape.unflatten, "ravel": lambda self: shape.reshape(self, -1),
    "movedim": shape.movedim, "moveaxis": shape.movedim, "swapaxes": shape.transpose, "swapdims": shape.transpose, "chunk": shape.chunk,
    "split": split, "diag": shape.diag, "flip": flip, "permute": lambda self, *dims, **named: shape.permute(self, shape.flat_sizes(dims or (named["dims"],))),
    "tile": shape.tile, "narrow": shape.narrow, "relu": activation.relu, "prelu": activation.prelu, "greater": compare.gt, "less": compare.lt,
    "greater_equal": compare.ge, "less_equal": compare.le, "not_equal": compare.ne, "fliplr": lambda self: flip(self, 1),
    "flipud": lambda self: flip(self, 0), "detach": Tensor.detach, "numel": Tensor.numel, "is_floating_point": Tensor.is_floating_point,
    "split_with_sizes": split, "nanmean": lambda self, dim=None, keepdim=False: reduce.nansum(self, dim, keepdim) / (~self.isnan()).sum(dim=dim, keepdim=keepdim),
    "var_mean": lambda self, dim=None, **more: (variance(reduce.var)(self, dim, **more), reduce.mean(self, dim, more.get("keepdim", False))),
    "std_mean": lambda self, dim=None, **more: (variance(reduce.std)(self, dim, **more), reduce.mean(self, dim, more.get("keepdim", False))),
    "aminmax": lambda self, *, dim=(), keepdim=False: (reduce.amin(self, dim, keepdim), reduce.amax(self, dim, keepdim)),
    "addmv": lambda self, mat, vec: self + matrix.mv(mat, vec), "vdot": matrix.dot, "inner": lambda self, other: matrix.matmul(self, other.transpose(-1, -2) if other.dim() > 1 else other),
    "kron": lambda self, other: KRON(self, other),
    "bernoulli": _random.bernoulli, "multinomial": _random.multinomial, "detach_": Tensor.detach_,
}
SIMPLE = (
    *(value for module in (pointwise, reduce, matrix, compare, shape, select) for value in vars(module).values() if isinstance(value, Operation)),
)
INTERNAL = {"view", "expand", "repeat", "fill", "fill_with", "zero", "copy", "slice", "contiguous", "alias", "trigamma", "max_all", "max_dim", "min_all", "min_dim"}
SHARED_ACTIVATIONS = ("relu", "hardshrink", "prelu")

METHODS: dict[str, Any] = {
    "view": view, "expand": sized(shape.expand), "repeat": sized(shape.repeat), "view_as": lambda self, other: view(self, *other.shape),
    "expand_as": lambda self, other: shape.expand(self, tuple(other.shape)), "reshape_as": lambda self, other: shape.reshape(self, tuple(other.shape)),
    "sum_to_size": shape.sum_to_size, "contiguous": contiguous, "item": item, "tolist": to_list, "numpy": numpy, "__array__": as_array,
    "to": to, "type_as": lambda self, other: to(self, other.dtype), "cpu": lambda self, memory_format=None: self, "cuda": cuda,
    "float": caster(_types.float32), "double": caster(_types.float64), "half": caster(_types.float16), "long": caster(_types.int64),
    "int": caster(_types.int32), "short": caster(_types.int16), "bool": caster(_types.bool_), "byte": caster(_types.uint8), "char": caster(_types.int8),
    "trigamma": pointwise.trigamma, "as_strided": as_strided, "share_memory_": share_memory_, "pin_memory": lambda self: self,
    "is_pinned": lambda _: False, "is_shared": lambda _: False, "unsafe_chunk": shape.chunk, "is_same_size": lambda self, other: self.shape == other.shape,
    "new_zeros": _creation.new_zeros, "new_empty": _creation.new_zeros, "new_ones": _creation.new_ones, "new_full": _creation.new_full,
    "new_eye": _creation.new_eye, "new_tensor": _creation.new_tensor, "uniform_": _random.uniform_, "normal_": _random.normal_,
    "random_": _random.random_, "bernoulli_": _random.bernoulli_, "exponential_": _random.exponential_, "masked_fill_": masked_fill_,
    "fill_": fill_, "fill_diagonal_": fill_diagonal_, "zero_": InPlace(shape.zero), "copy_": InPlace(shape.copy), "pow_": pow_, "div_": div_, "divide_": div_, "lerp_": lerp_,
    "scatter_": scatter_, "index_put_": index_put_, "squeeze_": squeeze_, "unsqueeze_": unsqueeze_, "t_": t_, "square_": lambda self: pow_(self, 2),
    "clip_": clamp_, "clamp_": clamp_, "clamp_min_": lambda self, min: clamp_(self, min, None),
    "clamp_max_": lambda self, max: clamp_(self, None, max), "masked_scatter_": InPlace(select.masked_scatter),
    "abs_": InPlace(pointwise.abs_), "round_": InPlace(pointwise.round_), "relu_": InPlace(activation.relu), "multiply_": InPlace(pointwise.mul),
}
IN_PLACE = ["add", "sub", "mul", "neg", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sqrt", "rsqrt", "reciprocal", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "sigmoid", "erf", "erfc", "erfinv", "lgamma", "digamma", "logit", "sign", "sgn", "floor", "ceil", "trunc", "frac", "remainder", "fmod", "addcmul", "addcdiv", "scatter_add", "index_add", "index_fill", "index_copy", "cumsum", "cumprod", "tril", "triu", "atan2", "hypot", "nan_to_num", "eq", "ne", "lt", "le", "gt", "ge", "logical_and", "logical_or", "logical_not", "bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_not", "floor_divide", "copysign", "addmm", "baddbmm", "xlogy", "deg2rad", "rad2deg"]
DUNDERS: dict[str, Any] = {
    "__add__": operator(pointwise.add), "__radd__": operator(pointwise.add), "__sub__": operator(pointwise.sub), "__rsub__": operator(pointwise.rsub),
    "__mul__": operator(pointwise.mul), "__rmul__": operator(pointwise.mul), "__truediv__": operator(pointwise.div),
    "__rtruediv__": operator(lambda self, other: pointwise.mul(pointwise.reciprocal(self), other)), "__floordiv__": operator(pointwise.floor_divide),
    "__rfloordiv__": operator(lambda self, other: pointwise.floor_divide(as_tensor_like(other, self), self)), "__mod__": operator(pointwise.remainder),
    "__rmod__": operator(lambda self, other: pointwise.remainder_of_number(other, self)),
    "__pow__": operator(pointwise.pow), "__rpow__": operator(reflected(pointwise.pow)), "__matmul__": lambda self, other: matrix.matmul(self, other),
    "__neg__": pointwise.neg, "__pos__": lambda self: self, "__abs__": pointwise.abs_, "__invert__": compare.bitwise_not,
    "__eq__": operator(compare.eq), "__ne__": operator(compare.ne), "__lt__": operator(compare.lt), "__le__": operator(compare.le),
    "__gt__": operator(compare.gt), "__ge__": operator(compare.ge), "__and__": operator(compare.bitwise_and), "__or__": operator(compare.bitwise_or),
    "__xor__": operator(compare.bitwise_xor), "__rand__": operator(compare.bitwise_and), "__ror__": operator(compare.bitwise_or),
    "__iadd__": InPlace(pointwise.add), "__isub__": InPlace(pointwise.sub), "__imul__": InPlace(pointwise.mul), "__itruediv__": DIV,
    "__ipow__": pow_, "__ifloordiv__": InPlace(pointwise.floor_divide), "__imod__": InPlace(pointwise.remainder),
    "__iand__": InPlace(compare.bitwise_and), "__ior__": InPlace(compare.bitwise_or), "__hash__": lambda self: id(self), "__bool__": truth,
    "__int__": as_number(int), "__float__": as_number(float), "__index__": as_index, "__len__": length, "__iter__": iterate, "__contains__": contains,
    "__getitem__": _indexing.getitem, "__setitem__": _indexing.setitem, "__repr__": text, "__str__": text, "__format__": formatted,
    "__array_priority__": 1000,
}


def as_tensor_like(value: Any, like: Tensor) -> Tensor:
    """A number as a tensor that counts as a number."""
    return pointwise.add.number(value, "other") if not isinstance(value, Tensor) else value


def functions() -> dict[str, Any]:
    """Every function of torch that is one of Tensor too."""
    result: dict[str, Any] = {}
    for operation in SIMPLE:
        if operation.name not in INTERNAL and not operation.name.startswith("_"):
            result.setdefault(operation.name, operation)
    return result | BOTH


def attach() -> None:
    """Put the methods on the class."""
    shared = functions()
    for name, value in {**shared, **METHODS, **DUNDERS}.items():
        if name in ("where",):
            setattr(Tensor, name, lambda self, condition, other: select.where(condition, self, other))
        elif name in ("cat", "stack", "pow_of_number", "_embedding_bag"):
            continue
        else:
            setattr(Tensor, name, method(value))
    table = {operation.name: operation for operation in SIMPLE}
    for name in IN_PLACE:
        setattr(Tensor, name + "_", InPlace(table[name]))
    Tensor.T = property(all_reversed)  # type: ignore[attr-defined]
    Tensor.mT = Tensor.mH = Tensor.H = property(swap_last)  # type: ignore[attr-defined]
    Tensor.__getattr__ = no_such  # type: ignore[attr-defined]


def method(value: Any) -> Any:
    """A function as a method; others (operations) bind themselves."""
    return value


@functools.cache
def known_elsewhere() -> frozenset[str]:
    """The attributes of PyTorch's Tensor."""
    return frozenset((Path(__file__).parent / "tensor_attributes.txt").read_text(encoding="utf-8").split())


def no_such(self: Tensor, name: str) -> Any:
    """What Tensor does not have: named, if PyTorch has it."""
    if name in known_elsewhere():
        missing(f"torch.Tensor.{name}", name)
    raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")


CHECK = (check_dim, meet)
