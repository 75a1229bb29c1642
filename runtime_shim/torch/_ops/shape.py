"""Views and copies in another shape. A line: name, parameters, kernel, the gradient; `view` marks what shares its operand's storage."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided as strided

from .._operation import define
from .._tensor import check_dim

NOT_COMPATIBLE = (
    "view size is not compatible with input tensor's size and stride (at least one dimension spans across two contiguous subspaces). Use "
    ".reshape(...) instead."
)


def flat_sizes(shape: Any) -> tuple[int, ...]:
    """A shape given as several numbers or as one sequence."""
    if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
        shape = shape[0]
    return tuple(int(each) for each in shape)


def full_shape(size: int, shape: tuple[int, ...]) -> tuple[int, ...]:
    """The shape with its -1 filled in.

    Raises:
        RuntimeError: if it does not hold that many elements.
    """
    known = int(np.prod([each for each in shape if each != -1], dtype=np.int64))
    if shape.count(-1) > 1:
        raise RuntimeError("only one dimension can be inferred")
    if any(each < -1 for each in shape):
        raise RuntimeError(f"invalid shape dimension {min(shape)}")
    if -1 in shape:
        if known == 0 and size == 0:
            raise RuntimeError(f"cannot reshape tensor of 0 elements into shape {list(shape)} because the unspecified dimension size -1 can be any value and is ambiguous")
        if known == 0 or size % known:
            raise RuntimeError(f"shape '{list(shape)}' is invalid for input of size {size}")
        return tuple(size // known if each == -1 else each for each in shape)
    if known != size:
        raise RuntimeError(f"shape '{list(shape)}' is invalid for input of size {size}")
    return shape


def view_kernel(self: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """The same elements in another shape, without a copy."""
    shape = full_shape(self.size, shape)
    result = self.reshape(shape)
    if self.size and not np.may_share_memory(result, self):
        raise RuntimeError(NOT_COMPATIBLE)
    return result


def expand_kernel(self: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """Dimensions of size one repeated without a copy."""
    if len(shape) < self.ndim:
        raise RuntimeError(
            f"expand(torch.FloatTensor{{{list(self.shape)}}}, size={list(shape)}): the number of sizes provided ({len(shape)}) must be greater or equal to the number of dimensions in the tensor ({self.ndim})"
        )
    sizes, strides = list(shape), [0] * len(shape)
    for place in range(1, len(shape) + 1):
        have = self.shape[-place] if place <= self.ndim else 1
        want = sizes[-place]
        if want == -1:
            if place > self.ndim:
                raise RuntimeError(f"The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension {len(shape) - place}")
            sizes[-place] = want = have
        if have != want and have != 1:
            raise RuntimeError(
                f"The expanded size of the tensor ({want}) must match the existing size ({have}) at non-singleton dimension "
                f"{len(shape) - place}.  Target sizes: {list(shape)}.  Tensor sizes: {list(self.shape)}"
            )
        strides[-place] = self.strides[-place] if place <= self.ndim and have == want else 0
    return strided(self, tuple(sizes), tuple(strides))


def permute_kernel(self: np.ndarray, dims: tuple[int, ...]) -> np.ndarray:
    """Dimensions in another order."""
    if len(dims) != self.ndim:
        raise RuntimeError(
            "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired ordering of dimensions "
            f"i.e. input.dim() = {self.ndim} is not equal to len(dims) = {len(dims)}"
        )
    order = [check_dim(dim, self.ndim) for dim in dims]
    if len(set(order)) < len(order):
        raise RuntimeError("permute(): duplicate dims are not allowed.")
    return self.transpose(order)


def squeeze_kernel(self: np.ndarray, dim: Any = None) -> np.ndarray:
    """Without dimensions of size one."""
    if dim is None:
        return self.squeeze()
    dims = [check_dim(each, self.ndim) for each in (dim if isinstance(dim, (tuple, list)) else (dim,))]
    return self.squeeze(tuple(each for each in dims if self.ndim and self.shape[each] == 1))


def unsqueeze_kernel(self: np.ndarray, dim: int) -> np.ndarray:
    """With a new dimension of size one."""
    return np.expand_dims(self, check_dim(dim, self.ndim + 1))


def transpose_kernel(self: np.ndarray, dim0: int, dim1: int) -> np.ndarray:
    """Two dimensions swapped."""
    first, second = check_dim(dim0, self.ndim), check_dim(dim1, self.ndim)
    return self.swapaxes(first, second) if self.ndim else self[()].reshape(())


def t_kernel(self: np.ndarray) -> np.ndarray:
    """A matrix transposed."""
    if self.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {self.ndim}D")
    return self.T


def select_kernel(self: np.ndarray, dim: int, index: int) -> np.ndarray:
    """One index along a dimension."""
    if not self.ndim:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    axis = check_dim(dim, self.ndim)
    if not -self.shape[axis] <= index < self.shape[axis]:
        raise IndexError(f"select(): index {index} out of range for tensor of size {list(self.shape)} at dimension {axis}")
    return self[(slice(None),) * axis + (slice(index, index + 1 or None),)].squeeze(axis)


def slice_kernel(self: np.ndarray, dim: int, start: Any, end: Any, step: int) -> np.ndarray:
    """A range along a dimension."""
    return self[(slice(None),) * check_dim(dim, self.ndim) + (slice(start, end, step),)]


def narrow_kernel(self: np.ndarray, dim: int, start: int, length: int) -> np.ndarray:
    """A range along a dimension, by its length."""
    axis = check_dim(dim, self.ndim)
    start = start + self.shape[axis] if start < 0 else start
    if start + length > self.shape[axis]:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({self.shape[axis]}).")
    return slice_kernel(self, dim, start, start + length, 1)


def split_kernel(self: np.ndarray, split_size: Any, dim: int = 0) -> list[np.ndarray]:
    """Pieces along a dimension."""
    axis = check_dim(dim, self.ndim)
    size = self.shape[axis]
    if isinstance(split_size, int):
        if split_size <= 0 and size:
            raise RuntimeError(f"split_size can only be 0 if dimension size is 0, but got dimension size of {size}")
        lengths = [min(split_size, size - begin) for begin in range(0, size, split_size)] if size else [0]
    else:
        lengths = list(split_size)
        if int(np.sum(lengths)) != size:
            raise RuntimeError(
                f"split_with_sizes expects split_sizes to sum exactly to {size} (input tensor's size at dimension {dim}), but got "
                f"split_sizes={lengths}"
            )
    ends = np.cumsum(lengths)
    return [slice_kernel(self, axis, int(end) - length, int(end), 1) for end, length in zip(ends, lengths, strict=True)]


def unbind_kernel(self: np.ndarray, dim: int = 0) -> list[np.ndarray]:
    """Each index along a dimension."""
    if not self.ndim:
        raise RuntimeError("Dimension specified as 0 but tensor has no dimensions")
    return [select_kernel(self, dim, index) for index in range(self.shape[check_dim(dim, self.ndim)])]


def diagonal_kernel(self: np.ndarray, offset: int = 0, dim1: int = 0, dim2: int = 1) -> np.ndarray:
    """The elements with two equal indices, as a view that can be written to."""
    result = self.diagonal(offset, dim1, dim2)
    return strided(self, result.shape, result.strides) if not offset else _writable(self, result)


def _writable(source: np.ndarray, view: np.ndarray) -> np.ndarray:
    """NumPy hands some views out read-only; this one is not."""
    step = (view.__array_interface__["data"][0] - source.__array_interface__["data"][0]) // source.itemsize
    root = source
    flat = strided(root, (root.size and step + 1,), (root.itemsize,))[step:]
    return strided(flat, view.shape, view.strides)


def unfold_kernel(self: np.ndarray, dimension: int, size: int, step: int) -> np.ndarray:
    """Windows along a dimension, which may overlap."""
    axis = check_dim(dimension, self.ndim)
    shape = (*self.shape[:axis], (self.shape[axis] - size) // step + 1, *self.shape[axis + 1 :], size)
    return strided(self, shape, (*self.strides[:axis], self.strides[axis] * step, *self.strides[axis + 1 :], self.strides[axis]))


def back_into(g: Any, self_shape: Any, look: Any) -> Any:
    """A gradient written where a view looks, zero elsewhere."""
    result = g.new_zeros(self_shape)
    look(result).copy_(g)
    return result


def joined(gs: list[Any], dim: int) -> Any:
    """The gradients of pieces, put together."""
    return cat(gs, dim)


def inverse_order(dims: tuple[int, ...]) -> tuple[int, ...]:
    """The order that undoes a permutation."""
    return tuple(int(each) for each in np.argsort([dim % len(dims) for dim in dims]))


def unsqueezed(g: Any, self_shape: Any) -> Any:
    """A gradient in the operand's shape: the inverse of a squeeze."""
    return g.reshape(self_shape)


