"""Generators: the consumer's block (a for loop, a with block) is executed inside of the generator, at each yield.

Other consumers execute the generator to its end and take all elements, or resume it once for each element.
"""

from __future__ import annotations

from dataclasses import replace

from graphlint.autograd.events import Cause
from graphlint.autograd.numbers import ObjectNumber
from graphlint.engine.domain import havoc_log
from graphlint.engine.domain.bounds import GENERATED_ELEMENTS
from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.state import Signal, State
from graphlint.engine.domain.values import NONE, Ref, Sequence, Value
from graphlint.engine.exec import control, functions, loops
from graphlint.engine.facts import dependencies, generator_calls
from graphlint.engine.facts.generator_calls import GeneratorRecord, Suspension
from graphlint.engine.machine import outcomes, visits
from graphlint.engine.machine.frames import Frame
from graphlint.engine.machine.machine import Machine
from graphlint.engine.models.python import elements, iteration
from graphlint.ir.instructions import Block, Instruction, Loop, Try, Yield


def run_to_end(machine: Machine, state: State, value: Value) -> None:
    """Execute a generator to its end, for code that consumes all of its elements.

    This code goes on with one state: if the generator forks, its effects are those of dropped paths, and its elements are unknown.
    """
    if isinstance(value, Ref) and generator_calls.suspension(state, value) is not None:
        _drain(machine, state, value)
        return
    waiting = generator_calls.pending(state, value)
    if waiting is None or not isinstance(value, Ref):
        return
    obj = state.edit(value.number)
    obj.record = None
    obj.exact = False
    before = state.fork()
    after = outcomes.paths(state, functions.enter(machine, state, waiting[0], waiting[1], running=True))
    if len(after) > 1:
        machine.drop(after, [before], None)
        state.take(before)
        return
    if after[0] is not state:
        state.take(after[0])
    if not state.signal and isinstance(state.result, Ref) and state.result.number in state.heap:
        collected, obj = state.get(state.result.number), state.edit(value.number)
        obj.items, obj.exact = list(collected.items), collected.exact


def yielded(machine: Machine, state: State, instruction: Yield) -> list[State] | None:
    """Execute a yield: run the consumer's block or suspend, or collect the element if there is no consumer."""
    if machine.frame.generator:
        return _suspended(machine, state, instruction)
    consumer = machine.blocks.consumers[-1] if machine.blocks.consumers else None
    if consumer is None or machine.frame is not consumer.generator or instruction.delegates:
        collect(machine, state, instruction)
        return None
    value = machine.value(state, instruction.value)
    functions.leave_generator(state, consumer.generator.scope)
    frames, machine.frames = machine.frames, list(consumer.frames)
    inner = machine.blocks.consumers.pop()
    try:
        machine.set(state, consumer.target, value)
        after = machine.run(consumer.body, [state])
    finally:
        machine.frames = frames
        machine.blocks.consumers.append(inner)
    for path in after:
        if path.signal is Signal.CONTINUE:
            path.signal = Signal.NONE
        elif path.signal is Signal.BREAK:
            path.signal = Signal.STOP
        elif path.signal is Signal.RETURN:
            path.signal = Signal.STOP_AND_RETURN
        elif path.signal is Signal.RAISE:
            path.signal = Signal.STOP_AND_RAISE
        if consumer.decorated is not None:
            functions.enter_generator(machine, path, consumer.generator.scope, consumer.decorated)
        if not path.signal:
            machine.set(path, instruction.target, machine.unknown())
    return after


def advance(machine: Machine, state: State, value: Ref, sent: Value = NONE) -> list[State]:
    """Execute a generator up to its next yield. The element is each path's result; a path on which the generator has ended raises."""
    waiting, before = generator_calls.pending(state, value), generator_calls.suspension(state, value)
    if waiting is not None:
        scope = ObjectNumber(machine.graph.number())
        state.put(scope, Object("scope", None, functions.bind(machine, state, waiting[0], waiting[1]), [], None, machine.context))
        before = Suspension(waiting[0], scope)
    if before is None or sum(1 for frame in machine.frames if frame.code is before.function.code) >= 2:
        state.signal = Signal.RAISE
        return [state]
    code = before.function.code
    state.edit(value.number).record = GeneratorRecord(suspension=before)
    visit = visits.begin(machine, before.function, state)
    machine.frames.append(Frame(code, (before.scope, *before.function.scopes), value.number))
    try:
        if before.at is None:
            after = machine.run(code.body(), [state])
        else:
            after = _resume(machine, state, code.body(), before, sent)
    finally:
        machine.frames.pop()
    visits.end(machine, visit, after)
    for path in after:
        if path.signal is Signal.YIELD:
            path.signal = Signal.NONE
        else:
            path.edit(value.number).record = None
            path.result = path.result if path.signal is Signal.RETURN else NONE
            path.signal = Signal.RAISE
    return after


