"""torch.nn.init: values to begin with."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np

from .. import _random
from .._inplace import untracked
from .._missing import guard
from .._state import state
from .._tensor import Tensor


def _quiet(function: Any, tensor: Tensor, *args: Any, **kwargs: Any) -> Tensor:
    """Run in no_grad."""
    before, state.grad = state.grad, False
    try:
        return function(tensor, *args, **kwargs)
    finally:
        state.grad = before


def uniform_(tensor: Tensor, a: float = 0.0, b: float = 1.0, generator: Any = None) -> Tensor:
    """Numbers from a to b."""
    return _quiet(_random.uniform_, tensor, a, b, generator=generator)


def normal_(tensor: Tensor, mean: float = 0.0, std: float = 1.0, generator: Any = None) -> Tensor:
    """Normal numbers."""
    return _quiet(_random.normal_, tensor, mean, std, generator=generator)


def trunc_normal_(tensor: Tensor, mean: float = 0.0, std: float = 1.0, a: float = -2.0, b: float = 2.0, generator: Any = None) -> Tensor:
    """Normal numbers between two bounds."""
    from .._ops import special

    low, high = ((1 + math.erf((bound - mean) / std / math.sqrt(2))) / 2 for bound in (a, b))
    draw = _random.source(generator).uniform(tensor._a.size, np.float64) * 2 * (high - low) + 2 * low - 1
    return _quiet(untracked, tensor, np.clip(special.erfinv(draw) * std * math.sqrt(2) + mean, a, b).reshape(tensor._a.shape))


def constant_(tensor: Tensor, val: float) -> Tensor:
    """One value everywhere."""
    return _quiet(Tensor.fill_, tensor, val)


def ones_(tensor: Tensor) -> Tensor:
    """Ones."""
    return constant_(tensor, 1.0)


def zeros_(tensor: Tensor) -> Tensor:
    """Zeros."""
    return _quiet(Tensor.zero_, tensor)


def eye_(tensor: Tensor) -> Tensor:
    """Ones on the diagonal."""
    if tensor.ndim != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    return _quiet(untracked, tensor, np.eye(*tensor.shape))


def orthogonal_(tensor: Tensor, gain: float = 1, generator: Any = None) -> Tensor:
    """An orthogonal matrix."""
    if tensor.ndim < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    rows, columns = tensor.shape[0], tensor.numel() // tensor.shape[0]
    flat = _random.source(generator).normal(rows * columns, tensor._a.dtype).reshape(rows, columns)
    q, r = np.linalg.qr(flat.T if rows < columns else flat)
    q = q * np.sign(np.diag(r))
    return _quiet(untracked, tensor, gain * (q.T if rows < columns else q).reshape(tensor._a.shape))


def calculate_gain(nonlinearity: str, param: Any = None) -> float:
    """The recommended factor for an activation."""
    fixed = {
        "linear": 1.0,
        "conv1d": 1.0,
        "conv2d": 1.0,
        "conv3d": 1.0,
        "sigmoid": 1.0,
        "tanh": 5.0 / 3,
        "relu": math.sqrt(2.0),
        "selu": 0.75,
    }
    if nonlinearity == "leaky_relu":
        return math.sqrt(2.0 / (1 + (0.01 if param is None else param) ** 2))
    if nonlinearity not in fixed:
        raise ValueError(f"Unsupported nonlinearity {nonlinearity}")
    return fixed[nonlinearity]


def _calculate_fan_in_and_fan_out(tensor: Tensor) -> tuple[int, int]:
    """Return the numbers of incoming and outgoing connections."""
    if tensor.dim() < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    field = math.prod(tensor.shape[2:])
    return tensor.shape[1] * field, tensor.shape[0] * field


def _calculate_correct_fan(tensor: Tensor, mode: str) -> int:
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    if mode.lower() not in ("fan_in", "fan_out"):
        raise ValueError(f"Mode {mode} not supported, please use one of ['fan_in', 'fan_out']")
    return fan_in if mode.lower() == "fan_in" else fan_out


def xavier_uniform_(tensor: Tensor, gain: float = 1.0, generator: Any = None) -> Tensor:
    """Glorot's uniform numbers."""
    bound = math.sqrt(3.0) * gain * math.sqrt(2.0 / float(sum(_calculate_fan_in_and_fan_out(tensor))))
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor: Tensor, gain: float = 1.0, generator: Any = None) -> Tensor:
    """Glorot's normal numbers."""
    return normal_(tensor, 0.0, gain * math.sqrt(2.0 / float(sum(_calculate_fan_in_and_fan_out(tensor)))), generator)


def kaiming_uniform_(tensor: Tensor, a: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu", generator: Any = None) -> Tensor:
    """He's uniform numbers."""
    if 0 in tensor.shape:
        warnings.warn("Initializing zero-element tensors is a no-op", stacklevel=2)
        return tensor
    bound = math.sqrt(3.0) * (calculate_gain(nonlinearity, a) / math.sqrt(_calculate_correct_fan(tensor, mode)))
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(tensor: Tensor, a: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu", generator: Any = None) -> Tensor:
    """He's normal numbers."""
    return normal_(tensor, 0.0, calculate_gain(nonlinearity, a) / math.sqrt(_calculate_correct_fan(tensor, mode)), generator)


uniform, normal, constant, xavier_uniform, xavier_normal = uniform_, normal_, constant_, xavier_uniform_, xavier_normal_
kaiming_uniform, kaiming_normal, orthogonal, eye = kaiming_uniform_, kaiming_normal_, orthogonal_, eye_

__getattr__ = guard("torch.nn.init")
