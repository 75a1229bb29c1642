"""Losses. A line: name, parameters, kernel, the gradient of each operand.

`mean` and `sum` reduce at the end; `reduced` spreads a gradient back over the elements in the same way.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _types
from .._broadcasting import broadcast_shape
from .._operation import define
from .activation import log_sigmoid
from .pointwise import tied

REDUCTIONS = ("none", "mean", "sum")


def reduce(array: np.ndarray, reduction: str) -> np.ndarray:
    """All elements, their mean or their sum."""
    if reduction == "mean":
        return np.asarray(array.mean() if array.size else np.nan, dtype=array.dtype)
    return np.asarray(array.sum(), dtype=array.dtype) if reduction == "sum" else array


def reduced(g: Any, count: int, reduction: str) -> Any:
    """The gradient of the elements from that of the reduced loss."""
    return g / count if reduction == "mean" else g


def together(name: str) -> Any:
    """A kernel of two operands that broadcast, in their common type."""

    def decorate(kernel: Any) -> Any:
        def call(self: np.ndarray, target: np.ndarray, reduction: str = "mean", *more: Any) -> np.ndarray:
            broadcast_shape(self.shape, target.shape)
            kind = _types.promote(_types.of_array(self), _types.of_array(target)).array
            if kind.kind != "f":
                raise RuntimeError(f'"{name}_cpu" not implemented for \'{_types.of_array(self).tensor_type}\'')
            return np.asarray(reduce(kernel(self.astype(kind), target.astype(kind), *more), reduction), dtype=kind)

        return call

    return decorate


def sizes(self: Any, target: Any) -> int:
    """Return the number of elements of the broadcast loss."""
    return int(np.prod(broadcast_shape(tuple(self.shape), tuple(target.shape)), dtype=np.int64))


@together("mse")
def mse_kernel(self: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Squares of the differences."""
    return (self - target) ** 2


@together("smooth_l1")
def smooth_kernel(self: np.ndarray, target: np.ndarray, beta: float = 1.0) -> np.ndarray:
    """Squares near zero, absolute values beyond."""
    away = np.abs(self - target)
    return np.where(away < beta, 0.5 * away * away / beta, away - 0.5 * beta) if beta else away


@together("huber")
def huber_kernel(self: np.ndarray, target: np.ndarray, delta: float = 1.0) -> np.ndarray:
    """Squares near zero, absolute values beyond, scaled by delta."""
    away = np.abs(self - target)
    return np.where(away <= delta, 0.5 * away * away, delta * (away - 0.5 * delta))


def mse_gradient(g: Any, self: Any, target: Any, reduction: str) -> Any:
    """Twice the difference."""
    return reduced(g, sizes(self, target), reduction) * (2 * (self - target))


def smooth_gradient(g: Any, self: Any, target: Any, reduction: str, beta: float) -> Any:
    """The difference near zero, its sign beyond."""
    away = self - target
    slope = away.sign() if not beta else (away / beta).clamp(-1.0, 1.0)
    return reduced(g, sizes(self, target), reduction) * slope


def huber_gradient(g: Any, self: Any, target: Any, reduction: str, delta: float) -> Any:
    """The difference, cut off at delta."""
    return reduced(g, sizes(self, target), reduction) * (self - target).clamp(-delta, delta)


def bce_kernel(self: np.ndarray, target: np.ndarray, weight: Any, reduction: str) -> np.ndarray:
    """-(t log x + (1 - t) log(1 - x)), the logarithms not below -100."""
    if ((self < 0) | (self > 1)).any():
        raise RuntimeError("all elements of input should be between 0 and 1")
    target = target.astype(self.dtype)
    result = -(target * np.maximum(np.log(self), -100) + (1 - target) * np.maximum(np.log(1 - self), -100))
    return reduce(np.asarray(result if weight is None else result * weight, dtype=self.dtype), reduction)


def bce_gradient(g: Any, self: Any, target: Any, weight: Any, reduction: str) -> Any:
    """(x - t) / (x (1 - x))."""
    inner = (self - target) / ((1 - self) * self).clamp(min=1e-12)
    inner = inner if weight is None else inner * weight
    return reduced(g, self.numel(), reduction) * inner


def bce_logits_kernel(self: np.ndarray, target: np.ndarray, weight: Any, pos_weight: Any, reduction: str) -> np.ndarray:
    """Binary cross entropy of a sigmoid, without overflow."""
    factor = 1 if pos_weight is None else (pos_weight - 1) * target + 1
    result = (1 - target) * self + factor * (np.log1p(np.exp(-np.abs(self))) + np.maximum(-self, 0))
    return reduce(np.asarray(result if weight is None else result * weight, dtype=np.result_type(self, target)), reduction)


