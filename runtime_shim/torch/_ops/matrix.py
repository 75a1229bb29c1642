"""Products of matrices. A line: name, parameters, kernel, the gradient of each operand."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _types
from .._operation import define
from .._tensor import Tensor
from .shape import unsafe_view

NAMES = {"Float": "float", "Double": "double", "Long": "long", "Int": "int", "Half": "c10::Half", "Bool": "bool"}


def named(array: np.ndarray) -> str:
    """The type as the linear-algebra kernels call it."""
    return NAMES.get(_types.of_array(array).tensor_type, str(array.dtype))


def same_type(first: np.ndarray, second: np.ndarray, what: str = "m1 and m2") -> None:
    """Refuse two types.

    Raises:
        RuntimeError: if they differ.
    """
    if first.dtype != second.dtype:
        raise RuntimeError(f"expected {what} to have the same dtype, but got: {named(first)} != {named(second)}")


def mm_kernel(self: np.ndarray, mat2: np.ndarray) -> np.ndarray:
    """A product of two matrices."""
    if self.ndim != 2:
        raise RuntimeError("self must be a matrix")
    if mat2.ndim != 2:
        raise RuntimeError("mat2 must be a matrix")
    if self.shape[1] != mat2.shape[0]:
        raise RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({self.shape[0]}x{self.shape[1]} and {mat2.shape[0]}x{mat2.shape[1]})"
        )
    same_type(self, mat2)
    return self @ mat2


def addmm_kernel(self: np.ndarray, mat1: np.ndarray, mat2: np.ndarray, beta: Any = 1, alpha: Any = 1) -> np.ndarray:
    """beta * self + alpha * mat1 @ mat2."""
    if mat1.ndim == 2 and mat2.ndim == 2 and mat1.shape[1] == mat2.shape[0] and mat1.dtype != mat2.dtype:
        raise RuntimeError(f"mat1 and mat2 must have the same dtype, but got {_types.of_array(mat1).tensor_type} and {_types.of_array(mat2).tensor_type}")
    product = mm_kernel(mat1, mat2)
    if self.ndim > 2 or any(a not in (1, b) for a, b in zip(self.shape[::-1], product.shape[::-1], strict=False)):
        size, place = next(((a, 1 - i) for i, (a, b) in enumerate(zip(self.shape[::-1], product.shape[::-1], strict=False)) if a not in (1, b)), (0, 0))
        raise RuntimeError(
            f"The expanded size of the tensor ({product.shape[place]}) must match the existing size ({size}) at non-singleton dimension "
            f"{place}.  Target sizes: {list(product.shape)}.  Tensor sizes: {list(self.shape)}"
        )
    if beta == 1 and alpha == 1:
        return self + product
    return self.dtype.type(beta) * self + self.dtype.type(alpha) * product


def bmm_kernel(self: np.ndarray, mat2: np.ndarray) -> np.ndarray:
    """A product of two batches of matrices."""
    if self.ndim != 3:
        raise RuntimeError("batch1 must be a 3D tensor")
    if mat2.ndim != 3:
        raise RuntimeError("batch2 must be a 3D tensor")
    if mat2.shape[0] != self.shape[0] or mat2.shape[1] != self.shape[2]:
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: [{self.shape[0]}, {self.shape[2]}] but got: "
            f"[{mat2.shape[0]}, {mat2.shape[1]}]."
        )
    same_type(self, mat2, "batch1 and batch2") if self.dtype != mat2.dtype else None
    return self @ mat2


def mv_kernel(self: np.ndarray, vec: np.ndarray) -> np.ndarray:
    """A matrix times a vector."""
    if self.ndim != 2 or vec.ndim != 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got 1, {self.ndim}, {vec.ndim}")
    if self.shape[1] != vec.shape[0]:
        raise RuntimeError(f"size mismatch, got input ({self.shape[0]}), mat ({self.shape[0]}x{self.shape[1]}), vec ({vec.shape[0]})")
    same_type(self, vec, "mat and vec")
    return self @ vec


def dot_kernel(self: np.ndarray, tensor: np.ndarray) -> np.ndarray:
    """The inner product of two vectors."""
    if self.ndim != 1 or tensor.ndim != 1:
        raise RuntimeError(f"1D tensors expected, but got {self.ndim}D and {tensor.ndim}D tensors")
    if self.dtype != tensor.dtype:
        raise RuntimeError(f"dot : expected both vectors to have same dtype, but found {_types.of_array(self).tensor_type} and {_types.of_array(tensor).tensor_type}")
    if self.shape != tensor.shape:
        raise RuntimeError(
            f"inconsistent tensor size, expected tensor [{self.size}] and src [{tensor.size}] to have the same number of elements, but got "
            f"{self.size} and {tensor.size} elements respectively"
        )
    return np.asarray(self @ tensor)


mm = define("mm", "self, mat2", mm_kernel, self=lambda g, mat2: g.mm(mat2.t()), mat2=lambda g, self: self.t().mm(g))
bmm = define("bmm", "self, mat2", bmm_kernel,
             self=lambda g, mat2: g.bmm(mat2.transpose(1, 2)), mat2=lambda g, self: self.transpose(1, 2).bmm(g))
mv = define("mv", "self, vec", mv_kernel, self=lambda g, vec: g.ger(vec), vec=lambda g, self: self.t().mv(g))
dot = define("dot", "self, tensor", dot_kernel, self=lambda g, tensor: g * tensor, tensor=lambda g, self: g * self)
addmm = define("addmm", "self, mat1, mat2, *, beta=1, alpha=1", addmm_kernel, self=lambda g, beta: g if beta == 1 else g * beta,
               mat1=lambda g, mat2, alpha: g.mm(mat2.t()) * alpha if alpha != 1 else g.mm(mat2.t()),
               mat2=lambda g, mat1, alpha: mat1.t().mm(g) * alpha if alpha != 1 else mat1.t().mm(g))
baddbmm = define("baddbmm", "self, batch1, batch2, *, beta=1, alpha=1",
                 lambda self, batch1, batch2, beta, alpha: self.dtype.type(beta) * self + self.dtype.type(alpha) * bmm_kernel(batch1, batch2),
                 self=lambda g, beta: g * beta, batch1=lambda g, batch2, alpha: g.bmm(batch2.transpose(1, 2)) * alpha,
                 batch2=lambda g, batch1, alpha: batch1.transpose(1, 2).bmm(g) * alpha)
inverse = define("inverse", "self", np.linalg.inv, label="LinalgInvEx",
                 self=lambda g, result: -(result.mT.matmul(g).matmul(result.mT)))
det = define("det", "self", lambda self: np.asarray(np.linalg.det(self), self.dtype), label="LinalgDet",
             self=lambda g, self, result: (g * result).unsqueeze(-1).unsqueeze(-1) * inverse(self).mT)


def ger(self: Any, vec2: Any) -> Any:
    """The outer product of two vectors."""
    if self.dim() != 1 or vec2.dim() != 1:
        raise RuntimeError(f"outer: Expected 1-D argument {'self' if self.dim() != 1 else 'vec2'}, but got {(self if self.dim() != 1 else vec2).dim()}-D")
    return self.reshape(-1, 1) * vec2


def matmul(self: Any, other: Any) -> Any:
    """The product in its many forms, put together from those above as PyTorch does it."""
    if not isinstance(other, Tensor):
        raise TypeError(f"matmul(): argument 'other' (position 1) must be Tensor, not {type(other).__name__}")
    left, right = self.dim(), other.dim()
    if left == 0 or right == 0:
        raise RuntimeError(f"both arguments to matmul need to be at least 1D, but they are {left}D and {right}D")
    if left == 1 and right == 1:
        return dot(self, other)
    if left == 2 and right == 1:
        return mv(self, other)
    if left == 1 and right == 2:
        return mm(self.unsqueeze(0), other).squeeze(0)
    if left == 2 and right == 2:
        return mm(self, other)
    if left >= 3 and right <= 2:
        shape = (*self.shape[:-1], other.shape[1]) if right == 2 else self.shape[:-1]
        flat = self.reshape(-1, self.shape[-1])
        return unsafe_view(mm(flat, other) if right == 2 else mv(flat, other), tuple(shape))
    if left == 2 and right == 3:
        return matmul(other.mT, self.t()).mT
    return batched(self, other)


def batched(self: Any, other: Any) -> Any:
    """Two stacks of matrices, broadcast against each other."""
    from .._broadcasting import broadcast_shape

    first = self.unsqueeze(0) if self.dim() == 1 else self
    second = other.unsqueeze(1) if other.dim() == 1 else other
    batch = broadcast_shape(tuple(first.shape[:-2]), tuple(second.shape[:-2]))
    n, m, p = first.shape[-2], first.shape[-1], second.shape[-1]
    result = bmm(first.expand(*batch, n, m).reshape(-1, n, m), second.expand(*batch, second.shape[-2], p).reshape(-1, second.shape[-2], p))
    result = unsafe_view(result, (*batch, n, p))
    result = result.squeeze(-2) if self.dim() == 1 else result
    return result.squeeze(-1) if other.dim() == 1 else result
