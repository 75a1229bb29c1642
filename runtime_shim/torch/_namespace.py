"""Functions of torch that are not methods of Tensor."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from . import _types
from ._broadcasting import broadcast_shape, meet
from ._composite import whole
from ._missing import missing
from ._ops import activation, matrix, reduce, reshape, shape
from ._state import state
from ._tensor import Tensor, wrap

__all__ = [
    "atleast_1d",
    "atleast_2d",
    "autocast",
    "batch_norm",
    "bilinear",
    "block_diag",
    "broadcast_shapes",
    "broadcast_tensors",
    "broadcast_to",
    "can_cast",
    "cartesian_prod",
    "cat",
    "cdist",
    "celu",
    "chain_matmul",
    "clear_autocast_cache",
    "column_stack",
    "compile",
    "complex",
    "concat",
    "concatenate",
    "conv1d",
    "conv2d",
    "cosine_similarity",
    "dropout",
    "dstack",
    "einsum",
    "embedding",
    "exp_",
    "get_default_device",
    "get_default_dtype",
    "get_num_threads",
    "hstack",
    "is_autocast_enabled",
    "is_complex",
    "is_inference",
    "is_nonzero",
    "is_same_size",
    "is_storage",
    "is_tensor",
    "layer_norm",
    "load",
    "meshgrid",
    "numel_of",
    "pairwise_distance",
    "permute",
    "promote_types",
    "relu_",
    "result_type",
    "row_stack",
    "rsub",
    "save",
    "selu",
    "set_default_dtype",
    "set_flush_denormal",
    "set_num_threads",
    "set_printoptions",
    "sigmoid_",
    "stack",
    "tanh_",
    "typename",
    "unbind",
    "use_deterministic_algorithms",
    "vstack",
    "zero_",
]


def cat(tensors: Any, dim: int = 0, *, axis: Any = None, out: Any = None) -> Tensor:
    """One after the other along a dimension, in their common type."""
    listed = reshape.tensors_of(tensors, "cat")
    kinds = {each.dtype for each in listed}
    if len(kinds) > 1:
        common = meet(listed)
        listed = [each.to(common) for each in listed]
    return shape.cat(listed, dim if axis is None else axis)


concat = concatenate = cat


def stack(tensors: Any, dim: int = 0, *, axis: Any = None, out: Any = None) -> Tensor:
    """Along a new dimension."""
    return shape.stack(reshape.tensors_of(tensors, "stack"), dim if axis is None else axis)


def hstack(tensors: Any) -> Tensor:
    """Side by side."""
    listed = list(tensors)
    return cat(listed, 0 if listed[0].dim() <= 1 else 1)


def vstack(tensors: Any) -> Tensor:
    """One above the other."""
    return cat([each.reshape(1, -1) if each.dim() < 2 else each for each in tensors], 0)


row_stack = vstack


def dstack(tensors: Any) -> Tensor:
    """Concatenate along the third dimension."""
    return cat([each.reshape(1, -1, 1) if each.dim() < 2 else each.unsqueeze(-1) if each.dim() == 2 else each for each in tensors], 2)


def column_stack(tensors: Any) -> Tensor:
    """Vectors as columns."""
    return cat([each.reshape(-1, 1) if each.dim() < 2 else each for each in tensors], 1)


def unbind(input: Tensor, dim: int = 0) -> Any:
    """Each index along a dimension."""
    return shape.unbind(input, dim)


def permute(input: Tensor, dims: Any) -> Tensor:
    """Dimensions in another order."""
    return shape.permute(input, tuple(dims))


def atleast_1d(input: Tensor) -> Tensor:
    """With one dimension at least."""
    return input.reshape(1) if not input.dim() else input


def atleast_2d(input: Tensor) -> Tensor:
    """With two dimensions at least."""
    return input.reshape(1, -1) if input.dim() < 2 else input


def broadcast_shapes(*shapes: Any) -> Any:
    """The shape to which these broadcast."""
    return _types.Size(broadcast_shape(*(tuple(each) for each in shapes)))


def broadcast_to(input: Tensor, size: Any) -> Tensor:
    """expand."""
    return shape.expand(input, tuple(size))


def broadcast_tensors(*tensors: Tensor) -> tuple[Tensor, ...]:
    """All of them at the shape to which they broadcast."""
    whole = broadcast_shape(*(tuple(each.shape) for each in tensors))
    return tuple(each if each._a.shape == whole else shape.expand(each, whole) for each in tensors)


def meshgrid(*tensors: Any, indexing: str = "ij") -> tuple[Tensor, ...]:
    """Coordinates of a grid."""
    listed = list(tensors[0]) if len(tensors) == 1 and isinstance(tensors[0], (tuple, list)) else list(tensors)
    sizes = [each.numel() for each in listed]
    grids = [each.reshape([-1 if place == index else 1 for place in range(len(sizes))]).expand(sizes) for index, each in enumerate(listed)]
    return tuple(each.transpose(0, 1) for each in grids) if indexing == "xy" else tuple(grids)


def cartesian_prod(*tensors: Tensor) -> Tensor:
    """All pairs."""
    return stack([each.reshape(-1) for each in meshgrid(*tensors)], 1)


def block_diag(*tensors: Tensor) -> Tensor:
    """Matrices along a diagonal."""
    width = sum(each.shape[1] for each in tensors)
    rows, before = [], 0
    for each in tensors:
        rows.append(cat([each.new_zeros(each.shape[0], before), each, each.new_zeros(each.shape[0], width - before - each.shape[1])], 1))
        before += each.shape[1]
    return cat(rows, 0)


def einsum(equation: str, *operands: Any) -> Tensor:
    """Sums of products, two operands at a time: broadcast over all letters, multiplied as matrices."""
    listed = list(operands[0]) if len(operands) == 1 and isinstance(operands[0], (tuple, list)) else list(operands)
    left, _, right = equation.replace(" ", "").partition("->")
    names = left.split(",")
    if "." in equation:
        missing("torch.einsum with an ellipsis")
    if "->" not in equation:
        right = "".join(sorted(letter for letter in set(left) - {","} if left.count(letter) == 1))
    if len(names) != len(listed):
        raise RuntimeError("einsum(): the number of operands specified in the equation string does not match the number of operands given")
    return contract(names, listed, right)


def contract(names: list[str], operands: list[Tensor], right: str) -> Tensor:
    """The operands of an einsum multiplied from the left."""
    name, value = diagonals(names[0], operands[0])
    for given_name, given in zip(names[1:], operands[1:], strict=True):
        other_name, other = diagonals(given_name, given)
        rest = (
            set(right) | {letter for later in names[names.index(other_name) + 1 :] for letter in later}
            if other_name in names
            else set(right)
        )
        name, value = multiply(name, value, other_name, other, rest | set(right))
    gone = tuple(place for place, letter in enumerate(name) if letter not in right)
    value = value.sum(gone) if gone else value
    kept = [letter for letter in name if letter in right]
    return shape.permute(value, tuple(kept.index(letter) for letter in right)) if kept != list(right) else value


def diagonals(name: str, value: Tensor) -> tuple[str, Tensor]:
    """A repeated letter takes the diagonal."""
    for letter in dict.fromkeys(name):
        while name.count(letter) > 1:
            first = name.index(letter)
            second = name.index(letter, first + 1)
            value = shape.diagonal(value, 0, first, second)
            name = name[:first] + name[first + 1 : second] + name[second + 1 :] + letter
    return name, value


def multiply(first: str, a: Tensor, second: str, b: Tensor, keep: set[str]) -> tuple[str, Tensor]:
    """Two operands as a product of batches of matrices."""
    batch = [letter for letter in first if letter in second and letter in keep]
    inner = [letter for letter in first if letter in second and letter not in keep]
    rows = [letter for letter in first if letter not in second]
    columns = [letter for letter in second if letter not in first]
    sizes = dict(zip(first, a.shape, strict=True)) | dict(zip(second, b.shape, strict=True))

    def count(letters: list[str]) -> int:
        return int(np.prod([sizes[letter] for letter in letters], dtype=np.int64))

    left = shape.permute(a, tuple(first.index(letter) for letter in batch + rows + inner)).reshape(count(batch), count(rows), count(inner))
    right = shape.permute(b, tuple(second.index(letter) for letter in batch + inner + columns)).reshape(
        count(batch), count(inner), count(columns)
    )
    names = batch + rows + columns
    return "".join(names), matrix.bmm(left, right).reshape([sizes[letter] for letter in names])


def chain_matmul(*matrices: Tensor) -> Tensor:
    """A product of matrices."""
    result = matrices[0]
    for each in matrices[1:]:
        result = matrix.matmul(result, each)
    return result


cdist = whole(
    "cdist",
    "x1, x2, p=2.0, compute_mode=None",
    lambda x1, x2, p, compute_mode: reduce.vector_norm(x1.unsqueeze(-2) - x2.unsqueeze(-3), p, -1),
    "x1 x2",
)


def cosine_similarity(x1: Tensor, x2: Tensor, dim: int = 1, eps: float = 1e-8) -> Tensor:
    """The cosine of the angle between vectors."""
    from .nn import functional

    return functional.cosine_similarity(x1, x2, dim, eps)


def pairwise_distance(x1: Tensor, x2: Tensor, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False) -> Tensor:
    """The norm of the rows' differences."""
    return reduce.vector_norm(x1 - x2 + eps, p, -1, keepdim)


