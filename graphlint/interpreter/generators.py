"""Generators: a loop over one, and a with block around one, run inside of it, at each yield; anything else takes what it yields at once."""

from __future__ import annotations

from dataclasses import dataclass, replace

from graphlint.interpreter import calls, class_lookup, containers, control, outcomes
from graphlint.interpreter.machine import Arguments, Consumer, Frame, Machine
from graphlint.interpreter.state import Object, State
from graphlint.interpreter.values import NONE, Function, Ref, Sequence, Value
from graphlint.ir.instructions import Block, Branch, Instruction, Loop, Try, With, Yield

YIELDED = "yield"
"""The signal of a path on which a generator that runs up to its next element has come to it."""

STOPPED = "stopped"
"""The signal of a path on which the consumer has broken off, and prefix of those that leave the consumer's own function."""


def make(machine: Machine, state: State, function: Function, arguments: Arguments) -> Ref:
    """What a call of a generator function returns: nothing has run yet."""
    return machine.allocate(state, "generator", None, pending=(function, arguments))


def pending(state: State, value: Value) -> tuple[Function, Arguments] | None:
    """The call that a generator stands for, where nothing of it has run."""
    if not isinstance(value, Ref) or value.kind != "generator":
        return None
    waiting = state.get(value.number).about.get("pending")
    return waiting if isinstance(waiting, tuple) else None


def is_lazy(state: State, value: Value) -> bool:
    """Return True for a generator whose code has not run to its end."""
    return pending(state, value) is not None or (isinstance(value, Ref) and _suspension(state, value) is not None)


def settle(machine: Machine, state: State, value: Value) -> None:
    """Run a generator to its end, where something takes it as a whole."""
    if isinstance(value, Ref) and _suspension(state, value) is not None:
        _drain(machine, state, value)
        return
    waiting = pending(state, value)
    if waiting is None or not isinstance(value, Ref):
        return
    made = state.edit(value.number)
    made.about = {}
    made.exact = False
    outcome = calls.enter(machine, state, waiting[0], waiting[1], running=True)
    if isinstance(outcome, Ref) and outcome.number in state.heap:
        state.edit(value.number).items = list(state.get(outcome.number).items)


def inline(machine: Machine, state: State, value: Ref, target: int, body: Block) -> list[State]:
    """Run a generator with the consumer's block at each of its yields."""
    waiting = pending(state, value)
    assert waiting is not None
    function, arguments = waiting
    state.edit(value.number).about = {}
    if sum(1 for frame in machine.frames if frame.code is function.code) >= 2 or len(machine.frames) > machine.limits.depth + 4:
        machine.set(state, target, machine.unknown())
        return machine.run(body, [state])
    visit = machine.note_entered(function, state)
    scope = machine.graph.number()
    state.put(scope, Object("scope", None, calls.bind(machine, state, function, arguments), [], {}, machine.context))
    frame = Frame(function.code, (scope, *function.scopes))
    machine.consumers.append(Consumer(tuple(machine.frames), target, body, frame))
    machine.frames.append(frame)
    try:
        behind = machine.run(function.code.body(), [state])
    finally:
        machine.frames.pop()
        machine.consumers.pop()
    machine.note_end(visit, behind)
    for item in behind:
        if item.signal in ("return", STOPPED):
            item.signal = ""
        elif item.signal.startswith(STOPPED):
            item.signal = item.signal.removeprefix(STOPPED + " ")
    return behind


def yielded(machine: Machine, state: State, instruction: Yield) -> list[State] | None:
    """yield: the consumer's turn, or, without one, an item more of what the generator hands out."""
    if machine.frame.generator:
        return _suspended(machine, state, instruction)
    consumer = machine.consumers[-1] if machine.consumers else None
    if consumer is None or machine.frame is not consumer.generator or instruction.delegates:
        containers.yielded(machine, state, instruction)
        return None
    value = machine.value(state, instruction.value)
    frames, machine.frames = machine.frames, list(consumer.frames)
    inner = machine.consumers.pop()
    try:
        machine.set(state, consumer.target, value)
        behind = machine.run(consumer.body, [state])
    finally:
        machine.frames = frames
        machine.consumers.append(inner)
    for item in behind:
        if item.signal == "continue":
            item.signal = ""
        elif item.signal == "break":
            item.signal = STOPPED
        elif item.signal in ("return", "raise"):
            item.signal = f"{STOPPED} {item.signal}"
        if not item.signal:
            machine.set(item, instruction.target, machine.unknown())
    return behind