def same_sizes(arrays: list[np.ndarray], dim: int) -> list[np.ndarray]:
    """Return the tensors that can be concatenated; empty one-dimensional tensors are left out.

    Raises:
        RuntimeError: if a size differs.
    """
    kept = [(place, array) for place, array in enumerate(arrays) if array.shape != (0,)]
    for place, array in kept:
        if array.ndim == 0:
            raise RuntimeError(f"zero-dimensional tensor (at position {place}) cannot be concatenated")
        first = kept[0][1]
        if array.ndim != first.ndim:
            raise RuntimeError(f"Tensors must have same number of dimensions: got {first.ndim} and {array.ndim}")
        for axis in range(first.ndim):
            if axis != dim % first.ndim and array.shape[axis] != first.shape[axis]:
                raise RuntimeError(
                    f"Sizes of tensors must match except in dimension {dim % first.ndim}. Expected size {first.shape[axis]} but got size "
                    f"{array.shape[axis]} for tensor number {place} in the list."
                )
    return [array for _, array in kept]


def cat_kernel(tensors: list[np.ndarray], dim: int = 0) -> np.ndarray:
    """One after the other along a dimension."""
    if not len(tensors):
        raise ValueError("expected a non-empty list of Tensors")
    arrays = same_sizes(list(tensors), dim)
    if not arrays:
        return tensors[0].copy()
    check_dim(dim, arrays[0].ndim)
    return np.concatenate(arrays, axis=dim)


