"""Normalization with statistics of a batch or of each of its instances."""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import _types
from ..._tensor import Tensor, wrap
from .. import functional as F
from .. import init
from ..parameter import Parameter
from .linear import blank
from .module import Module


class _BatchNorm(Module):
    """The base of the batch normalizations."""

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
    """The base of the instance normalizations."""

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
