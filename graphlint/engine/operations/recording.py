"""Recording of operations: the inputs of a result's node, its saved tensors, and detached operands."""

from __future__ import annotations

from collections.abc import Sequence as Items
from dataclasses import replace
from typing import Any, Final

from graphlint.autograd import operations as table
from graphlint.autograd.events import Certainty, Fault, NoGraph, Origin, Raised, Site
from graphlint.autograd.numbers import NO_STORAGE, StorageNumber
from graphlint.autograd.operations import Operation, Result
from graphlint.engine.domain import shapes, terms
from graphlint.engine.domain.state import State
from graphlint.engine.domain.tensor_history import DetachPoint
from graphlint.engine.domain.values import (
    MAYBE,
    NO,
    NONE,
    YES,
    Class,
    Each,
    LayerClass,
    Ref,
    Sequence,
    Shape,
    Tensor,
    Unknown,
    Value,
    ViewLimit,
)
from graphlint.engine.facts import dependencies
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import assumed_errors, copied_leaves, detached_operands, errors, tensors
from graphlint.engine.operations.applications import (
    Application,
    differentiable_gradients,
    may_be_tensor,
    saved_inference_tensor,
    saved_tensors,
)
from graphlint.engine.retention.held_graphs import tensors_with_graph

INTEGER_INPUTS: Final = frozenset((
    "index", "indices", "indices*", "lengths", "input_lengths", "target_lengths", "mask", "condition", "offsets", "repeats", "pivots",
))  # fmt: skip
"""Inputs of operations that are integers or Booleans: PyTorch raises for a tensor of another dtype, and only floats can require grad."""
PATTERNED: Final = frozenset(("view_as", "reshape_as", "expand_as", "type_as"))
"""Operations that take only the shape, or the dtype and device, of `other`: the result does not depend on it."""
PACKED: Final = ("data", "batch_sizes")
"""The fields of a PackedSequence that hold tensors."""


def operands_of(values: Items[Value], state: State) -> list[Tensor | Value]:
    """Flatten operands: tuples and lists of tensors, and groups of leaves."""
    flat: list[Tensor | Value] = []
    _flatten(values, state, flat, set())
    return flat


def _flatten(values: Items[Value], state: State, flat: list[Tensor | Value], seen: set[int]) -> None:
    """Add flattened operands to `flat`. A list may contain itself: each is flattened once."""
    for value in values:
        if isinstance(value, Each):
            flat.extend(value.tensors)
        elif isinstance(value, Sequence):
            _flatten(value.items, state, flat, seen)
        elif isinstance(value, Ref) and value.kind in ("list", "generator"):
            if value.number in seen:
                continue
            seen.add(value.number)
            obj = state.get(value.number)
            _flatten(obj.items, state, flat, seen)
            if not obj.exact and not (obj.items and obj.holds_known_items):
                flat.append(Unknown(terms.Rest(value.number)))
        else:
            flat.append(value)


def object_as_operand(machine: Machine, state: State, operands: Items[Value], site: Site) -> Value | None:
    """Return the result of an operation with a module or an instance among its operands, None if there is none.

    PyTorch raises a TypeError for a module of torch.nn, and the path ends. A class of the program may define the operation, as by
    `__torch_function__`, and an unknown value that counts as a module may be another object.
    """
    objects = [state.get(value.number) for value in operands if isinstance(value, Ref) and value.kind in ("module", "instance")]
    if not objects:
        return None
    if any(isinstance(obj.type, LayerClass) or (obj.module.container and not isinstance(obj.type, Class)) for obj in objects):
        machine.end_with_exception(state)
        return NONE
    return dependencies.some_of(machine, state, tuple(operands), site)


def numbered(operation: Operation, named: list[tuple[str, Value]]) -> tuple[Operation, list[tuple[str, Value]]]:
    """Return the table entry of an operation with a Python number as an operand, and the other operands."""
    other = table.operations().get(f"{operation.name}_number")
    plain = [name for name, value in named if not may_be_tensor(value) and not isinstance(value, (Sequence, Ref))]
    if other is None or not plain or any(name in other.inputs for name in plain):
        return operation, named
    return other, [(name, value) for name, value in named if name not in plain]


WITHOUT_DERIVATIVE: Final = frozenset((NoGraph.INDICES, NoGraph.COMPARISON, NoGraph.NO_DERIVATIVE))
"""The reasons of results that never have a graph."""


def _is_integer_input(operation: Operation, name: str) -> bool:
    return name in INTEGER_INPUTS or (name == "input" and operation.name in ("embedding", "embedding_bag"))


