"""The strides of results, where NumPy's differ from PyTorch's: whether `view` accepts a tensor depends on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

ELEMENTWISE = frozenset(("clone", "clamp", "clamp_tensors", "flip"))
"""Operations with one operand whose result has the order of its dimensions."""
CONTIGUOUS = frozenset(("cat", "stack", "softmax", "log_softmax", "cumsum", "cumprod", "layer_norm"))
"""Operations whose result is contiguous, whatever the strides of their operands (probed)."""


def of_elementwise(result: Any, operands: Sequence[Any]) -> Any:
    """Return the result of an elementwise operation with the strides of PyTorch: its dimensions are ordered as in the first operand.

    Later operands decide between dimensions along which the earlier ones are broadcast (`TensorIterator::reorder_dimensions`).
    """
    if result.ndim < 2 or all(each.flags.c_contiguous and each.shape == result.shape for each in operands):
        return result
    rows = [_strides(each, result) for each in operands]
    order = _fastest_first(rows, result.shape)[::-1]
    if list(order) == sorted(order) and result.flags.c_contiguous:
        return result
    return np.ascontiguousarray(result.transpose(order)).transpose(np.argsort(order))


def _strides(operand: Any, result: Any) -> tuple[int, ...]:
    """Return the strides of an operand along the dimensions of the result, 0 along those in which it is broadcast."""
    missing = result.ndim - operand.ndim
    own = zip(operand.shape, operand.strides, result.shape[missing:], strict=True)
    return (0,) * missing + tuple(0 if size == 1 != full else step for size, step, full in own)


def _fastest_first(rows: Sequence[tuple[int, ...]], shape: tuple[int, ...]) -> list[int]:
    """Return the dimensions from the one with the smallest stride on: the first operand with an opinion decides between two."""

    def compare(first: int, second: int) -> int:
        for row in rows:
            one, two = row[first], row[second]
            if one and two and one != two:
                return 1 if one > two else -1
            if one and one == two and shape[first] > shape[second]:
                return 1
        return 0

    order = list(range(len(shape)))[::-1]
    for end in range(1, len(order)):
        place = end
        for before in range(end - 1, -1, -1):
            found = compare(order[before], order[place])
            if found > 0:
                order[before], order[place] = order[place], order[before]
                place = before
            elif found < 0:
                break
    return order
