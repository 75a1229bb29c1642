"""Attributes of tensors: reading and assigning them, requires_grad, and detached copies."""

from __future__ import annotations

from typing import Final

from graphlint.autograd import operations as table
from graphlint.autograd.events import (
    BecameLeaf,
    Certainty,
    ChangedBy,
    Contribution,
    Detached,
    GradRead,
    NoGraph,
    OldApi,
    OldApiUse,
    Presence,
    ResetBy,
    Site,
    ZeroGrad,
)
from graphlint.autograd.numbers import NO_STORAGE, StorageNumber
from graphlint.engine.domain import graph_effects, path_facts, presumed_gradients, shapes, terms
from graphlint.engine.domain.state import State
from graphlint.engine.domain.tensor_history import DetachPoint
from graphlint.engine.domain.values import MAYBE, NO, NONE, YES, Api, Constant, Each, Method, StandsFor, Tensor, Unknown, Value
from graphlint.engine.facts import conditions, forward_calls
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import array_conversions, copied_leaves, leaf_gradients, recording, tensor_items, tensors, unknown_items

ONLY_OF_TENSORS: Final = frozenset(("backward", "requires_grad_", "retain_grad"))
"""Methods that show that the unresolved result of a call is a tensor: its other attributes may be parts of a record."""


def detach(machine: Machine, state: State, value: Tensor | Each, site: Site, reason: NoGraph, shares_version: bool = True) -> Value:
    """Return a detached tensor.

    Args:
        reason: the kind of the detach point.
        shares_version: True if the result shares the storage and its version counter.
    """
    tensors_ = value.tensors if isinstance(value, Each) else (value,)
    if isinstance(value, Each) and all(item.gradient_of for item in tensors_):
        return Each(
            tuple(item for each in tensors_ if isinstance(item := detach(machine, state, each, site, reason, shares_version), Tensor))
        )
    nodes = tuple(node for item in tensors_ if (node := state.node(item)) and state.needs_grad(item) is not NO)
    if nodes and not all(item.parameter for item in tensors_):
        machine.graph.emit(Detached(site, machine.context, nodes, reason))
        forward_calls.note_detach(machine, state)
    first = tensors_[0]
    storage = first.storage if shares_version else NO_STORAGE
    if first.parts and not isinstance(value, Each):
        shape = () if path_facts.OneNumber(first.number) in state.facts.certain else None
        return tensors.new(machine, site, leaf=YES, reason=reason, parts=shape is None, storage=storage, shape=shape)
    tensor = tensors.new(
        machine, site, leaf=YES, reason=reason, shape=first.shape, storage=storage, inference=first.inference, gradient_of=first.gradient_of
    )
    machine.graph.leaves.aliases[tensor.number] = tuple(
        leaf for item in tensors_ for leaf in machine.graph.leaves.aliases.get(item.number, (item,))
    )
    if nodes and any(state.needs_grad(item) is YES for item in tensors_):
        machine.graph.detach_points.of_tensors[tensor.number] = DetachPoint(
            site, machine.context, reason, reason.value, nodes, deliberate=True
        )
    return tensor


def attribute(machine: Machine, state: State, value: Tensor | Each, name: str, site: object) -> Value:
    """Return an attribute of a tensor."""
    first = value.tensors[0] if isinstance(value, Each) else value
    assert isinstance(site, Site)
    if name == "grad":
        return _gradient(machine, state, value, site)
    if name == "data":
        machine.note_read(state, (first,))
        machine.graph.emit(OldApiUse(site, machine.context, OldApi.DATA))
        if first.parts and not first.parameter:
            return (
                tensor_items.part(machine, state, first, terms.AtData())
                if state.needs_grad(first) is MAYBE
                else detach(machine, state, value, site, NoGraph.DATA_ATTRIBUTE, False)
            )
        return detach(machine, state, value, site, NoGraph.DATA_ATTRIBUTE, False)
    if name in ("T", "mT", "H", "mH", "real", "imag"):
        return recording.apply(machine, state, table.operations()["t"], [("input", value)], site, shape=shapes.turned(first.shape))
    if name in ("requires_grad", "is_leaf", "grad_fn"):
        known = {_certainty(state, tensor, name) for tensor in (value.tensors if isinstance(value, Each) else (first,))}
        # One element stands for all of them: a condition on it decides nothing about the others.
        same = isinstance(value, Tensor) or len(value.tensors) == 1 or (len(known) == 1 and MAYBE not in known)
        return _place_in_graph(state, first, name) if same else machine.plain(f".{name}")
    if name == "ndim" and (count := shapes.dimensions(first.shape)) is not None:
        return Constant(count)
    if name in (
        "shape",
        "dtype",
        "device",
        "ndim",
        "is_cuda",
        "is_sparse",
        "names",
        "layout",
        "itemsize",
        "nbytes",
        "_version",
    ):
        return Unknown(terms.TensorAttribute(first.number, name), NO, f".{name}")
    if first.parts and name not in ONLY_OF_TENSORS:
        return tensor_items.part(machine, state, first, terms.AtAttribute(name))
    return Method(value, name)


def of_shape(machine: Machine, value: Tensor | Each, name: str) -> Value:
    """Return the number of dimensions or elements, or another property of the shape and the type: equal for each read of one tensor."""
    if isinstance(value, Each) or value.stands_for is not StandsFor.ONE:
        return machine.plain(f".{name}")
    count = shapes.dimensions(value.shape) if name == "ndim" else None
    return Unknown(terms.TensorAttribute(value.number, name), NO, f".{name}") if count is None else Constant(count)