def bce_logits_gradient(g: Any, self: Any, target: Any, weight: Any, pos_weight: Any, reduction: str) -> Any:
    """sigmoid(x) - t, weighted."""
    if pos_weight is None:
        inner = self.sigmoid() - target
    else:
        inner = (pos_weight * target + 1 - target) * self.sigmoid() - pos_weight * target
    inner = inner if weight is None else inner * weight
    return reduced(g, self.numel(), reduction) * inner


def bce_logits_target(g: Any, self: Any, target: Any, weight: Any, pos_weight: Any, reduction: str) -> Any:
    """The target's gradient."""
    inner = -self if pos_weight is None else log_sigmoid(-self) - pos_weight * log_sigmoid(self)
    inner = inner if weight is None else inner * weight
    return reduced(g, self.numel(), reduction) * inner


def check_classes(self: np.ndarray, target: np.ndarray, ignore_index: int) -> None:
    """Check that the targets are classes.

    Raises:
        RuntimeError: for a wrong dtype or shape.
        IndexError: for a class that does not exist.
    """
    if target.dtype not in (np.int64, np.uint8):
        raise RuntimeError(f"expected scalar type Long but found {_types.of_array(target).tensor_type}")
    axis = 1 if self.ndim > 1 else 0
    if self.ndim <= 2 and target.ndim > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    if self.ndim > 1 and (not target.ndim or self.shape[0] != target.shape[0]):
        raise ValueError(f"Expected input batch_size ({self.shape[0]}) to match target batch_size ({target.shape[0] if target.ndim else 1}).")
    wrong = target[(target != ignore_index) & ((target < 0) | (target >= self.shape[axis]))]
    if wrong.size:
        raise IndexError(f"Target {int(wrong.flat[0])} is out of bounds.")


def class_weights(target: np.ndarray, weight: Any, ignore_index: int, dtype: Any) -> np.ndarray:
    """Each target's weight, zero for those to be ignored."""
    safe = np.where(target == ignore_index, 0, target)
    weights = np.ones(target.shape, dtype) if weight is None else weight[safe]
    return np.where(target == ignore_index, 0, weights).astype(dtype)


def nll_kernel(self: np.ndarray, target: np.ndarray, weight: Any, reduction: str, ignore_index: int) -> np.ndarray:
    """The weighted negative of each target's element; the mean is over the weights."""
    check_classes(self, target, ignore_index)
    axis = 1 if self.ndim > 1 else 0
    weights = class_weights(target, weight, ignore_index, self.dtype)
    safe = np.expand_dims(np.where(target == ignore_index, 0, target), axis)
    losses = -np.take_along_axis(self, safe, axis).squeeze(axis) * weights
    if reduction == "mean":
        return np.asarray(losses.sum() / weights.sum(), dtype=self.dtype)
    return reduce(np.asarray(losses, dtype=self.dtype), reduction)


def nll_gradient(g: Any, self: Any, target: Any, weight: Any, reduction: str, ignore_index: int) -> Any:
    """The negative weight at each target's element."""
    from .._tensor import wrap

    axis = 1 if self.dim() > 1 else 0
    weights = class_weights(target._a, None if weight is None else weight._a, ignore_index, self._a.dtype)
    scale = -weights / weights.sum() if reduction == "mean" else -weights
    safe = np.expand_dims(np.where(target._a == ignore_index, 0, target._a), axis)
    spread = g if g.dim() == 0 else g.unsqueeze(axis)
    return tied(g.new_zeros(self.shape).scatter(axis, wrap(safe), spread * wrap(np.expand_dims(scale, axis))), self)


mse_loss = define("mse_loss", "self, target, reduction='mean'", mse_kernel,
                  self=mse_gradient, target=lambda g, self, target, reduction: -mse_gradient(g, self, target, reduction))
smooth_l1_loss = define("smooth_l1_loss", "self, target, reduction='mean', beta=1.0", smooth_kernel, label="SmoothL1Loss",
                        self=smooth_gradient, target=lambda g, self, target, reduction, beta: -smooth_gradient(g, self, target, reduction, beta))
huber_loss = define("huber_loss", "self, target, reduction='mean', delta=1.0", huber_kernel,
                    self=huber_gradient, target=lambda g, self, target, reduction, delta: -huber_gradient(g, self, target, reduction, delta))
binary_cross_entropy = define("binary_cross_entropy", "self, target, weight=None, reduction='mean'", bce_kernel, self=bce_gradient, closed="binary_cross_entropy weight",
                              target=lambda g, self, target, weight, reduction:
                              reduced(g, self.numel(), reduction) * ((1 - self).log() - self.log()) * (1 if weight is None else weight))
bce_with_logits = define("binary_cross_entropy_with_logits", "self, target, weight=None, pos_weight=None, reduction='mean'", bce_logits_kernel,
                         closed="binary_cross_entropy_with_logits weight pos_weight",
                         self=bce_logits_gradient, target=bce_logits_target)
nll_loss = define("nll_loss", "self, target, weight=None, reduction='mean', ignore_index=-100", nll_kernel, closed="nll_loss_forward weight",
                  self=nll_gradient)