@dataclass(frozen=True, slots=True)
class Suspension:
    """A generator between two of its elements: its scope, the yield at which it waits, and the iterations that its loops are in."""

    function: Function
    scope: int
    at: Yield | None = None
    iterations: tuple[tuple[Loop, int], ...] = ()


MOST = 8
"""So many elements of a generator are run where something takes all that are left of it."""


def _suspension(state: State, value: Ref) -> Suspension | None:
    found = state.get(value.number).about.get("suspended") if value.kind == "generator" and value.number in state.heap else None
    return found if isinstance(found, Suspension) else None


def advance(machine: Machine, state: State, value: Ref, sent: Value = NONE) -> list[State]:
    """Run a generator up to its next yield. Each path has the element as its result; one on which the generator has ended raises."""
    waiting, before = pending(state, value), _suspension(state, value)
    if waiting is not None:
        scope = machine.graph.number()
        state.put(scope, Object("scope", None, calls.bind(machine, state, waiting[0], waiting[1]), [], {}, machine.context))
        before = Suspension(waiting[0], scope)
    if before is None or sum(1 for frame in machine.frames if frame.code is before.function.code) >= 2:
        state.signal = "raise"
        return [state]
    code = before.function.code
    state.edit(value.number).about = {"suspended": before}
    visit = machine.note_entered(before.function, state)
    machine.frames.append(Frame(code, (before.scope, *before.function.scopes), value.number))
    try:
        if before.at is None:
            after = machine.run(code.body(), [state])
        else:
            after = _resume(machine, state, code.body(), before, sent)
    finally:
        machine.frames.pop()
    machine.note_end(visit, after)
    for item in after:
        if item.signal == YIELDED:
            item.signal = ""
        else:
            item.edit(value.number).about = {}
            item.result = item.result if item.signal == "return" else NONE
            item.signal = "raise"
    return after


def note_iteration(machine: Machine, state: State, loop: Loop, number: int) -> None:
    """Note in which iteration of a loop a generator waits."""
    generator = Ref(machine.frame.generator, "generator")
    before = _suspension(state, generator)
    if before is not None:
        others = tuple(item for item in before.iterations if item[0] is not loop)
        state.edit(generator.number).about = {"suspended": replace(before, iterations=(*others, (loop, number)))}


def _suspended(machine: Machine, state: State, instruction: Yield) -> list[State] | None:
    """yield in a generator that runs up to its next element."""
    value = machine.value(state, instruction.value)
    if instruction.delegates:
        return _delegate(machine, state, instruction, iterator_over(machine, state, value))
    _wait(machine, state, instruction, value)
    return None


def _wait(machine: Machine, state: State, instruction: Yield, value: Value) -> None:
    number = machine.frame.generator
    before = _suspension(state, Ref(number, "generator"))
    if before is not None:
        state.edit(number).about = {"suspended": replace(before, at=instruction)}
    state.signal, state.result = YIELDED, value


def _delegate(machine: Machine, state: State, instruction: Yield, source: Value) -> list[State]:
    """yield from: an element of the inner iterator, or what it has returned if it has ended."""
    machine.set(state, instruction.target, source)
    after = step(machine, state, source)
    for item in after:
        if item.signal:
            item.signal = ""
            machine.set(item, instruction.target, item.result)
        else:
            _wait(machine, item, instruction, item.result)
    return after


def iterator_over(machine: Machine, state: State, value: Value) -> Value:
    """iter(value): for a container, an iterator of its own over the elements that are known now."""
    if not isinstance(value, Sequence) and not (isinstance(value, Ref) and value.kind in ("list", "dict", "set")):
        return value
    known = machine.elements(state, value)
    if known is None:
        return value
    made = machine.allocate(state, "generator")
    state.get(made.number).items = list(known)
    return made