def forwarded(name: str) -> Callable[..., Any]:
    """A function that torch.nn.functional has too."""

    def call(*args: Any, **kwargs: Any) -> Any:
        from .nn import functional

        return getattr(functional, name)(*args, **kwargs)

    return call


selu, celu, dropout, layer_norm, conv1d, conv2d = (
    forwarded(each) for each in ("selu", "celu", "dropout", "layer_norm", "conv1d", "conv2d")
)
bilinear, batch_norm = forwarded("bilinear"), forwarded("batch_norm")


def embedding(weight: Tensor, indices: Tensor, padding_idx: int = -1) -> Tensor:
    """Rows of a table."""
    from .nn import functional

    return functional.embedding(indices, weight, padding_idx if padding_idx >= 0 else None)


def in_place(name: str) -> Callable[[Tensor], Tensor]:
    """A function that changes its argument."""
    return lambda input: getattr(input, name)()


relu_, sigmoid_, tanh_, exp_, zero_ = (in_place(each) for each in ("relu_", "sigmoid_", "tanh_", "exp_", "zero_"))


def rsub(input: Tensor, other: Any, *, alpha: Any = 1) -> Tensor:
    """other - alpha * input."""
    return other - input * alpha if alpha != 1 else other - input


def is_tensor(value: Any) -> bool:
    """Return True if an object is a tensor."""
    return isinstance(value, Tensor)


