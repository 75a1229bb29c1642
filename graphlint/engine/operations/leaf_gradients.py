"""Gradients of leaves: resets, manual updates, and the effects of unresolved code."""

from __future__ import annotations

from collections.abc import Sequence as Items
from typing import Final

from graphlint.autograd.events import Cleared, Contribution, Presence, ResetBy, Site, Step, UnusedGradients, ZeroGrad
from graphlint.autograd.numbers import NO_OBJECT, ObjectNumber
from graphlint.engine.domain import counter_tests, gradient_scale, path_facts, plausibility, presumed_gradients, terms
from graphlint.engine.domain.state import State
from graphlint.engine.domain.term import Term
from graphlint.engine.domain.values import Each, Tensor, Value
from graphlint.engine.facts import conditions
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine


def sets_to_none(machine: Machine, state: State, arguments: Arguments) -> bool:
    """Return True if `zero_grad` sets gradients to None; with `set_to_none=False`, it sets them to zero."""
    keep = arguments.get(0, "set_to_none")
    return keep is None or conditions.decide(machine, state, keep) is not False


def reset_gradients(machine: Machine, state: State, owned: list[Tensor], arguments: Arguments, reset_by: ResetBy) -> None:
    """Reset the gradients of leaves, as `zero_grad` does: contributions that no step has used are lost."""
    if reset_by is not ResetBy.OPTIMIZER:
        presumed_gradients.reset(state, None, arguments.site)
    nodes = frozenset(state.node(tensor) for tensor in owned)
    unused = frozenset(mark.backward for node in nodes for mark in state.gradients.get(node, ()) if not mark.used and mark.is_certain)
    machine.graph.emit(ZeroGrad(arguments.site, machine.context, nodes, unused, reset_by))
    filled = not sets_to_none(machine, state, arguments)
    for node in nodes:
        wasted = [mark.backward for mark in state.gradients.get(node, ()) if not mark.used and mark.counts]
        if wasted:
            state.discarded_gradients[node] = Cleared(arguments.site, wasted[-1])
        state.gradients[node] = ()
        if filled:
            state.facts.certain.add(path_facts.ZeroFilled(node))
        else:
            state.facts.certain.discard(path_facts.ZeroFilled(node))


def report_discarded(
    machine: Machine, state: State, owned: list[Tensor], site: Site, presumed: ObjectNumber | None = None,
    optimizer: ObjectNumber = NO_OBJECT,
    *, unstepped: bool = False,
) -> None:  # fmt: skip
    """Report the backward passes whose gradients a reset discards, if no optimizer that may own the parameters has stepped since.

    Args:
        presumed: the optimizer, if its parameters are not all resolved: it owns some that each backward reaches (`REACHED_PARAMETERS`).
        unstepped: no code may step the optimizer.
    """
    nodes = frozenset(state.node(tensor) for tensor in owned)
    marks = [mark for node in nodes for mark in state.gradients.get(node, ())]
    if presumed is not None:
        marks.extend(state.optimizer_gradients.get(presumed, ()))
    others, own = _latest_steps(state, nodes, complete=presumed is None)
    unused = sorted({mark.backward for mark in marks if not mark.used and mark.counts and mark.backward > own})
    if unused and not plausibility.dubious(state.condition.truths):
        counted = counter_tests.assumed(machine.graph, state)
        machine.graph.emit(UnusedGradients(site, machine.context, optimizer, tuple(unused), nodes, counted, unstepped, others))


def _latest_steps(state: State, nodes: frozenset[int], *, complete: bool) -> tuple[int, int]:
    """Return the latest step of an optimizer that owns none of these parameters, if they are `complete`, and that of all others."""
    latest = [0, 0]
    for optimizer, number in presumed_gradients.latest_steps(state).items():
        record = state.heap[optimizer].optimizer if complete and optimizer in state.heap else None
        of_others = record is not None and record.complete and nodes.isdisjoint(state.node(tensor) for tensor in record.owned)
        latest[not of_others] = max(latest[not of_others], number)
    return latest[0], latest[1]


def forget_gradients(machine: Machine, state: State, arguments: Arguments, kept: frozenset[int]) -> None:
    """Reset the gradients of unresolved leaves: any leaf may be among them, except those `kept`."""
    forgotten = frozenset(state.gradients) - kept
    machine.graph.emit(ZeroGrad(arguments.site, machine.context, forgotten, frozenset(), ResetBy.OPTIMIZER))
    state.gradients = {node: marks for node, marks in state.gradients.items() if node in kept}


