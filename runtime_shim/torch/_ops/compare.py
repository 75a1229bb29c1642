"""Comparisons, logic and tests: no gradient goes through them."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._operation import define
from .._tensor import Tensor, check_dim
from .pointwise import zeros


def over(function: Any) -> Any:
    """A reduction over all elements or along a dimension."""

    def kernel(self: np.ndarray, dim: Any = None, keepdim: bool = False) -> Any:
        axis = None if dim is None else check_dim(dim, self.ndim) if self.ndim else None
        if axis is not None and self.size == 0 and self.shape[axis] == 0:
            raise IndexError(f"{function.__name__}(): Expected reduction dim {dim} to have non-zero size.")
        if dim is None and self.size == 0:
            raise IndexError(f"{function.__name__}(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the 'dim' argument.")
        return np.asarray(function(self, axis=axis, keepdims=keepdim and self.ndim > 0))

    return kernel


def truth(function: Any) -> Any:
    """any and all."""

    def kernel(self: np.ndarray, dim: Any = None, keepdim: bool = False) -> Any:
        axis = tuple(check_dim(each, self.ndim) for each in dim) if isinstance(dim, (tuple, list)) else dim
        return np.asarray(function(self != 0, axis=axis if self.ndim else None, keepdims=keepdim))

    return kernel


def logical(function: Any) -> Any:
    """A bitwise operation; not for fractions."""

    def kernel(self: np.ndarray, other: np.ndarray) -> Any:
        if self.dtype.kind == "f":
            name = {np.bitwise_and: "and", np.bitwise_or: "or", np.bitwise_xor: "xor"}[function]
            raise NotImplementedError(f'"bitwise_{name}_cpu" not implemented for \'{"Float" if self.dtype == np.float32 else "Double"}\'')
        return function(self, other)

    return kernel


eq = define("eq", "self, other", np.equal, promote="bool", keeps="self: other:", self=zeros, other=zeros)
ne = define("ne", "self, other", np.not_equal, promote="bool", keeps="self: other:", self=zeros, other=zeros)
lt = define("lt", "self, other", np.less, promote="bool", keeps="self: other:", self=zeros, other=zeros)
le = define("le", "self, other", np.less_equal, promote="bool", keeps="self: other:", self=zeros, other=zeros)
gt = define("gt", "self, other", np.greater, promote="bool", keeps="self: other:", self=zeros, other=zeros)
ge = define("ge", "self, other", np.greater_equal, promote="bool", keeps="self: other:", self=zeros, other=zeros)
logical_and = define("logical_and", "self, other", np.logical_and, promote="bool")
logical_or = define("logical_or", "self, other", np.logical_or, promote="bool")
logical_xor = define("logical_xor", "self, other", np.logical_xor, promote="bool")
logical_not = define("logical_not", "self", np.logical_not, promote="bool")
bitwise_and = define("bitwise_and", "self, other", logical(np.bitwise_and), promote="same")
bitwise_or = define("bitwise_or", "self, other", logical(np.bitwise_or), promote="same")
bitwise_xor = define("bitwise_xor", "self, other", logical(np.bitwise_xor), promote="same")
bitwise_not = define("bitwise_not", "self", np.invert, promote="same")
isnan = define("isnan", "self", np.isnan, promote="bool")
isinf = define("isinf", "self", np.isinf, promote="bool")
isfinite = define("isfinite", "self", np.isfinite, promote="bool")
signbit = define("signbit", "self", np.signbit, promote="bool")
isclose = define("isclose", "self, other, rtol=1e-05, atol=1e-08, equal_nan=False",
                 lambda self, other, rtol, atol, equal_nan: np.isclose(self, other, rtol, atol, equal_nan), promote="bool")
any_ = define("any", "self, dim=None, keepdim=False", truth(np.any))
all_ = define("all", "self, dim=None, keepdim=False", truth(np.all))
argmax = define("argmax", "self, dim=None, keepdim=False", over(np.argmax))
argmin = define("argmin", "self, dim=None, keepdim=False", over(np.argmin))
argsort = define("argsort", "self, dim=-1, descending=False, stable=False",
                 lambda self, dim, descending, stable: np.argsort(-self if descending else self, axis=dim, kind="stable") if self.ndim
                 else np.zeros((), np.int64))
count_nonzero = define("count_nonzero", "self, dim=None", lambda self, dim: np.asarray(np.count_nonzero(self, axis=dim)))
bincount = define("bincount", "self, weights=None, minlength=0", lambda self, weights, minlength: np.bincount(self, weights, minlength))
nonzero_ = define("nonzero", "self", lambda self: np.argwhere(self) if self.ndim else np.zeros((int(self != 0), 0), np.int64))
searchsorted = define("searchsorted", "self, values, *, right=False",
                      lambda self, values, right: np.asarray(np.searchsorted(self, values, side="right" if right else "left")))
bucketize = define("bucketize", "self, boundaries, *, right=False",
                   lambda self, boundaries, right: np.asarray(np.searchsorted(boundaries, self, side="right" if right else "left")))


def equal(self: Tensor, other: Tensor) -> bool:
    """Return True if shapes and all elements are equal."""
    return self._a.shape == other._a.shape and bool(np.array_equal(self._a, other._a))


def allclose(self: Tensor, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> bool:
    """Return True if all elements are close."""
    if self.dtype is not other.dtype:
        raise RuntimeError(f"{self.dtype.tensor_type} did not match {other.dtype.tensor_type}")
    return bool(np.allclose(self._a, other._a, rtol, atol, equal_nan))
