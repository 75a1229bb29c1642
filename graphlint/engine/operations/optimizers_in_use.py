"""The optimizers with which a path trains."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.engine.domain import presumed_gradients
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Ref
from graphlint.engine.machine.machine import Machine


def of_path(machine: Machine, state: State) -> set[int]:
    """Return the optimizers that the variables of the active functions reach, and those that have stepped or reset gradients."""
    used = {*state.optimizer_steps, *state.optimizer_gradients} - {presumed_gradients.UNRESOLVED}
    return used.union(_in_variables(machine, state))


def _in_variables(machine: Machine, state: State) -> Iterator[int]:
    """Yield the numbers of the optimizers that the variables of the active functions reach."""
    frames = machine.frames
    if len(frames) > 1 and frames[0].code is frames[1].code:
        # The run begins in a function: the frame around it is that of the module, which does not call it.
        frames = frames[1:]
    variables: list[object] = [value for frame in frames for value in state.get(frame.scope).fields.values()]
    return (value.number for value in state.values_below(variables) if type(value) is Ref and value.kind == "optimizer")
