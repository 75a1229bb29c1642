"""Calls of the program's functions, from their start to their end: one whose calls are all executed to their end needs no run as a root."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from graphlint.autograd.events import Certainty
from graphlint.engine.domain.state import Signal, State
from graphlint.engine.domain.values import Bound, Function, Value
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.frames import CallSummary, Visit
from graphlint.engine.machine.machine import Machine
from graphlint.ir.instructions import FunctionId


def begin(
    machine: Machine, function: Function, state: State, arguments: Arguments | None = None, frozen: frozenset[str] = frozenset()
) -> Visit:
    """Record the start of a call in `machine.functions.entered`; until `end`, the call counts as one that is not executed to its end.

    Args:
        machine: the machine.
        function: the function.
        state: the state before the call.
        arguments: the arguments, None if they are not known.
        frozen: the parameters that receive modules without trainable parameters.
    """
    machine.note_entered(function)
    place = function.code.identity
    before = machine.functions.entered.get(place, CallSummary())
    records = before.records and state.grad_mode is Certainty.YES and not state.grad_mode_doubts
    machine.functions.entered[place] = CallSummary(False, records, before.as_root, before.frozen).with_frozen(frozen)
    return Visit(place, before.ended, machine.counts.dropped_paths, machine.counts.errors, _is_as_root(machine, function, state, arguments))


def end(machine: Machine, visit: Visit, states: Iterable[State]) -> None:
    """Record the end of a call.

    The call was executed to its end if none of its paths was dropped and at least one returned or ended with an error of PyTorch.
    """
    ended = machine.counts.errors > visit.errors or any(state.signal is not Signal.RAISE for state in states)
    ended = visit.ended_before and ended and machine.counts.dropped_paths == visit.dropped
    known = machine.functions.entered[visit.place]
    machine.functions.entered[visit.place] = known._replace(ended=ended, as_root=known.as_root or visit.as_root)


def refuse(machine: Machine, called: Value | None) -> None:
    """Record a call of a function of the root's file whose arguments Python refuses: the grad mode in which it runs is unknown."""
    function = called.function if isinstance(called, Bound) else called
    if isinstance(function, Function) and function.code.path == machine.home:
        place = function.code.identity
        machine.functions.entered[place] = machine.functions.entered.get(place, CallSummary())._replace(ended=False, records=False)


def unfinished(entered: Mapping[FunctionId, CallSummary]) -> frozenset[FunctionId]:
    """Return the functions with a call, with grad mode enabled, that was not executed to its end: they are evaluated as roots."""
    return frozenset(place for place, summary in entered.items() if summary.records and not summary.ended)


def not_ended(entered: Mapping[FunctionId, CallSummary]) -> frozenset[FunctionId]:
    """Return the functions with a call that was not executed to its end."""
    return frozenset(place for place, summary in entered.items() if not summary.ended)


def _is_as_root(machine: Machine, function: Function, state: State, arguments: Arguments | None) -> bool:
    """Return True if a call is executed as a root is. A decorator may pass arguments that the call does not show."""
    if function.code.parameters and (arguments is None or arguments.all() or function.defaults):
        return False
    if len(machine.frames) != 1 or machine.frames[0].code.name != "<module>" or machine.counts.dropped_paths:
        return False
    if len(machine.alongside) > 1 or machine.context.iterations or state.freed or state.gradients:
        return False
    return state.grad_mode is Certainty.YES and not (state.grad_mode_doubts or state.version_check_off)
