"""Activations. A line: name, parameters, kernel, the gradient of each operand."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .._operation import define
from . import special
from .pointwise import final, picked

HALF, TAIL = math.sqrt(0.5), math.sqrt(2 / math.pi)


def numbered(kernel: Any) -> Any:
    """A kernel whose results are brought back to the operand's type."""
    return lambda self, *rest, **more: np.asarray(kernel(self, *rest, **more), dtype=self.dtype)


def gelu_kernel(self: np.ndarray, approximate: str = "none") -> np.ndarray:
    """x times the normal distribution function."""
    if approximate == "tanh":
        return 0.5 * self * (1 + np.tanh(TAIL * (self + 0.044715 * self**3)))
    return 0.5 * self * (1 + special.erf(self * HALF))


def gelu_gradient(g: Any, self: Any, approximate: str) -> Any:
    """The product rule on gelu."""
    if approximate == "tanh":
        inner = (TAIL * (self + 0.044715 * self**3)).tanh()
        return g * (0.5 * (1 + inner) + 0.5 * self * (1 - inner * inner) * TAIL * (1 + 3 * 0.044715 * self * self))
    return g * (0.5 * (1 + (self * HALF).erf()) + self * (-0.5 * self * self).exp() * (1 / math.sqrt(2 * math.pi)))


def elu_gradient(g: Any, self: Any, alpha: Any, scale: Any, input_scale: Any) -> Any:
    """alpha exp(x) below zero."""
    below = (self * input_scale).clamp(max=0.0).exp() * (alpha * scale * input_scale)
    return picked(g * scale, self > 0) + picked(g * below, self <= 0)


def elu_kernel(self: np.ndarray, alpha: Any = 1.0, scale: Any = 1.0, input_scale: Any = 1.0) -> np.ndarray:
    """x above zero, alpha (exp(x) - 1) below."""
    return np.where(self > 0, self * scale, np.expm1(np.minimum(self, 0) * input_scale) * (alpha * scale))


def mish_gradient(g: Any, self: Any) -> Any:
    """The product rule on x tanh(softplus(x))."""
    inner, gate = softplus(self).tanh(), self.sigmoid()
    return g * (inner + self * gate * (1 - inner * inner))


def glu_kernel(self: np.ndarray, dim: int = -1) -> np.ndarray:
    """The first half times the sigmoid of the second."""
    if self.shape[dim] % 2:
        raise RuntimeError(f"Halving dimension must be even, but dimension {dim % self.ndim} is size {self.shape[dim]}")
    first, second = np.split(self, 2, axis=dim)
    return first * special.sigmoid(second)


def glu_gradient(g: Any, self: Any, dim: int) -> Any:
    """Both halves' gradients."""
    from .shape import cat

    first, second = self.chunk(2, dim)
    gate = second.sigmoid()
    return cat([g * gate, g * first * gate * (1 - gate)], dim)


def prelu_weight(weight: Any, ndim: int) -> Any:
    """The weight at a shape that broadcasts over the channels."""
    return weight.reshape((1, -1) + (1,) * (ndim - 2)) if ndim >= 2 else weight


relu = define("relu", "self", lambda self: np.maximum(self, np.zeros((), self.dtype)), self=lambda g, result: picked(g, result > 0, result))
leaky_relu = define("leaky_relu", "self, negative_slope=0.01", numbered(lambda self, negative_slope: np.where(self > 0, self, self * negative_slope)),
                    self=lambda g, self, negative_slope: picked(g, self > 0, self) + picked(g * negative_slope, self <= 0))
elu = define("elu", "self, alpha=1.0, scale=1.0, input_scale=1.0", numbered(elu_kernel), self=elu_gradient)
softplus = define("softplus", "self, beta=1.0, threshold=20.0",
                  numbered(lambda self, beta, threshold: np.where(self * beta > threshold, self, special.softplus(self * beta) / beta)),
                  self=lambda g, self, beta, threshold: picked(g, self * beta > threshold) + picked(g * (self * beta).sigmoid(), self * beta <= threshold))
gelu = define("gelu", "self, *, approximate='none'", numbered(gelu_kernel), self=gelu_gradient)
silu = define("silu", "self", lambda self: self * special.sigmoid(self),
              self=lambda g, self: g * (self.sigmoid() * (1 + self * (1 - self.sigmoid()))))
mish = define("mish", "self", lambda self: self * np.tanh(special.softplus(self)), self=mish_gradient)
hardtanh = define("hardtanh", "self, min_val=-1.0, max_val=1.0", numbered(lambda self, min_val, max_val: np.clip(self, min_val, max_val)),
                  self=lambda g, self, min_val, max_val: picked(g, (self > min_val) & (self < max_val), self))
hardsigmoid = define("hardsigmoid", "self", numbered(lambda self: np.clip(self + 3, 0, 6) / 6),
                     self=lambda g, self: final(picked(g / 6, (self > -3) & (self < 3), self), "hardsigmoid_backward"))
hardswish = define("hardswish", "self", numbered(lambda self: self * np.clip(self + 3, 0, 6) / 6),
                   self=lambda g, self: picked(g * (self / 3 + 0.5), (self >= -3) & (self <= 3)) + picked(g, self > 3))
hardshrink = define("hardshrink", "self, lambd=0.5", numbered(lambda self, lambd: np.where(np.abs(self) <= lambd, 0, self)),
                    self=lambda g, self, lambd: picked(g, self.abs() > lambd, self))
softshrink = define("softshrink", "self, lambd=0.5", numbered(lambda self, lambd: np.sign(self) * np.maximum(np.abs(self) - lambd, 0)),
                    self=lambda g, self, lambd: picked(g, self.abs() > lambd, self))
log_sigmoid = define("log_sigmoid", "self", lambda self: np.minimum(self, 0) - np.log1p(np.exp(-np.abs(self))), label="LogSigmoid",
                     self=lambda g, self: g * (-self).sigmoid())
threshold = define("threshold", "self, threshold, value", numbered(lambda self, threshold, value: np.where(self > threshold, self, value)),
                   self=lambda g, self, threshold: picked(g, self > threshold, self))
glu = define("glu", "self, dim=-1", glu_kernel, self=glu_gradient)
prelu_kernel = define("_prelu_kernel", "self, weight", lambda self, weight: np.where(self > 0, self, weight * self), label="PreluKernel", row="prelu",
                      self=lambda g, self, weight: picked(g, self > 0) + picked(g * weight, self <= 0),
                      weight=lambda g, self: picked(g * self, self <= 0))


def prelu(self: Any, weight: Any) -> Any:
    """leaky_relu with a slope that is learned, one for all channels or one a channel."""
    return prelu_kernel(self, prelu_weight(weight, self.dim()))
