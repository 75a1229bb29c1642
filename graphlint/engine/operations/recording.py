"""Recording of operations: the inputs of a result's node, its saved tensors, and detached operands."""

from __future__ import annotations

from collections.abc import Sequence as Items
from dataclasses import replace
from typing import Any

from graphlint.autograd import operations as table
from graphlint.autograd.events import (
    Certainty,
    Fault,
    NoGraph,
    Raised,
    Rewrapped,
    Saved,
    Site,
)
from graphlint.autograd.operations import Operation, Result
from graphlint.engine.domain import shapes, terms
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import MAYBE, NO, NONE, YES, Each, Library, Ref, Sequence, Shape, Tensor, Unknown, Value, strongest
from graphlint.engine.facts import dependencies
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import errors, tensors
from graphlint.engine.retention.held_graphs import tensors_with_graph

INTEGER_INPUTS = frozenset((
    "index", "indices", "indices*", "lengths", "input_lengths", "target_lengths", "mask", "condition", "offsets", "repeats", "pivots",
))  # fmt: skip
"""Inputs of operations that are integers or Booleans: PyTorch raises for a tensor of another dtype, and only floats can require grad."""
PACKED = ("data", "batch_sizes")
"""The fields of a PackedSequence that hold tensors."""


def operands_of(values: Items[Value], state: State, machine: Machine) -> list[Tensor | Value]:
    """Flatten operands: tuples and lists of tensors, and groups of leaves."""
    flat: list[Tensor | Value] = []
    for value in values:
        if isinstance(value, Each):
            flat.extend(value.tensors)
        elif isinstance(value, Sequence):
            flat.extend(operands_of(value.items, state, machine))
        elif isinstance(value, Ref) and value.kind in ("list", "generator"):
            made = state.get(value.number)
            flat.extend(operands_of(made.items, state, machine))
            if not made.exact and not (made.items and made.container.more):
                flat.append(Unknown(terms.Rest(value.number)))
        else:
            flat.append(value)
    return flat


def module_as_operand(machine: Machine, state: State, operands: Items[Value], site: Site) -> Value | None:
    """Return the result of an operation with a module among its operands, None if there is no module.

    PyTorch raises a TypeError for a module of torch.nn, and the path ends. A class of the program may define the operation, and a value
    presumed to be a module may be another object.
    """
    found = [state.get(item.number) for item in operands if isinstance(item, Ref) and item.kind == "module"]
    if not found:
        return None
    if any(isinstance(made.type, Library) or made.module.container for made in found):
        machine.end_with_exception(state)
        return NONE
    return dependencies.some_of(machine, state, tuple(operands), site)


def needs_of(state: State, value: Value) -> Certainty:
    """Return requires_grad of an operand."""
    if isinstance(value, Tensor):
        return state.needs_grad(value)
    if isinstance(value, Unknown):
        return value.graph
    return NO


def numbered(entry: Operation, named: list[tuple[str, Value]]) -> tuple[Operation, list[tuple[str, Value]]]:
    """Return the table entry of an operation with a Python number as an operand, and the other operands."""
    other = table.operations().get(f"{entry.name}_number")
    plain = [name for name, value in named if not may_be_tensor(value) and not isinstance(value, (Sequence, Ref))]
    if other is None or not plain or any(name in other.inputs for name in plain):
        return entry, named
    return other, [(name, value) for name, value in named if name not in plain]


def _is_integer_input(entry: Operation, name: str) -> bool:
    return name in INTEGER_INPUTS or (name == "input" and entry.name in ("embedding", "embedding_bag"))


