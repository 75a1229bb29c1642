"""Layers with weights: linear, convolutions, normalization, embeddings."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ... import _types
from ..._tensor import Tensor, wrap
from .. import functional as F
from .. import init
from ..functional.spatial import several
from ..parameter import Parameter
from .module import Module


def blank(*shape: int, dtype: Any = None) -> Tensor:
    """A tensor to be filled."""
    return wrap(np.zeros(shape, (dtype or _types.Default.dtype).array))


class Identity(Module):
    """What it is given."""

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
        """Draw weights anew."""
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


class _Conv(Module):
    """What the convolutions share."""

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
        """Draw weights anew."""
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
    """What the transposed convolutions share."""

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


class _BatchNorm(Module):
    """What the batch normalizations share."""

    dims: tuple[int, ...] = (2, 3)
    words = "2D or 3D"

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.num_features, self.eps, self.momentum, self.affine, self.track_running_stats = (
            num_features,
            eps,
            momentum,
            affine,
            track_running_stats,
        )
        self.register_parameter("weight", Parameter(blank(num_features, dtype=dtype)) if affine else None)
        self.register_parameter("bias", Parameter(blank(num_features, dtype=dtype)) if affine else None)
        for name, value in (("running_mean", 0.0), ("running_var", 1.0)):
            self.register_buffer(
                name, wrap(np.full(num_features, value, (dtype or _types.Default.dtype).array)) if track_running_stats else None
            )
        self.register_buffer("num_batches_tracked", wrap(np.zeros((), np.int64)) if track_running_stats else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Weights of one, biases of zero."""
        if self.affine:
            init.ones_(self.weight)
            init.zeros_(self.bias)

    reset_running_stats = reset_parameters

    def check(self, input: Tensor) -> None:
        """Refuse another number of dimensions.

        Raises:
            ValueError: if so.
        """
        if input.dim() not in self.dims:
            raise ValueError(f"expected {self.words} input (got {input.dim()}D input)")

    def forward(self, input: Tensor) -> Tensor:
        """The function; counts the batches."""
        self.check(input)
        factor = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats and self.num_batches_tracked is not None:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:
                factor = 1.0 / float(self.num_batches_tracked)
        training = self.training or self.running_mean is None
        keep = not self.training or self.track_running_stats
        mean, var = (self.running_mean, self.running_var) if keep else (None, None)
        if input.shape[1] != self.num_features and (mean is not None or self.affine):
            raise RuntimeError(f"running_mean should contain {input.shape[1]} elements not {self.num_features}")
        return F.batch_norm(input, mean, var, self.weight, self.bias, training, factor, self.eps)

    def extra_repr(self) -> str:
        """Its sizes."""
        return f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, track_running_stats={self.track_running_stats}"


class BatchNorm1d(_BatchNorm):
    """Over samples, or samples and places."""


class BatchNorm2d(_BatchNorm):
    """Over images."""

    dims, words = (4,), "4D"


class BatchNorm3d(_BatchNorm):
    """Over volumes."""

    dims, words = (5,), "5D"


class SyncBatchNorm(_BatchNorm):
    """In one process a batch normalization."""

    dims = (2, 3, 4, 5)


class _InstanceNorm(_BatchNorm):
    """What the instance normalizations share."""

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.1,
        affine: bool = False,
        track_running_stats: bool = False,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype)

    def forward(self, input: Tensor) -> Tensor:
        """The function."""
        self.check(input)
        use = self.training or not self.track_running_stats
        return F.instance_norm(input, self.running_mean, self.running_var, self.weight, self.bias, use, self.momentum or 0.0, self.eps)


class InstanceNorm1d(_InstanceNorm):
    """Over sequences."""

    dims = (3,)


class InstanceNorm2d(_InstanceNorm):
    """Over images."""

    dims, words = (4,), "4D"


class InstanceNorm3d(_InstanceNorm):
    """Over volumes."""

    dims, words = (5,), "5D"


