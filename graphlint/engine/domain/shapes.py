"""Partially known shapes: enough to decide if a tensor has exactly one element or more than one.

A shape is a tuple of dimensions, None if the number of dimensions is unknown. A dimension is its size, None if unknown, or MANY if it is
certainly greater than one. The shape (MANY,) stands for any tensor with more than one element.
"""

from __future__ import annotations

from collections.abc import Sequence as Items
from typing import Final

from graphlint.autograd.operations import Operation
from graphlint.autograd.operations import Shape as Rule
from graphlint.engine.domain.constants import known_slice
from graphlint.engine.domain.values import Constant, Each, Sequence, Shape, Tensor, Unknown, Value

MANY: Final = -1

RESHAPING: Final = frozenset("view reshape flatten unflatten squeeze unsqueeze transpose permute movedim expand repeat".split())
"""Methods of tensors and arrays whose arguments are only sizes and dimensions."""


def surely_many(shape: Shape) -> bool:
    """Return True if a tensor of this shape certainly has more than one element."""
    return shape is not None and 0 not in shape and any(size is not None and (size == MANY or size > 1) for size in shape)


def dimensions(shape: Shape) -> int | None:
    """Return the number of dimensions, None if unknown."""
    return None if shape is None or MANY in shape else len(shape)


def of(value: Value) -> Shape:
    """Return the shape of an operand; () for a number."""
    if isinstance(value, Tensor):
        return value.shape
    if isinstance(value, Constant):
        return ()
    return None


def broadcast(values: Items[Value]) -> Shape:
    """Return the shape of an elementwise operation, by PyTorch's broadcasting rules."""
    known = [of(value) for value in values]
    if any(surely_many(shape) for shape in known) and None in known:
        return (MANY,)
    result: tuple[int | None, ...] = ()
    for one in known:
        if one is None:
            return None
        shape = one
        if len(shape) < len(result):
            shape = (1,) * (len(result) - len(shape)) + shape
        result = (1,) * (len(shape) - len(result)) + result
        result = tuple(a if b == 1 else b if a == 1 or a is None else a for a, b in zip(result, shape, strict=True))
    return result


def result(rule: Rule, operands: Items[Value]) -> Shape:
    """Return the shape of an operation's result, by the rule in the operation table."""
    if rule in (Rule.SCALAR, Rule.REDUCE, Rule.LOSS):
        return ()
    if not operands:
        return None
    if rule is Rule.SAME:
        return of(operands[0])
    if rule is Rule.BROADCAST:
        return broadcast(operands)
    return None


def stacked(value: Value | None, elements: tuple[Value, ...] | None) -> Shape:
    """Return the shape of a stack of tensors; None if their number is unknown."""
    if value is None or not elements:
        return None
    inner = of(elements[0])
    return (len(elements), *inner) if inner is not None else (MANY,) if len(elements) > 1 else None


def turned(shape: Shape, first: Value | None = None, second: Value | None = None) -> Shape:
    """Return the shape after the transposition of two dimensions, or of all if none are given. MANY stays MANY."""
    if shape is None or MANY in shape:
        return (MANY,) if shape is not None else None
    if first is None:
        return tuple(reversed(shape))
    places = [value.value for value in (first, second) if isinstance(value, Constant) and isinstance(value.value, int)]
    if len(places) < 2 or not all(-len(shape) <= place < len(shape) for place in places):
        return None
    sizes_ = list(shape)
    sizes_[places[0]], sizes_[places[1]] = sizes_[places[1]], sizes_[places[0]]
    return tuple(sizes_)


def linear(value: Value, width: Value | None) -> Shape:
    """Return the shape of a linear layer's output."""
    shape = of(value)
    size = width.value if isinstance(width, Constant) and isinstance(width.value, int) else None
    return None if not shape else (*shape[:-1], size)


def indexed(value: Tensor | Each, parts: Items[Value]) -> Shape:
    """Return the shape of `value[parts]` if every part is an integer or a slice.

    Return None if a part is unknown, since it may drop its dimension.
    """
    if isinstance(value, Each) or value.shape is None or len(parts) > len(value.shape):
        return None
    left: list[int | None] = []
    for size, part in zip(value.shape, parts, strict=False):
        if isinstance(part, Constant) and isinstance(part.value, int):
            continue
        if not isinstance(part, Sequence):
            return None
        left.append(_sliced(size, part))
    return (*left, *value.shape[len(parts) :])


def _sliced(size: int | None, part: Sequence) -> int | None:
    """Return the size of a dimension after a slice."""
    bounds = known_slice(part)
    if bounds == slice(None, None, None):
        return size
    if bounds is None or size is None or size == MANY:
        return None
    return len(range(size)[bounds])


def viewed(values: Items[Value]) -> Shape:
    """Return the shape of `values[0].view(*values[1:])`, where a size of -1 stands for the remaining elements."""
    given = sizes(values[1:])
    if given is None:
        return None
    left = MANY if surely_many(of(values[0])) and not surely_many(tuple(size for size in given if size != MANY)) else None
    return tuple(left if size == MANY else size for size in given)


def sizes(values: Items[Value]) -> Shape:
    """Return a shape passed as arguments: separate integers, or one tuple."""
    if len(values) == 1 and isinstance(values[0], Sequence):
        values = values[0].items
    known_sizes: list[int | None] = []
    for value in values:
        if isinstance(value, Constant) and isinstance(value.value, int):
            known_sizes.append(value.value)
        elif isinstance(value, Unknown | Constant):
            known_sizes.append(None)
        else:
            return None
    return tuple(known_sizes)


def of_loss(operation: Operation, reduction: Value | None, operands: tuple[Value, ...]) -> tuple[int | None, ...] | None:
    """Return the shape of a loss: a scalar, unless `reduction` is "none" or unknown."""
    if reduction is None:
        return ()
    if not isinstance(reduction, Constant):
        return (None,)
    if reduction.value != "none":
        return ()
    # Classification losses have one element per label, others one per element of the input.
    labels = operation.name in ("cross_entropy", "nll_loss")
    known = of(operands[min(labels, len(operands) - 1)]) if operands else None
    return known if known is not None and None not in known else (MANY,)
