"""Linear layers, and layers that change the shape alone."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ... import _types
from ..._tensor import Tensor, wrap
from .. import functional as F
from .. import init
from ..parameter import Parameter
from .module import Module


def blank(*shape: int, dtype: Any = None) -> Tensor:
    """A tensor to be filled."""
    return wrap(np.zeros(shape, (dtype or _types.Default.dtype).array))


class Identity(Module):
    """A module that returns its input."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()

    def forward(self, input: Tensor) -> Tensor:
        """The input."""
        return input


class Linear(Module):
    """x W' + b."""

    def __init__(self, in_features: int, out_features: int, bias: bool = True, device: Any = None, dtype: Any = None) -> None:
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        self.weight = Parameter(blank(out_features, in_features, dtype=dtype))
        self.register_parameter("bias", Parameter(blank(out_features, dtype=dtype)) if bias else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Initialize the weights."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            bound = 1 / math.sqrt(self.in_features) if self.in_features else 0
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input: Tensor) -> Tensor:
        """The function."""
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self) -> str:
        """Its sizes."""
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"


class NonDynamicallyQuantizableLinear(Linear):
    """A linear layer inside attention."""


class Bilinear(Module):
    """x1' A x2 + b."""

    def __init__(
        self, in1_features: int, in2_features: int, out_features: int, bias: bool = True, device: Any = None, dtype: Any = None
    ) -> None:
        super().__init__()
        self.in1_features, self.in2_features, self.out_features = in1_features, in2_features, out_features
        self.weight = Parameter(blank(out_features, in1_features, in2_features, dtype=dtype))
        self.register_parameter("bias", Parameter(blank(out_features, dtype=dtype)) if bias else None)
        bound = 1 / math.sqrt(in1_features)
        for each in self.parameters():
            init.uniform_(each, -bound, bound)

    def forward(self, input1: Tensor, input2: Tensor) -> Tensor:
        """The function."""
        return F.bilinear(input1, input2, self.weight, self.bias)


class Flatten(Module):
    """Neighbouring dimensions as one."""

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__()
        self.start_dim, self.end_dim = start_dim, end_dim

    def forward(self, input: Tensor) -> Tensor:
        """The function."""
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self) -> str:
        """Return the dimensions."""
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Unflatten(Module):
    """One dimension as several."""

    def __init__(self, dim: int, unflattened_size: Any) -> None:
        super().__init__()
        self.dim, self.unflattened_size = dim, unflattened_size

    def forward(self, input: Tensor) -> Tensor:
        """The function."""
        return input.unflatten(self.dim, self.unflattened_size)