def apply(
    machine: Machine, state: State, entry: Operation, named: Items[tuple[str, Value]], site: Site, *, evaluation: bool = False,
    shape: Shape = None, out_of: Tensor | None = None,
) -> Value:  # fmt: skip
    """Execute an operation: return its result, with a node that depends on the operands that require grad and saves what the table states.

    Args:
        entry: the operation's entry in the table.
        named: the operands by the table's input names, in order; a sequence has one name.
        evaluation: True if the operation belongs to a module in evaluation mode.
        shape: the result's shape if the caller knows it.
        out_of: the tensor that an in-place operation changes.
    """
    spread = [(name, item) for name, value in named for item in operands_of((value,), state, machine)]
    refused = module_as_operand(machine, state, [item for _, item in spread], site)
    if refused is not None:
        return refused
    for name, item in spread:
        if isinstance(item, Tensor) and _is_integer_input(entry, name) and state.needs_grad(item) is not NO:
            state.needs[item.number] = NO
    if entry.result is Result.NONE:
        return tensors.data(machine, site, NoGraph.NO_DERIVATIVE, shape)
    if shape is None:
        shape = shapes.result(entry.shape, [item for _, item in spread])
    needs = strongest(needs_of(state, item) for _, item in spread)
    tensors_ = [item for _, item in spread if isinstance(item, Tensor)]
    base = tensors_[0] if tensors_ and entry.result is Result.VIEW else None
    storage, family = (base.storage, base.family) if base is not None else (0, 0)
    if base is not None and state.is_leaf(base) is YES and needs is YES:
        machine.graph.leaves.viewed.add(base.family)
    inference = state.inference or (base is not None and base.inference)
    limit = _limit(state, entry, base)
    if base is not None and needs is YES and state.grad_mode is NO and not state.inference:
        # A view created with grad mode disabled requires grad like its base, but its gradient does not reach the base (probed).
        view = tensors.new(
            machine,
            site,
            machine.graph.leaf(site),
            YES,
            leaf=YES,
            shape=shape,
            storage=storage,
            reason=NoGraph.VIEW,
            view=True,
            limit=limit,
        )
        if state.is_leaf(base) is not YES or base.family in machine.graph.leaves.result_views:
            machine.graph.leaves.result_views.add(view.family)
        return view
    if entry.result is Result.MAYBE_VIEW and needs is not NO and state.grad_mode is NO and not state.inference:
        # The result may be the operand itself or a view of it, both of which require grad (probed).
        below = [node for item in tensors_ if (node := state.node(item))]
        return replace(tensors.unresolved_result(machine, state, site, below), shape=shape, parts=False)
    points = machine.graph.detach_points.of_tensors
    if state.grad_mode is NO or needs is NO:
        reason, made, gradient_of = (NoGraph.GRAD_MODE_OFF, site, 0) if needs is not NO else _why_none(machine, tensors_, site)
        result = tensors.new(
            machine, made, leaf=YES, reason=reason, shape=shape, storage=storage, family=family, inference=inference, view=base is not None,
            dtype=_common([item.dtype for item in tensors_]), device=_common([item.device for item in tensors_]), gradient_of=gradient_of,
            limit=limit,
        )  # fmt: skip
        point = next((points[item.number] for item in tensors_ if item.number in points), None) if points and needs is NO else None
        if point is not None:
            points[result.number] = point
        return result
    needs = MAYBE if state.grad_mode is MAYBE else needs
    wrapped = next((points[item.number] for item in tensors_ if item.number in points and points[item.number].how == "Variable"), None)
    result_storage = storage or machine.graph.number()
    saved, saves = what_is_saved(machine, state, entry, spread, evaluation, result_storage, needs, out_of)
    if saves is YES and needs is YES and _saves_inference(machine, state, entry, spread, evaluation, site):
        return machine.unknown()
    node = machine.graph.record(
        entry.name, site,
        [state.node(item) for item in tensors_ if state.needs_grad(item) is YES],
        possible_inputs(machine, state, [item for _, item in spread], site),
        saves, saved, () if evaluation else _gradients(state, entry, spread),
    )  # fmt: skip
    if wrapped is not None and wrapped.context.iterations == machine.context.iterations:
        machine.graph.emit(replace(wrapped, into=(node,)))
    known_to_need = needs is not MAYBE or any(state.needs_grad(item) is YES for item in tensors_)
    if known_to_need and state.grad_mode is YES:
        needs = strongest(needs_of(state, item) for _, item in spread)
    view_of_leaf = base is not None and state.is_leaf(base) is YES
    how = entry.name if view_of_leaf or (tensors_ and tensors_[0].leaf is YES and entry.result is not Result.NEW) else ""
    return tensors.new(
        machine, site, node, needs, leaf=NO if needs is YES else MAYBE, shape=shape, storage=result_storage, family=family,
        inference=inference, view=base is not None, how=how, limit=limit,
    )  # fmt: skip


def _limit(state: State, entry: Operation, base: Tensor | None) -> Fault | None:
    """Return the error of an in-place change of the result, if it is a view that autograd could not follow."""
    if base is None or state.inference:
        return None
    multiple = Fault.MULTIPLE_VIEW_CHANGED if entry.name in table.MULTIPLE_VIEWS else None
    return base.limit or (Fault.NO_GRAD_VIEW_CHANGED if state.grad_mode is NO else multiple)


def _common(properties: Items[Any]) -> Any:
    """Return the dtype or device of all operands, None if they differ."""
    return properties[0] if properties and all(item == properties[0] for item in properties) else None


def _gradients(state: State, entry: Operation, spread: Items[tuple[str, Value]]) -> tuple[tuple[int, int], ...]:
    """Return pairs of an operand's node and a node in whose tensor its gradient can be differentiated (0 for the result's own node)."""
    if not entry.gradient:
        return ()
    nodes = [(name, state.node(item)) for name, item in spread if isinstance(item, Tensor) and state.needs_grad(item) is YES]
    pairs = [(node, 0) for name, node in nodes if "result" in entry.gradient.get(name, ())]
    pairs += [(node, other) for name, node in nodes for source, other in nodes if source in entry.gradient.get(name, ())]
    return tuple(dict.fromkeys(pairs))


