"""Convolutions and their transposes."""

from __future__ import annotations

import math
from typing import Any

from ..._tensor import Tensor
from .. import functional as F
from .. import init
from ..functional.spatial import several
from ..parameter import Parameter
from .linear import blank
from .module import Module


class _Conv(Module):
    """The base of the convolutions."""

    n, transposed = 2, False

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: Any = None,
        output_padding: Any = 0,
    ) -> None:
        super().__init__()
        if in_channels % groups:
            raise ValueError("in_channels must be divisible by groups")
        if out_channels % groups:
            raise ValueError("out_channels must be divisible by groups")
        n = self.n
        self.in_channels, self.out_channels, self.groups, self.padding_mode = in_channels, out_channels, groups, padding_mode
        self.kernel_size, self.stride, self.dilation = several(kernel_size, n), several(stride, n), several(dilation, n)
        self.padding = padding if isinstance(padding, str) else several(padding, n)
        self.output_padding = several(output_padding, n)
        shape = (in_channels, out_channels // groups) if self.transposed else (out_channels, in_channels // groups)
        self.weight = Parameter(blank(*shape, *self.kernel_size, dtype=dtype))
        self.register_parameter("bias", Parameter(blank(out_channels, dtype=dtype)) if bias else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Initialize the weights."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in, _ = init._calculate_fan_in_and_fan_out(self.weight)
            if fan_in:
                init.uniform_(self.bias, -1 / math.sqrt(fan_in), 1 / math.sqrt(fan_in))

    def forward(self, input: Tensor) -> Tensor:
        """The function."""
        padding = self.padding
        if self.padding_mode != "zeros":
            input = F.pad(input, [side for each in reversed(padding) for side in (each, each)], self.padding_mode)
            padding = (0,) * self.n
        function = getattr(F, f"conv{self.n}d")
        return function(input, self.weight, self.bias, self.stride, padding, self.dilation, self.groups)

    def extra_repr(self) -> str:
        """Its sizes."""
        return f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"


class Conv1d(_Conv):
    """A convolution over one dimension."""

    n = 1


class Conv2d(_Conv):
    """A convolution over two dimensions."""


class Conv3d(_Conv):
    """A convolution over three dimensions."""

    n = 3


class _Transposed(_Conv):
    """The base of the transposed convolutions."""

    transposed = True

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        output_padding: Any = 0,
        groups: int = 1,
        bias: bool = True,
        dilation: Any = 1,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(
            in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode, device, dtype, output_padding
        )

    def forward(self, input: Tensor, output_size: Any = None) -> Tensor:
        """The function."""
        extra = self.output_padding
        if output_size is not None:
            wanted = tuple(output_size)[-self.n :]
            extra = tuple(
                want - ((size - 1) * s - 2 * p + d * (k - 1) + 1)
                for want, size, s, p, d, k in zip(
                    wanted, input.shape[-self.n :], self.stride, self.padding, self.dilation, self.kernel_size, strict=True
                )
            )
        function = getattr(F, f"conv_transpose{self.n}d")
        return function(input, self.weight, self.bias, self.stride, self.padding, extra, self.groups, self.dilation)


class ConvTranspose1d(_Transposed):
    """A transposed convolution over one dimension."""

    n = 1


class ConvTranspose2d(_Transposed):
    """A transposed convolution over two dimensions."""


class ConvTranspose3d(_Transposed):
    """A transposed convolution over three dimensions."""

    n = 3
