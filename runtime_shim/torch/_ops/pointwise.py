"""Operations that take each element by itself. A line: name, parameters, kernel, the gradient of each operand."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .._graph import Backstop, edge_of
from .._missing import missing
from .._operation import Operation, define
from .._state import state
from .._tensor import Tensor
from . import special

ROOT_PI = math.sqrt(math.pi)


def zeros(g: Any) -> Any:
    """A gradient that is zero everywhere."""
    return g.new_zeros(g.shape)


def unary(name: str, kernel: Any, gradient: Any, promote: str = "float") -> Operation:
    """A line with one operand."""
    return define(name, "self", kernel, promote=promote, self=gradient)


def underived(name: str) -> Any:
    """The formula of an operation without a derivative."""

    def formula(g: Any) -> Any:
        raise RuntimeError(f"derivative for aten::{name} is not implemented")

    return formula


def final(g: Any, name: str) -> Any:
    """A gradient that cannot be differentiated again: it passes through a node that only fails."""
    if state.records and g.requires_grad:
        edge = edge_of(g)
        g = g._alias()
        g._fn = Backstop("NotImplemented", f"derivative for aten::{name} is not implemented", [(g._a.shape, g.dtype)], (edge,))
    return g


def tied(g: Any, self: Any) -> Any:
    """A gradient that depends on the operand, if only with the derivative zero: a derivative of it can be asked for."""
    return tie(g, self) if state.records and self.requires_grad else g


def picked(g: Any, mask: Any, self: Any = None) -> Any:
    """The gradient where the mask holds, zero elsewhere."""
    return g.masked_fill(~mask, 0.0) if self is None else tied(g.masked_fill(~mask, 0.0), self)


def shared(g: Any, self: Any, other: Any, mine: Any) -> Any:
    """The gradient of a maximum or minimum: whole where one operand won, half where both are equal."""
    return picked(g, mine) if not (self == other).any() else picked(g / 2, self == other) + picked(g, mine)


def power_gradient(g: Any, self: Any, exponent: Any) -> Any:
    """The gradient of self ** exponent for self."""
    if not isinstance(exponent, Tensor):
        return zeros(g) if exponent == 0 else g * (exponent * self ** (exponent - 1))
    return (g * (exponent * self ** (exponent - 1))).masked_fill(exponent == 0, 0.0)


def exponent_gradient(g: Any, self: Any, exponent: Any, result: Any) -> Any:
    """The gradient of self ** exponent for the exponent."""
    if not isinstance(self, Tensor):
        return g * (result * math.log(self)) if self > 0 else zeros(g)
    return g * (result * self.log()).masked_fill((self == 0) & (exponent >= 0), 0.0)


def clamped(self: Any, low: Any, high: Any) -> Any:
    """Return the mask of elements whose gradient clamp passes."""
    inside = self == self
    inside = inside if low is None else inside & (self >= low)
    return inside if high is None else inside & (self <= high)


def clamp_kernel(self: np.ndarray, min: Any = None, max: Any = None) -> np.ndarray:
    """np.clip in the tensor's own type, NaN staying NaN."""
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    kind = self.dtype if self.dtype.kind == "f" or not any(isinstance(each, float) for each in (min, max)) else np.dtype("float32")
    result = self.astype(kind)
    result = result if min is None else np.maximum(result, np.asarray(min, dtype=kind))
    return result if max is None else np.minimum(result, np.asarray(max, dtype=kind))


def quotient(self: np.ndarray, other: np.ndarray, rounding_mode: str | None = None) -> np.ndarray:
    """Division, rounded as asked for."""
    if rounding_mode is None:
        return np.divide(self, other)
    return np.floor_divide(self, other) if rounding_mode == "floor" else np.trunc(np.divide(self, other))


def subtract(self: np.ndarray, other: np.ndarray, alpha: Any = 1) -> np.ndarray:
    """self - alpha * other; not for booleans."""
    if self.dtype == bool:
        raise RuntimeError(
            "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator instead."
        )
    return self - other if alpha == 1 else self - np.asarray(alpha, other.dtype) * other


def negate(self: np.ndarray) -> np.ndarray:
    """-self; not for booleans."""
    if self.dtype == bool:
        raise RuntimeError(
            "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use the `~` or "
            "`logical_not()` operator instead."
        )
    return np.negative(self)