def stack_kernel(tensors: list[np.ndarray], dim: int = 0) -> np.ndarray:
    """Along a new dimension."""
    if not len(tensors):
        raise RuntimeError("stack expects a non-empty TensorList")
    for place, array in enumerate(tensors):
        if array.shape != tensors[0].shape:
            raise RuntimeError(
                f"stack expects each tensor to be equal size, but got {list(tensors[0].shape)} at entry 0 and {list(array.shape)} at entry {place}"
            )
    check_dim(dim, tensors[0].ndim + 1)
    return np.stack(tensors, axis=dim)


def pieces(g: Any, shapes: list[tuple[int, ...]], dim: int) -> list[Any]:
    """A gradient cut as its operands were put together."""
    if g is None:
        return [None] * len(shapes)
    result, begin = [], 0
    for shape in shapes:
        length = 0 if shape == (0,) else shape[dim]
        result.append(g.new_zeros(shape) if shape == (0,) else g.narrow(dim, begin, length))
        begin += length
    return result


def repeat_kernel(self: np.ndarray, repeats: tuple[int, ...]) -> np.ndarray:
    """Tiles."""
    if len(repeats) < self.ndim:
        raise RuntimeError("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor")
    return np.tile(self, repeats)


def repeat_gradient(g: Any, self_shape: Any, repeats: tuple[int, ...]) -> Any:
    """The tiles summed up."""
    shape: list[int] = []
    own = (1,) * (len(repeats) - len(self_shape)) + tuple(self_shape)
    for times, size in zip(repeats, own, strict=True):
        shape += [times, size]
    result = g.reshape(shape).sum(tuple(range(0, 2 * len(own), 2))) if own else g
    return result.reshape(self_shape)


view = define("view", "self, shape", view_kernel, view="yes", self=lambda g, self_shape: g.reshape(self_shape))
unsafe_view = define("_unsafe_view", "self, shape", view_kernel, label="UnsafeView", self=lambda g, self_shape: g.reshape(self_shape))
expand = define("expand", "self, shape", expand_kernel, view="yes", self=lambda g: g)
permute = define("permute", "self, dims", permute_kernel, view="yes", self=lambda g, dims: g.permute(inverse_order(dims)) if dims else g)
transpose = define("transpose", "self, dim0, dim1", transpose_kernel, view="yes", self=lambda g, dim0, dim1: g.transpose(dim0, dim1))
t = define("t", "self", t_kernel, view="yes", self=lambda g: g.t())
squeeze = define("squeeze", "self, dim=None", squeeze_kernel, view="yes", self=unsqueezed)
unsqueeze = define("unsqueeze", "self, dim", unsqueeze_kernel, view="yes", self=unsqueezed)
select = define("select", "self, dim, index", select_kernel, view="yes",
                self=lambda g, self_shape, dim, index: back_into(g, self_shape, lambda whole: whole.select(dim, index)))
slice_ = define("slice", "self, dim, start, end, step", slice_kernel, view="yes",
                self=lambda g, self_shape, dim, start, end, step: back_into(g, self_shape, lambda whole: slice_(whole, dim, start, end, step)))
narrow = define("narrow", "self, dim, start, length", narrow_kernel, view="yes", label="Slice",
                self=lambda g, self_shape, dim, start, length: back_into(g, self_shape, lambda whole: whole.narrow(dim, start, length)))
