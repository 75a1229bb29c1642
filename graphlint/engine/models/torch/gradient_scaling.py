"""Scaling and clipping of gradients."""

from __future__ import annotations

from typing import Final

from graphlint.autograd.events import Clipped, Event, Fault, Origin, Raised, ScalerCall, ScalerMethod
from graphlint.engine.domain import gradient_scale, presumed_gradients, scaler_stages
from graphlint.engine.domain.records import LibraryKind
from graphlint.engine.domain.state import State
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.values import MAYBE, NO, NONE, YES, Ref, Tensor, Unknown, Value
from graphlint.engine.facts import conditions, library_objects
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.torch import optimizers
from graphlint.engine.operations import errors, ownership, tensors

PARAMETERS: Final = {"scale": "outputs", "step": "optimizer", "unscale_": "optimizer"}
"""The first parameter of each method of a GradScaler."""


OPTIMIZER_METHODS: Final = {method.value: method for method in ScalerMethod}


def make(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    """Construct a GradScaler."""
    # The flag is the last parameter of both classes, which are given it by name.
    unknown = arguments.open or len(arguments.positional) > 4
    ref = library_objects.make(machine, state, LibraryKind.SCALER, enabled=arguments.keywords.get("enabled"), unknown=unknown)
    scaler_stages.created(state, ref.number)
    return ref


def method(machine: Machine, state: State, scaler: Ref, name: str, arguments: Arguments) -> Outcome:
    """Call a method of a GradScaler that the program has constructed, or that an annotation declares."""
    record = state.get(scaler.number).library
    enabled = None if record.unknown else True if record.enabled is None else conditions.decide(machine, state, record.enabled)
    if name == "unscale_" and enabled is False:
        return NONE
    # A scaler under a setting is meant to be enabled in some run of the program, and raises in that.
    refused = None if record.unknown or enabled is False else _refused(machine, state, scaler.number, name, arguments)
    if refused is not None:
        kind = AssertionError if refused.fault in (Fault.NEVER_SCALED, Fault.UPDATED_WITHOUT_STEP) else RuntimeError
        errors.fail(machine, state, refused, kind)
        return NONE
    flag = record.enabled.symbol if enabled is None and isinstance(record.enabled, Unknown) else None
    return scaler_method(machine, state, name, arguments, enabled=enabled is True, flag=flag)


def _refused(machine: Machine, state: State, scaler: int, name: str, arguments: Arguments) -> Raised | None:
    """Return the error of a call that the stage of an enabled scaler does not permit; otherwise record the call, and return None."""
    if scaler in machine.value_facts.received_scalers:
        return None
    if name == "scale":
        scaler_stages.scaled(state, scaler)
        return None
    earlier: Event | None = machine.graph.backward_event(state.latest_backward)
    if name == "update":
        given = arguments.get(0, "new_scale")
        fault = scaler_stages.refused_update(state, scaler, sets_scale=arguments.open or (given is not None and given != NONE))
        if fault is None:
            scaler_stages.updated(state, scaler)
    elif name in OPTIMIZER_METHODS:
        called, optimizer = OPTIMIZER_METHODS[name], _single_optimizer(state, arguments.get(0, "optimizer"))
        fault = scaler_stages.refused(state, scaler, called, optimizer)
        if fault is None:
            event = ScalerCall(arguments.site, machine.context, called, scaler, optimizer) if optimizer else None
            if event is not None:
                machine.graph.emit(event)
            scaler_stages.called(state, scaler, event)
        elif fault is not Fault.NEVER_SCALED:
            earlier = scaler_stages.earlier_call(state, scaler, optimizer)
    else:
        return None
    if fault is not None:
        return Raised(arguments.site, machine.context, fault, cause=earlier)
    machine.graph.outcome_conditions.changed.setdefault((arguments.site, machine.context), []).append(state.condition.snapshot())
    return None


def _single_optimizer(state: State, value: Value | None) -> int:
    """Return the number of a resolved optimizer; 0 for other values, and for one that stands for all elements of a collection."""
    if not isinstance(value, Ref) or value.kind != "optimizer" or state.get(value.number).optimizer.loop is not None:
        return 0
    return value.number


def clip(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    """Model `clip_grad_norm_` and `clip_grad_value_`: report the clipped parameters, and if there is a gradient to clip."""
    given = arguments.get(0, "parameters") or machine.unknown()
    owned, complete = optimizers.leaves_in(machine, state, given)
    of_loss = isinstance(given, Tensor) and not given.parameter and bool(state.node(given)) and given.leaf is NO
    short = name.rsplit(".", 1)[-1]
    _clipped(machine, state, owned, complete, short, arguments, of_loss=of_loss)
    return machine.plain(short)


def _clipped(
    machine: Machine, state: State, owned: list[Tensor], complete: bool, call: str, arguments: Arguments, *, of_loss: bool = False
) -> None:
    """Report clipping or unscaling: the gradients that a backward computed and no step has used."""
    nodes = frozenset(state.node(tensor) for tensor in owned)
    marks = [mark for node in nodes for mark in state.gradients.get(node, ())]
    latest = state.latest_backward
    scaled = gradient_scale.may_be_scaled(machine.graph, state, latest) and (
        any(mark.backward == latest and not mark.used and mark.counts for mark in marks)
        if complete and nodes
        else not presumed_gradients.used_since_backward(state)
    )
    pending = YES if any(mark.is_certain for mark in marks) else MAYBE if marks or not complete or not nodes else NO
    spent = bool(marks) and (all(mark.used for mark in marks) or presumed_gradients.spent(state, marks))
    machine.graph.emit(Clipped(arguments.site, machine.context, call, nodes, pending, spent, of_loss, latest if scaled else 0))


def scaler_method(
    machine: Machine, state: State, name: str, arguments: Arguments, *, enabled: bool = False, flag: Symbol | None = None
) -> Outcome:
    """Call a method of GradScaler: scale(loss), step(optimizer), unscale_(optimizer), update().

    Args:
        enabled: the scaler is certainly enabled.
        flag: the condition under which it is enabled.
    """
    first = arguments.get(0, PARAMETERS.get(name, "")) or NONE
    if name == "scale":
        if isinstance(first, Tensor):
            node = state.node(first)
            if not node or state.needs_grad(first) is NO:
                return first
            scaled = machine.graph.record(Origin.OPERATION, arguments.site, (node,), (), MAYBE, (), operation="scale")
            if enabled or flag is not None:
                machine.graph.scaling.losses[scaled] = None if enabled else flag
            return tensors.new(machine, arguments.site, scaled, state.needs_grad(first), leaf=NO, shape=first.shape)
        return first
    if name in OPTIMIZER_METHODS and isinstance(first, Unknown) and first.graph is not NO and not first.data:
        # A scaler raises for anything but an optimizer.
        first = optimizers.opaque(machine, state, first)
    if name == "unscale_" and isinstance(first, Ref) and first.kind == "optimizer":
        owned, complete = ownership.owned_by(state, first)
        _clipped(machine, state, list(owned), complete, "unscale_", arguments)
        gradient_scale.reset(state)
        return NONE
    if name in ("unscale_", "step"):
        gradient_scale.reset(state)
    if name == "step" and isinstance(first, Ref) and first.kind == "optimizer":
        return machine.call_method(state, first, "step", arguments.without_first("optimizer"))
    return machine.plain(name)