def step(machine: Machine, state: State, value: Value) -> list[State]:
    """next(value): each path has the element as its result; one on which the iterator has ended raises."""
    if isinstance(value, Ref) and is_lazy(state, value):
        return advance(machine, state, value)
    if isinstance(value, Ref) and value.kind == "instance" and (own := class_lookup.find_method(state, value, "__next__")) is not None:
        return outcomes.paths(state, machine.call(state, own, Arguments((), {}, machine.site(machine.frame.code.at))))
    if isinstance(value, Ref) and value.kind in ("list", "generator"):
        made = state.edit(value.number)
        if made.items:
            state.result = made.items.pop(0) if made.exact or len(made.items) > 1 else made.items[0]
            return [state]
        if made.exact:
            state.signal, state.result = "raise", NONE
            return [state]
    state.result = containers.element(machine, state, value, 1)
    return [state]


def _drain(machine: Machine, state: State, value: Ref) -> None:
    """Run what is left of a generator on one path, and hold its elements as a list."""
    items: list[Value] = []
    exact = False
    for _ in range(MOST):
        before = state.fork()
        after = advance(machine, state, value)
        if len(after) != 1 or after[0] is not state:
            state.take(before)
            break
        if state.signal:
            state.signal, exact = "", True
            break
        items.append(state.result)
    made = state.edit(value.number)
    made.about, made.items, made.exact = {}, items, exact


def _resume(machine: Machine, state: State, block: Block, suspension: Suspension, sent: Value) -> list[State]:
    """Go on in a block after the yield at which a generator waits."""
    for index, instruction in enumerate(block):
        if instruction is suspension.at:
            states = _after_yield(machine, state, suspension.at, sent)
        elif (inner := next((part for part in _parts(instruction) if _contains(part, suspension.at)), None)) is not None:
            states = _resume(machine, state, inner, suspension, sent)
            states = _leave_inner(machine, states, instruction, suspension)
        else:
            continue
        live = [item for item in states if not item.signal]
        return [item for item in states if item.signal] + (machine.run(block[index + 1 :], live) if live else [])
    return [state]


def _after_yield(machine: Machine, state: State, instruction: Yield, sent: Value) -> list[State]:
    """The yield's own value; a yield from goes on with the next element of the inner iterator."""
    if instruction.delegates:
        return _delegate(machine, state, instruction, machine.value(state, instruction.target))
    machine.set(state, instruction.target, sent)
    return [state]


def _leave_inner(machine: Machine, states: list[State], instruction: Instruction, suspension: Suspension) -> list[State]:
    """Finish the structured instruction that holds the yield: the rest of a loop, the end of a with or try."""
    if isinstance(instruction, Loop):
        begun = next((number for loop, number in suspension.iterations if loop is instruction), 1)
        results: list[State] = []
        for item in states:
            if item.signal == "break":
                item.signal = ""
                results.append(item)
            elif item.signal in ("", "continue"):
                item.signal = ""
                results.extend(control.loop(machine, item, instruction, begun))
            else:
                if item.signal == YIELDED:
                    note_iteration(machine, item, instruction, begun)
                results.append(item)
        return results
    if isinstance(instruction, Try) and instruction.final:
        return [after for item in states for after in _finally(machine, item, instruction)]
    return states


def _finally(machine: Machine, state: State, instruction: Try) -> list[State]:
    if state.signal == YIELDED:
        return [state]
    signal, result, state.signal = state.signal, state.result, ""
    after = machine.run(instruction.final, [state])
    for item in after:
        if not item.signal:
            item.signal, item.result = signal, result
    return after


def _parts(instruction: Instruction) -> tuple[Block, ...]:
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
    return any((isinstance(item, Yield) and item.delegates) or any(map(_has_delegation, _parts(item))) for item in block)


def _contains(block: Block, wanted: Instruction | None) -> bool:
    """Return True if an instruction is part of a block, at any depth."""
    return any(item is wanted or any(_contains(part, wanted) for part in _parts(item)) for item in block)
