"""Numbers of Python: those read from tensors, and what arithmetic computes from them."""

from __future__ import annotations

from typing import Final

from graphlint.engine.domain import terms
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.values import NO, Unknown, Value

READS: Final = ("item", "number")
"""The names of the values that `item()`, `float()` and `int()` return."""


def is_number(value: Value) -> bool:
    """Return True for an unknown number that was read from a tensor, or computed from such numbers."""
    if not isinstance(value, Unknown) or value.graph is not NO:
        return False
    return (value.name in READS and isinstance(value.symbol, int) and not value.data) or _is_read(value.symbol)


def _is_read(symbol: Symbol) -> bool:
    if type(symbol) is terms.CallSymbol:
        return symbol.method == "item"
    if type(symbol) is terms.OperationSymbol:
        sides = [each for each in (symbol.left, symbol.right) if type(each) is not terms.ConstantSymbol]
        return bool(sides) and all(map(_is_read, sides))
    return False
