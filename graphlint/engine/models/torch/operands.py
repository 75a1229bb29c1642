"""The operands of an operation on tensors: which entry of the table a call is one of, and its arguments by the table's input names."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from graphlint.autograd import operations as table
from graphlint.autograd.operations import Operation, Result
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NO, NONE, YES, Constant, Each, Sequence, Tensor, Unknown, Value
from graphlint.engine.facts import dependencies
from graphlint.engine.machine.arguments import Arguments

DRAWS: Final = frozenset("zero_ normal_ uniform_ random_ exponential_ cauchy_ log_normal_ geometric_".split())
"""Fills whose arguments are numbers."""


def variant(operation: Operation, arguments: Arguments) -> Operation:
    """Return the table entry for an operation that has another meaning with a second argument: `max` of a dimension, of two tensors.

    An unknown second argument may be either. The entry then has both operands, and saves what it saves in both cases.
    """
    if operation.name not in ("max", "min", "median", "nanmedian"):
        return operation
    entries = table.operations()
    second = arguments.keywords.get("other") or arguments.get(1, "dim")
    if second is None:
        return operation
    of_two, of_dimension = entries.get(operation.name + "@other"), entries.get(operation.name + "@dim", operation)
    if of_two is None or "dim" in arguments.keywords:
        return of_dimension
    if isinstance(second, Tensor | Each) or "other" in arguments.keywords:
        return of_two
    if isinstance(second, Unknown) and len(arguments.positional) == 2:
        return replace(of_dimension, inputs=of_two.inputs, parameters=of_two.parameters)
    return of_dimension


def bound(operation: Operation, arguments: Arguments) -> list[tuple[str, Value]]:
    """Return the operands of an operation, by the table's input names."""
    named: list[tuple[str, Value]] = []
    for index, name in enumerate(operation.inputs):
        plain = name.removesuffix("*")
        place = operation.parameters.index(plain) if plain in operation.parameters else index
        value = arguments.get(place, plain) or (arguments.keywords.get("self") if index == 0 else None)
        if name.endswith("*") and isinstance(value, Tensor):
            value = Sequence(arguments.positional[place:])
        if value is not None and not (isinstance(value, Constant) and not isinstance(value.value, int | float)):
            named.append((name, value))
    return named


def of_fill(name: str, arguments: Arguments) -> tuple[Operation, list[tuple[str, Value]]] | None:
    """Return the entry of an in-place form in the table, with its operands but the tensor itself; None for one that saves nothing."""
    entries = table.operations()
    operation = entries.get(f"{name[:-1]}@tensor") or entries.get(name[:-1])
    if operation is None or operation.result is not Result.NEW or name in DRAWS:
        return None
    return operation, bound(operation, arguments.with_first(NONE))


def ignores_argument(state: State, named: list[tuple[str, Value]], arguments: Arguments) -> bool:
    """Return True if an argument that may have a graph is not an operand in the table, and no operand certainly has one."""
    operands = {tensor.number for _, value in named for tensor in dependencies.tensors_in(state, value)}
    given = [tensor for value in arguments.all() for tensor in dependencies.tensors_in(state, value)]
    if any(tensor.number in operands and state.needs_grad(tensor) is YES for tensor in given):
        return False
    return any(tensor.number not in operands and state.needs_grad(tensor) is not NO for tensor in given)
