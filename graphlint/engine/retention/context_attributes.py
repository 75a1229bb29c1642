"""Tensors stored as attributes of the `ctx` of a custom Function, which retains them past `backward()`."""

from __future__ import annotations

from dataclasses import replace

from graphlint.autograd.events import Cause, ContextAttribute, Site, TensorRole
from graphlint.engine.domain import havoc_log
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Ref, Sequence, Tensor, Value
from graphlint.engine.facts import dependencies
from graphlint.engine.machine.machine import Machine


def note(state: State, holder: Ref, name: str, value: Value, site: Site) -> None:
    """Record `ctx.name = value` in the forward of a custom Function; the role of the tensor is known when forward returns."""
    obj = state.edit(holder.number)
    for item in value.items if isinstance(value, Sequence) else (value,):
        if isinstance(item, Tensor):
            obj.record = replace(obj.instance, noted=(*obj.instance.noted, (name, item, site)))


def report(machine: Machine, state: State, holder: Ref, inputs: tuple[Value, ...], result: Value) -> None:
    """Report each tensor stored as an attribute of ctx as an input, an output or an intermediate of forward."""
    noted = state.get(holder.number).instance.noted
    outputs = result.items if isinstance(result, Sequence) else (result,)
    for name, value, site in noted:
        role = TensorRole.INTERMEDIATE
        if any(isinstance(item, Tensor) and item.number == value.number for item in inputs):
            role = TensorRole.INPUT
        elif any(isinstance(item, Tensor) and item.number == value.number for item in outputs):
            role = TensorRole.OUTPUT
        machine.graph.emit(ContextAttribute(site, machine.context, name, role))


def note_graphs(machine: Machine, state: State, holder: Ref, inputs: tuple[Value, ...], site: Site) -> None:
    """Record the graphs that forward has built, with grad mode enabled, and left in attributes of ctx: the Function's backward, which the
    run does not execute, may backpropagate through them."""
    held = dependencies.nodes_in(machine, state, tuple(state.get(holder.number).fields.values()))
    if held:
        havoc_log.outlives_root(machine.graph, site, Cause.METHOD, set(held).difference(dependencies.nodes_in(machine, state, inputs)))
