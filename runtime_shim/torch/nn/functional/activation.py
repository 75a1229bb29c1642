"""Activations as functions; `inplace` changes the argument."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from ... import _random
from ..._inplace import InPlace
from ..._missing import missing
from ..._operation import define
from ..._ops import activation as table
from ..._ops import pointwise, reduce
from ..._tensor import Tensor, wrap

__all__ = [
    "celu",
    "celu_",
    "elu",
    "elu_",
    "gelu",
    "glu",
    "gumbel_softmax",
    "hardshrink",
    "hardsigmoid",
    "hardswish",
    "hardtanh",
    "hardtanh_",
    "leaky_relu",
    "leaky_relu_",
    "log_softmax",
    "logsigmoid",
    "mish",
    "prelu",
    "relu",
    "relu6",
    "relu_",
    "rrelu",
    "selu",
    "selu_",
    "sigmoid",
    "silu",
    "softmax",
    "softmin",
    "softplus",
    "softshrink",
    "softsign",
    "tanh",
    "tanhshrink",
    "threshold",
    "threshold_",
]


def choice(operation: Any) -> Callable[..., Any]:
    """An activation with `inplace` as its last argument."""
    changing = InPlace(operation)

    def call(input: Tensor, *args: Any, inplace: bool = False, **kwargs: Any) -> Tensor:
        if args and len(args) == len(operation.parameters):
            inplace, args = args[-1], args[:-1]
        return changing(input, *args, **kwargs) if inplace else operation(input, *args, **kwargs)

    call.__name__ = operation.name
    return call


relu, leaky_relu, hardtanh = choice(table.relu), choice(table.leaky_relu), choice(table.hardtanh)
silu, mish, hardsigmoid, hardswish, threshold = (
    choice(each) for each in (table.silu, table.mish, table.hardsigmoid, table.hardswish, table.threshold)
)
gelu, softplus, glu, hardshrink, softshrink = table.gelu, table.softplus, table.glu, table.hardshrink, table.softshrink
logsigmoid, prelu, sigmoid, tanh = table.log_sigmoid, table.prelu, pointwise.sigmoid, pointwise.tanh
relu_, leaky_relu_, hardtanh_, threshold_ = (InPlace(each) for each in (table.relu, table.leaky_relu, table.hardtanh, table.threshold))


def elu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """alpha (exp(x) - 1) below zero."""
    return InPlace(table.elu)(input, alpha) if inplace else table.elu(input, alpha)


def celu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """alpha (exp(x / alpha) - 1) below zero."""
    return (InPlace(table.elu) if inplace else table.elu)(input, alpha, 1.0, 1.0 / alpha)


def selu(input: Tensor, inplace: bool = False) -> Tensor:
    """elu with the factors that keep mean and deviation."""
    return (InPlace(table.elu) if inplace else table.elu)(input, 1.6732632423543772848170429916717, 1.0507009873554804934193349852946)


def elu_(input: Tensor, alpha: float = 1.0) -> Tensor:
    """elu in place."""
    return elu(input, alpha, True)


def celu_(input: Tensor, alpha: float = 1.0) -> Tensor:
    """celu in place."""
    return celu(input, alpha, True)


def selu_(input: Tensor) -> Tensor:
    """selu in place."""
    return selu(input, True)


def relu6(input: Tensor, inplace: bool = False) -> Tensor:
    """Between 0 and 6."""
    return hardtanh(input, 0.0, 6.0, inplace=inplace)


def rrelu(input: Tensor, lower: float = 1.0 / 8, upper: float = 1.0 / 3, training: bool = False, inplace: bool = False) -> Tensor:
    """A leaky relu with a random slope in training."""
    if not training:
        return leaky_relu(input, (lower + upper) / 2, inplace=inplace)
    if inplace:
        missing("torch.nn.functional.rrelu(inplace=True) in training")
    slope = wrap(_random.default_generator.uniform(input.numel(), input._a.dtype).reshape(input._a.shape) * (upper - lower) + lower)
    return RRELU(input, slope.masked_fill(input.detach() > 0, 1.0))


RRELU = define("rrelu_with_noise", "self, noise", np.multiply, keeps="self:self", self=lambda g, noise: g * noise)


def softsign(input: Tensor) -> Tensor:
    """x / (1 + |x|)."""
    return input / (input.abs() + 1)


def tanhshrink(input: Tensor) -> Tensor:
    """x - tanh(x)."""
    return input - input.tanh()


def implicit_dim(name: str, ndim: int) -> int:
    """The dimension of a softmax that names none."""
    warnings.warn(
        f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an argument.",
        UserWarning,
        stacklevel=4,
    )
    return 0 if ndim in (0, 1, 3) else 1


def softmax(input: Tensor, dim: Any = None, _stacklevel: int = 3, dtype: Any = None) -> Tensor:
    """exp(x) / sum(exp(x))."""
    return reduce.softmax(input, implicit_dim("softmax", input.dim()) if dim is None else dim, dtype)


def softmin(input: Tensor, dim: Any = None, _stacklevel: int = 3, dtype: Any = None) -> Tensor:
    """softmax of -x."""
    return reduce.softmax(-input, implicit_dim("softmin", input.dim()) if dim is None else dim, dtype)


def log_softmax(input: Tensor, dim: Any = None, _stacklevel: int = 3, dtype: Any = None) -> Tensor:
    """x - log(sum(exp(x)))."""
    return reduce.log_softmax(input, implicit_dim("log_softmax", input.dim()) if dim is None else dim, dtype)


def gumbel_softmax(logits: Tensor, tau: float = 1, hard: bool = False, eps: float = 1e-10, dim: int = -1) -> Tensor:
    """A softmax with Gumbel noise."""
    noise = -wrap(logits._a.copy()).exponential_().log()
    soft = ((logits + noise) / tau).softmax(dim)
    if not hard:
        return soft
    index = soft.max(dim, keepdim=True)[1]
    return soft.new_zeros(soft.shape).scatter(dim, index, 1.0) - soft.detach() + soft
