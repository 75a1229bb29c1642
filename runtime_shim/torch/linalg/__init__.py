"""torch.linalg: norms, inverses, determinants."""

from __future__ import annotations

from typing import Any

from .._composite import whole
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


solve = whole("linalg_solve", "A, B", lambda A, B: matrix.inverse(A).matmul(B), "A B", label="LinalgSolveEx")


def solve_triangular(A: Tensor, B: Tensor, *, upper: bool, left: bool = True, unitriangular: bool = False) -> Tensor:
    """A^-1 B for a triangular matrix."""
    if not left or unitriangular:
        missing("torch.linalg.solve_triangular(left=False or unitriangular=True)")
    return TRIANGULAR(A, B, upper)


def exponential(A: Tensor) -> Tensor:
    """The power series of a matrix small enough, squared up again."""
    size = float(A._a.__abs__().sum(-1).max()) if A._a.size else 0.0
    halvings = max(0, int(size).bit_length() + 2)
    small = A / 2.0**halvings
    term = result = small.new_eye(A.shape[-2:])
    for order in range(1, 19):
        term = term.matmul(small) / order
        result = result + term
    for _ in range(halvings):
        result = result.matmul(result)
    return result


matrix_exp = whole("matrix_exp", "self", exponential, "self", label="LinalgMatrixExp")
TRIANGULAR = whole(
    "linalg_solve_triangular",
    "A, B, upper",
    lambda A, B, upper: matrix.inverse(A.triu() if upper else A.tril()).matmul(B),
    "A B",
    label="LinalgSolveTriangular",
)

__getattr__ = guard("torch.linalg")
