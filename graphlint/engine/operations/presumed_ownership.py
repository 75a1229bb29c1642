"""Optimizers with unresolved parameters, and the module that such an optimizer presumably trains."""

from __future__ import annotations

from graphlint.autograd.events import Certainty, ChangedBy, Site
from graphlint.autograd.presumptions import Presumption
from graphlint.engine.domain import graph_effects, presumed_gradients
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import ObjectKind, Ref, Tensor
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import ownership


def optimizers_in_use(machine: Machine, state: State) -> set[int]:
    """Return the optimizers with which the path trains: those that the variables of the active functions reach, and those that have
    stepped or reset gradients."""
    used = {*state.optimizer_steps, *state.optimizer_gradients} - {presumed_gradients.UNRESOLVED}
    return used | _in_variables(machine, state, "optimizer").keys()


def step(machine: Machine, state: State, optimizer: Ref, site: Site) -> None:
    """Let a step modify the parameters that its optimizer presumably owns, if they certainly have a gradient.

    Only GL104 rests on this presumption: the gradients count as those of unresolved parameters.
    """
    for leaf in _presumed_parameters(machine, state, optimizer) if state.retained_by else ():
        if any(mark.is_certain for mark in state.gradients.get(state.node(leaf), ())):
            graph_effects.change(machine.graph, state, site, leaf.storage, ChangedBy.STEP, True, not leaf.stands_for.is_one_of_several)


def _presumed_parameters(machine: Machine, state: State, optimizer: Ref) -> list[Tensor]:
    """Return the parameters that an optimizer with unresolved parameters presumably owns.

    A function that receives one optimizer and one module, and switches the module to training mode, trains it.
    """
    modules = _in_variables(machine, state, "module")
    if len(modules) != 1 or optimizers_in_use(machine, state) != {optimizer.number}:
        return []
    module = next(iter(modules.values()))
    record = state.get(module.number).module
    trains = record.opaque and record.training is Certainty.YES
    return ownership.leaves(machine, state, module) if trains and machine.graph.presumes(Presumption.ONLY_OPTIMIZER) else []


def _in_variables(machine: Machine, state: State, kind: ObjectKind) -> dict[int, Ref]:
    """Return the objects of a kind that the variables of the active functions reach, by number."""
    frames = machine.frames
    if len(frames) > 1 and frames[0].code is frames[1].code:
        # The run begins in a function: the frame around it is that of the module, which does not call it.
        frames = frames[1:]
    variables: list[object] = [value for frame in frames for value in state.get(frame.scope).fields.values()]
    return {value.number: value for value in state.values_below(variables) if type(value) is Ref and value.kind == kind}
