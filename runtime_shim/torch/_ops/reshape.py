"""Functions of a tensor's shape that PyTorch composes of others."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._tensor import Tensor, check_dim
from .shape import contiguous, diag_embed, diagonal, flat_sizes, full_shape, narrow, permute, repeat, split, unsafe_view, view, view_kernel


def reshape(self: Any, *shape: Any) -> Any:
    """A view where that is possible, a copy where not."""
    sizes = full_shape(self._a.size, flat_sizes(shape))
    try:
        view_kernel(self._a, sizes)
    except RuntimeError:
        return unsafe_view(contiguous(self), sizes)
    return view(self, sizes)


def flatten(self: Any, start_dim: int = 0, end_dim: int = -1) -> Any:
    """Neighbouring dimensions as one."""
    if self.dim() == 0:
        return self.reshape(1)
    first, last = check_dim(start_dim, self.dim()), check_dim(end_dim, self.dim())
    if first > last:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if first == last:
        return self
    middle = int(np.prod(self.shape[first : last + 1], dtype=np.int64))
    return reshape(self, (*self.shape[:first], middle, *self.shape[last + 1 :]))


def unflatten(self: Any, dim: int, sizes: Any) -> Any:
    """One dimension as several."""
    place = check_dim(dim, self.dim())
    inner = full_shape(self.shape[place], tuple(sizes))
    return self.view((*self.shape[:place], *inner, *self.shape[place + 1 :]))


def movedim(self: Any, source: Any, destination: Any) -> Any:
    """Dimensions moved to other places."""
    order = self.dim()
    sources = [check_dim(each, order) for each in (source if isinstance(source, (tuple, list)) else (source,))]
    targets = [check_dim(each, order) for each in (destination if isinstance(destination, (tuple, list)) else (destination,))]
    rest = [each for each in range(order) if each not in sources]
    for target, origin in sorted(zip(targets, sources, strict=True)):
        rest.insert(target, origin)
    return permute(self, tuple(rest))


def chunk(self: Any, chunks: int, dim: int = 0) -> Any:
    """That many pieces, the last one possibly smaller."""
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    size = self.shape[check_dim(dim, self.dim())]
    return split(self, max(1, -(-size // chunks)), dim)


def unsafe_chunk(self: Any, chunks: int, dim: int = 0) -> Any:
    """The pieces of `chunk`, which may be changed in place: new tensors, as far as autograd knows."""
    return tuple(piece.clone() for piece in chunk(self, chunks, dim))


def tensor_split(self: Any, indices_or_sections: int | tuple[int, ...], dim: int = 0) -> Any:
    """Slices of nearly equal size, or between indices."""
    size = self.shape[check_dim(dim, self.dim())]
    if isinstance(indices_or_sections, int):
        least, larger = divmod(size, indices_or_sections)
        lengths = [least + (index < larger) for index in range(indices_or_sections)]
        ends = [sum(lengths[: index + 1]) for index in range(indices_or_sections)]
    else:
        ends = [*(min(index, size) for index in indices_or_sections), size]
    return tuple(narrow(self, dim, start, end - start) for start, end in zip([0, *ends], ends, strict=False))


def diag(self: Any, diagonal_: int = 0) -> Any:
    """A vector as a matrix, a matrix's diagonal as a vector."""
    return diag_embed(self, diagonal_) if self.dim() == 1 else diagonal(self, diagonal_).clone()


def sum_to_size(self: Any, *shape: Any) -> Any:
    """Summed over what broadcasting to its shape had repeated."""
    sizes = flat_sizes(shape)
    lead = self.dim() - len(sizes)
    dims = [*range(lead), *(place + lead for place, size in enumerate(sizes) if size == 1 and self._a.shape[place + lead] != 1)]
    if not dims:
        return self
    result = self.sum(tuple(dims), True)
    return result.view(sizes) if lead else result


def tile(self: Any, *dims: Any) -> Any:
    """repeat, with missing dimensions put in front."""
    sizes = flat_sizes(dims)
    return repeat(self, (1,) * (self.dim() - len(sizes)) + sizes)


def tensors_of(value: Any, name: str) -> list[Tensor]:
    """A sequence of tensors.

    Raises:
        TypeError: if it is none.
    """
    if isinstance(value, Tensor) and value.dim():
        raise TypeError(f"{name}(): argument 'tensors' (position 1) must be tuple of Tensors, not Tensor")
    for place, each in enumerate(value):
        if not isinstance(each, Tensor):
            raise TypeError(f"expected Tensor as element {place} in argument 0, but got {type(each).__name__}")
    return list(value)
