"""Convolutions, pooling, padding and resizing as functions."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from ..._composite import whole
from ..._missing import missing
from ..._ops import convolve
from ..._tensor import Tensor, wrap

__all__ = [
    "adaptive_avg_pool1d",
    "adaptive_avg_pool2d",
    "adaptive_avg_pool3d",
    "adaptive_max_pool1d",
    "adaptive_max_pool2d",
    "avg_pool1d",
    "avg_pool2d",
    "avg_pool3d",
    "conv1d",
    "conv2d",
    "conv3d",
    "conv_transpose1d",
    "conv_transpose2d",
    "conv_transpose3d",
    "fold",
    "interpolate",
    "lp_pool2d",
    "max_pool1d",
    "max_pool2d",
    "max_pool3d",
    "pad",
    "pixel_shuffle",
    "pixel_unshuffle",
    "unfold",
    "upsample",
]


def several(value: Any, n: int) -> tuple[int, ...]:
    """One number for each dimension."""
    return tuple(int(each) for each in value) * (n if len(value) == 1 else 1) if isinstance(value, (tuple, list)) else (int(value),) * n


def batched(input: Tensor, n: int, name: str) -> tuple[Tensor, bool]:
    """The input with a batch dimension, and whether it had none.

    Raises:
        RuntimeError: if it has another number of dimensions.
    """
    if input.dim() == n + 1:
        return input.unsqueeze(0), True
    if input.dim() != n + 2:
        raise RuntimeError(
            f"Expected {n + 1}D (unbatched) or {n + 2}D (batched) input to {name}, but got input of size: {list(input.shape)}"
        )
    return input, False


def convolution(n: int) -> Callable[..., Tensor]:
    """conv1d, conv2d, conv3d."""

    def call(
        input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: Any = 1, padding: Any = 0, dilation: Any = 1, groups: int = 1
    ) -> Tensor:
        whole, single = batched(input, n, f"conv{n}d")
        steps, gaps = several(stride, n), several(dilation, n)
        if isinstance(padding, str):
            whole, pads = same_padding(whole, weight, padding, gaps, n)
        else:
            pads = several(padding, n)
        result = convolve.convolution(whole, weight, bias, steps, pads, gaps, False, (0,) * n, groups)
        return result.squeeze(0) if single else result

    call.__name__ = f"conv{n}d"
    return call


def same_padding(input: Tensor, weight: Tensor, padding: str, dilation: Any, n: int) -> tuple[Tensor, tuple[int, ...]]:
    """The padding that "same" and "valid" mean; an odd rest is padded at the end."""
    if padding == "valid":
        return input, (0,) * n
    total = [d * (k - 1) for d, k in zip(dilation, weight.shape[2:], strict=True)]
    rest = [each % 2 for each in total]
    if any(rest):
        input = pad(input, [side for each in reversed(rest) for side in (0, each)])
    return input, tuple(each // 2 for each in total)


def transposed(n: int) -> Callable[..., Tensor]:
    """conv_transpose1d and its like."""

    def call(
        input: Tensor,
        weight: Tensor,
        bias: Tensor | None = None,
        stride: Any = 1,
        padding: Any = 0,
        output_padding: Any = 0,
        groups: int = 1,
        dilation: Any = 1,
    ) -> Tensor:
        whole, single = batched(input, n, f"conv_transpose{n}d")
        result = convolve.convolution(
            whole, weight, bias, several(stride, n), several(padding, n), several(dilation, n), True, several(output_padding, n), groups
        )
        return result.squeeze(0) if single else result

    call.__name__ = f"conv_transpose{n}d"
    return call


def max_pool(n: int) -> Callable[..., Any]:
    """max_pool1d and its like."""

    def call(
        input: Tensor,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        dilation: Any = 1,
        ceil_mode: bool = False,
        return_indices: bool = False,
    ) -> Any:
        check_spatial(input, n, f"max_pool{n}d")
        kernel = several(kernel_size, n)
        found = convolve.max_pool(
            input, kernel, several(stride, n) if stride not in (None, []) else kernel, several(padding, n), several(dilation, n), ceil_mode
        )
        return found if return_indices else found[0]

    return call


def check_spatial(input: Tensor, n: int, name: str) -> None:
    """Refuse another number of dimensions.

    Raises:
        RuntimeError: if so.
    """
    if input.dim() not in (n + 1, n + 2):
        raise RuntimeError(f"{name}: Expected {n + 1}D or {n + 2}D (batch mode) tensor, but got input of size: {list(input.shape)}")


def avg_pool(n: int) -> Callable[..., Tensor]:
    """avg_pool1d and its like."""

    def call(
        input: Tensor,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: Any = None,
    ) -> Tensor:
        if divisor_override is not None:
            missing(f"torch.nn.functional.avg_pool{n}d(divisor_override=...)")
        check_spatial(input, n, f"avg_pool{n}d")
        kernel = several(kernel_size, n)
        return convolve.avg_pool(
            input, kernel, several(stride, n) if stride not in (None, []) else kernel, several(padding, n), ceil_mode, count_include_pad
        )

    return call


def adaptive_size(input: Tensor, output_size: Any, n: int) -> tuple[int, ...]:
    """The sizes asked for; None leaves one as it is."""
    given = output_size if isinstance(output_size, (tuple, list)) else (output_size,) * n
    return tuple(input.shape[input.dim() - n + place] if each is None else int(each) for place, each in enumerate(given))


def adaptive_avg(n: int) -> Callable[..., Tensor]:
    """adaptive_avg_pool1d and its like; to size one it is a mean."""

    def call(input: Tensor, output_size: Any) -> Tensor:
        check_spatial(input, n, f"adaptive_avg_pool{n}d")
        size = adaptive_size(input, output_size, n)
        if n >= 2 and set(size) == {1}:
            return input.mean(tuple(range(-n, 0)), True)
        return convolve.adaptive_avg_pool(input, size)

    return call


def adaptive_max(n: int) -> Callable[..., Any]:
    """adaptive_max_pool1d and its like."""

    def call(input: Tensor, output_size: Any, return_indices: bool = False) -> Any:
        check_spatial(input, n, f"adaptive_max_pool{n}d")
        found = convolve.adaptive_max_pool(input, adaptive_size(input, output_size, n))
        return found if return_indices else found[0]

    return call


conv1d, conv2d, conv3d = (convolution(n) for n in (1, 2, 3))
conv_transpose1d, conv_transpose2d, conv_transpose3d = (transposed(n) for n in (1, 2, 3))
max_pool1d, max_pool2d, max_pool3d = (max_pool(n) for n in (1, 2, 3))
avg_pool1d, avg_pool2d, avg_pool3d = (avg_pool(n) for n in (1, 2, 3))
adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d = (adaptive_avg(n) for n in (1, 2, 3))
adaptive_max_pool1d, adaptive_max_pool2d = adaptive_max(1), adaptive_max(2)


def lp_pool2d(input: Tensor, norm_type: float, kernel_size: Any, stride: Any = None, ceil_mode: bool = False) -> Tensor:
    """The p-norm of each window."""
    size = several(kernel_size, 2)
    mean = avg_pool2d(input.pow(norm_type), size, stride, 0, ceil_mode)
    return (mean.sign() * mean.abs().relu()).mul(size[0] * size[1]).pow(1.0 / norm_type)


def pad(input: Tensor, pad: Any, mode: str = "constant", value: Any = None) -> Tensor:
    """More elements on the sides of the last dimensions; a negative number crops."""
    sizes = tuple(int(each) for each in pad)
    if len(sizes) % 2:
        raise RuntimeError("Padding length must be divisible by 2")
    if len(sizes) > 2 * input.dim():
        raise RuntimeError(
            f"Padding length should be less than or equal to two times the input dimension but got padding length {len(sizes)} and input of dimension {input.dim()}"
        )
    if mode not in ("constant", *convolve.PADS):
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    operation = {"constant": convolve.constant_pad, "circular": convolve.round_pad}.get(mode, convolve.mirror_pad)
    return operation(input, sizes, mode, 0 if value is None else value)


def unfold_parts(input: Tensor, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1) -> Tensor:
    """Each window as a column."""
    kernel, gaps, pads, steps = (several(each, 2) for each in (kernel_size, dilation, padding, stride))
    whole, single = batched(input, 2, "unfold")
    whole = pad(whole, (pads[1], pads[1], pads[0], pads[0])) if any(pads) else whole
    index = window_index(whole.shape[-2:], kernel, gaps, steps)
    flat = whole.flatten(2)
    columns = flat.index_select(2, wrap(index.reshape(-1))).reshape(*flat.shape[:2], *index.shape)
    result = columns.flatten(1, 2)
    return result.squeeze(0) if single else result


unfold = whole("unfold_patches", "input, kernel_size, dilation=1, padding=0, stride=1", unfold_parts, "input", label="Im2Col")


def window_index(size: Any, kernel: Any, dilation: Any, stride: Any) -> np.ndarray:
    """For each place in the kernel and each window, where the element stands."""
    rows = [(size[axis] - dilation[axis] * (kernel[axis] - 1) - 1) // stride[axis] + 1 for axis in range(2)]
    places = []
    for i, j in itertools.product(range(kernel[0]), range(kernel[1])):
        y = np.arange(rows[0]) * stride[0] + i * dilation[0]
        x = np.arange(rows[1]) * stride[1] + j * dilation[1]
        places.append((y[:, None] * size[1] + x).reshape(-1))
    return np.stack(places)


def fold_parts(input: Tensor, output_size: Any, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1) -> Tensor:
    """Columns added up where their windows stood."""
    kernel, gaps, pads, steps, size = (several(each, 2) for each in (kernel_size, dilation, padding, stride, output_size))
    full = (size[0] + 2 * pads[0], size[1] + 2 * pads[1])
    index = window_index(full, kernel, gaps, steps)
    n, channels = input.shape[0], input.shape[1] // (kernel[0] * kernel[1])
    flat = input.reshape(n, channels, -1)
    result = flat.new_zeros(n, channels, full[0] * full[1]).index_add(2, wrap(index.reshape(-1)), flat).reshape(n, channels, *full)
    return pad(result, (-pads[1], -pads[1], -pads[0], -pads[0])) if any(pads) else result


fold = whole("fold", "input, output_size, kernel_size, dilation=1, padding=0, stride=1", fold_parts, "input", label="Col2Im")


def interpolate_parts(
    input: Tensor, size: Any = None, scale_factor: Any = None, mode: str = "nearest", align_corners: Any = None
) -> Tensor:
    """Another resolution: nearest, linear, bilinear, trilinear or area."""
    n = input.dim() - 2
    if (size is None) == (scale_factor is None):
        raise ValueError(
            "either size or scale_factor should be defined" if size is None else "only one of size or scale_factor should be defined"
        )
    scales = scale_factor if isinstance(scale_factor, (tuple, list)) else (scale_factor,) * n
    sizes = several(size, n) if size is not None else tuple(int(np.floor(i * s)) for i, s in zip(input.shape[2:], scales, strict=True))
    if mode == "area":
        return (adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d)[n - 1](input, sizes)
    if mode not in ("nearest", "linear", "bilinear", "trilinear"):
        missing(f"torch.nn.functional.interpolate(mode='{mode}')")
    for axis, out in enumerate(sizes):
        scale = None if size is not None else scales[axis]
        if mode == "nearest":
            input = input.index_select(2 + axis, wrap(nearest(input.shape[2 + axis], out, scale)))
        else:
            weights = wrap(lerp_matrix(input.shape[2 + axis], out, bool(align_corners), scale).astype(input._a.dtype))
            input = input.movedim(2 + axis, -1).matmul(weights.t()).movedim(-1, 2 + axis)
    return input


def nearest(size: int, out: int, scale: float | None) -> np.ndarray:
    """For each place, the one it is copied from."""
    factor = size / out if scale is None else 1 / scale
    return np.minimum(np.floor(np.arange(out) * np.float32(factor)).astype(np.int64), size - 1)


def lerp_matrix(size: int, out: int, corners: bool, scale: float | None) -> np.ndarray:
    """Return the interpolation weights of the two neighbors of each position."""
    if corners:
        places = np.arange(out) * ((size - 1) / (out - 1) if out > 1 else 0.0)
    else:
        places = np.maximum((np.arange(out) + 0.5) * (size / out if scale is None else 1 / scale) - 0.5, 0)
    low = np.minimum(np.floor(places).astype(np.int64), size - 1)
    high = np.minimum(low + 1, size - 1)
    part, result = places - low, np.zeros((out, size))
    np.add.at(result, (np.arange(out), low), 1 - part)
    np.add.at(result, (np.arange(out), high), part)
    return result


INTERPOLATE = whole(
    "interpolate", "input, size=None, scale_factor=None, mode='nearest', align_corners=None", interpolate_parts, "input", label="Upsample"
)


def interpolate(
    input: Tensor,
    size: Any = None,
    scale_factor: Any = None,
    mode: str = "nearest",
    align_corners: Any = None,
    recompute_scale_factor: Any = None,
    antialias: bool = False,
) -> Tensor:
    """Another resolution: nearest, linear, bilinear, trilinear or area."""
    if mode == "area":
        return interpolate_parts(input, size, scale_factor, mode)
    return INTERPOLATE(input, size, scale_factor, mode, align_corners)


upsample = interpolate


def pixel_shuffle(input: Tensor, upscale_factor: int) -> Tensor:
    """Channels as pixels."""
    *lead, c, h, w = input.shape
    r = upscale_factor
    n = len(lead)
    parts = input.reshape(*lead, c // (r * r), r, r, h, w)
    return parts.permute(*range(n), n, n + 3, n + 1, n + 4, n + 2).reshape(*lead, c // (r * r), h * r, w * r)


def pixel_unshuffle(input: Tensor, downscale_factor: int) -> Tensor:
    """Pixels as channels."""
    *lead, c, h, w = input.shape
    r = downscale_factor
    n = len(lead)
    parts = input.reshape(*lead, c, h // r, r, w // r, r)
    return parts.permute(*range(n), n, n + 2, n + 4, n + 1, n + 3).reshape(*lead, c * r * r, h // r, w // r)
