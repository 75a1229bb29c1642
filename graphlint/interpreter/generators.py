"""Generators: a loop over one, and a with block around one, run inside of it, at each yield; anything else takes what it yields at once."""

from __future__ import annotations

from graphlint.interpreter import calls, containers
from graphlint.interpreter.machine import Arguments, Consumer, Frame, Machine
from graphlint.interpreter.state import Object, State
from graphlint.interpreter.values import Function, Ref, Value
from graphlint.ir.instructions import Block, Yield

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


def settle(machine: Machine, state: State, value: Value) -> None:
    """Run a generator to its end, where something takes it as a whole."""
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