class LayerNorm(Module):
    """Over the last dimensions."""

    def __init__(
        self,
        normalized_shape: Any,
        eps: float = 1e-5,
        elementwise_affine: bool = True,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.normalized_shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.eps, self.elementwise_affine = eps, elementwise_affine
        self.register_parameter("weight", Parameter(blank(*self.normalized_shape, dtype=dtype)) if elementwise_affine else None)
        self.register_parameter("bias", Parameter(blank(*self.normalized_shape, dtype=dtype)) if elementwise_affine and bias else None)
        if self.weight is not None:
            init.ones_(self.weight)
        if self.bias is not None:
            init.zeros_(self.bias)

    def forward(self, input: Tensor) -> Tensor:
        """The function."""
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        """Its sizes."""
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"


class RMSNorm(Module):
    """Over the last dimensions, by the mean square."""

    def __init__(
        self, normalized_shape: Any, eps: float | None = None, elementwise_affine: bool = True, device: Any = None, dtype: Any = None
    ) -> None:
        super().__init__()
        self.normalized_shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.eps = eps
        self.register_parameter("weight", Parameter(blank(*self.normalized_shape, dtype=dtype)) if elementwise_affine else None)
        if self.weight is not None:
            init.ones_(self.weight)

    def forward(self, input: Tensor) -> Tensor:
        """The function."""
        return F.rms_norm(input, self.normalized_shape, self.weight, self.eps)


class GroupNorm(Module):
    """Over groups of channels."""

    def __init__(
        self, num_groups: int, num_channels: int, eps: float = 1e-5, affine: bool = True, device: Any = None, dtype: Any = None
    ) -> None:
        super().__init__()
        if num_channels % num_groups:
            raise ValueError("num_channels must be divisible by num_groups")
        self.num_groups, self.num_channels, self.eps, self.affine = num_groups, num_channels, eps, affine
        self.register_parameter("weight", Parameter(blank(num_channels, dtype=dtype)) if affine else None)
        self.register_parameter("bias", Parameter(blank(num_channels, dtype=dtype)) if affine else None)
        if affine:
            init.ones_(self.weight)
            init.zeros_(self.bias)

    def forward(self, input: Tensor) -> Tensor:
        """The function."""
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)


class LocalResponseNorm(Module):
    """Over neighbouring channels."""

    def __init__(self, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0) -> None:
        super().__init__()
        self.size, self.alpha, self.beta, self.k = size, alpha, beta, k

    def forward(self, input: Tensor) -> Tensor:
        """The function."""
        return F.local_response_norm(input, self.size, self.alpha, self.beta, self.k)


class Embedding(Module):
    """Rows of a table that is learned."""

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        padding_idx: int | None = None,
        max_norm: Any = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        sparse: bool = False,
        _weight: Any = None,
        _freeze: bool = False,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        self.padding_idx = None if padding_idx is None else padding_idx % num_embeddings
        self.max_norm, self.scale_grad_by_freq, self.sparse = max_norm, scale_grad_by_freq, sparse
        if _weight is None:
            self.weight = Parameter(blank(num_embeddings, embedding_dim, dtype=dtype), requires_grad=not _freeze)
            init.normal_(self.weight)
            if self.padding_idx is not None:
                self.weight._a[self.padding_idx] = 0
        else:
            self.weight = Parameter(_weight, requires_grad=not _freeze)

    @classmethod
    def from_pretrained(cls, embeddings: Tensor, freeze: bool = True, padding_idx: int | None = None, **kwargs: Any) -> Embedding:
        """With a given table."""
        return cls(*embeddings.shape, padding_idx=padding_idx, _weight=embeddings, _freeze=freeze, **kwargs)

    def forward(self, input: Tensor) -> Tensor:
        """The function."""
        return F.embedding(input, self.weight, self.padding_idx, self.max_norm, 2.0, self.scale_grad_by_freq, self.sparse)

    def extra_repr(self) -> str:
        """Its sizes."""
        return f"{self.num_embeddings}, {self.embedding_dim}"


class EmbeddingBag(Module):
    """Sums or means of rows of a table that is learned."""

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        max_norm: Any = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        mode: str = "mean",
        sparse: bool = False,
        _weight: Any = None,
        include_last_offset: bool = False,
        padding_idx: int | None = None,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.num_embeddings, self.embedding_dim, self.mode, self.include_last_offset = (
            num_embeddings,
            embedding_dim,
            mode,
            include_last_offset,
        )
        self.max_norm, self.sparse, self.padding_idx = max_norm, sparse, padding_idx
        self.weight = Parameter(blank(num_embeddings, embedding_dim, dtype=dtype) if _weight is None else _weight)
        if _weight is None:
            init.normal_(self.weight)

    def forward(self, input: Tensor, offsets: Any = None, per_sample_weights: Any = None) -> Tensor:
        """The function."""
        return F.embedding_bag(
            input,
            self.weight,
            offsets,
            self.max_norm,
            mode=self.mode,
            sparse=self.sparse,
            per_sample_weights=per_sample_weights,
            include_last_offset=self.include_last_offset,
            padding_idx=self.padding_idx,
        )


class Flatten(Module):
    """Neighbouring dimensions as one."""

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__()
        self.start_dim, self.end_dim = start_dim, end_dim

    def forward(self, input: Tensor) -> Tensor:
        """The function."""
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self) -> str:
        """Which."""
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Unflatten(Module):
    """One dimension as several."""

    def __init__(self, dim: int, unflattened_size: Any) -> None:
        super().__init__()
        self.dim, self.unflattened_size = dim, unflattened_size

    def forward(self, input: Tensor) -> Tensor:
        """The function."""
        return input.unflatten(self.dim, self.unflattened_size)
