"""Modules that compute a gradient in their own forward pass, such as the force of an energy: they fail without grad mode.

If a program selects one of several classes by a value that is not known, one class stands for the others only if this is equal for both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graphlint.engine.domain.bounds import LEVELS_OF_SUBMODULES
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Class, Ref, Value
from graphlint.engine.machine.machine import Machine
from graphlint.ir.instructions import Block, Branch, Call, StoreName


def computes(machine: Machine, state: State, value: Value, depth: int = LEVELS_OF_SUBMODULES) -> bool:
    """Return True if a value is a module that may compute a gradient in its forward pass, or the class of one."""
    if isinstance(value, Class):
        return any(machine.evidence.computes_gradient(cls.path, cls.name) for cls in value.order)
    if not (isinstance(value, Ref) and value.kind == "module" and depth and value.number in state.heap):
        return False
    obj = state.get(value.number)
    parts = obj.contents
    return (obj.type is not None and computes(machine, state, obj.type)) or any(
        computes(machine, state, part, depth - 1) for part in parts if isinstance(part, Ref)
    )


def sides_differ(machine: Machine, state: State, branch: Branch) -> bool:
    """Return True if one side of a branch calls or binds a class of modules that compute a gradient in their forward pass, and the other
    side does not."""
    names = machine.code_facts.names_of_sides.get(branch)
    if names is None:
        names = machine.code_facts.names_of_sides[branch] = tuple(_selected(branch.then)), tuple(_selected(branch.otherwise))
    return _computes_any(machine, state, names[0]) is not _computes_any(machine, state, names[1])


def _computes_any(machine: Machine, state: State, names: Iterable[str]) -> bool:
    return any(computes(machine, state, machine.lookup(state, name)) for name in names if _is_bound(machine, state, name))


def _is_bound(machine: Machine, state: State, name: str) -> bool:
    return any(name in state.heap[scope].fields for scope in machine.frame.scopes)


def _selected(block: Block) -> Iterator[str]:
    """Yield the names that a block calls or binds to another name."""
    for instruction in block:
        if isinstance(instruction, Branch):
            yield from _selected(instruction.then)
            yield from _selected(instruction.otherwise)
        elif isinstance(instruction, Call):
            if isinstance(instruction.function, str):
                yield instruction.function
        elif isinstance(instruction, StoreName) and isinstance(instruction.value, str):
            yield instruction.value