def _certainty(state: State, tensor: Tensor, name: str) -> Certainty:
    """Return the certainty that a tensor requires grad, is a leaf or has a grad_fn."""
    needs = state.needs_grad(tensor)
    leaf = YES if needs is NO else state.is_leaf(tensor)
    if name == "requires_grad":
        return needs
    return leaf if name == "is_leaf" else NO if leaf is YES else needs if leaf is NO else MAYBE


def _place_in_graph(state: State, tensor: Tensor, name: str) -> Value:
    """Return requires_grad, is_leaf or grad_fn of a tensor; if uncertain, a symbolic value that a path can decide."""
    known = _certainty(state, tensor, name)
    if known is MAYBE:
        node = state.node(tensor)
        key = terms.HasGradFn(tensor.number, node) if name == "grad_fn" else terms.RequiresGrad(name, tensor.number, node)
        return Unknown(key, NO, f".{name}")
    if name == "grad_fn":
        return Api("torch.autograd.graph.Node") if known is YES else NONE
    return Constant(known is YES)


def _gradient(machine: Machine, state: State, value: Tensor | Each, site: Site) -> Value:
    """Return the attribute `grad` of a tensor; it is None for a non-leaf."""
    first = value.tensors[0] if isinstance(value, Each) else value
    if isinstance(value, Each):
        gradients = [_gradient(machine, state, leaf_, site) for leaf_ in value.tensors]
        return Each(tuple(item for item in gradients if isinstance(item, Tensor)))
    if isinstance(value, Tensor) and not value.parts and state.needs_grad(value) is YES:
        retained = machine.graph.retained_gradients.may_contain(machine.graph, state.node(value))
        machine.graph.emit(GradRead(site, machine.context, state.is_leaf(value), value.site, retained, state.node(value)))
    nonleaf = isinstance(value, Tensor) and not value.parts and state.needs_grad(value) is YES and state.is_leaf(value) is NO
    if nonleaf and not machine.graph.retained_gradients.may_contain(machine.graph, state.node(first)):
        return NONE
    double = machine.graph.passes.double
    roots = [root for mark in state.gradients.get(state.node(first), ()) for root in double.get(mark.backward, ())]
    machine.graph.leaves.by_gradient[first.number] = first
    if roots and state.grad_mode is YES:
        node = machine.graph.gradient(site, roots, {state.node(first)})
        return tensors.new(machine, site, node, YES, leaf=NO, shape=first.shape)
    return tensors.new(machine, site, leaf=YES, reason=NoGraph.GRADIENT, shape=first.shape, gradient_of=first.number)


def assign(machine: Machine, state: State, holder: Tensor | Each, name: str, value: Value, site: Site) -> None:
    """Execute `holder.name = value` on a tensor: requires_grad, grad, data."""
    for tensor in holder.tensors if isinstance(holder, Each) else (holder,):
        if name == "requires_grad":
            if isinstance(holder, Tensor) and array_conversions.flagged_nonleaf(machine, state, tensor, site):
                return
            set_requires_grad(machine, state, tensor, conditions.decide(machine, state, value), site)
        elif name in ("grad", "_grad"):
            node = state.node(tensor)
            if isinstance(value, Constant) and value.value is None:
                unused = frozenset(mark.backward for mark in state.gradients.get(node, ()) if not mark.used and mark.is_certain)
                machine.graph.emit(ZeroGrad(site, machine.context, frozenset((node,)), unused, ResetBy.TENSOR))
                state.gradients[node] = ()
                presumed_gradients.reset(state, None, site)
            else:
                # A tensor without a graph also has a gradient then, and its optimizer changes it. All of these share the node 0.
                if node:
                    machine.graph.emit(ZeroGrad(site, machine.context, frozenset((node,)), frozenset(), ResetBy.TENSOR))
                state.gradients[node] = (Contribution(machine.graph.number(), False, Presence.UNCERTAIN),)
                presumed_gradients.filled_by_hand(state)
        elif name == "data":
            machine.graph.emit(OldApiUse(site, machine.context, OldApi.DATA))
            graph_effects.change(machine.graph, state, site, StorageNumber(machine.graph.number()), ChangedBy.DATA)
            leaf_gradients.manual_update(machine, state, name, tensor, (value,), site)
        elif tensor.parts:
            state.store(terms.PartSymbol(tensor.number, terms.AtAttribute(name)), value)
        else:
            unresolved_calls.receive(machine, state, (value,))


def set_requires_grad(machine: Machine, state: State, tensor: Tensor, truth: bool | None, site: Site) -> None:
    """Set requires_grad of a tensor."""
    frozen = machine.graph.leaves.frozen
    frozen.discard(state.node(tensor))
    if truth is None or (truth and unknown_items.is_at_unknown_index(machine.graph, tensor)):
        state.needs[tensor.number] = MAYBE
        unknown_items.require_grad(machine.graph, state, tensor)
    elif truth is False:
        if tensor.leaf is not NO:
            frozen.add(state.node(tensor))
            state.needs[tensor.number] = NO
    elif state.needs_grad(tensor) is not YES:
        # The tensor assigned to the leaf's name is a leaf again: the leaf is not lost, nor after the last iteration.
        machine.graph.leaves.restore(tensor.number)
        state.needs[tensor.number] = YES
        unknown_items.require_grad(machine.graph, state, tensor)
        if not state.node(tensor):
            node = machine.graph.leaf(site)
            state.became_leaf[tensor.number] = node
            cut = machine.graph.detach_points.of_tensors.get(tensor.number)
            computed = tensor.reason is not NoGraph.DATA or tensor.number not in machine.graph.leaves.created
            nodes = cut.nodes if cut is not None else ()
            copied_leaves.note(machine, BecameLeaf(site, machine.context, node, nodes, computed))
