"""Names and slots of leaves that are rebound to a value computed from the leaf."""

from __future__ import annotations

from graphlint.autograd.events import Certainty, Rebound, Site
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Each, Tensor, Value
from graphlint.engine.machine.machine import Machine


def rebound(machine: Machine, state: State, name: str, before: Value | None, value: Value, site: Site) -> None:
    """Record that a name or slot of a leaf is bound to a value computed from the leaf and its gradient.

    A later assignment of the same values as a leaf removes the record, which moves on if the name is bound to another value in between.
    """
    if not isinstance(before, Tensor | Each) or not isinstance(value, Tensor):
        return
    rebounds = machine.graph.leaves.rebounds
    if isinstance(before, Tensor) and before.number in rebounds and value.number not in state.became_leaf and before.number != value.number:
        rebounds.setdefault(value.number, rebounds.pop(before.number))
        return
    if value.number in state.became_leaf:
        if isinstance(before, Tensor) and before.number in rebounds and _same_values(machine, state, before, value):
            del rebounds[before.number]
        return
    for leaf in before.tensors if isinstance(before, Each) else (before,):
        used = machine.graph.leaves.updates.get(leaf.number, ())
        if state.is_leaf(leaf) is Certainty.YES and state.needs_grad(leaf) is Certainty.YES and value.number in used:
            event = Rebound(site, machine.context, name, state.node(leaf), value.site)
            rebounds.setdefault(value.number, event)
            if machine.blocks.loops and name in machine.blocks.loops[-1].targets:
                machine.graph.leaves.of_elements.add(value.number)
            return


def _same_values(machine: Machine, state: State, before: Tensor, value: Tensor) -> bool:
    """Return True if a tensor is a detached copy or view of another."""
    cut = machine.graph.detach_points.of_tensors.get(value.number)
    return value.storage == before.storage or (cut is not None and state.node(before) in cut.nodes)
