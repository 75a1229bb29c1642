"""Broadcasting and type promotion of operands."""

from __future__ import annotations

from . import _types
from ._tensor import Tensor


def meet(operands: list[Tensor]) -> _types.dtype:
    """The type in which these tensors and numbers meet."""
    groups: tuple[list[_types.dtype], ...] = ([], [], [])
    for operand in operands:
        dtype = operand.dtype
        if operand._is_number:
            groups[2].append(_types.Default.dtype if dtype.is_floating_point else dtype)
        else:
            groups[0 if operand._a.ndim else 1].append(dtype)
    return _types.result_type(*groups)


def broadcast_shape(*shapes: tuple[int, ...]) -> tuple[int, ...]:
    """The shape to which these broadcast.

    Raises:
        RuntimeError: if they do not.
    """
    result: list[int] = []
    for shape in shapes:
        if len(shape) > len(result):
            result = [1] * (len(shape) - len(result)) + result
        for place in range(1, len(shape) + 1):
            size = shape[-place]
            if size != 1 and result[-place] not in (1, size):
                raise RuntimeError(
                    f"The size of tensor a ({result[-place]}) must match the size of tensor b ({size}) at non-singleton dimension "
                    f"{len(result) - place}"
                )
            if size != 1:
                result[-place] = size
    return tuple(result)
