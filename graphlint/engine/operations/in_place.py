"""In-place changes: an error on a leaf, an increase of the version counter, and a new grad_fn for the tensor and its views."""

from __future__ import annotations

from collections.abc import Sequence as Items
from dataclasses import replace

from graphlint.autograd import operations as table
from graphlint.autograd.events import ChangedBy, Detached, Fault, NoGraph, Origin, Raised, Site
from graphlint.autograd.operations import Operation
from graphlint.autograd.presumptions import Presumption
from graphlint.engine.domain import graph_effects, havoc_log
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import MAYBE, NO, YES, Each, Sequence, Slice, Tensor, Value, strongest
from graphlint.engine.facts import dependencies
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import applications, assumed_errors, errors, leaf_gradients, recording, unknown_items
from graphlint.engine.retention import retained_graphs


def change_by(
    machine: Machine, state: State, name: str, target: Tensor | Each, others: Items[Value], site: Site, keyed: bool = False,
    bound: tuple[Operation, Items[tuple[str, Value]]] | None = None,
) -> Value:  # fmt: skip
    """Execute an in-place operation: it raises on a leaf, increases the version counter, and rebases the tensor and its views.

    Args:
        name: the operation, without the underscore.
        others: all other operands.
        keyed: True if the operands select elements or are the new ones, so that their order is not that of the table.
        bound: the entry of such an operation in the table, and its other operands by name.
    """
    result: Value = target
    for tensor in target.tensors if isinstance(target, Each) else (target,):
        if _refused(machine, state, tensor, others, site):
            return target
        if state.condition and state.grad_mode is YES and not state.grad_mode_doubts:
            machine.graph.outcome_conditions.changed.setdefault((site, machine.context), []).append(state.condition.snapshot())
        old = state.node(tensor)
        needs = state.needs_grad(tensor)
        others_need = strongest(applications.needs_of(state, item) for item in recording.operands_of(others, state))
        leaf = state.is_leaf(tensor) is YES and needs is YES and tensor.family not in machine.graph.leaves.result_views
        one_of_several = tensor.stands_for.is_one_of_several or unknown_items.is_at_unknown_index(machine.graph, tensor)
        sure = state.grad_mode is not MAYBE and not one_of_several
        graph_effects.change(machine.graph, state, site, tensor.storage, ChangedBy.OPERATION, leaf, sure)
        leaf_gradients.manual_update(machine, state, name, tensor, others, site)
        for other in unknown_items.possibly_changed(machine.graph, tensor):
            _change_possibly(machine, state, other, others, site)
        if state.grad_mode is NO or (needs is NO and others_need is NO):
            _copied(machine, state, others, site)
            continue
        stays = needs is YES or (others_need is NO and not tensor.view)
        if (stays or tensor.stands_for.is_unresolved) and state.is_leaf(tensor) is YES:
            # The change has succeeded: the leaf requires no grad, or grad mode is off. For parameters, other code may have seen to that.
            continue
        entries = table.operations()
        operation = entries.get(name + "_") or entries.get(name) or entries["add"]
        names = (*operation.inputs, *(["other"] * len(others)))
        if keyed and name not in ("setitem_view", "setitem_index"):
            names, operation = ("input", *(["other"] * len(others))), entries["add"]
        operands = [(names[0], tensor), *zip(names[1:], others, strict=False)]
        operation, operands = recording.numbered(operation, list(operands)) if bound is None else (bound[0], [("input", tensor), *bound[1]])
        recorded = recording.apply(machine, state, operation, operands, site, out_of=tensor)
        if isinstance(recorded, Tensor) and state.node(recorded):
            node = machine.graph.nodes[state.node(recorded)]
            saved = tuple(
                item._replace(storage=tensor.storage, version=state.version(tensor.storage)) if item.is_result else item
                for item in node.saved
            )
            # A change through a view adds a node that saves a tensor itself: the table's line `through_view_`.
            saves = recorded.needs if tensor.view and recorded.needs is not NO else node.saves
            inputs = node.inputs if not old or old in node.inputs or old in node.possible_inputs else (*node.inputs, old)
            machine.graph.nodes[node.number] = replace(node, saved=saved, inputs=inputs, saves=saves)
            graph_effects.rebase(machine.graph, state, tensor, node.number, MAYBE if one_of_several else recorded.needs)
            if tensor.reason is NoGraph.DATA:
                machine.graph.detach_points.filled.add(tensor.storage)
            havoc_log.changed_in_place(machine.graph, site, old, node.number)
            retained_graphs.note_in_place(machine, state, tensor, site)
    return result


