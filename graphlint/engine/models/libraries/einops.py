"""einops: the effect of its functions on a graph, and the shape of a pattern's result."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from graphlint.autograd import operations as table
from graphlint.engine.domain import shapes
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Constant, Ref, Sequence, Shape, Value
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.operations import recording

OPERATIONS: Final = {"rearrange": "reshape", "repeat": "repeat", "einsum": "einsum"}
REDUCTIONS: Final = {"sum": "sum", "mean": "mean", "max": "amax", "min": "amin", "prod": "prod"}
"""The table entries that state what is saved. Source: einops' backend for PyTorch; probed."""

_GROUP: Final = re.compile(r"\(([^)]*)\)|(\S+)")


def call(machine: Machine, state: State, name: str, arguments: Arguments) -> Outcome:
    """Call a function of einops."""
    short = name.rsplit(".", 1)[-1]
    reduction = arguments.get(2, "reduction") if short == "reduce" else None
    operation = REDUCTIONS.get(str(getattr(reduction, "value", ""))) if reduction is not None else OPERATIONS.get(short)
    tensors = arguments.positional[:-1] if short == "einsum" else arguments.positional[:1]
    if operation is None or not tensors:
        return unresolved_calls.unknown_call(machine, state, arguments)
    pattern = arguments.positional[-1] if short == "einsum" else arguments.get(1, "pattern")
    first = tensors[0]
    if isinstance(first, Sequence | Ref):
        # For a list of tensors, the first axis is the position in the list.
        first = recording.apply(machine, state, table.operations()["stack"], [("tensors*", first)], arguments.site)
    shape = None
    if isinstance(pattern, Constant) and isinstance(pattern.value, str) and short != "einsum":
        shape = shape_of(pattern.value, shapes.of(first), arguments.keywords)
    entry = table.operations()[operation]
    operands = [(entry.inputs[0], value) for value in (first, *tensors[1:])]
    return recording.apply(machine, state, entry, operands, arguments.site, shape=shape)


def shape_of(pattern: str, before: Shape, sizes: Mapping[str, Value]) -> Shape:
    """Return the shape of a pattern's result, as far as the sizes of its axes are known.

    Args:
        pattern: the pattern, such as "b c h w -> b (h w) c".
        before: the shape of the operand, which the left side names.
        sizes: the sizes of axes passed as keywords.
    """
    left, _, right = (_axes(side) for side in pattern.partition("->"))
    if "..." in pattern:
        return None
    known = {name: value.value for name, value in sizes.items() if isinstance(value, Constant) and isinstance(value.value, int)}
    if before is not None and len(before) == len(left):
        known.update({axes[0]: size for axes, size in zip(left, before, strict=True) if len(axes) == 1 and size is not None})
    return tuple(_product([int(axis) if axis.isdigit() else known.get(axis) for axis in axes]) for axes in right)


def _axes(side: str) -> list[list[str]]:
    """Return the dimensions of one side of a pattern, each as a list of axes."""
    return [(match[1] if match[1] is not None else match[2]).split() for match in _GROUP.finditer(side)]


def _product(sizes: list[int | None]) -> int | None:
    result = 1
    for size in sizes:
        if size is None:
            return None
        result = shapes.MANY if shapes.MANY in (size, result) else result * size
    return result
