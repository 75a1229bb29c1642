"""Grad modes: no_grad, enable_grad, inference_mode and set_grad_enabled as context manager, decorator and statement."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from graphlint.autograd.events import Certainty, Discarded, DiscardedResult
from graphlint.engine.domain import class_lookup, terms
from graphlint.engine.domain.state import Signal, State
from graphlint.engine.domain.symbols import symbol_of
from graphlint.engine.domain.values import FALSE, NONE, TRUE, Api, Bound, Class, Constant, Function, Mode, NoSync, Unknown, Value
from graphlint.engine.facts import conditions, external_classes, forward_calls
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.models.python import standard_library
from graphlint.engine.models.torch import parallel
from graphlint.ir.instructions import With
from graphlint.libraries.vocabulary import Effect
from graphlint.project.effect_names import RAISING_MANAGERS

Leave = Callable[[State], None]

SWITCHES: Final = {
    "torch.no_grad": FALSE,
    "torch.enable_grad": TRUE,
    "torch.inference_mode": FALSE,
    "torch.set_grad_enabled": NONE,
    "torch.autograd.no_grad": FALSE,
    "torch.autograd.enable_grad": TRUE,
    "torch.autograd.set_grad_enabled": NONE,
    "torch.autograd.grad_mode.no_grad": FALSE,
    "torch.autograd.grad_mode.enable_grad": TRUE,
    "torch.autograd.grad_mode.inference_mode": FALSE,
    "torch.autograd.inference_mode": FALSE,
    "torch.autograd.grad_mode.set_grad_enabled": NONE,
}
"""Grad-mode classes: FALSE disables grad mode, TRUE enables it, NONE stands for the argument.

Source: the page "Locally disabling gradient computation" of PyTorch's documentation; probed by tests/programs/silent.
"""


NEUTRAL: Final = frozenset(("builtins.open", "torch.autocast"))
"""Context managers that do not change grad mode."""


def make(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    """Call a grad-mode class: return an instance, or the decorated function if the argument is a function."""
    short = name.rsplit(".", 1)[-1]
    enabled: Value = SWITCHES[name]
    first = arguments.get(0, "mode")
    if isinstance(first, Function | Class | Bound) and short != "set_grad_enabled":
        return decorate(machine, Mode(short, enabled), arguments)
    if short == "set_grad_enabled":
        previous = (state.grad_mode, state.inference)
        enabled = first or machine.unknown()
        truth = conditions.decide(machine, state, enabled)
        state.grad_mode = _recording(state, short, truth)
        return Mode(short, enabled, previous, arguments.site)
    if short == "inference_mode" and first is not None:
        truth = conditions.decide(machine, state, first)
        enabled = TRUE if truth is False else FALSE if truth else Unknown(terms.Not(symbol_of(first)), Certainty.NO)
    machine.graph.grad_modes.constructed.setdefault(arguments.site, machine.context)
    return Mode(short, enabled, None, arguments.site)


def decorate(machine: Machine, mode: Mode, arguments: Arguments) -> Value:
    """Return a function decorated with a grad-mode instance."""
    machine.graph.grad_modes.use(mode)
    function = arguments.get(0, "func")
    if isinstance(function, Function):
        return replace(function, mode=mode)
    return function if function is not None else machine.unknown()


def switch(machine: Machine, state: State, mode: Mode) -> None:
    """Set the grad mode of a path; it is uncertain if the mode's argument is undecided."""
    machine.graph.grad_modes.use(mode)
    truth = conditions.decide(machine, state, mode.enabled)
    state.grad_mode = _recording(state, mode.name, truth)
    state.enabled_on_purpose = _is_on_purpose(mode)
    if truth is not True:
        forward_calls.note_without_grad(machine, state)
    if mode.name == "inference_mode":
        state.inference = truth is False


def _is_on_purpose(mode: Mode) -> bool:
    """Return True for a mode that enables grad mode whatever the program has computed: what needs no graph would not be put into it."""
    return mode.name in ("enable_grad", "set_grad_enabled") and isinstance(mode.enabled, Constant) and bool(mode.enabled.value)


def _recording(state: State, name: str, enabled: bool | None) -> Certainty:
    """Return the certainty that operations are recorded after a switch. Only `inference_mode(False)` leaves inference mode (probed)."""
    if state.inference and name != "inference_mode":
        return Certainty.NO
    return Certainty.MAYBE if enabled is None else Certainty.YES if enabled else Certainty.NO


def begin(machine: Machine, state: State, function: Function) -> Leave:
    """Enter the grad mode that a function's decorator sets; return a callback that restores the caller's."""
    before = state.modes
    if isinstance(function.mode, Mode):
        switch(machine, state, function.mode)
    elif function.owner is not None and external_classes.called_by_framework(
        machine, function.owner, function.code.name, Effect.WITHOUT_GRAD
    ):
        state.grad_mode = Certainty.MAYBE if _enabled_by_hook(machine, state, function.owner) else Certainty.NO
    elif function.has_unresolved_decorator:
        state.grad_mode_doubts += 1
    else:
        return _nothing

    def restore(path: State) -> None:
        path.restore(before._replace(version_check_off=path.version_check_off))

    return restore


