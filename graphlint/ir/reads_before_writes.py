"""The names that a block writes before it reads them: in a loop body, their values are fresh in each iteration."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.ir import instructions

_OPERANDS = ("value", "holder", "key", "function", "left", "right", "condition", "iterable", "manager")
_BLOCKS = ("then", "otherwise", "test", "body", "final")


def written_before_read(block: instructions.Block) -> frozenset[str]:
    """Return the names that a block definitely writes before it reads them."""
    fresh: set[str] = set()
    read: set[str] = set()
    for instruction in block:
        if isinstance(instruction, instructions.MakeFunction | instructions.MakeClass):
            return frozenset()
        read.update(name for name in names_read(instruction) if name not in fresh)
        if isinstance(instruction, instructions.StoreName) and isinstance(instruction.name, str) and instruction.name not in read:
            fresh.add(instruction.name)
    return frozenset(fresh)


def names_read(instruction: instructions.Instruction) -> Iterator[str]:
    """Yield every name that an instruction, or one nested in it, reads."""
    for field in _OPERANDS:
        operand = getattr(instruction, field, None)
        if isinstance(operand, str):
            yield operand
    if isinstance(instruction, instructions.Call):
        yield from (item.value for item in instruction.arguments if isinstance(item.value, str))
    elif isinstance(instruction, instructions.Build | instructions.Connect):
        yield from (item for item in instruction.values if isinstance(item, str))
        if isinstance(instruction, instructions.Build):
            yield from (item for item in instruction.keys if isinstance(item, str))
    elif isinstance(instruction, instructions.Try):
        for handler in instruction.handlers:
            for inner in handler.body:
                yield from names_read(inner)
    elif isinstance(instruction, instructions.MakeFunction):
        yield from (operand for _, operand in instruction.defaults if isinstance(operand, str))
    for field in _BLOCKS:
        block = getattr(instruction, field, None)
        if isinstance(block, tuple):
            for inner in block:
                yield from names_read(inner)
