"""Calls of generator functions: calls that have not started, and the suspension points of generators."""

from __future__ import annotations

from dataclasses import dataclass, replace

from graphlint.autograd.numbers import ObjectNumber
from graphlint.engine.domain.records import Record
from graphlint.engine.domain.state import Modes, State
from graphlint.engine.domain.values import Function, Ref, Value
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.ir.instructions import Block, Branch, Instruction, Loop, Try, With, Yield


@dataclass(frozen=True, slots=True)
class Suspension:
    """A suspended generator: its scope, the yield at which it is suspended, and the current iterations of its loops."""

    function: Function
    scope: ObjectNumber
    at: Yield | None = None
    iterations: tuple[tuple[Loop, int], ...] = ()


@dataclass(frozen=True, slots=True)
class GeneratorRecord(Record):
    """A generator: the call that has not started, or its suspension point; neither if it has ended."""

    pending: tuple[Function, Arguments] | None = None
    suspension: Suspension | None = None


@dataclass(frozen=True, slots=True)
class OutsideModes(Record):
    """The record of a decorated generator's scope: the consumer's modes while the generator is executed."""

    modes: Modes


def make(machine: Machine, state: State, function: Function, arguments: Arguments) -> Ref:
    """Return the generator that a call of a generator function creates; none of its code is executed yet."""
    return machine.allocate(state, "generator", None, GeneratorRecord(pending=(function, arguments)))


def pending(state: State, value: Value) -> tuple[Function, Arguments] | None:
    """Return the call of a generator that has not started, None for other values."""
    if not isinstance(value, Ref) or value.kind != "generator":
        return None
    record = state.get(value.number).record
    return record.pending if isinstance(record, GeneratorRecord) else None


def is_lazy(state: State, value: Value) -> bool:
    """Return True for a generator that has not been executed to its end."""
    return pending(state, value) is not None or (isinstance(value, Ref) and suspension(state, value) is not None)


def suspension(state: State, value: Ref) -> Suspension | None:
    """Return the suspension point of a generator, None if it is not suspended."""
    record = state.get(value.number).record if value.kind == "generator" and value.number in state.heap else None
    return record.suspension if isinstance(record, GeneratorRecord) else None


def note_iteration(machine: Machine, state: State, loop: Loop, number: int) -> None:
    """Record the iteration of a loop in which the current generator is suspended."""
    generator = Ref(machine.frame.generator, "generator")
    before = suspension(state, generator)
    if before is not None:
        others = tuple(item for item in before.iterations if item[0] is not loop)
        state.edit(generator.number).record = GeneratorRecord(suspension=replace(before, iterations=(*others, (loop, number))))


def parts(instruction: Instruction) -> tuple[Block, ...]:
    """Return the blocks of a structured instruction."""
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
    """Return True for a generator that has not started and contains a `yield from`."""
    waiting = pending(state, value)
    return waiting is not None and _has_delegation(waiting[0].code.body())


def _has_delegation(block: Block) -> bool:
    return any(
        (isinstance(instruction, Yield) and instruction.delegates) or any(map(_has_delegation, parts(instruction))) for instruction in block
    )


def contains(block: Block, wanted: Instruction | None) -> bool:
    """Return True if a block contains an instruction, at any depth."""
    return any(instruction is wanted or any(contains(part, wanted) for part in parts(instruction)) for instruction in block)


def collected(machine: Machine, state: State, scope: ObjectNumber) -> Value:
    """Return the generator of a call that was executed to its end, with its elements."""
    ref = machine.allocate(state, "generator")
    target = state.get(ref.number)
    target.items = list(state.get(scope).items)
    target.exact = state.get(scope).exact
    return ref
