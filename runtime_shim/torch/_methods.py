"""Operations on tensors, under their names in torch and on Tensor."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from . import _creation, _random, _types
from . import _method_forms as forms
from . import _methods_in_place as in_place
from . import _protocol as protocol
from ._inplace import InPlace
from ._missing import missing
from ._operation import Operation
from ._ops import activation, compare, matrix, pointwise, reduce, reshape, select, shape
from ._tensor import Tensor

# Operations that are both methods of Tensor and functions of torch
BOTH: dict[str, Any] = {
    "sum": forms.size_sum, "max": forms.max_, "min": forms.min_, "median": forms.median, "norm": forms.norm, "var": forms.variance(reduce.var), "std": forms.variance(reduce.std),
    "any": forms.any_all(compare.any_), "all": forms.any_all(compare.all_), "softmax": forms.softmax, "log_softmax": reduce.log_softmax, "pow": pointwise.pow,
    "div": pointwise.divide, "divide": pointwise.divide, "true_divide": pointwise.div, "lerp": pointwise.lerp, "square": pointwise.square,
    "abs": pointwise.abs_, "absolute": pointwise.abs_, "round": pointwise.round_, "multiply": pointwise.mul, "subtract": pointwise.sub,
    "negative": pointwise.neg, "clamp": forms.clamp, "clip": forms.clamp, "clamp_min": forms.clamp_min, "clamp_max": forms.clamp_max, "fix": pointwise.trunc,
    "arcsin": pointwise.asin, "arccos": pointwise.acos, "arctan": pointwise.atan, "arctan2": pointwise.atan2, "matmul": matrix.matmul,
    "outer": forms.outer, "ger": forms.outer, "dist": forms.dist, "quantile": forms.quantile, "diff": forms.diff, "cross": forms.cross, "repeat_interleave": forms.repeat_interleave, "unique": forms.unique,
    "where": select.where, "masked_fill": select.masked_fill, "scatter": select.scatter, "nonzero": select.nonzero, "equal": compare.equal,
    "allclose": compare.allclose, "argwhere": compare.nonzero_, "index_put": forms.index_put, "take_along_dim": lambda self, indices, dim: select.gather(self, dim, indices),
    "reshape": reshape.reshape, "flatten": reshape.flatten, "unflatten": reshape.unflatten, "ravel": lambda self: reshape.reshape(self, -1),
    "movedim": reshape.movedim, "moveaxis": reshape.movedim, "swapaxes": shape.transpose, "swapdims": shape.transpose, "chunk": reshape.chunk,
    "split": forms.split, "diag": reshape.diag, "flip": forms.flip, "permute": lambda self, *dims, **named: shape.permute(self, shape.flat_sizes(dims or (named["dims"],))),
    "tile": reshape.tile, "narrow": shape.narrow, "relu": activation.relu, "prelu": activation.prelu, "greater": compare.gt, "less": compare.lt,
    "greater_equal": compare.ge, "less_equal": compare.le, "not_equal": compare.ne, "fliplr": lambda self: forms.flip(self, 1),
    "flipud": lambda self: forms.flip(self, 0), "detach": Tensor.detach, "numel": Tensor.numel, "is_floating_point": Tensor.is_floating_point,
    "split_with_sizes": forms.split, "nanmean": lambda self, dim=None, keepdim=False: reduce.nansum(self, dim, keepdim) / (~self.isnan()).sum(dim=dim, keepdim=keepdim),
    "var_mean": lambda self, dim=None, **more: (forms.variance(reduce.var)(self, dim, **more), reduce.mean(self, dim, more.get("keepdim", False))),
    "std_mean": lambda self, dim=None, **more: (forms.variance(reduce.std)(self, dim, **more), reduce.mean(self, dim, more.get("keepdim", False))),
    "aminmax": lambda self, *, dim=(), keepdim=False: (reduce.amin(self, dim, keepdim), reduce.amax(self, dim, keepdim)),
    "addmv": lambda self, mat, vec: self + matrix.mv(mat, vec), "vdot": matrix.dot, "inner": lambda self, other: matrix.matmul(self, other.transpose(-1, -2) if other.dim() > 1 else other),
    "kron": lambda self, other: forms.KRON(self, other),
    "bernoulli": _random.bernoulli, "multinomial": _random.multinomial, "detach_": Tensor.detach_,
}
SIMPLE = (
    *(value for module in (pointwise, reduce, matrix, compare, shape, select) for value in vars(module).values() if isinstance(value, Operation)),
)
INTERNAL = {"view", "expand", "repeat", "fill", "fill_with", "zero", "copy", "slice", "contiguous", "alias", "trigamma", "max_all", "max_dim", "min_all", "min_dim"}
SHARED_ACTIVATIONS = ("relu", "hardshrink", "prelu")

METHODS: dict[str, Any] = {
    "view": forms.view, "expand": forms.sized(shape.expand), "repeat": forms.sized(shape.repeat), "view_as": lambda self, other: forms.view(self, *other.shape),
    "expand_as": lambda self, other: shape.expand(self, tuple(other.shape)), "reshape_as": lambda self, other: reshape.reshape(self, tuple(other.shape)),
    "sum_to_size": reshape.sum_to_size, "contiguous": forms.contiguous, "item": protocol.item, "tolist": protocol.to_list, "numpy": protocol.numpy, "__array__": protocol.as_array,
    "to": forms.to, "type_as": lambda self, other: forms.to(self, other.dtype), "cpu": lambda self, memory_format=None: self, "cuda": forms.cuda,
    "float": forms.caster(_types.float32), "double": forms.caster(_types.float64), "half": forms.caster(_types.float16), "long": forms.caster(_types.int64),
    "int": forms.caster(_types.int32), "short": forms.caster(_types.int16), "bool": forms.caster(_types.bool_), "byte": forms.caster(_types.uint8), "char": forms.caster(_types.int8),
    "trigamma": pointwise.trigamma, "as_strided": forms.as_strided, "share_memory_": forms.share_memory_, "pin_memory": lambda self: self,
    "is_pinned": lambda _: False, "is_shared": lambda _: False, "unsafe_chunk": reshape.unsafe_chunk, "tensor_split": reshape.tensor_split, "is_same_size": lambda self, other: self.shape == other.shape,
    "new_zeros": _creation.new_zeros, "new_empty": _creation.new_zeros, "new_ones": _creation.new_ones, "new_full": _creation.new_full,
    "new_eye": _creation.new_eye, "new_tensor": _creation.new_tensor, "uniform_": _random.uniform_, "normal_": _random.normal_,
    "random_": _random.random_, "bernoulli_": _random.bernoulli_, "exponential_": _random.exponential_, "masked_fill_": in_place.masked_fill_,
    "fill_": in_place.fill_, "fill_diagonal_": in_place.fill_diagonal_, "zero_": InPlace(shape.zero), "copy_": InPlace(shape.copy), "pow_": in_place.pow_, "div_": in_place.div_, "divide_": in_place.div_, "lerp_": in_place.lerp_,
    "scatter_": in_place.scatter_, "index_put_": in_place.index_put_, "squeeze_": in_place.squeeze_, "unsqueeze_": in_place.unsqueeze_, "t_": in_place.t_, "square_": lambda self: in_place.pow_(self, 2),
    "clip_": in_place.clamp_, "clamp_": in_place.clamp_, "clamp_min_": lambda self, min: in_place.clamp_(self, min, None),
    "clamp_max_": lambda self, max: in_place.clamp_(self, None, max), "masked_scatter_": InPlace(select.masked_scatter),
    "abs_": InPlace(pointwise.abs_), "round_": InPlace(pointwise.round_), "relu_": InPlace(activation.relu), "multiply_": InPlace(pointwise.mul),
}
IN_PLACE = ["add", "sub", "mul", "neg", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sqrt", "rsqrt", "reciprocal", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "sigmoid", "erf", "erfc", "erfinv", "lgamma", "digamma", "logit", "sign", "sgn", "floor", "ceil", "trunc", "frac", "remainder", "fmod", "addcmul", "addcdiv", "scatter_add", "index_add", "index_fill", "index_copy", "cumsum", "cumprod", "tril", "triu", "atan2", "hypot", "nan_to_num", "eq", "ne", "lt", "le", "gt", "ge", "logical_and", "logical_or", "logical_not", "bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_not", "floor_divide", "copysign", "addmm", "baddbmm", "xlogy", "deg2rad", "rad2deg"]


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
    for name, value in {**shared, **METHODS, **protocol.DUNDERS}.items():
        if name == "where":
            setattr(Tensor, name, lambda self, condition, other: select.where(condition, self, other))
        elif name in ("cat", "stack", "pow_of_number", "_embedding_bag"):
            continue
        else:
            setattr(Tensor, name, value)
    table = {operation.name: operation for operation in SIMPLE}
    for name in IN_PLACE:
        setattr(Tensor, name + "_", InPlace(table[name]))
    Tensor.T = property(forms.all_reversed)  # type: ignore[attr-defined]
    Tensor.mT = Tensor.mH = Tensor.H = property(forms.swap_last)  # type: ignore[attr-defined]
    Tensor.__getattr__ = no_such  # type: ignore[attr-defined]


@functools.cache
def known_elsewhere() -> frozenset[str]:
    """The attributes of PyTorch's Tensor."""
    return frozenset((Path(__file__).parent / "tensor_attributes.txt").read_text(encoding="utf-8").split())


def no_such(self: Tensor, name: str) -> Any:
    """Raise the error for an attribute that Tensor does not have here; the message states if PyTorch has it."""
    if name in known_elsewhere():
        missing(f"torch.Tensor.{name}", name)
    raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