def scaled(g: Any, alpha: Any) -> Any:
    """g * alpha, and g itself where alpha is 1."""
    return g if alpha == 1 else g * alpha


add = define("add", "self, other, *, alpha=1",
             lambda self, other, alpha: self + other if alpha == 1 else self + np.asarray(alpha, other.dtype) * other,
             promote="same", self=lambda g: g, other=lambda g, alpha: scaled(g, alpha))
sub = define("sub", "self, other, *, alpha=1", subtract, promote="same", self=lambda g: g, other=lambda g, alpha: -scaled(g, alpha))
rsub = define("rsub", "self, other", lambda self, other: subtract(other, self), promote="same", self=lambda g: -g, other=lambda g: g)
mul = define("mul", "self, other", np.multiply, promote="same", self=lambda g, other: g * other, other=lambda g, self: g * self)
div = define("div", "self, other", np.divide, promote="float",
             self=lambda g, other: g / other, other=lambda g, self, other: -g * ((self / other) / other))
div_rounded = define("div_rounded", "self, other, *, rounding_mode", quotient, promote="same", label="Div", row="div", keeps="self:other other:other+self",
                     self=zeros, other=zeros)
floor_divide = define("floor_divide", "self, other", np.floor_divide, promote="same", label="NotImplemented",
                      self=underived("floor_divide"), other=underived("floor_divide"))
remainder = define("remainder", "self, other", np.remainder, promote="same", label="Remainder#1",
                   self=lambda g: g, other=lambda g, self, other: -g * (self / other).floor())
remainder_of_number = define("remainder_of_number", "number, other", lambda number, other: np.remainder(np.asarray(number, other.dtype), other),
                             promote="same", operands="other", label="NotImplemented", other=underived("remainder"))
fmod = define("fmod", "self, other", np.fmod, promote="same", label="Fmod#1", self=lambda g: g, other=lambda g, self, other: -g * (self / other).trunc())
pow_number = define("pow_number", "self, exponent", lambda self, exponent: np.power(self, np.asarray(exponent, self.dtype)), label="Pow",
                    promote="same", self=power_gradient)
pow_tensor = define("pow_tensor", "self, exponent", np.power, promote="same", operands="self exponent", label="Pow#1", row="pow",
                    self=power_gradient, exponent=exponent_gradient)
pow_of_number = define("pow_of_number", "number, exponent", lambda number, exponent: np.power(np.asarray(number, exponent.dtype), exponent),
                       promote="same", operands="exponent", label="Pow#2", row="rpow_number", names="other=exponent",
                       exponent=lambda g, number, exponent, result: exponent_gradient(g, number, exponent, result))
atan2 = define("atan2", "self, other", np.arctan2, promote="float",
               self=lambda g, self, other: g * other / (self * self + other * other),
               other=lambda g, self, other: -g * self / (self * self + other * other))
hypot = define("hypot", "self, other", np.hypot, promote="same",
               self=lambda g, self, result: g * (self / result), other=lambda g, other, result: g * (other / result))
maximum = define("maximum", "self, other", np.maximum, promote="same",
                 self=lambda g, self, other: shared(g, self, other, self > other),
                 other=lambda g, self, other: shared(g, self, other, self < other))
minimum = define("minimum", "self, other", np.minimum, promote="same",
                 self=lambda g, self, other: shared(g, self, other, self < other),
                 other=lambda g, self, other: shared(g, self, other, self > other))
fmax = define("fmax", "self, other", np.fmax, promote="same",
              self=lambda g, self, other: picked(g, (self >= other) | other.isnan()),
              other=lambda g, self, other: picked(g, ~((self >= other) | other.isnan())))
fmin = define("fmin", "self, other", np.fmin, promote="same",
              self=lambda g, self, other: picked(g, (self <= other) | other.isnan()),
              other=lambda g, self, other: picked(g, ~((self <= other) | other.isnan())))
logaddexp = define("logaddexp", "self, other", np.logaddexp, promote="same",
                   self=lambda g, self, other, result: g * (self - result).exp(),
                   other=lambda g, self, other, result: g * (other - result).exp())