def is_storage(_: Any) -> bool:
    """Return True if an object is a storage: always False, since the shim has no storages."""
    return False


def is_complex(_: Tensor) -> bool:
    """False: there are no complex tensors here."""
    return False


def is_inference(input: Tensor) -> bool:
    """Return True if a tensor was created under inference_mode."""
    return input.is_inference()


def is_same_size(input: Tensor, other: Tensor) -> bool:
    """Return True if two tensors have the same shape."""
    return input.shape == other.shape


def is_nonzero(input: Tensor) -> bool:
    """Return True if a tensor's only element is not zero."""
    return bool(input != 0)


def numel_of(input: Tensor) -> int:
    """The number of elements."""
    return input.numel()


def result_type(first: Any, second: Any) -> Any:
    """The type in which two operands meet."""
    from ._ops.pointwise import add

    return meet([each if isinstance(each, Tensor) else add.number(each, "other") for each in (first, second)])


def promote_types(first: Any, second: Any) -> Any:
    """The smallest type that holds both."""
    return _types.promote(first, second)


def can_cast(source: Any, target: Any) -> bool:
    """Return True if a result of one dtype may be written to the other."""
    return not (source.is_floating_point and not target.is_floating_point) and not (source.rank and not target.rank)


def get_default_dtype() -> Any:
    """The type of new floating-point tensors."""
    return _types.Default.dtype


def set_default_dtype(d: Any) -> None:
    """Set the type of new floating-point tensors."""
    _types.Default.dtype = d


def get_default_device() -> Any:
    """The CPU."""
    return _types.CPU


def set_num_threads(_: int) -> None:
    """Taken, and without effect here."""


def get_num_threads() -> int:
    """One."""
    return 1


def set_printoptions(**_: Any) -> None:
    """Taken, and without effect here."""


def set_flush_denormal(_: bool) -> bool:
    """Not supported."""
    return False


def use_deterministic_algorithms(mode: bool, *, warn_only: bool = False) -> None:
    """Everything here is."""


def is_autocast_enabled(device_type: str = "cpu") -> bool:
    """Return True if autocast is enabled."""
    return state.autocast


def clear_autocast_cache() -> None:
    """There is none."""


def autocast(*args: Any, **kwargs: Any) -> Any:
    """torch.amp.autocast."""
    from .amp import autocast as block

    return block(*args, **kwargs)


def typename(value: Any) -> str:
    """The name of a type."""
    return value.type() if isinstance(value, Tensor) else f"{type(value).__module__}.{type(value).__qualname__}"


def complex(*_: Any) -> Any:
    """Not here."""
    missing("torch.complex")


def compile(model: Any = None, *, backend: Any = "inductor", **_: Any) -> Any:
    """The model, with a wrapper that marks its graphs; a function as it is."""
    from ._compiled import compiled

    return compiled(model, backend) if model is not None else lambda function: function


def save(obj: Any, f: Any, **_: Any) -> None:
    """Write an object to a file."""
    if isinstance(f, (str, Path)):
        with Path(f).open("wb") as file:
            pickle.dump(obj, file)
    else:
        pickle.dump(obj, f)


def load(f: Any, map_location: Any = None, weights_only: bool = True, **_: Any) -> Any:
    """Read what `save` wrote in this process's own format."""
    if isinstance(f, (str, Path)):
        with Path(f).open("rb") as file:
            return pickle.load(file)
    return pickle.load(f)


UNUSED = (activation, warnings, wrap)
