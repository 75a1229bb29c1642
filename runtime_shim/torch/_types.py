"""Dtypes, devices and sizes, and type promotion."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np


class dtype:
    """The type of a tensor's elements; compare with `is` or `==`, as with PyTorch's."""

    def __init__(self, name: str, array: str, tensor_type: str, rank: int) -> None:
        self.name, self.array, self.tensor_type, self.rank = name, np.dtype(array), tensor_type, rank

    is_complex = False

    @property
    def is_floating_point(self) -> bool:
        """True for a floating point type."""
        return self.rank >= 6

    @property
    def itemsize(self) -> int:
        """Bytes an element."""
        return self.array.itemsize

    def __repr__(self) -> str:
        return f"torch.{self.name}"

    def __reduce__(self) -> Any:
        return (by_name, (self.name,))


bool_ = dtype("bool", "bool", "Bool", 0)
uint8 = dtype("uint8", "uint8", "Byte", 1)
int8 = dtype("int8", "int8", "Char", 2)
int16 = dtype("int16", "int16", "Short", 3)
int32 = dtype("int32", "int32", "Int", 4)
int64 = dtype("int64", "int64", "Long", 5)
float16 = dtype("float16", "float16", "Half", 6)
float32 = dtype("float32", "float32", "Float", 7)
float64 = dtype("float64", "float64", "Double", 8)
bfloat16 = dtype("bfloat16", "float32", "BFloat16", 6)  # only to be named: NumPy has no such type
ALL = (bool_, uint8, int8, int16, int32, int64, float16, float32, float64)
BY_ARRAY = {each.array: each for each in ALL}
BY_PYTHON = {bool: bool_, int: int64, float: float32}
ALIASES = {"float": float32, "double": float64, "half": float16, "long": int64, "int": int32, "short": int16}


def by_name(name: str) -> dtype:
    """The type with this name.

    Raises:
        KeyError: if there is none.
    """
    return {each.name: each for each in ALL}[name]


def of_array(array: np.ndarray) -> dtype:
    """The tensor type for a NumPy array.

    Raises:
        TypeError: if tensors cannot hold such elements.
    """
    try:
        return BY_ARRAY[array.dtype]
    except KeyError:
        raise TypeError(
            f"can't convert np.ndarray of type numpy.{array.dtype}. The only supported types are: "
            "float64, float32, float16, complex64, complex128, int64, int32, int16, int8, uint64, uint32, uint16, uint8, and bool."
        ) from None


class Default:
    """The type of new floating-point tensors (torch.set_default_dtype)."""

    dtype = float32


def promote(first: dtype, second: dtype) -> dtype:
    """The smallest type that holds both (torch.promote_types)."""
    low, high = sorted((first, second), key=lambda each: each.rank)
    if low is uint8 and high is int8:
        return int16
    return high


def result_type(dims: Iterable[dtype], zero_dims: Iterable[dtype], numbers: Iterable[dtype]) -> dtype:
    """The type in which operands meet: tensors with dimensions outweigh 0-dimensional ones, and those outweigh Python numbers.

    Args:
        dims: types of the tensors that have dimensions.
        zero_dims: types of the 0-dimensional tensors.
        numbers: types of the Python numbers.
    """
    result: dtype | None = None
    for group in (numbers, zero_dims, dims):
        own: dtype | None = None
        for each in group:
            own = each if own is None else promote(own, each)
        if own is None:
            continue
        if result is None or own.is_floating_point:
            result = own
        elif own is bool_ or result.is_floating_point:
            result = promote(own, result)
        else:
            result = own
    assert result is not None
    return result


class device:
    """The device of a tensor; here always the CPU."""

    def __init__(self, type: str | device = "cpu", index: int | None = None) -> None:
        name = type.type if isinstance(type, device) else str(type)
        name, _, number = name.partition(":")
        if name in ("cuda", "mps", "xpu"):
            raise (
                AssertionError("Torch not compiled with CUDA enabled")
                if name == "cuda"
                else RuntimeError(f"device {name} is not part of the runtime shim")
            )
        if name != "cpu":
            raise RuntimeError(
                "Expected one of cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, maia, xla, lazy, vulkan, mps, meta, hpu, "
                f"mtia, privateuseone device type at start of device string: {name}"
            )
        self.type, self.index = name, int(number) if number else index

    def __repr__(self) -> str:
        return f"device(type='{self.type}')" if self.index is None else f"device(type='{self.type}', index={self.index})"

    def __str__(self) -> str:
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, device) and self.type == other.type and self.index == other.index

    def __hash__(self) -> int:
        return hash((self.type, self.index))


CPU = device("cpu")


class Size(tuple):  # type: ignore[type-arg]
    """A shape."""

    def numel(self) -> int:
        """Return the number of elements."""
        return int(np.prod(self, dtype=np.int64)) if self else 1

    def __repr__(self) -> str:
        return f"torch.Size({list(self)})"

    def __getitem__(self, index: Any) -> Any:
        item = tuple.__getitem__(self, index)
        return Size(item) if isinstance(index, slice) else item

    def __add__(self, other: Any) -> Size:
        return Size(tuple.__add__(self, tuple(other)))


class finfo:
    """The limits of a floating-point type."""

    def __init__(self, type: dtype | None = None) -> None:
        info = np.finfo((type or Default.dtype).array)
        self.bits, self.eps, self.max, self.min, self.tiny = info.bits, float(info.eps), float(info.max), float(info.min), float(info.tiny)
        self.smallest_normal, self.resolution = self.tiny, float(info.resolution)


class iinfo:
    """The limits of an integer type."""

    def __init__(self, type: dtype) -> None:
        info = np.iinfo(type.array)
        self.bits, self.max, self.min = info.bits, int(info.max), int(info.min)