split = define("split", "self, split_size, dim=0", split_kernel, view="yes", self=lambda gs, dim: joined(gs, dim))
unbind = define("unbind", "self, dim=0", unbind_kernel, view="yes", self=lambda gs, dim: stack(gs, dim))
diagonal = define("diagonal", "self, offset=0, dim1=0, dim2=1", diagonal_kernel, view="yes",
                  self=lambda g, self_shape, offset, dim1, dim2: back_into(g, self_shape, lambda whole: diagonal(whole, offset, dim1, dim2)))
unfold = define("unfold", "self, dimension, size, step", unfold_kernel, view="yes",
                self=lambda g, self_shape, dimension, size, step: folded(g, self_shape, dimension, size, step))
alias = define("alias", "self", lambda self: self.view(), view="yes", self=lambda g: g)
cat = define("cat", "tensors, dim=0", cat_kernel, tensors=lambda g, tensors_shapes, dim: pieces(g, tensors_shapes, dim))
stack = define("stack", "tensors, dim=0", stack_kernel, tensors=lambda g, tensors_shapes, dim: [g.select(dim, i) for i in range(len(tensors_shapes))])
repeat = define("repeat", "self, repeats", repeat_kernel, self=repeat_gradient)
clone = define("clone", "self, *, memory_format=None", lambda self, memory_format: self.copy(order="K"), self=lambda g: g)
contiguous = define("contiguous", "self", lambda self: np.ascontiguousarray(self), label="Clone", self=lambda g: g)
to_copy = define("_to_copy", "self, dtype", lambda self, dtype: self.astype(dtype.array), label="ToCopy",
                 self=lambda g, self_dtype: g.to(self_dtype))
fill = define("fill", "self, value", lambda self, value: np.full_like(self, value), self=lambda g: g.new_zeros(g.shape))
fill_with = define("fill_with", "self, value", lambda self, value: np.full_like(self, value), label="Fill", self=lambda g: g.new_zeros(g.shape),
                   value=lambda g: g.sum())
zero = define("zero", "self", np.zeros_like, self=lambda g: g.new_zeros(g.shape))
copy = define("copy", "self, src, non_blocking=False", lambda self, src, non_blocking: copy_kernel(self, src), label="torch::autograd::CopyBackwards#!",
              self=lambda g: g.new_zeros(g.shape), src=lambda g: g)
flip = define("flip", "self, dims", lambda self, dims: np.flip(self, dims).copy(), self=lambda g, dims: g.flip(dims))
roll = define("roll", "self, shifts, dims=None", lambda self, shifts, dims: np.roll(self, shifts, dims),
              self=lambda g, shifts, dims: g.roll([-each for each in shifts] if isinstance(shifts, (tuple, list)) else -shifts, dims))
tril = define("tril", "self, diagonal=0", np.tril, self=lambda g, diagonal: g.tril(diagonal))
triu = define("triu", "self, diagonal=0", np.triu, self=lambda g, diagonal: g.triu(diagonal))
trace = define("trace", "self", lambda self: np.asarray(np.trace(self)), self=lambda g, self_shape: g * g.new_eye(self_shape))
diag_embed = define("diag_embed", "self, offset=0, dim1=-2, dim2=-1", lambda self, offset, dim1, dim2: embed(self, offset, dim1, dim2),
                    self=lambda g, offset, dim1, dim2: g.diagonal(offset, dim1, dim2))


def copy_kernel(self: np.ndarray, src: np.ndarray) -> np.ndarray:
    """`src` in the shape and type of `self`."""
    if src.shape == self.shape:
        return src.astype(self.dtype)
    return expand_kernel(src.astype(self.dtype), self.shape)


def embed(self: np.ndarray, offset: int, dim1: int, dim2: int) -> np.ndarray:
    """Vectors on the diagonals of new matrices."""
    size = self.shape[-1] + abs(offset)
    result = np.zeros((*self.shape[:-1], size, size), self.dtype)
    place = np.arange(self.shape[-1])
    result[..., place + max(-offset, 0), place + max(offset, 0)] = self
    return np.moveaxis(result, (-2, -1), (dim1, dim2))


def folded(g: Any, self_shape: Any, dimension: int, size: int, step: int) -> Any:
    """The windows' gradients added up where they overlap."""
    axis = dimension % len(self_shape)
    index = np.arange((self_shape[axis] - size) // step + 1)[:, None] * step + np.arange(size)
    from .._tensor import wrap

    moved = g.movedim(axis, -2)
    moved = moved.reshape(*moved.shape[:-2], -1)
    base = g.new_zeros([*(each for place, each in enumerate(self_shape) if place != axis), self_shape[axis]])
    return base.index_add(-1, wrap(index.reshape(-1)), moved).movedim(-1, axis)
