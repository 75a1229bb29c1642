"""Pooling, padding and resizing as modules."""

from __future__ import annotations

from typing import Any

from ..._tensor import Tensor
from .. import functional as F
from .activation import module_of
from .module import Module

MAX = "kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False"
MaxPool1d = module_of("MaxPool1d", F.max_pool1d, MAX)
MaxPool2d = module_of("MaxPool2d", F.max_pool2d, MAX)
MaxPool3d = module_of("MaxPool3d", F.max_pool3d, MAX)
AvgPool1d = module_of("AvgPool1d", F.avg_pool1d, "kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True")
AvgPool2d = module_of(
    "AvgPool2d", F.avg_pool2d, "kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None"
)
AvgPool3d = module_of(
    "AvgPool3d", F.avg_pool3d, "kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None"
)
AdaptiveAvgPool1d = module_of("AdaptiveAvgPool1d", F.adaptive_avg_pool1d, "output_size")
AdaptiveAvgPool2d = module_of("AdaptiveAvgPool2d", F.adaptive_avg_pool2d, "output_size")
AdaptiveAvgPool3d = module_of("AdaptiveAvgPool3d", F.adaptive_avg_pool3d, "output_size")
AdaptiveMaxPool1d = module_of("AdaptiveMaxPool1d", F.adaptive_max_pool1d, "output_size, return_indices=False")
AdaptiveMaxPool2d = module_of("AdaptiveMaxPool2d", F.adaptive_max_pool2d, "output_size, return_indices=False")
LPPool2d = module_of("LPPool2d", F.lp_pool2d, "norm_type, kernel_size, stride=None, ceil_mode=False")
Upsample = module_of(
    "Upsample", F.interpolate, "size=None, scale_factor=None, mode='nearest', align_corners=None, recompute_scale_factor=None"
)
UpsamplingNearest2d = module_of("UpsamplingNearest2d", F.interpolate, "size=None, scale_factor=None")
PixelShuffle = module_of("PixelShuffle", F.pixel_shuffle, "upscale_factor")
PixelUnshuffle = module_of("PixelUnshuffle", F.pixel_unshuffle, "downscale_factor")
Unfold = module_of("Unfold", F.unfold, "kernel_size, dilation=1, padding=0, stride=1")
Fold = module_of("Fold", F.fold, "output_size, kernel_size, dilation=1, padding=0, stride=1")


class _Pad(Module):
    """The base of the paddings."""

    n, mode = 2, "constant"

    def __init__(self, padding: Any, value: float = 0.0) -> None:
        super().__init__()
        self.padding = (padding,) * (2 * self.n) if isinstance(padding, int) else tuple(padding)
        self.value = value

    def forward(self, input: Tensor) -> Tensor:
        """The function."""
        return F.pad(input, self.padding, self.mode, self.value if self.mode == "constant" else None)


def pad_class(name: str, n: int, mode: str) -> type[Module]:
    """A class of padding."""
    return type(name, (_Pad,), {"n": n, "mode": mode, "__doc__": f"Padding ({mode}) of {n} dimensions.", "__module__": __name__})


ConstantPad1d, ConstantPad2d, ConstantPad3d = (pad_class(f"ConstantPad{n}d", n, "constant") for n in (1, 2, 3))
ZeroPad1d, ZeroPad2d, ZeroPad3d = (pad_class(f"ZeroPad{n}d", n, "constant") for n in (1, 2, 3))
ReflectionPad1d, ReflectionPad2d = (pad_class(f"ReflectionPad{n}d", n, "reflect") for n in (1, 2))
ReplicationPad1d, ReplicationPad2d = (pad_class(f"ReplicationPad{n}d", n, "replicate") for n in (1, 2))
CircularPad1d, CircularPad2d = (pad_class(f"CircularPad{n}d", n, "circular") for n in (1, 2))


class UpsamplingBilinear2d(Module):
    """Bilinear, with the corners aligned."""

    def __init__(self, size: Any = None, scale_factor: Any = None) -> None:
        super().__init__()
        self.size, self.scale_factor = size, scale_factor

    def forward(self, input: Tensor) -> Tensor:
        """The function."""
        return F.interpolate(input, self.size, self.scale_factor, "bilinear", True)