def apply(
    machine: Machine, state: State, operation: Operation, named: Items[tuple[str, Value]], site: Site, *, evaluation: bool = False,
    shape: Shape = None, out_of: Tensor | None = None,
) -> Value:  # fmt: skip
    """Execute an operation: return its result, with a node that depends on the operands that require grad and saves what the table states.

    Args:
        operation: the operation's entry in the table.
        named: the operands by the table's input names, in order; a sequence has one name.
        evaluation: True if the operation belongs to a module in evaluation mode.
        shape: the result's shape if the caller knows it.
        out_of: the tensor that an in-place operation changes.
    """
    named = [(name, value) for name, value in named if name != "other"] if operation.name in PATTERNED else named
    operands = [(name, item) for name, value in named for item in operands_of((value,), state)]
    refused = object_as_operand(machine, state, [item for _, item in operands], site)
    if refused is not None:
        return refused
    for name, item in operands:
        if isinstance(item, Tensor) and _is_integer_input(operation, name) and state.needs_grad(item) is not NO:
            state.needs[item.number] = NO
    if operation.result is Result.NONE:
        # The graph was lost where the first of several such operations ran: `logits.argmax()` before `bincount`.
        lost = next((item for _, item in operands if isinstance(item, Tensor) and item.reason in WITHOUT_DERIVATIVE and item.site), None)
        if lost is not None and lost.site is not None and lost.reason is not None:
            return tensors.data(machine, lost.site, lost.reason, shape)
        return tensors.data(machine, site, NoGraph.NO_DERIVATIVE, shape)
    if shape is None:
        shape = shapes.result(operation.shape, [item for _, item in operands])
    call = Application(operation, operands, site, shape, evaluation, out_of)
    needs, base = call.needs(state), call.base
    if base is not None and state.is_leaf(base) is YES and needs is YES:
        machine.graph.leaves.viewed.add(base.family)
    without_grad = state.grad_mode is NO and not state.inference
    if without_grad and base is not None and needs is YES:
        return _view_without_grad(machine, state, call, base)
    if without_grad and operation.result is Result.MAYBE_VIEW and needs is not NO:
        # The result may be the operand itself or a view of it, both of which require grad (probed).
        below = [node for tensor in call.tensors if (node := state.node(tensor))]
        return replace(tensors.unresolved_result(machine, site, below), shape=shape, parts=False)
    if state.grad_mode is NO or needs is NO:
        result: Value = _without_graph(machine, state, call, needs)
    else:
        result = _recorded(machine, state, call, MAYBE if state.grad_mode is MAYBE else needs)
    if operation.result is Result.MAYBE_VIEW and isinstance(result, Tensor) and call.tensors:
        machine.graph.possible.bases[result.family] = call.tensors[0]
    return result


def _view_without_grad(machine: Machine, state: State, call: Application, base: Tensor) -> Tensor:
    """Return a view created with grad mode disabled: it requires grad like its base, but its gradient does not reach the base (probed)."""
    view = tensors.new(
        machine, call.site, machine.graph.leaf(call.site), YES, leaf=YES, shape=call.shape, storage=base.storage, reason=NoGraph.VIEW,
        view=True, limit=_limit(state, call),
    )  # fmt: skip
    if state.is_leaf(base) is not YES or base.family in machine.graph.leaves.result_views:
        machine.graph.leaves.result_views.add(view.family)
    return view


def _without_graph(machine: Machine, state: State, call: Application, needs: Certainty) -> Tensor:
    """Return the result of an operation that is not recorded: grad mode is disabled, or no operand requires grad."""
    operands, base = call.tensors, call.base
    reason, site, gradient_of = (NoGraph.GRAD_MODE_OFF, call.site, 0) if needs is not NO else _why_none(machine, operands, call.site)
    storage, family = (base.storage, base.family) if base is not None else (NO_STORAGE, 0)
    result = tensors.new(
        machine, site, leaf=YES, reason=reason, shape=call.shape, storage=storage, family=family, inference=_is_inference(state, base),
        view=base is not None, dtype=_common([tensor.dtype for tensor in operands]), device=_common([tensor.device for tensor in operands]),
        gradient_of=gradient_of, limit=_limit(state, call),
    )  # fmt: skip
    if site is not None and site != call.site:
        machine.graph.detach_points.computed[result.number] = call.site
    if reason is NoGraph.GRAD_MODE_OFF:
        contexts = machine.graph.detach_points.contexts
        before = next((contexts[tensor.number] for tensor in operands if tensor.number in contexts), None) if needs is NO else None
        contexts[result.number] = before or machine.context
    points = machine.graph.detach_points.of_tensors
    point = next((points[tensor.number] for tensor in operands if tensor.number in points), None) if points and needs is NO else None
    if point is not None:
        points[result.number] = point
    return result