xlogy = define("xlogy", "self, other",
               lambda self, other: np.where(np.isnan(other), other, np.where(self == 0, 0, self * np.log(other))), promote="float",
               self=lambda g, self, other: (g * other.log()).masked_fill((self == 0) & (other <= 0), 0.0),
               other=lambda g, self, other: g * self / other)
lerp_number = define("lerp_number", "self, end, weight", lambda self, end, weight: self + np.asarray(weight, self.dtype) * (end - self),
                     promote="same", operands="self end", label="Lerp",
                     self=lambda g, weight: g * (1 - weight), end=lambda g, weight: g * weight)
lerp_tensor = define("lerp_tensor", "self, end, weight", lambda self, end, weight: self + weight * (end - self),
                     promote="same", operands="self end weight", label="Lerp#1", row="lerp",
                     self=lambda g, weight: g * (1 - weight), end=lambda g, weight: g * weight,
                     weight=lambda g, self, end: g * (end - self))
addcmul = define("addcmul", "self, tensor1, tensor2, *, value=1",
                 lambda self, tensor1, tensor2, value: self + np.asarray(value, self.dtype) * tensor1 * tensor2,
                 promote="same", operands="self tensor1 tensor2", self=lambda g: g,
                 tensor1=lambda g, tensor2, value: g * (tensor2 * value), tensor2=lambda g, tensor1, value: g * (tensor1 * value))
addcdiv = define("addcdiv", "self, tensor1, tensor2, *, value=1",
                 lambda self, tensor1, tensor2, value: self + np.asarray(value, self.dtype) * tensor1 / tensor2,
                 promote="float", operands="self tensor1 tensor2", self=lambda g: g,
                 tensor1=lambda g, tensor2, value: g * (value / tensor2),
                 tensor2=lambda g, tensor1, tensor2, value: -g * (value * tensor1 / (tensor2 * tensor2)))

clamp = define("clamp", "self, min=None, max=None", clamp_kernel, label="Clamp#1", self=lambda g, self, min, max: picked(g, clamped(self, min, max)))
clamp_tensors = define("clamp_tensors", "self, min=None, max=None", clamp_kernel, label="Clamp",
                       keeps="self:self+min+max min:self+min+max max:self+min+max",
                       self=lambda g, self, min, max: picked(g, clamped(self, min, max)),
                       min=lambda g, self, min, max: picked(g, (self < min) & (min < max) if max is not None else self < min),
                       max=lambda g, self, min, max: picked(g, (self > max) | (max < min) if min is not None else self > max))
tie = define("tie", "self, other", lambda self, other: self.copy(), keeps="self: other:", self=lambda g: g,
             other=lambda g, other_shape: g.new_zeros(other_shape))
nan_to_num = define("nan_to_num", "self, nan=0.0, posinf=None, neginf=None",
                    lambda self, nan, posinf, neginf: np.nan_to_num(self, nan=nan or 0.0, posinf=posinf, neginf=neginf),
                    self=lambda g, self: picked(g, self.isfinite()))

