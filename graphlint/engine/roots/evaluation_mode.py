"""Methods of modules that run in evaluation mode only: in training mode, the mode of a new module, every path raises.

Their callers have switched the module. `assert not self.training` says so, and so may an error of PyTorch.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from graphlint.engine.domain.state import Signal, State
from graphlint.engine.domain.values import NO, Function, Ref, Value
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import ownership
from graphlint.engine.roots.receivers import Prototype


def is_required(machine: Machine, receiver: Value | None, function: Function, states: Iterable[State]) -> bool:
    """Return True if no path of a method's run returns, and the run has read that the receiver is in training mode.

    Args:
        states: the states at the end of the run.
    """
    if not isinstance(receiver, Ref) or receiver.number not in machine.graph.reads.modes:
        return False
    return function.code.identity in machine.graph.failing or all(state.signal is Signal.RAISE for state in states)


def start_in(machine: Machine, start: Prototype) -> Prototype:
    """Return the start of a root with the receiver and its submodules in evaluation mode."""
    receiver = start.receiver
    assert isinstance(receiver, Ref)
    states = [path.fork() for path in start.states]
    for state in states:
        for module in ownership.submodules(machine, state, receiver):
            obj = state.edit(module.number)
            obj.record = replace(obj.module, training=NO)
    return replace(start, states=states)
