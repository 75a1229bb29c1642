"""Modules that `fully_shard` has sharded over processes: when their gradients are reduced.

The switch that is in effect during a backward pass decides, not that of the forward pass. Without the reduction, the gradients are kept
aside: `.grad` stays None, a step changes nothing, and `zero_grad()` resets nothing. The next pass with it adds them to its own (probed).
"""

from __future__ import annotations

from typing import Final

from graphlint.autograd.events import Backward, UnreducedBackward
from graphlint.engine.domain.path_facts import GradientsUnreduced
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NONE, TRUE, YES, Ref
from graphlint.engine.facts import conditions
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.operations import ownership

SWITCH: Final = "set_requires_gradient_sync"
"""The method of a sharded module that switches the reduction."""


def switch(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Outcome:
    """Switch the reduction of a module's gradients on or off, on two paths if the flag is not known."""
    leaves = frozenset(state.node(tensor) for tensor in ownership.leaves(machine, state, module) if state.needs_grad(tensor) is YES)
    recurse = arguments.get(1, "recurse") or TRUE
    on, off = conditions.split(machine, state, arguments.get(0, "requires_gradient_sync") or machine.unknown())
    if on is not None:
        _reduce(on, leaves)
    if off is not None and leaves and conditions.decide(machine, state, recurse) is True:
        _reduce(off, leaves)
        off.facts.certain.add(GradientsUnreduced(module.number, arguments.site, leaves))
    after = [item for item in (on, off) if item is not None]
    for path in after:
        path.result = NONE
    return NONE if after == [state] else after


def _reduce(state: State, leaves: frozenset[int]) -> None:
    """Forget what an earlier switch has set for some leaves."""
    for fact in [fact for fact in state.facts.certain if type(fact) is GradientsUnreduced and fact.leaves & leaves]:
        state.facts.certain.discard(fact)
        if rest := fact.leaves - leaves:
            state.facts.certain.add(GradientsUnreduced(fact.module, fact.switch, rest))


def after_backward(machine: Machine, state: State, event: Backward) -> None:
    """Record a backward pass whose gradients are not reduced."""
    for fact in state.facts.certain:
        if type(fact) is GradientsUnreduced and event.fills_gradients and fact.leaves & event.reached:
            machine.graph.emit(UnreducedBackward(fact.switch, machine.context, machine.graph.number(), fact.leaves, event.number))
