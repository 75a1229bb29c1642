"""Calls of generator functions: what has not run yet, and where a generator waits between two of its elements."""

from __future__ import annotations

from dataclasses import dataclass, replace

from graphlint.engine.domain.records import Record
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Function, Ref, Value
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.ir.instructions import Block, Branch, Instruction, Loop, Try, With, Yield


@dataclass(frozen=True, slots=True)
class Suspension:
    """A generator between two of its elements: its scope, the yield at which it waits, and the iterations that its loops are in."""

    function: Function
    scope: int
    at: Yield | None = None
    iterations: tuple[tuple[Loop, int], ...] = ()


@dataclass(frozen=True, slots=True)
class GeneratorRecord(Record):
    """A generator: the call of which nothing has run yet, or where it waits."""

    pending: tuple[Function, Arguments] | None = None
    suspension: Suspension | None = None


def make(machine: Machine, state: State, function: Function, arguments: Arguments) -> Ref:
    """What a call of a generator function returns: nothing has run yet."""
    return machine.allocate(state, "generator", None, GeneratorRecord(pending=(function, arguments)))


def pending(state: State, value: Value) -> tuple[Function, Arguments] | None:
    """The call that a generator stands for, where nothing of it has run."""
    if not isinstance(value, Ref) or value.kind != "generator":
        return None
    record = state.get(value.number).record
    return record.pending if isinstance(record, GeneratorRecord) else None


def is_lazy(state: State, value: Value) -> bool:
    """Return True for a generator whose code has not run to its end."""
    return pending(state, value) is not None or (isinstance(value, Ref) and suspension(state, value) is not None)


def suspension(state: State, value: Ref) -> Suspension | None:
    """Where a generator waits, None for one that does not."""
    record = state.get(value.number).record if value.kind == "generator" and value.number in state.heap else None
    return record.suspension if isinstance(record, GeneratorRecord) else None


def note_iteration(machine: Machine, state: State, loop: Loop, number: int) -> None:
    """Note in which iteration of a loop a generator waits."""
    generator = Ref(machine.frame.generator, "generator")
    before = suspension(state, generator)
    if before is not None:
        others = tuple(item for item in before.iterations if item[0] is not loop)
        state.edit(generator.number).record = GeneratorRecord(suspension=replace(before, iterations=(*others, (loop, number))))


def parts(instruction: Instruction) -> tuple[Block, ...]:
    """The blocks of a structured instruction."""
    match instruction:
        case Branch():
            return instruction.then, instruction.otherwise
        case Loop():
            return instruction.test, instruction.body, instruction.otherwise
        case With():
            return (instruction.body,)
        case Try():
            return (instruction.body, *(item.body for item in instruction.handlers), instruction.otherwise, instruction.final)
    return ()


def delegates(state: State, value: Ref) -> bool:
    """Return True for a generator that yields the elements of another one by `yield from`."""
    waiting = pending(state, value)
    return waiting is not None and _has_delegation(waiting[0].code.body())


def _has_delegation(block: Block) -> bool:
    return any((isinstance(item, Yield) and item.delegates) or any(map(_has_delegation, parts(item))) for item in block)


def contains(block: Block, wanted: Instruction | None) -> bool:
    """Return True if an instruction is part of a block, at any depth."""
    return any(item is wanted or any(contains(part, wanted) for part in parts(item)) for item in block)


def collected(machine: Machine, state: State, scope: int) -> Value:
    """What a call of a generator function returns."""
    made = machine.allocate(state, "generator")
    target = state.get(made.number)
    target.items = list(state.get(scope).items)
    target.exact = False
    return made
