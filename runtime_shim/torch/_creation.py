"""New tensors, from data, from sizes, from chance."""

from __future__ import annotations

import copy as copies
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _random, _types
from ._layout import of_elementwise
from ._missing import missing
from ._ops.shape import flat_sizes
from ._random import Generator, source
from ._state import observer, state
from ._tensor import Tensor, wrap

COPY_WARNING = (
    "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
    "sourceTensor.detach().clone().requires_grad_(True), rather than torch.tensor(sourceTensor)."
)


def finish(array: Any, dtype: _types.dtype | None = None, requires_grad: bool = False, device: Any = None) -> Tensor:
    """A fresh leaf around an array.

    Raises:
        RuntimeError: if it has no fractions and shall have a gradient.
    """
    if device is not None:
        _types.device(device)
    if dtype is _types.bfloat16:
        missing("a tensor of torch.bfloat16")
    kind = dtype or _types.of_array(np.asarray(array))
    result: Tensor = wrap(np.array(array, dtype=kind.array, copy=True, order="C", ndmin=0))
    if requires_grad:
        if not kind.is_floating_point:
            raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
        if watcher := observer():
            watcher.leaf_made(result)
        result._rg = True
    return result


def sizes_of(size: Any) -> tuple[int, ...]:
    """Return sizes passed one by one or as a sequence.

    Raises:
        TypeError: if a size is not an integer.
        RuntimeError: if a size is negative.
    """
    if len(size) == 1 and isinstance(size[0], (tuple, list)):
        size = size[0]
    for place, each in enumerate(size):
        if not hasattr(each, "__index__") or isinstance(each, float):
            raise TypeError(
                f"empty(): argument 'size' failed to unpack the object at pos {place + 1} with error \"type must be tuple of ints,but got {type(each).__name__}\""
            )
    shape = tuple(int(each) for each in size)
    if any(each < 0 for each in shape):
        raise RuntimeError(f"Trying to create tensor with negative dimension {min(shape)}: {list(shape)}")
    return shape


def array_from(data: Any, dtype: _types.dtype | None) -> np.ndarray:
    """Return the array of nested sequences, numbers, tensors or an array.

    Raises:
        ValueError: if sequences differ in length.
        TypeError: if an element is not a number.
    """
    if isinstance(data, Tensor):
        return data._a
    if isinstance(data, (np.ndarray, np.generic)):
        _types.of_array(np.asarray(data))
        return np.asarray(data)
    numbers: list[Any] = []
    shape = measure(data, 0, numbers)
    kind = dtype
    if kind is None:
        kinds = {type(each) for each in numbers}
        if any(issubclass(each, (float, np.floating)) for each in kinds) or not kinds:
            kind = _types.Default.dtype
            if any(isinstance(each, Tensor) for each in numbers):
                kind = _types.Default.dtype
        elif kinds and all(issubclass(each, (bool, np.bool_)) for each in kinds):
            kind = _types.bool_
        else:
            kind = _types.int64
    return np.array(numbers, dtype=kind.array).reshape(shape)


def measure(data: Any, depth: int, numbers: list[Any]) -> tuple[int, ...]:
    """The shape of nested sequences; the numbers are put into the list."""
    if isinstance(data, (Tensor, np.ndarray)):
        array = data._a if isinstance(data, Tensor) else data
        numbers.extend(array.reshape(-1).tolist())
        return array.shape
    if isinstance(data, (str, bytes)) or (not isinstance(data, Sequence) and not isinstance(data, (int, float, np.number, np.bool_))):
        if depth:
            raise TypeError(
                f"must be real number, not {type(data).__name__}"
                if not isinstance(data, str)
                else f"new(): invalid data type '{type(data).__name__}'"
            )
        if hasattr(data, "__float__"):
            numbers.append(float(data))
            return ()
        if isinstance(data, str):
            raise TypeError(f"new(): invalid data type '{type(data).__name__}'")
        raise RuntimeError(f"Could not infer dtype of {type(data).__name__}")
    if not isinstance(data, Sequence):
        numbers.append(data)
        return ()
    if not len(data):
        return (0,)
    inner: tuple[int, ...] | None = None
    for each in data:
        shape = measure(each, depth + 1, numbers)
        if inner is not None and shape != inner:
            if len(shape) == len(inner) and shape:
                raise ValueError(f"expected sequence of length {inner[0]} at dim {depth + 1} (got {shape[0]})")
            raise TypeError(f"not a sequence at dim {depth + 1}" if shape == () else f"expected a number at dim {depth + 1}")
        inner = shape
    return (len(data), *(inner or ()))