neg = unary("neg", negate, lambda g: -g, "same")
abs_ = unary("abs", np.abs, lambda g, self: g * self.sign(), "same")
exp = unary("exp", np.exp, lambda g, result: g * result)
exp2 = unary("exp2", np.exp2, lambda g, result: g * (result * math.log(2)))
expm1 = unary("expm1", np.expm1, lambda g, result: g * (result + 1))
log = unary("log", np.log, lambda g, self: g / self)
log2 = unary("log2", np.log2, lambda g, self: g / (self * math.log(2)))
log10 = unary("log10", np.log10, lambda g, self: g / (self * math.log(10)))
log1p = unary("log1p", np.log1p, lambda g, self: g / (self + 1))
sqrt = unary("sqrt", np.sqrt, lambda g, result: g / (2 * result))
rsqrt = unary("rsqrt", lambda self: 1 / np.sqrt(self), lambda g, result: -0.5 * g * result ** 3)
reciprocal = unary("reciprocal", lambda self: np.asarray(1, self.dtype) / self, lambda g, result: -g * (result * result))
sin = unary("sin", np.sin, lambda g, self: g * self.cos())
cos = unary("cos", np.cos, lambda g, self: g * -self.sin())
tan = unary("tan", np.tan, lambda g, result: g * (1 + result ** 2))
asin = unary("asin", np.arcsin, lambda g, self: g * (1 - self * self).rsqrt())
acos = unary("acos", np.arccos, lambda g, self: g * -((1 - self * self).rsqrt()))
atan = unary("atan", np.arctan, lambda g, self: g / (self * self + 1))
sinh = unary("sinh", np.sinh, lambda g, self: g * self.cosh())
cosh = unary("cosh", np.cosh, lambda g, self: g * self.sinh())
tanh = unary("tanh", np.tanh, lambda g, result: g * (1 - result * result))
asinh = unary("asinh", np.arcsinh, lambda g, self: g * (self ** 2 + 1).rsqrt())
acosh = unary("acosh", np.arccosh, lambda g, self: g * ((self - 1).rsqrt() * (self + 1).rsqrt()))
atanh = unary("atanh", np.arctanh, lambda g, self: g / (1 - self ** 2))
sigmoid = unary("sigmoid", special.sigmoid, lambda g, result: g * ((1 - result) * result))
erf = unary("erf", special.erf, lambda g, self: 2 / ROOT_PI * (-(self ** 2)).exp() * g)
erfc = unary("erfc", special.erfc, lambda g, self: -2 / ROOT_PI * (-(self ** 2)).exp() * g)
erfinv = unary("erfinv", special.erfinv, lambda g, self: 0.5 * ROOT_PI * (self.erfinv() ** 2).exp() * g)
lgamma = unary("lgamma", special.lgamma, lambda g, self: g * self.digamma())
digamma = unary("digamma", special.digamma, lambda g, self: g * self.trigamma())
trigamma = define("trigamma", "self", special.trigamma, promote="float", self=lambda g: missing("the derivative of torch.Tensor.trigamma"))
logit = unary("logit", lambda self: np.log(self / (1 - self)), lambda g, self: g / (self * (1 - self)))
sinc = unary("sinc", np.sinc, lambda g, self: (g * ((math.pi * self).cos() - self.sinc()) / self).masked_fill(self == 0, 0.0))
deg2rad = unary("deg2rad", np.deg2rad, lambda g: g * (math.pi / 180))
rad2deg = unary("rad2deg", np.rad2deg, lambda g: g * (180 / math.pi))
sign = unary("sign", np.sign, zeros, "same")
sgn = unary("sgn", np.sign, zeros, "same")
floor = unary("floor", np.floor, zeros, "same")
ceil = unary("ceil", np.ceil, zeros, "same")
trunc = unary("trunc", np.trunc, zeros, "same")
frac = unary("frac", lambda self: self - np.trunc(self), lambda g: g, "same")
round_ = define("round", "self, *, decimals=0", lambda self, decimals: np.round(self, decimals), promote="same", self=zeros)
heaviside = define("heaviside", "self, values", np.heaviside, promote="same", operands="self values", label="NotImplemented",
                   self=underived("heaviside"), values=underived("heaviside"))
copysign = define("copysign", "self, other", np.copysign, promote="float",
                  self=lambda g, self, result: g * (self.sign() * result.sign()), other=zeros)


def pow(self: Any, exponent: Any) -> Any:
    """self ** exponent, where either may be a number."""
    if isinstance(exponent, Tensor):
        return pow_tensor(self, exponent) if isinstance(self, Tensor) else pow_of_number(self, exponent)
    if not isinstance(exponent, (int, float, bool, np.number)):
        raise TypeError(f"pow() received an invalid combination of arguments - got ({type(self).__name__}, {type(exponent).__name__})")
    if not self.is_floating_point():
        if isinstance(exponent, float):
            self = self.float()
        elif exponent < 0:
            raise RuntimeError("Integers to negative integer powers are not allowed.")
    return pow_number(self, exponent)


def divide(self: Any, other: Any, *, rounding_mode: str | None = None) -> Any:
    """self / other, rounded where a mode is given."""
    if rounding_mode is None:
        return div(self, other)
    if rounding_mode not in ("trunc", "floor"):
        raise RuntimeError(f"div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '{rounding_mode}'")
    return div_rounded(self, other, rounding_mode=rounding_mode)


def lerp(self: Any, end: Any, weight: Any) -> Any:
    """self + weight * (end - self)."""
    return lerp_tensor(self, end, weight) if isinstance(weight, Tensor) else lerp_number(self, end, weight)


def square(self: Any) -> Any:
    """self ** 2."""
    return pow(self, 2)
