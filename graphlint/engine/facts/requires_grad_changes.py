"""Branches that decide which tensors require grad: neither side stands for the other one."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.engine.domain import class_lookup
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Bound, Function, Ref, Value
from graphlint.engine.facts import generator_calls
from graphlint.engine.machine.machine import Machine
from graphlint.ir.instructions import Block, Branch, Call, Instruction, Leave, Loop, StoreAttribute
from graphlint.project.file_summary import Effect


def decided_by(machine: Machine, state: State, branch: Branch) -> bool:
    """Return True if a side of a branch, or what it skips, sets `requires_grad`, or calls a function of the program that may set it."""
    flags = machine.code_facts.flags_of_sides.get(branch)
    if flags is None:
        inside = list(_instructions((*branch.then, *branch.otherwise)))
        if any(isinstance(instruction, Leave) and instruction.kind in ("continue", "break") for instruction in inside):
            # The side skips the rest of the iteration.
            inside += _instructions(_innermost_loop(machine.frame.code.body(), branch))
        calls = tuple(instruction for instruction in inside if isinstance(instruction, Call) and isinstance(instruction.function, str))
        flags = machine.code_facts.flags_of_sides[branch] = any(map(_sets_flag, inside)), calls
    sets_flag, calls = flags
    return sets_flag or any(_may_set_flag(machine, state, call) for call in calls)


def _instructions(block: Block) -> Iterator[Instruction]:
    """Yield the instructions of a block, and those in its blocks."""
    for instruction in block:
        yield instruction
        for part in generator_calls.parts(instruction):
            yield from _instructions(part)


def _innermost_loop(block: Block, branch: Branch) -> Block:
    """Return the body of the innermost loop around a branch: that of a generator, which is resumed in the loop of its consumer."""
    body: Block = ()
    for instruction in block:
        inside = next((part for part in generator_calls.parts(instruction) if generator_calls.contains(part, branch)), None)
        if inside is not None:
            body = instruction.body if isinstance(instruction, Loop) and inside is instruction.body else ()
            return _innermost_loop(inside, branch) or body
    return body


def _sets_flag(instruction: Instruction) -> bool:
    if isinstance(instruction, StoreAttribute):
        return instruction.name == "requires_grad"
    return isinstance(instruction, Call) and instruction.method == "requires_grad_"


def _may_set_flag(machine: Machine, state: State, call: Call) -> bool:
    """Return True if a call is one of a function of the program that may set `requires_grad`."""
    called = _called(machine, state, call)
    if isinstance(called, Bound):
        called = called.function
    if not isinstance(called, Function):
        return False
    return Effect.REQUIRES_GRAD in machine.evidence.callee_effects(called.code.path, called.code.at[0])


def _called(machine: Machine, state: State, call: Call) -> Value | None:
    """Return the function that a call of a name, or of a method of a named object, calls; None if it is not resolved."""
    name = str(call.function)
    value = next((field for scope in machine.frame.scopes if (field := state.heap[scope].fields.get(name)) is not None), None)
    if call.method is None:
        return value
    return class_lookup.find_method(state, value, call.method) if isinstance(value, Ref) and value.number in state.heap else None
