"""The text form of tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from . import _types

if TYPE_CHECKING:
    from ._tensor import Tensor


def number(value: float, style: str, kind: str) -> str:
    """One element."""
    if kind != "f":
        return str(value) if kind != "b" else str(bool(value))
    if not np.isfinite(value):
        return "nan" if value != value else ("inf" if value > 0 else "-inf")
    if style == "int":
        return f"{value:.0f}."
    return f"{value:.4e}" if style == "sci" else f"{value:.4f}"


def style_of(array: np.ndarray) -> str:
    """Whole numbers, fractions or powers of ten."""
    finite = np.abs(array[np.isfinite(array) & (array != 0)].astype(np.float64))
    if not finite.size:
        return "int"
    high, low = finite.max(), finite.min()
    if (finite == np.ceil(finite)).all():
        return "sci" if high / low > 1000.0 or high > 1.0e8 else "int"
    return "sci" if high / low > 1000.0 or high > 1.0e8 or low < 1.0e-4 else "fixed"


def rows(array: np.ndarray, style: str, width: int, indent: int) -> str:
    """Nested brackets."""
    kind = array.dtype.kind
    if array.ndim == 0:
        return number(array[()], style, kind)
    if array.ndim == 1:
        if array.size > 1000:
            parts = (
                [number(each, style, kind).rjust(width) for each in array[:3]]
                + [" ..."]
                + [number(each, style, kind).rjust(width) for each in array[-3:]]
            )
        else:
            parts = [number(each, style, kind).rjust(width) for each in array]
        per_line = max(1, (80 - indent) // (width + 2))
        lines = [", ".join(parts[begin : begin + per_line]) for begin in range(0, len(parts), per_line)]
        return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"
    shown = [rows(each, style, width, indent + 1) for each in array]
    return "[" + ("," + "\n" * (array.ndim - 1) + " " * (indent + 1)).join(shown) + "]"


def text_of(tensor: Tensor) -> str:
    """`tensor([...], ...)`."""
    array, notes = tensor._a, []
    prefix = "tensor("
    style = style_of(array) if array.dtype.kind == "f" else "int"
    shown = array.reshape(-1)[:1000]
    counted = shown[np.isfinite(shown) & (shown != 0)] if array.dtype.kind == "f" else shown
    width = max((len(number(each, style, array.dtype.kind)) for each in counted), default=1)
    body = rows(array, style, width if array.ndim else 0, len(prefix)) if array.size else "[]"
    if not array.size and array.ndim != 1:
        notes.append(f"size={tuple(array.shape)}")
    plain = (_types.Default.dtype, _types.int64, _types.bool_) if array.size else (_types.Default.dtype,)
    if tensor.dtype not in plain:
        notes.append(f"dtype={tensor.dtype}")
    if tensor.grad_fn is not None:
        notes.append(f"grad_fn=<{tensor.grad_fn.name()}>")
    elif tensor.requires_grad:
        notes.append("requires_grad=True")
    return prefix + ", ".join([body, *notes]) + ")"