def _recorded(machine: Machine, state: State, call: Application, needs: Certainty) -> Value:
    """Return the result of an operation that is recorded, with its node; an unknown value if PyTorch raises an error."""
    operands, base, site = call.tensors, call.base, call.site
    storage, family = (base.storage, base.family) if base is not None else (StorageNumber(machine.graph.number()), 0)
    saved, saves = saved_tensors(state, call, storage, needs)
    if saves is YES and needs is YES and (inference := saved_inference_tensor(state, call)) is not None:
        origin = None if inference.site is None else tensors.origin(machine, inference.site)
        errors.fail(machine, state, Raised(site, machine.context, Fault.INFERENCE, (), origin))
        return machine.unknown()
    certain = [state.node(tensor) for tensor in operands if state.needs_grad(tensor) is YES]
    possible = possible_inputs(machine, state, call.values, site)
    gradients = differentiable_gradients(state, call)
    node = machine.graph.record(Origin.OPERATION, site, certain, possible, saves, saved, gradients, call.entry.name)
    assumed_errors.note_possibly_saved(machine, state, call, storage, node)
    _note_variable(machine, operands, node)
    detached_operands.note(machine, call.values, node)
    copied_leaves.note_comparison(machine, state, call, node)
    known_to_need = needs is not MAYBE or any(state.needs_grad(tensor) is YES for tensor in operands)
    if known_to_need and state.grad_mode is YES:
        needs = call.needs(state)
    return tensors.new(
        machine, site, node, needs, leaf=NO if needs is YES else MAYBE, shape=call.shape, storage=storage, family=family,
        inference=_is_inference(state, base), view=base is not None, limit=_limit(state, call),
    )  # fmt: skip


def _note_variable(machine: Machine, operands: Items[Tensor], node: int) -> None:
    """Emit an event if an operand was detached by `Variable(x.data)` in the same iteration."""
    points = machine.graph.detach_points.of_tensors
    known_points = (points[tensor.number] for tensor in operands if tensor.number in points)
    wrapped = next((point for point in known_points if point.reason is NoGraph.VARIABLE), None)
    if wrapped is not None and wrapped.context.iterations == machine.context.iterations:
        machine.graph.emit(wrapped.used_in(node))


def _is_inference(state: State, base: Tensor | None) -> bool:
    return state.inference or (base is not None and base.inference)


def _limit(state: State, call: Application) -> ViewLimit | None:
    """Return the limit of the result, if it is a view: that of its own creation, else that of the tensor of which it is a view."""
    base = call.base
    if base is None or state.inference:
        return None
    if state.grad_mode is NO:
        return ViewLimit(Fault.NO_GRAD_VIEW_CHANGED, call.site)
    return ViewLimit(Fault.MULTIPLE_VIEW_CHANGED, call.site) if call.entry.name in table.MULTIPLE_VIEWS else base.limit


def _common(properties: Items[Any]) -> Any:
    """Return the dtype or device of all operands, None if they differ."""
    return properties[0] if properties and all(item == properties[0] for item in properties) else None


def _why_none(machine: Machine, operands: Items[Tensor], site: Site) -> tuple[NoGraph | None, Site | None, int]:
    """Return the kind and place of the detach point of an operation's operands, and the tensor whose gradient is among them (0 if none)."""
    if any(item.storage in machine.graph.detach_points.filled for item in operands):
        return NoGraph.DATA, site, 0
    for tensor in operands:
        point = machine.graph.detach_points.of_families.get(tensor.family)
        if point is not None:
            return NoGraph.DETACH_IN_PLACE, point, 0
        if tensor.reason not in (None, NoGraph.DATA):
            return tensor.reason, tensor.site, tensor.gradient_of
    return NoGraph.DATA, site, 0


def possible_inputs(machine: Machine, state: State, operands: Items[Value], site: Site) -> list[int]:
    """Return the nodes of operands that may require grad, including unresolved values."""
    nodes: list[int] = []
    for value in operands:
        if isinstance(value, Tensor):
            if state.needs_grad(value) is MAYBE:
                nodes.append(state.node(value))
        elif isinstance(value, Unknown) and value.graph is MAYBE:
            nodes.append(machine.graph.unresolved.node(machine.graph, value.symbol, site))
    return nodes


def record_detach_point(machine: Machine, state: State, number: int, value: Value, reason: NoGraph, api: str, site: Site) -> None:
    """Record the detach point of a tensor: `number` identifies the tensor or number that has lost the graph of `value`."""
    nodes = tuple(state.node(tensor) for tensor in tensors_with_graph(state, value))
    before = machine.graph.detach_points.of_tensors.get(value.number) if isinstance(value, Tensor) else None
    if not nodes and before is not None:
        nodes = before.nodes
    if nodes:
        on_purpose = before is not None and before.deliberate
        machine.graph.detach_points.of_tensors[number] = DetachPoint(site, machine.context, reason, api, nodes, deliberate=on_purpose)
