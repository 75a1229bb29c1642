"""Functions that NumPy lacks, on arrays of any floating-point type."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

_ERF = np.frompyfunc(math.erf, 1, 1)
_ERFC = np.frompyfunc(math.erfc, 1, 1)


def elementwise(function: Callable[[float], float]) -> Callable[[np.ndarray], np.ndarray]:
    """A function of a number as a function of an array."""
    each = np.frompyfunc(function, 1, 1)
    return lambda array: np.asarray(each(array), dtype=array.dtype)


erf = elementwise(math.erf)
erfc = elementwise(math.erfc)


def _lgamma(x: float) -> float:
    if x != x or x == math.inf or x == -math.inf:
        return x if x != x else math.inf
    return math.inf if x <= 0 and x == math.floor(x) else math.lgamma(x)


def _digamma(x: float) -> float:
    if x == 0:
        return math.copysign(math.inf, -x)
    if x < 0:
        return math.nan if x == math.floor(x) else _digamma(1 - x) - math.pi / math.tan(math.pi * x)
    result = 0.0
    while x < 10:
        result -= 1 / x
        x += 1
    t = 1 / (x * x)
    return result + math.log(x) - 0.5 / x - t * (1 / 12 - t * (1 / 120 - t * (1 / 252 - t * (1 / 240 - t / 132))))


def _trigamma(x: float) -> float:
    result, sign = 0.0, 1.0
    if x < 0.5:
        return -_trigamma(1 - x) + (math.pi / math.sin(math.pi * x)) ** 2
    while x < 10:
        result += 1 / (x * x)
        x += 1
    t = 1 / (x * x)
    return sign * (result + (1 + 0.5 / x + t * (1 / 6 - t * (1 / 30 - t * (1 / 42 - t / 30)))) / x)


def _erfinv(y: float) -> float:
    if not -1 < y < 1:
        return math.copysign(math.inf, y) if abs(y) == 1 else math.nan
    w = math.log(1 - y * y)
    a = 2 / (math.pi * 0.147) + w / 2
    x = math.copysign(math.sqrt(math.sqrt(a * a - w / 0.147) - a), y)
    for _ in range(4):
        x -= (math.erf(x) - y) / (2 / math.sqrt(math.pi) * math.exp(-x * x))
    return x


lgamma = elementwise(_lgamma)
digamma = elementwise(_digamma)
trigamma = elementwise(_trigamma)
erfinv = elementwise(_erfinv)


def sigmoid(x: np.ndarray) -> np.ndarray:
    """1 / (1 + exp(-x)), without overflow."""
    small = np.exp(-np.abs(x))
    return np.where(x >= 0, 1 / (1 + small), small / (1 + small)).astype(x.dtype, copy=False)


def softplus(x: np.ndarray) -> np.ndarray:
    """log(1 + exp(x)), without overflow."""
    return np.logaddexp(x, np.zeros((), x.dtype))


def log_softmax(x: np.ndarray, dim: int) -> np.ndarray:
    """x - log(sum(exp(x))) along a dimension."""
    if not x.ndim:
        return np.zeros_like(x)
    if not x.size:
        return x.copy()
    shifted = x - x.max(axis=dim, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=dim, keepdims=True))


def softmax(x: np.ndarray, dim: int) -> np.ndarray:
    """exp(x) / sum(exp(x)) along a dimension."""
    if not x.ndim:
        return np.ones_like(x)
    if not x.size:
        return x.copy()
    powers = np.exp(x - x.max(axis=dim, keepdims=True))
    return powers / powers.sum(axis=dim, keepdims=True)