def tensor(data: Any, *, dtype: Any = None, device: Any = None, requires_grad: bool = False, pin_memory: bool = False) -> Tensor:
    """A leaf with a copy of the data."""
    if isinstance(data, Tensor):
        warnings.warn(COPY_WARNING, UserWarning, stacklevel=2)
    result = finish(array_from(data, dtype), dtype, requires_grad, device)
    if watcher := observer():
        for each in tensors_in(data):
            watcher.rewrapped(each, result, "torch.tensor")
        watcher.made_from(data, result)
    return result


def tensors_in(data: Any) -> list[Tensor]:
    """The tensors in nested sequences."""
    if isinstance(data, Tensor):
        return [data]
    if isinstance(data, (list, tuple)):
        return [found for each in data for found in tensors_in(each)]
    return []


def as_tensor(data: Any, dtype: Any = None, device: Any = None) -> Tensor:
    """A tensor of the data, the same storage where that is possible."""
    if isinstance(data, Tensor):
        return data if dtype is None else data.to(dtype)
    if isinstance(data, np.ndarray):
        result = from_numpy(data)
        return result if dtype is None else result.to(dtype)
    return tensor(data, dtype=dtype, device=device)


def from_numpy(array: np.ndarray) -> Tensor:
    """A tensor around the same memory."""
    if not isinstance(array, np.ndarray):
        raise TypeError(f"expected np.ndarray (got {type(array).__name__})")
    _types.of_array(array)
    result: Tensor = wrap(array)
    if watcher := observer():
        watcher.made_from(array, result)
    return result


def zeros(
    *size: Any, dtype: Any = None, device: Any = None, requires_grad: bool = False, out: Any = None, layout: Any = None, **more: Any
) -> Tensor:
    """Zeros."""
    size = more.pop("size", size)
    return finish(np.zeros(sizes_of(size), (dtype or _types.Default.dtype).array), None, requires_grad, device)


def ones(*size: Any, dtype: Any = None, device: Any = None, requires_grad: bool = False, **more: Any) -> Tensor:
    """Ones."""
    size = more.pop("size", size)
    return finish(np.ones(sizes_of(size), (dtype or _types.Default.dtype).array), None, requires_grad, device)


empty = zeros


