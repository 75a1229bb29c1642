"""torch.linalg: norms, inverses, determinants."""

from __future__ import annotations

from typing import Any

from .._missing import guard, missing
from .._ops import matrix, reduce
from .._tensor import Tensor

inv, det, matmul = matrix.inverse, matrix.det, matrix.matmul


def vector_norm(x: Tensor, ord: Any = 2, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """The p-norm of the elements."""
    return reduce.vector_norm(x, ord, dim, keepdim)


def norm(A: Tensor, ord: Any = None, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """The norm of a vector, the Frobenius norm of a matrix."""
    if ord is not None and ord != "fro" and (isinstance(dim, tuple) or (dim is None and A.dim() == 2)):
        missing("torch.linalg.norm of a matrix with ord")
    return reduce.vector_norm(A, 2 if ord in (None, "fro") else ord, dim, keepdim)


def matrix_norm(A: Tensor, ord: Any = "fro", dim: Any = (-2, -1), keepdim: bool = False) -> Tensor:
    """The Frobenius norm."""
    if ord != "fro":
        missing("torch.linalg.matrix_norm with ord")
    return reduce.vector_norm(A, 2, dim, keepdim)


def solve(A: Tensor, B: Tensor) -> Tensor:
    """A^-1 B."""
    return matrix.inverse(A).matmul(B)


__getattr__ = guard("torch.linalg")
