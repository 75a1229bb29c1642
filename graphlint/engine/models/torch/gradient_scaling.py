"""Scaling and clipping of gradients."""

from __future__ import annotations

from graphlint.autograd.events import Clipped
from graphlint.engine.domain import gradient_scale, presumed_gradients
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
    latest = state.latest_backward
    scaled = gradient_scale.is_scaled(state, latest) and (
        any(mark.backward == latest and not mark.used and mark.counts for mark in marks)
        if complete and nodes
        else not presumed_gradients.used_since_backward(state)
    )
    pending = YES if any(mark.is_certain for mark in marks) else MAYBE if marks or not complete or not nodes else NO
    spent = bool(marks) and (all(mark.used for mark in marks) or presumed_gradients.spent(state, marks))
    machine.graph.emit(Clipped(arguments.site, machine.context, call, nodes, pending, spent, argument, latest if scaled else 0))


def scaler_method(machine: Machine, state: State, name: str, arguments: Arguments, *, enabled: bool = False) -> Outcome:
    """Call a method of GradScaler: scale(loss), step(optimizer), unscale_(optimizer), update().

    Args:
        enabled: the scaler is certainly enabled.
    """
    first = arguments.get(0, PARAMETERS.get(name, "")) or NONE
    if name == "scale":
        if isinstance(first, Tensor):
            node = state.node(first)
            if not node or state.needs_grad(first) is NO:
                return first
            scaled = machine.graph.record("scale", arguments.site, (node,), (), MAYBE, ())
            if enabled:
                machine.graph.scaled.add(scaled)
            return tensors.new(machine, arguments.site, scaled, state.needs_grad(first), leaf=NO, shape=first.shape)
        return first
    if name == "unscale_" and isinstance(first, Ref) and first.kind == "optimizer":
        owned, complete = ownership.owned_by(state, first)
        _clipped(machine, state, list(owned), complete, "unscale_", "", arguments)
        gradient_scale.reset(state)
        return NONE
    if name in ("unscale_", "step"):
        gradient_scale.reset(state)
    if name == "step" and isinstance(first, Ref) and first.kind == "optimizer":
        return machine.call_method(state, first, "step", arguments.without_first("optimizer"))
    return machine.plain(name)
