"""The metadata of a tensor: dtype, sizes, strides, addresses, version."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _types
from ._graph import Version


class TensorMetadata:
    """The part of a tensor that has nothing to do with the graph."""

    _a: np.ndarray
    _version_: Version
    _inference = False
    names = property(lambda self: (None,) * self._a.ndim)
    layout = "torch.strided"
    is_cuda = is_sparse = is_quantized = is_mkldnn = is_mps = is_meta = is_nested = False

    @property
    def dtype(self) -> _types.dtype:
        """The type of its elements."""
        return _types.BY_ARRAY[self._a.dtype]

    @property
    def shape(self) -> _types.Size:
        """Its shape."""
        return _types.Size(self._a.shape)

    def size(self, dim: int | None = None) -> Any:
        """Its shape, or the size of one dimension."""
        if dim is None:
            return self.shape
        return self._a.shape[check_dim(dim, self._a.ndim)]

    def dim(self) -> int:
        """The number of its dimensions."""
        return self._a.ndim

    ndimension = dim

    def numel(self) -> int:
        """The number of its elements."""
        return self._a.size

    nelement = numel
    ndim = property(lambda self: self._a.ndim)
    device = property(lambda _: _types.CPU)
    itemsize = property(lambda self: self._a.itemsize)
    nbytes = property(lambda self: self._a.nbytes)

    def element_size(self) -> int:
        """Bytes an element."""
        return self._a.itemsize

    def get_device(self) -> int:
        """-1, as on every CPU."""
        return -1

    def stride(self, dim: int | None = None) -> Any:
        """Steps between neighbours, in elements."""
        strides = tuple(step // self._a.itemsize for step in self._a.strides)
        return strides if dim is None else strides[dim]

    def storage_offset(self) -> int:
        """Return the offset in the storage, in elements."""
        root = self._a
        while isinstance(root.base, np.ndarray):
            root = root.base
        return (self._a.__array_interface__["data"][0] - root.__array_interface__["data"][0]) // max(self._a.itemsize, 1)

    def data_ptr(self) -> int:
        """The address of its first element."""
        return int(self._a.__array_interface__["data"][0])

    def is_contiguous(self, memory_format: Any = None) -> bool:
        """Return True if the elements are in row-major order without gaps."""
        return bool(self._a.flags.c_contiguous)

    def type(self, dtype: Any = None) -> Any:
        """The name of its type, or the tensor in another type."""
        if dtype is None:
            return f"torch.{self.dtype.tensor_type}Tensor"
        if isinstance(dtype, str):
            dtype = next(each for each in _types.ALL if dtype == f"torch.{each.tensor_type}Tensor")
        return self.to(dtype)

    def is_floating_point(self) -> bool:
        """Return True if the dtype is a floating point type."""
        return self.dtype.is_floating_point

    def is_complex(self) -> bool:
        """False: there are no complex tensors here."""
        return False

    def is_inference(self) -> bool:
        """Return True if the tensor was created under inference_mode."""
        return self._inference

    @property
    def _version(self) -> int:
        """The version counter of its storage."""
        if self._inference:
            raise RuntimeError("Inference tensors do not track version counter.")
        return self._version_.number


def check_dim(dim: Any, ndim: int) -> int:
    """`dim` counted from the front.

    Raises:
        IndexError: if there is no such dimension.
    """
    low, high = -max(ndim, 1), max(ndim, 1) - 1
    if not low <= dim <= high:
        raise IndexError(f"Dimension out of range (expected to be in range of [{low}, {high}], but got {dim})")
    return int(dim + max(ndim, 1) if dim < 0 else dim)