def _suspended(machine: Machine, state: State, instruction: Yield) -> list[State] | None:
    """Execute a yield of a generator that is resumed for each element."""
    value = machine.value(state, instruction.value)
    if instruction.delegates:
        return _delegate(machine, state, instruction, iterator_over(machine, state, value))
    _wait(machine, state, instruction, value)
    return None


def _wait(machine: Machine, state: State, instruction: Yield, value: Value) -> None:
    number = machine.frame.generator
    before = generator_calls.suspension(state, Ref(number, "generator"))
    if before is not None:
        state.edit(number).record = GeneratorRecord(suspension=replace(before, at=instruction))
    state.signal, state.result = Signal.YIELD, value


def _delegate(machine: Machine, state: State, instruction: Yield, source: Value) -> list[State]:
    """Execute `yield from`: yield an element of the inner iterator, or continue with its return value if it has ended."""
    machine.set(state, instruction.target, source)
    after = iteration.step(machine, state, source)
    for path in after:
        if path.signal:
            path.signal = Signal.NONE
            machine.set(path, instruction.target, path.result)
        else:
            _wait(machine, path, instruction, path.result)
    return after


def iterator_over(machine: Machine, state: State, value: Value) -> Value:
    """Return `iter(value)`: for a container, an iterator over its current elements."""
    if not isinstance(value, Sequence) and not (isinstance(value, Ref) and value.kind in ("list", "dict", "set")):
        return value
    known = machine.elements(state, value)
    if known is None:
        return value
    ref = machine.allocate(state, "generator")
    state.get(ref.number).items = list(known)
    return ref


def _drain(machine: Machine, state: State, value: Ref) -> None:
    """Execute the rest of a generator on one path, and store its elements as a list."""
    items: list[Value] = []
    exact = False
    for _ in range(GENERATED_ELEMENTS):
        before = state.fork()
        after = advance(machine, state, value)
        if len(after) != 1 or after[0] is not state:
            machine.drop(after, [before], None)
            state.take(before)
            break
        if state.signal:
            state.signal, exact = Signal.NONE, True
            break
        items.append(state.result)
    obj = state.edit(value.number)
    obj.record, obj.items, obj.exact = None, items, exact


def _resume(machine: Machine, state: State, block: Block, suspension: Suspension, sent: Value) -> list[State]:
    """Continue a block after the yield at which a generator is suspended."""
    for index, instruction in enumerate(block):
        if instruction is suspension.at:
            states = _after_yield(machine, state, suspension.at, sent)
        elif (
            inner := next((part for part in generator_calls.parts(instruction) if generator_calls.contains(part, suspension.at)), None)
        ) is not None:
            states = _resume(machine, state, inner, suspension, sent)
            states = _leave_inner(machine, states, instruction, suspension)
        else:
            continue
        live = [path for path in states if not path.signal]
        return [path for path in states if path.signal] + (machine.run(block[index + 1 :], live) if live else [])
    return [state]


def _after_yield(machine: Machine, state: State, instruction: Yield, sent: Value) -> list[State]:
    """Return the states after a yield; a `yield from` continues with the next element of the inner iterator."""
    if instruction.delegates:
        return _delegate(machine, state, instruction, machine.value(state, instruction.target))
    machine.set(state, instruction.target, sent)
    return [state]


def _leave_inner(machine: Machine, states: list[State], instruction: Instruction, suspension: Suspension) -> list[State]:
    """Finish the structured instruction that contains the yield: the rest of a loop, the end of a with or try statement."""
    if isinstance(instruction, Loop):
        begun = next((number for loop, number in suspension.iterations if loop is instruction), 1)
        results: list[State] = []
        for state in states:
            if state.signal is Signal.BREAK:
                state.signal = Signal.NONE
                results.append(state)
            elif state.signal in (Signal.NONE, Signal.CONTINUE):
                state.signal = Signal.NONE
                results.extend(loops.loop(machine, state, instruction, begun))
            else:
                if state.signal is Signal.YIELD:
                    generator_calls.note_iteration(machine, state, instruction, begun)
                results.append(state)
        return results
    if isinstance(instruction, Try) and instruction.final:
        return control.run_finally(machine, instruction, states)
    return states


def collect(machine: Machine, state: State, instruction: Yield) -> None:
    """Execute a yield without a consumer: append the element to the generator's elements."""
    value = machine.value(state, instruction.value)
    known = elements.known_elements(machine, state, value) if instruction.delegates else (value,)
    scope = state.edit(machine.frame.scope)
    scope.items.extend(known or ())
    scope.exact = scope.exact and known is not None and _is_each_iteration_executed(machine)
    if len(machine.frames) <= 2:
        nodes = dependencies.nodes_in(machine, state, (value,))
        havoc_log.outlives_root(machine.graph, machine.here(), Cause.CALLER, nodes)
    machine.set(state, instruction.target, machine.unknown())


def _is_each_iteration_executed(machine: Machine) -> bool:
    """Return True if all iterations of the loops around the current instruction are executed, each for itself."""
    return all(extent.whole and not extent.summarized and extent.followed(machine.limits.passes) for extent in machine.blocks.extents)
