"""Custom autograd Functions: forward runs with grad mode disabled, and the node saves the arguments of `ctx.save_for_backward`."""

from __future__ import annotations

from graphlint.autograd.events import Origin, Saved
from graphlint.engine.domain import class_lookup
from graphlint.engine.domain.records import InstanceRecord
from graphlint.engine.domain.state import State
from graphlint.engine.domain.tensor_history import WrongGradients
from graphlint.engine.domain.values import NO, YES, Class, Function, Ref, Sequence, Tensor, Value, strongest
from graphlint.engine.machine import outcomes
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.operations import applications, detached_operands, recording, tensors
from graphlint.engine.retention import context_attributes


def apply_function(machine: Machine, state: State, cls: Class, forward: Function, arguments: Arguments) -> Outcome:
    """Apply a custom Function: forward runs with grad mode disabled; the node depends on the arguments and saves what `ctx` received."""
    given = recording.operands_of(arguments.all(), state)
    ctx = machine.allocate(state, "instance", None, InstanceRecord(context=True))
    before, inference = state.grad_mode, state.inference
    state.grad_mode = NO
    setup = class_lookup.attribute(state, cls, "setup_context")
    outcome = machine.call(state, forward, arguments if isinstance(setup, Function) else arguments.with_first(ctx))
    if isinstance(setup, Function):

        def set_up(path: State, result: Value) -> Outcome:
            done = machine.call(path, setup, Arguments((ctx, Sequence(arguments.positional), result), {}, arguments.site))
            return outcomes.then(path, done, lambda _, __: result)

        outcome = outcomes.then(state, outcome, set_up)
    if isinstance(outcome, list):
        for item in outcome:
            item.grad_mode, item.inference = before, inference
            if not item.signal:
                item.result = _applied(machine, item, cls, ctx, given, item.result, arguments)
        return outcome
    state.grad_mode, state.inference = before, inference
    return outcome if state.signal else _applied(machine, state, cls, ctx, given, outcome, arguments)


def _wrong_gradients(state: State, function: Class, arguments: Arguments) -> WrongGradients | None:
    """Return the gradients of the first return statement of the Function's backward if PyTorch refuses the number of each."""
    backward = class_lookup.attribute(state, function, "backward")
    if not isinstance(backward, Function) or backward.has_unresolved_decorator or arguments.open or arguments.spread or arguments.keywords:
        return None
    returned, expected = backward.code.facts.returned_gradients, len(arguments.positional)
    wrong = [item for item in returned if item is not None and not item.fits(expected)]
    return WrongGradients(wrong[0].site, expected, wrong[0].number) if wrong and len(wrong) == len(returned) else None


def _applied(
    machine: Machine, state: State, function: Class, ctx: Ref, given: list[Tensor | Value], result: Value, arguments: Arguments
) -> Value:
    context_attributes.report(machine, state, ctx, arguments.positional, result)
    context_attributes.note_graphs(machine, state, ctx, arguments.positional, arguments.site)
    kept = state.get(ctx.number).instance.saved
    needs = strongest(applications.needs_of(state, item) for item in given)
    if needs is NO or state.grad_mode is NO:
        return result
    saved = tuple(Saved(tensor.storage, state.version(tensor.storage), tensor.leaf is YES, "saved") for tensor in kept)
    inputs = [state.node(item) for item in given if isinstance(item, Tensor) and state.needs_grad(item) is YES]
    maybe = recording.possible_inputs(machine, state, given, arguments.site)
    node = machine.graph.record(Origin.CUSTOM_FUNCTION, arguments.site, inputs, maybe, needs if kept else NO, saved if needs is YES else ())
    detached_operands.note(machine, given, node)
    if needs is YES and (wrong := _wrong_gradients(state, function, arguments)) is not None:
        machine.graph.passes.wrong_gradients[node] = wrong
    outputs = result.items if isinstance(result, Sequence) else (result,)
    results: list[Value] = []
    for value in outputs:
        shape = value.shape if isinstance(value, Tensor) else None
        results.append(tensors.new(machine, arguments.site, node, needs, leaf=NO, shape=shape))
    return Sequence(tuple(results)) if isinstance(result, Sequence) else results[0]