def _enabled_by_hook(machine: Machine, state: State, owner: Class) -> bool:
    """Return True if a method that the framework calls without grad, too, enables grad mode by a statement: it may stay enabled."""
    return any(
        external_classes.called_by_framework(machine, owner, method.code.name, Effect.WITHOUT_GRAD) is not None
        and method.code.facts.enables_grad
        for method in class_lookup.methods(state, owner)
    )


def _nothing(state: State) -> None:
    """Leave a context that changed nothing."""


def expects_exception(manager: Value, instruction: With) -> bool:
    """Return True if the names of a context manager show that the block expects an exception, or that the manager suppresses one."""
    names = (*instruction.called, manager.name) if isinstance(manager, Unknown | Api) else instruction.called
    return any(name.rsplit(".", 1)[-1] in RAISING_MANAGERS for name in names)


def enter(machine: Machine, state: State, manager: Value, instruction: With) -> list[tuple[State, Leave]]:
    """Enter a context manager that the program does not define: return the states inside, each with a callback for its exit."""
    site = machine.site(instruction.at)
    if isinstance(manager, Mode):
        return _enter_mode(machine, state, manager, instruction)
    if isinstance(manager, NoSync):
        parallel.enter_no_sync(machine, state, manager.module, site)
        machine.set(state, instruction.target, NONE)
        return [(state, lambda after: parallel.leave_no_sync(machine, after, manager.module))]
    result: Value = manager
    leave: Leave = _nothing
    if isinstance(manager, Api) and manager.name in SWITCHES:
        machine.graph.emit(DiscardedResult(site, machine.context, manager.name, Discarded.MODE_CLASS))
        state.signal = Signal.RAISE
        return []
    elif isinstance(manager, Unknown | Api):
        if external_classes.is_unchecked(machine, manager.name):
            leave = _enter_unchecked(state)
        elif manager.name == standard_library.EXIT_STACK:
            leave = _restore_all(state)
        elif manager.name not in NEUTRAL and not (isinstance(manager, Unknown) and manager.graph is Certainty.NO):
            leave = _enter_unresolved(state)
        if isinstance(manager, Unknown):
            unresolved_calls.entered(machine, state, manager)
        result = Unknown(terms.Entered(symbol_of(manager)), manager.graph if isinstance(manager, Unknown) else Certainty.MAYBE)
    machine.set(state, instruction.target, result)
    return [(state, leave)]


def _enter_mode(machine: Machine, state: State, mode: Mode, instruction: With) -> list[tuple[State, Leave]]:
    machine.graph.grad_modes.use(mode)
    before, inference = mode.previous if mode.previous is not None else (state.grad_mode, state.inference)
    outer = state.enabled_on_purpose
    yes, no = conditions.split(machine, state, mode.enabled)
    inside: list[tuple[State, Leave]] = []
    for path, enabled in ((yes, True), (no, False)):
        if path is None:
            continue
        path.grad_mode, path.enabled_on_purpose = _recording(path, mode.name, enabled), _is_on_purpose(mode)
        if not enabled:
            forward_calls.note_without_grad(machine, path)
        if mode.name == "inference_mode":
            path.inference = not enabled
        machine.set(path, instruction.target, NONE)

        def leave(after: State) -> None:
            after.grad_mode, after.inference, after.enabled_on_purpose = before, inference, outer

        inside.append((path, leave))
    return inside


def _enter_unchecked(state: State) -> Leave:
    """Enter a context manager that disables the version check of saved tensors."""
    state.version_check_off += 1

    def leave(after: State) -> None:
        after.version_check_off -= 1

    return leave


def _restore_all(state: State) -> Leave:
    """Return a callback that restores the modes, for all context managers that an exit stack enters from here on."""
    modes = state.modes

    def leave(after: State) -> None:
        after.restore(modes)

    return leave


def enter_context(machine: Machine, state: State, manager: Value) -> Value:
    """Enter a context manager until the exit stack is left; return the value that `as` would bind."""
    if isinstance(manager, Mode):
        switch(machine, state, manager)
        return NONE
    if isinstance(manager, NoSync):
        # The end of the block is not known.
        parallel.forget(state, manager.module)
        return NONE
    known = isinstance(manager, Unknown) and (manager.graph is Certainty.NO or manager.name in NEUTRAL)
    if isinstance(manager, Unknown | Api) and external_classes.is_unchecked(machine, manager.name):
        _enter_unchecked(state)
    elif not known:
        state.grad_mode_doubts += 1
    return machine.plain() if known else machine.unknown()


def _enter_unresolved(state: State) -> Leave:
    """Enter an unresolved context manager, which may disable grad mode: graphs built inside are uncertain."""
    before, doubts = state.grad_mode, state.grad_mode_doubts
    state.grad_mode_doubts += 1

    def leave(after: State) -> None:
        after.grad_mode, after.grad_mode_doubts = before, doubts

    return leave


def call_protocol_method(machine: Machine, state: State, mode: Mode, name: str) -> Value:
    """Call `mode.__enter__()` or `mode.__exit__()` directly."""
    if name == "__enter__":
        switch(machine, state, mode)
    else:
        state.grad_mode, state.inference = Certainty.YES, False
    return NONE