def _why_none(machine: Machine, operands: Items[Tensor], site: Site) -> tuple[NoGraph | None, Site | None, int]:
    """Return the kind and place of the detach point of an operation's operands, and the tensor whose gradient is among them (0 if none)."""
    for item in operands:
        point = machine.graph.detach_points.of_families.get(item.family)
        if point is not None:
            return NoGraph.DETACH_IN_PLACE, point, 0
        if item.reason not in (None, NoGraph.DATA):
            return item.reason, item.made, item.gradient_of
    return NoGraph.DATA, site, 0


def possible_inputs(machine: Machine, state: State, operands: Items[Value], site: Site) -> list[int]:
    """Return the nodes of operands that may require grad, including unresolved values."""
    found: list[int] = []
    for item in operands:
        if isinstance(item, Tensor):
            if state.needs_grad(item) is MAYBE:
                found.append(state.node(item))
        elif isinstance(item, Unknown) and item.graph is MAYBE:
            found.append(machine.graph.unresolved.node(machine.graph, item.symbol, site))
    return found


def what_is_saved(
    machine: Machine, state: State, entry: Operation, spread: Items[tuple[str, Value]], evaluation: bool, result: int, needs: Certainty,
    out_of: Tensor | None,
) -> tuple[tuple[Saved, ...], Certainty]:  # fmt: skip
    """Return the tensors that a node saves, and the certainty that it saves any."""
    kept = entry.eval_saves if evaluation and entry.eval_saves is not None else entry.saves
    sure: set[str] = set()
    unsure: set[str] = set()
    present = {name for name, _ in spread}
    for name, item in spread:
        need = needs_of(state, item)
        names = kept.get(name, frozenset())
        if need is YES:
            sure |= names
        elif need is MAYBE:
            unsure |= names
    saved: list[Saved] = []
    for what in sorted(sure):
        if what == "result":
            saved.append(Saved(result, state.version(result), False, what))
        elif what == "others*":
            saved.extend(Saved(item.storage, state.version(item.storage), False, what) for _, item in spread if isinstance(item, Tensor))
        elif what in present:
            for name, item in spread:
                if name != what or not isinstance(item, Tensor):
                    continue
                if item is out_of:
                    # As the input, the changed tensor is saved as the result; as another operand, it was saved before the change.
                    version = state.version(item.storage) - (name != entry.inputs[0])
                    saved.append(Saved(item.storage, version, False, what))
                else:
                    saved.append(
                        Saved(item.storage, state.version(item.storage), state.is_leaf(item) is YES and state.needs_grad(item) is YES, what)
                    )
    if sure:
        return () if state.version_check_off else tuple(saved), needs
    return (), MAYBE if unsure else NO


def _saves_inference(
    machine: Machine, state: State, entry: Operation, spread: Items[tuple[str, Value]], evaluation: bool, site: Site
) -> bool:
    """Return True if the operation would save an inference tensor; PyTorch raises at the operation, and the path ends."""
    if state.inference:
        return False
    kept = entry.eval_saves if evaluation and entry.eval_saves is not None else entry.saves
    wanted = {what for name, item in spread if needs_of(state, item) is YES for what in kept.get(name, frozenset())}
    for name, item in spread:
        if name in wanted and isinstance(item, Tensor) and item.inference:
            made = None if item.made is None else tensors.origin(machine, item.made)
            errors.fail(machine, state, Raised(site, machine.context, Fault.INFERENCE, (), made))
            return True
    return False


def record_detach_point(machine: Machine, state: State, number: int, value: Value, how: str, site: Site) -> None:
    """Record the detach point of a tensor: `number` identifies the tensor that has lost the graph of `value`."""
    nodes = tuple(state.node(item) for item in tensors_with_graph(state, value))
    before = machine.graph.detach_points.of_tensors.get(value.number) if isinstance(value, Tensor) else None
    if not nodes and before is not None:
        nodes = before.nodes
    if nodes:
        on_purpose = before is not None and before.deliberate
        machine.graph.detach_points.of_tensors[number] = Rewrapped(site, machine.context, how, nodes, deliberate=on_purpose)


def may_be_tensor(value: Value) -> bool:
    """Return True if an operand is or may be a tensor, False for a number."""
    return (
        isinstance(value, (Tensor, Each))
        or (isinstance(value, Unknown) and value.graph is not NO)
        or (isinstance(value, Unknown) and value.data)
    )