def full(size: Any, fill_value: Any, *, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """One value everywhere."""
    value = fill_value.item() if isinstance(fill_value, Tensor) else fill_value
    kind = dtype or (_types.bool_ if isinstance(value, bool) else _types.int64 if isinstance(value, int) else _types.Default.dtype)
    return finish(np.full(sizes_of((size,) if isinstance(size, int) else size), value, kind.array), None, requires_grad, device)


def eye(n: int, m: int | None = None, *, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """Ones on the diagonal."""
    return finish(np.eye(n, m), dtype or _types.Default.dtype, requires_grad, device)


def arange(*bounds: Any, dtype: Any = None, device: Any = None, requires_grad: bool = False, **named: Any) -> Tensor:
    """Numbers at equal steps."""
    values = [each.item() if isinstance(each, Tensor) else each for each in bounds]
    start, end, step = (0, values[0], 1) if len(values) == 1 else (*values, 1)[:3] if values else (0, 0, 1)
    start, end, step = named.get("start", start), named.get("end", end), named.get("step", step)
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    whole = all(isinstance(each, (int, np.integer)) for each in (start, end, step))
    kind = dtype or (_types.int64 if whole else _types.Default.dtype)
    count = int(np.ceil((end - start) / step))
    return finish(
        (start + step * np.arange(count, dtype=np.int64 if whole else np.float64)).astype(kind.array), None, requires_grad, device
    )


def linspace(start: Any, end: Any, steps: int, *, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """Numbers at equal distances, both ends included; counted from the nearer end, as PyTorch does."""
    kind = (dtype or _types.Default.dtype).array
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
    place = np.arange(steps)
    step = kind.type((end - start) / (steps - 1)) if steps > 1 else kind.type(0)
    values = np.where(
        place < steps // 2, kind.type(start) + step * place.astype(kind), kind.type(end) - step * (steps - 1 - place).astype(kind)
    )
    return finish(values.astype(kind) if steps != 1 else np.array([start], kind), None, requires_grad, device)


def logspace(
    start: Any, end: Any, steps: int, base: float = 10.0, *, dtype: Any = None, device: Any = None, requires_grad: bool = False
) -> Tensor:
    """Powers at equal distances."""
    return finish(np.logspace(start, end, steps, base=base), dtype or _types.Default.dtype, requires_grad, device)


def rand(
    *size: Any, dtype: Any = None, device: Any = None, requires_grad: bool = False, generator: Generator | None = None, **more: Any
) -> Tensor:
    """Numbers from 0 to 1."""
    shape = sizes_of(more.pop("size", size))
    kind = (dtype or _types.Default.dtype).array
    values = source(generator).uniform(int(np.prod(shape, dtype=np.int64)), kind)
    return finish(values.reshape(shape).astype(kind), None, requires_grad, device)


def randn(
    *size: Any, dtype: Any = None, device: Any = None, requires_grad: bool = False, generator: Generator | None = None, **more: Any
) -> Tensor:
    """Normal numbers."""
    shape = sizes_of(more.pop("size", size))
    kind = (dtype or _types.Default.dtype).array
    values = source(generator).normal(int(np.prod(shape, dtype=np.int64)), kind)
    return finish(values.reshape(shape).astype(kind), None, requires_grad, device)


def randint(
    *bounds: Any, size: Any = None, dtype: Any = None, device: Any = None, requires_grad: bool = False, generator: Any = None, **named: Any
) -> Tensor:
    """Whole numbers."""
    values = list(bounds)
    if size is None:
        size = values.pop()
    low, high = (0, values[0]) if len(values) == 1 else (values or (0, 0))[:2]
    low, high = named.get("low", low), named.get("high", high)
    if low >= high:
        raise RuntimeError(f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}")
    shape = sizes_of((size,))
    numbers = source(generator).integers(low, high, int(np.prod(shape, dtype=np.int64)))
    return finish(numbers.reshape(shape), dtype or _types.int64, requires_grad, device)


def randperm(n: int, *, dtype: Any = None, device: Any = None, generator: Generator | None = None, requires_grad: bool = False) -> Tensor:
    """The numbers below n in a random order."""
    return finish(source(generator).permutation(n), dtype or _types.int64, requires_grad, device)


def normal(mean: Any, std: Any = 1.0, size: Any = None, *, generator: Generator | None = None, **more: Any) -> Tensor:
    """Normal numbers around a mean."""
    centre = mean._a if isinstance(mean, Tensor) else np.float32(mean)
    width = std._a if isinstance(std, Tensor) else np.float32(std)
    shape = sizes_of((size,)) if size is not None else np.broadcast_shapes(np.shape(centre), np.shape(width))
    values = source(generator).normal(int(np.prod(shape, dtype=np.int64)), np.float32).reshape(shape)
    drawn = (values * width + centre).astype(np.result_type(centre, width))
    if any(isinstance(item, Tensor) and item.requires_grad for item in (mean, std)):
        return _random.NORMAL(mean, std, drawn)
    return finish(drawn)


def like(create: Any) -> Any:
    """The form of a factory that takes shape and type of a tensor."""

    def call(
        input: Tensor,
        *rest: Any,
        dtype: Any = None,
        device: Any = None,
        requires_grad: bool = False,
        memory_format: Any = None,
        layout: Any = None,
    ) -> Any:
        made = create(tuple(input.shape), *rest, dtype=dtype or input.dtype, device=device, requires_grad=requires_grad)
        made._a = of_elementwise(made._a, [input._a])
        return made

    return call


zeros_like, ones_like, rand_like, randn_like = like(zeros), like(ones), like(rand), like(randn)
empty_like = like(empty)
full_like = like(full)


def randint_like(input: Tensor, *bounds: int, dtype: Any = None) -> Tensor:
    """Whole numbers in a tensor's shape."""
    return randint(*bounds, tuple(input.shape), dtype=dtype or input.dtype)


def tril_indices(row: int, col: int, offset: int = 0, *, dtype: Any = None, device: Any = None) -> Tensor:
    """The places in the lower triangle."""
    return finish(np.stack(np.tril_indices(row, offset, col)).astype(np.int64))


def triu_indices(row: int, col: int, offset: int = 0, *, dtype: Any = None, device: Any = None) -> Tensor:
    """The places in the upper triangle."""
    return finish(np.stack(np.triu_indices(row, offset, col)).astype(np.int64))


# As methods


def new_zeros(self: Tensor, *size: Any, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """Zeros of this tensor's type."""
    return finish(np.zeros(flat_sizes(size), (dtype or self.dtype).array), None, requires_grad)


def new_ones(self: Tensor, *size: Any, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """Ones of this tensor's type."""
    return finish(np.ones(flat_sizes(size), (dtype or self.dtype).array), None, requires_grad)


def new_full(self: Tensor, size: Any, fill_value: Any, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """One value, of this tensor's type."""
    return finish(np.full(flat_sizes((size,)), fill_value, (dtype or self.dtype).array), None, requires_grad)


def new_eye(self: Tensor, shape: Any) -> Tensor:
    """Ones on the diagonal, of this tensor's type."""
    return finish(np.eye(*shape), self.dtype)


def new_tensor(self: Tensor, data: Any, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """The data, of this tensor's type."""
    return finish(array_from(data, dtype), dtype or self.dtype, requires_grad)


def deep_copy(value: Any) -> Any:
    """copy.deepcopy."""
    return copies.deepcopy(value)


__all__ = [name for name in dir() if not name.startswith("_")]
RANDOM, STATE = _random, state
