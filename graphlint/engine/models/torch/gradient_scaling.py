"""Scaling and clipping of gradients."""

from __future__ import annotations

from graphlint.autograd.events import Clipped
from graphlint.engine.domain import presumed_gradients
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import MAYBE, NO, NONE, YES, Ref, Tensor, Value
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.torch import optimizers
from graphlint.engine.operations import ownership, tensors

PARAMETERS = {"scale": "outputs", "step": "optimizer", "unscale_": "optimizer"}
"""The first parameter of each method of a GradScaler."""


def clip(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    """Model `clip_grad_norm_` and `clip_grad_value_`: report the clipped parameters, and if there is a gradient to clip."""
    given = arguments.get(0, "parameters") or machine.unknown()
    owned, complete = optimizers.leaves_in(machine, state, given)
    argument = "loss" if isinstance(given, Tensor) and not given.parameter and state.node(given) and given.leaf is NO else ""
    short = name.rsplit(".", 1)[-1]
    _clipped(machine, state, owned, complete, short, argument, arguments)
    return machine.plain(short)


def _clipped(machine: Machine, state: State, owned: list[Tensor], complete: bool, call: str, argument: str, arguments: Arguments) -> None:
    """Report clipping or unscaling: the gradients that a backward computed and no step has used."""
    nodes = frozenset(state.node(item) for item in owned)
    marks = [mark for node in nodes for mark in state.gradients.get(node, ())]
    pending = YES if any(mark.is_certain for mark in marks) else MAYBE if marks or not complete or not nodes else NO
    spent = bool(marks) and (all(mark.used for mark in marks) or presumed_gradients.spent(state, marks))
    machine.graph.emit(Clipped(arguments.site, machine.context, call, nodes, pending, spent, argument))


def scaler_method(machine: Machine, state: State, name: str, arguments: Arguments) -> Outcome:
    """Call a method of GradScaler: scale(loss), step(optimizer), unscale_(optimizer), update()."""
    first = arguments.get(0, PARAMETERS.get(name, "")) or NONE
    if name == "scale":
        if isinstance(first, Tensor):
            node = state.node(first)
            if not node or state.needs_grad(first) is NO:
                return first
            scaled = machine.graph.record("scale", arguments.site, (node,), (), MAYBE, ())
            return tensors.new(machine, arguments.site, scaled, state.needs_grad(first), leaf=NO, shape=first.shape)
        return first
    if name == "unscale_" and isinstance(first, Ref) and first.kind == "optimizer":
        owned, complete = ownership.owned_by(state, first)
        _clipped(machine, state, list(owned), complete, "unscale_", "", arguments)
        return NONE
    if name == "step" and isinstance(first, Ref) and first.kind == "optimizer":
        return machine.call_method(state, first, "step", arguments.without_first("optimizer"))
    return machine.plain(name)
