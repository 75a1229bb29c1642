"""Convolutions and pooling in any number of dimensions. A line: name, parameters, kernel, the gradient of each operand."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from .._operation import With, define
from .._tensor import wrap
from .pointwise import tied


def windows(array: np.ndarray, kernel: tuple[int, ...], stride: tuple[int, ...], dilation: tuple[int, ...]) -> np.ndarray:
    """All windows over the last dimensions: (N, C, *output, *kernel)."""
    n = len(kernel)
    spans = tuple((k - 1) * d + 1 for k, d in zip(kernel, dilation, strict=True))
    places = tuple(range(array.ndim - n, array.ndim))
    view = sliding_window_view(array, spans, axis=places)
    step = tuple(slice(None, None, s) for s in stride)
    return view[(slice(None), slice(None), *step, *(slice(None, None, d) for d in dilation))]


def padded(array: np.ndarray, padding: tuple[int, ...], value: float = 0) -> np.ndarray:
    """Padded on both sides of the last dimensions."""
    if not any(padding):
        return array
    return np.pad(array, [(0, 0)] * (array.ndim - len(padding)) + [(p, p) for p in padding], constant_values=value)


def forward(input: np.ndarray, weight: np.ndarray, stride: Any, padding: Any, dilation: Any, groups: int) -> np.ndarray:
    """A convolution."""
    n = len(stride)
    size, out = input.shape[0], weight.shape[0]
    view = windows(padded(input, padding), weight.shape[2:], stride, dilation)
    shape = view.shape[2 : 2 + n]
    view = view.reshape(size, groups, -1, *view.shape[2:])
    parts = weight.reshape(groups, out // groups, *weight.shape[1:])
    kernel_axes = tuple(range(2 + n - 1, 2 + 2 * n - 1))
    result = [
        np.tensordot(view[:, group], parts[group], axes=((1, *(axis + 1 for axis in kernel_axes)), tuple(range(1, 2 + n)))) for group in range(groups)
    ]
    joined = np.concatenate(result, axis=-1) if groups > 1 else result[0]
    return np.ascontiguousarray(np.moveaxis(joined, -1, 1)).reshape(size, out, *shape)


def backward(input: np.ndarray, weight: np.ndarray, stride: Any, padding: Any, output_padding: Any, dilation: Any, groups: int) -> np.ndarray:
    """A transposed convolution: each element spreads the kernel over the output."""
    n = len(stride)
    kernel, size = weight.shape[2:], input.shape[0]
    full = [(i - 1) * s + (k - 1) * d + 1 + o for i, s, k, d, o in zip(input.shape[2:], stride, kernel, dilation, output_padding, strict=True)]
    result = np.zeros((size, groups, weight.shape[1], *full), input.dtype)
    values = input.reshape(size, groups, -1, *input.shape[2:])
    parts = weight.reshape(groups, -1, *weight.shape[1:])
    for group in range(groups):
        spread = np.tensordot(values[:, group], parts[group], axes=((1,), (0,)))  # N, *in, out, *kernel
        spread = np.moveaxis(spread, 1 + n, 1)
        for offset in itertools.product(*(range(k) for k in kernel)):
            place = tuple(
                slice(o * d, o * d + (i - 1) * s + 1, s) for o, d, i, s in zip(offset, dilation, input.shape[2:], stride, strict=True)
            )
            result[(slice(None), group, slice(None), *place)] += spread[(Ellipsis, *offset)]
    result = result.reshape(size, -1, *full)
    return result[(slice(None), slice(None), *(slice(p, f - p) for p, f in zip(padding, full, strict=True)))]


def check_input(input: np.ndarray, weight: np.ndarray, bias: Any, stride: Any, padding: Any, dilation: Any, transposed: bool, groups: int) -> None:
    """Refuse shapes and types that do not go together.

    Raises:
        RuntimeError: with PyTorch's words.
    """
    channels = weight.shape[0] if transposed else weight.shape[1] * groups
    if input.shape[1] != channels:
        raise RuntimeError(
            f"Given transposed={int(transposed)}, weight of size {list(weight.shape)}, expected input{list(input.shape)} to have {channels} channels, but got {input.shape[1]} channels instead"
            if transposed
            else f"Given groups={groups}, weight of size {list(weight.shape)}, expected input{list(input.shape)} to have {channels} channels, but got {input.shape[1]} channels instead"
        )
    if input.dtype != weight.dtype:
        raise RuntimeError(f"Input type ({kind(input)}) and bias type ({kind(weight)}) should be the same" if bias is not None else f"Input type ({kind(input)}) and weight type ({kind(weight)}) should be the same")
    if not transposed:
        sizes = [i + 2 * p for i, p in zip(input.shape[2:], padding, strict=True)]
        spans = [d * (k - 1) + 1 for k, d in zip(weight.shape[2:], dilation, strict=True)]
        if any(size < span for size, span in zip(sizes, spans, strict=True)):
            raise RuntimeError(
                f"Calculated padded input size per channel: ({' x '.join(map(str, sizes))}). Kernel size: ({' x '.join(map(str, spans))}). Kernel size can't be greater than actual input size"
            )


def kind(array: np.ndarray) -> str:
    """The type as convolutions name it."""
    return {"float32": "float", "float64": "double", "int64": "long long", "float16": "c10::Half"}.get(str(array.dtype), str(array.dtype))


def convolution_kernel(
    input: np.ndarray, weight: np.ndarray, bias: Any, stride: Any, padding: Any, dilation: Any, transposed: bool, output_padding: Any, groups: int
) -> np.ndarray:
    """Either convolution."""
    check_input(input, weight, bias, stride, padding, dilation, transposed, groups)
    if transposed:
        result = backward(input, weight, stride, padding, output_padding, dilation, groups)
    else:
        result = forward(input, weight, stride, padding, dilation, groups)
    return result if bias is None else result + bias.reshape(-1, *(1,) * len(stride))


def input_gradient(
    g: Any, weight: Any, input_shape: Any, stride: Any, padding: Any, dilation: Any, transposed: bool, groups: int
) -> Any:
    """The other convolution of the gradient with the same weight."""
    n = len(stride)
    if transposed:
        return convolution(g, weight, None, stride, padding, dilation, False, (0,) * n, groups)
    extra = tuple(
        i + 2 * p - d * (k - 1) - 1 - (o - 1) * s
        for i, p, d, k, o, s in zip(input_shape[2:], padding, dilation, weight.shape[2:], g.shape[2:], stride, strict=True)
    )
    return convolution(g, weight, None, stride, padding, dilation, True, extra, groups)


def weight_gradient(g: Any, input: Any, weight_shape: Any, stride: Any, padding: Any, dilation: Any, transposed: bool, groups: int) -> Any:
    """A convolution of the input with the gradient, batch and channels swapped, a group at a time."""
    from .shape import cat

    n, parts = len(stride), []
    over, with_ = (g, input) if transposed else (input, g)
    for first, second in zip(over.chunk(groups, 1), with_.chunk(groups, 1), strict=True):
        part = convolution(first.transpose(0, 1), second.transpose(0, 1), None, dilation, padding, stride, False, (0,) * n, 1)
        for axis, size in enumerate(weight_shape[2:]):
            part = part.narrow(2 + axis, 0, size)
        parts.append(part.transpose(0, 1))
    return cat(parts, 0) if groups > 1 else parts[0]


convolution = define("convolution", "input, weight, bias, stride, padding, dilation, transposed, output_padding, groups", convolution_kernel,
                     input=input_gradient, weight=weight_gradient, bias=lambda g: g.sum((0, *range(2, g.dim()))))


def max_pool_kernel(self: np.ndarray, kernel: Any, stride: Any, padding: Any, dilation: Any, ceil: bool) -> Any:
    """The largest of each window, and where it stood in the input."""
    n = len(kernel)
    spatial = self.shape[-n:]
    lead = self.shape[:-n]
    flat = self.reshape(-1, 1, *spatial)
    low = -np.inf if self.dtype.kind == "f" else np.iinfo(self.dtype).min
    outputs = [pooled_size(i, k, s, p, d, ceil) for i, k, s, p, d in zip(spatial, kernel, stride, padding, dilation, strict=True)]
    ends = [max(0, (o - 1) * s + (k - 1) * d + 1 - i - p) for o, s, k, d, i, p in zip(outputs, stride, kernel, dilation, spatial, padding, strict=True)]
    pads = [(0, 0), (0, 0), *((p, e) for p, e in zip(padding, ends, strict=True))]
    value = np.pad(flat, pads, constant_values=low)
    place = np.pad(np.arange(int(np.prod(spatial))).reshape(1, 1, *spatial), pads, constant_values=-1)
    cut = tuple(slice(0, o) for o in outputs)
    view = windows(value, kernel, stride, dilation)[(slice(None), slice(None), *cut)].reshape(flat.shape[0], *outputs, -1)
    where = np.broadcast_to(windows(place, kernel, stride, dilation)[(slice(None), slice(None), *cut)].reshape(1, *outputs, -1), view.shape)
    best = np.argmax(view, axis=-1)[..., None]
    values, indices = np.take_along_axis(view, best, -1)[..., 0], np.take_along_axis(where, best, -1)[..., 0]
    return values.reshape(*lead, *outputs), indices.reshape(*lead, *outputs)


def pooled_size(size: int, kernel: int, stride: int, padding: int, dilation: int, ceil: bool) -> int:
    """Return the number of windows."""
    span = size + 2 * padding - dilation * (kernel - 1) - 1
    count = (-(-span // stride) if ceil else span // stride) + 1
    if ceil and (count - 1) * stride >= size + padding:
        count -= 1
    if count < 1:
        raise RuntimeError("Given input size per channel, the pooling window is larger than the input: Output size is too small")
    return count


def max_pool_gradient(g: Any, self: Any, result1: Any, kernel: Any) -> Any:
    """The gradient put back where the largest stood."""
    n = len(kernel)
    lead, spatial = self.shape[:-n], self.shape[-n:]
    zeros = g.new_zeros((*lead, int(np.prod(spatial))))
    return tied(zeros.scatter_add(-1, result1.reshape(*lead, -1), g.reshape(*lead, -1)).reshape(self.shape), self)


def avg_pool_kernel(self: np.ndarray, kernel: Any, stride: Any, padding: Any, ceil: bool, count_pad: bool) -> np.ndarray:
    """The mean of each window, as a product with one matrix a dimension."""
    result = self
    for axis, matrix in enumerate(averaging(self.shape[-len(kernel) :], kernel, stride, padding, ceil, count_pad, self.dtype)):
        place = self.ndim - len(kernel) + axis
        result = np.moveaxis(np.tensordot(result, matrix, axes=((place,), (1,))), -1, place)
    return np.ascontiguousarray(result)


def averaging(sizes: Any, kernel: Any, stride: Any, padding: Any, ceil: bool, count_pad: bool, dtype: Any) -> list[np.ndarray]:
    """For each dimension, the matrix that averages windows."""
    result = []
    for size, k, s, p in zip(sizes, kernel, stride, padding, strict=True):
        rows = pooled_size(size, k, s, p, 1, ceil)
        matrix = np.zeros((rows, size), dtype)
        for row in range(rows):
            begin = row * s - p
            end = min(begin + k, size + p)
            low, high = max(begin, 0), min(end, size)
            matrix[row, low:high] = 1 / ((end - begin) if count_pad else (high - low))
        result.append(matrix)
    return result


def adaptive(sizes: Any, outputs: Any, dtype: Any) -> list[np.ndarray]:
    """For each dimension, the matrix that averages adaptive windows."""
    result = []
    for size, rows in zip(sizes, outputs, strict=True):
        matrix = np.zeros((rows, size), dtype)
        for row in range(rows):
            low, high = row * size // rows, -(-(row + 1) * size // rows)
            matrix[row, low:high] = 1 / (high - low)
        result.append(matrix)
    return result


def spread_by(g: Any, matrices: list[np.ndarray]) -> Any:
    """A gradient multiplied by the transposed matrices."""
    n = len(matrices)
    for axis, matrix in enumerate(matrices):
        place = g.dim() - n + axis
        g = g.movedim(place, -1).matmul(wrap(matrix)).movedim(-1, place)
    return g


def adaptive_avg_kernel(self: np.ndarray, output: Any) -> np.ndarray:
    """The mean of each adaptive window."""
    result = self
    for axis, matrix in enumerate(adaptive(self.shape[-len(output) :], output, self.dtype)):
        place = self.ndim - len(output) + axis
        result = np.moveaxis(np.tensordot(result, matrix, axes=((place,), (1,))), -1, place)
    return np.ascontiguousarray(result)


def adaptive_max_kernel(self: np.ndarray, output: Any) -> Any:
    """The largest of each adaptive window, and where it stood."""
    n = len(output)
    lead, spatial = self.shape[:-n], self.shape[-n:]
    flat, place = self.reshape(-1, *spatial), np.arange(int(np.prod(spatial))).reshape(spatial)
    values, indices = np.empty((flat.shape[0], *output), self.dtype), np.empty((flat.shape[0], *output), np.int64)
    for spot in itertools.product(*(range(rows) for rows in output)):
        cut = tuple(slice(row * size // rows, -(-(row + 1) * size // rows)) for row, size, rows in zip(spot, spatial, output, strict=True))
        part = flat[(slice(None), *cut)].reshape(flat.shape[0], -1)
        best = part.argmax(1)
        values[(slice(None), *spot)] = part[np.arange(len(part)), best]
        indices[(slice(None), *spot)] = place[cut].reshape(-1)[best]
    return values.reshape(*lead, *output), indices.reshape(*lead, *output)


max_pool = define("max_pool", "self, kernel, stride, padding, dilation, ceil", max_pool_kernel, label="MaxPool2DWithIndices", keeps="self:self+result1", self=max_pool_gradient)
avg_pool = define("avg_pool", "self, kernel, stride, padding, ceil, count_pad", avg_pool_kernel, label="AvgPool2D", row="avg_pool2d",
                  self=lambda g, self, kernel, stride, padding, ceil, count_pad:
                  tied(spread_by(g, averaging(self.shape[-len(kernel):], kernel, stride, padding, ceil, count_pad, self._a.dtype)), self))
adaptive_avg_pool = define("adaptive_avg_pool", "self, output", adaptive_avg_kernel, label="AdaptiveAvgPool2D", row="adaptive_avg_pool2d",
                           self=lambda g, self, output: tied(spread_by(g, adaptive(self.shape[-len(output):], output, self._a.dtype)), self))
adaptive_max_pool = define("adaptive_max_pool", "self, output", adaptive_max_kernel, label="AdaptiveMaxPool2D", keeps="self:self+result1",
                           self=lambda g, self, result1, output: max_pool_gradient(g, self, result1, output))

PADS = {"reflect": "reflect", "replicate": "edge", "circular": "wrap"}


def pad_kernel(self: np.ndarray, pad: Any, mode: str, value: Any) -> np.ndarray:
    """Padded as PyTorch counts it: from the last dimension on; a negative pad crops."""
    pairs = [(0, 0)] * (self.ndim - len(pad) // 2) + [(pad[2 * i], pad[2 * i + 1]) for i in range(len(pad) // 2 - 1, -1, -1)]
    cut = tuple(slice(max(-low, 0), size - max(-high, 0)) for (low, high), size in zip(pairs, self.shape, strict=True))
    grown = [(max(low, 0), max(high, 0)) for low, high in pairs]
    if mode == "constant":
        return np.pad(self[cut], grown, constant_values=0 if value is None else value)
    return np.pad(self[cut], grown, mode=PADS[mode])  # type: ignore[call-overload]


def pad_gradient(g: Any, self_shape: Any, pad: Any, mode: str) -> Any:
    """Each element's gradients from all the places it was copied to."""
    if mode == "constant":
        return constant_pad(g, tuple(-each for each in pad), "constant", 0)
    place = pad_kernel(np.arange(int(np.prod(self_shape))).reshape(self_shape), pad, mode, 0)
    return g.new_zeros(int(np.prod(self_shape))).index_add(0, wrap(place.reshape(-1)), g.reshape(-1)).reshape(self_shape)


constant_pad = define("constant_pad", "self, pad, mode, value", pad_kernel, label="ConstantPadNd", keeps="self:",
                      self=lambda g, self_shape, pad, mode: pad_gradient(g, self_shape, pad, mode))
mirror_pad = define("mirror_pad", "self, pad, mode, value", pad_kernel, label="ReflectionPad1D", keeps="self:self",
                    self=lambda g, self, pad, mode: tied(pad_gradient(g, self.shape, pad, mode), self))
round_pad = define("round_pad", "self, pad, mode, value", pad_kernel, label="CopySlices", keeps="self:own",
                   self=lambda g, self_shape, pad, mode: pad_gradient(g, self_shape, pad, mode))


def saved_windows(array: np.ndarray) -> With:
    """Kept for kernels that need their windows again."""
    return With(array)
