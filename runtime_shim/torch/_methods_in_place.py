"""Methods that change a tensor, where their form depends on their arguments."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _creation, _indexing
from ._inplace import InPlace
from ._missing import missing
from ._ops import pointwise, select, shape
from ._tensor import Tensor

CLAMP, CLAMP_TENSORS = InPlace(pointwise.clamp), InPlace(pointwise.clamp_tensors)
DIV, POW, POW_TENSOR = InPlace(pointwise.div), InPlace(pointwise.pow_number), InPlace(pointwise.pow_tensor)
FILL, FILL_TENSOR = InPlace(shape.fill), InPlace(shape.fill_with)
MASKED_NUMBER, MASKED_TENSOR = InPlace(select.masked_fill_number), InPlace(select.masked_fill_tensor)


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


def clamp_(self: Tensor, min: Any = None, max: Any = None) -> Tensor:
    """clamp in place."""
    return (CLAMP_TENSORS if isinstance(min, Tensor) or isinstance(max, Tensor) else CLAMP)(self, min, max)


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