def manual_update(machine: Machine, state: State, name: str, target: Tensor, others: Items[Value], site: Site) -> None:
    """Apply an in-place change to gradients: an update of a leaf by its gradient is a step, and zeroing a gradient is a reset."""
    if target.gradient_of:
        gradient_scale.reset(state)
        leaf = machine.graph.leaves.by_gradient.get(target.gradient_of)
        if leaf is not None and name in ("zero", "zero_"):
            node = state.node(leaf)
            machine.graph.emit(ZeroGrad(site, machine.context, frozenset((node,)), frozenset(), ResetBy.TENSOR))
            state.gradients[node] = ()
            presumed_gradients.reset(state, None, site)
        elif leaf is not None and name in ("fill", "fill_", "copy", "copy_"):
            state.gradients[state.node(leaf)] = (Contribution(machine.graph.number(), False, Presence.UNCERTAIN),)
        if name not in ("zero", "zero_", "mul", "mul_", "div", "div_", "clamp", "clamp_"):
            presumed_gradients.filled_by_hand(state)
        return
    if machine.graph.leaves.own_steps:
        # An optimizer of the program makes its updates in its step, which is recorded as a whole.
        return
    for leaf in machine.graph.leaves.aliases.get(target.number, (target,)):
        if is_update_by_gradient(machine, leaf, others):
            _step(machine, state, leaf, site)


def _step(machine: Machine, state: State, leaf: Tensor, site: Site) -> None:
    """Record that the program updates a leaf by its gradient."""
    node = state.node(leaf)
    marks = state.gradients.get(node, ())
    state.gradients[node] = tuple(mark._replace(used=True) for mark in marks)
    owned = frozenset((node,))
    machine.graph.emit(
        Step(
            site, machine.context, machine.graph.number(), 0, owned, owned if marks else frozenset(), {node: marks},
            latest=state.latest_backward,
        )
    )  # fmt: skip


def is_update_by_gradient(machine: Machine, target: Tensor, others: Items[Value]) -> bool:
    """Return True if an operand of an in-place change is the gradient of the changed tensor, or is computed from it."""
    used = machine.graph.leaves.used_gradients.get(target.number, set())
    operands = [value for other in others for value in (other.tensors if isinstance(other, Each) else (other,))]
    return any(isinstance(value, Tensor) and (value.gradient_of == target.number or value.number in used) for value in operands)


def may_be_missing(machine: Machine, state: State, value: Tensor | Each) -> Term | None:
    """Return the key of the condition that a gradient is None; None if a backward certainly computed it, or for other values."""
    nodes: list[int] = []
    for tensor in value.tensors if isinstance(value, Each) else (value,):
        leaf = machine.graph.leaves.by_gradient.get(tensor.gradient_of) if tensor.gradient_of else None
        if leaf is None or path_facts.ZeroFilled(state.node(leaf)) in state.facts.certain:
            return None
        nodes.append(state.node(leaf))
    marks = [mark for node in nodes for mark in state.gradients.get(node, ())]
    if any(mark.is_certain for mark in marks):
        return None
    return terms.GradientMissing(tuple(nodes), tuple(mark.backward for mark in marks))


def adds_to_used(state: State, since: int) -> bool:
    """Return True if a gradient holds what a step before `since` has used, and what none has used yet: the next step uses both."""
    return any(
        any(mark.used and mark.backward <= since for mark in marks) and not all(mark.used for mark in marks)
        for marks in state.gradients.values()
    )


EVERYTHING: Final = 0
"""The element of a set of reachable parameters that stands for all parameters."""


def doubt(state: State, reached: set[int], *, resets: bool = True) -> None:
    """Make the gradients of parameters uncertain: code that is not executed may have reset or used them.

    Without `resets`, it may only have used those that no step has used so far.
    """
    presumed_gradients.doubt(state, resets=resets)
    gradient_scale.reset(state)
    for node, marks in state.gradients.items():
        if node in reached or EVERYTHING in reached:
            state.gradients[node] = tuple(mark.doubted(resets=resets) for mark in marks)