def _change_possibly(machine: Machine, state: State, base: Tensor, others: Items[Value], site: Site) -> None:
    """Change a tensor in place if the changed one is a view of it or the same: its storage may have changed, and it may depend on the
    operands.

    With grad mode enabled, a view of a leaf that requires grad cannot be changed: the changed tensor is a copy.
    """
    if state.grad_mode is YES and state.is_leaf(base) is YES and state.needs_grad(base) is YES:
        return
    graph_effects.change(machine.graph, state, site, base.storage, ChangedBy.OPERATION, sure=False)
    if state.grad_mode is not NO and state.needs_grad(base) is NO and (nodes := dependencies.nodes_in(machine, state, tuple(others))):
        node = machine.graph.record(Origin.UNRESOLVED_CALL, site, (), nodes, MAYBE, ())
        graph_effects.rebase(machine.graph, state, base, node, MAYBE)


def _copied(machine: Machine, state: State, others: Items[Value], site: Site) -> None:
    """Record that values with a graph were copied into a tensor with grad mode disabled: the copy is detached."""
    nodes = dependencies.nodes_in(machine, state, tuple(others))
    if nodes:
        machine.graph.emit(Detached(site, machine.context, tuple(nodes), NoGraph.GRAD_MODE_OFF))


def is_refused_as_view(machine: Machine, state: State, tensor: Tensor, others: Items[Value], site: Site) -> bool:
    """Return True if PyTorch raises since the tensor is a view that autograd could not follow; the path then ends."""
    if tensor.limit is None or not tensor.view or tensor.parts or state.grad_mode is not YES or state.grad_mode_doubts:
        return False
    if state.needs_grad(tensor) is not YES:
        if strongest(applications.needs_of(state, item) for item in recording.operands_of(others, state)) is not YES:
            return False
        leaf = 0
    else:
        leaves = machine.graph.leaves
        own = tensor.family in leaves.viewed or (state.is_leaf(tensor) is YES and tensor.family not in leaves.result_views)
        leaf = state.node(tensor) if own and state.new_grad_fns.get(tensor.family) is None else 0
    errors.fail(machine, state, Raised(site, machine.context, tensor.limit.fault, input=leaf, created=tensor.limit.site))
    return True


def _refused(machine: Machine, state: State, tensor: Tensor, others: Items[Value], site: Site) -> bool:
    """Return True if PyTorch raises for an in-place change of this tensor; the path then ends."""
    if is_refused_as_view(machine, state, tensor, others, site):
        return True
    assumed = assumed_errors.is_leaf_change(machine, state, site, tensor)
    if not assumed and (state.grad_mode is not YES or state.grad_mode_doubts or state.needs_grad(tensor) is not YES):
        return False
    if assumed or state.is_leaf(tensor) is YES:
        if not assumed and _may_be_frozen(machine, state, tensor, others) and machine.graph.presumes(Presumption.FROZEN_ELSEWHERE):
            return False
        errors.fail(machine, state, Raised(site, machine.context, Fault.LEAF_CHANGED, (state.node(tensor),), None, state.node(tensor)))
        return True
    node = machine.graph.nodes.get(state.node(tensor))
    if tensor.view and node is not None and tensor.family in machine.graph.leaves.viewed and state.new_grad_fns.get(tensor.family) is None:
        errors.fail(machine, state, Raised(site, machine.context, Fault.LEAF_VIEW_CHANGED, (state.node(tensor),), None, state.node(tensor)))
        return True
    return False


def _may_be_frozen(machine: Machine, state: State, tensor: Tensor, others: Items[Value]) -> bool:
    """Return True if unresolved code may have frozen the parameters for which a leaf stands: then a change succeeds.

    A backward pass that has reached them shows that they are not frozen, and so does a change by their own gradients: arithmetic on None
    raises.
    """
    if not tensor.stands_for.is_unresolved or leaf_gradients.is_update_by_gradient(machine, tensor, others):
        return False
    node = state.node(tensor)
    passes = (machine.graph.backward_event(mark.backward) for mark in state.gradients.get(node, ()))
    return not any(event is not None and node in event.reached for event in passes)


def assign_item(machine: Machine, state: State, holder: Tensor | Each, key: Value, value: Value, site: Site) -> None:
    """Execute `holder[key] = value`, an in-place change of the holder."""
    parts = key.items if isinstance(key, Sequence) and not isinstance(key, Slice) else (key,)
    index = next((part for part in parts if isinstance(part, Tensor)), None)
    if index is not None:
        change_by(machine, state, "setitem_index", holder, [index, value], site, keyed=True)
    else:
        change_by(machine, state, "setitem_view", holder, [value], site, keyed=True)
