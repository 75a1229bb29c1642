"""Methods of tensors: backward, detach, conversions, in-place forms, and the operations of the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeAlias

from graphlint.autograd import operations as table
from graphlint.autograd.events import Certainty, NoGraph
from graphlint.autograd.operations import Operation, Result, without_variant
from graphlint.engine.domain import graph_effects, shapes, terms
from graphlint.engine.domain.state import State
from graphlint.engine.domain.symbols import symbol_of
from graphlint.engine.domain.values import MAYBE, NO, NONE, YES, Constant, Each, Sequence, StandsFor, Tensor, Unknown, Value
from graphlint.engine.facts import conditions
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.torch import operands, tensor_attributes
from graphlint.engine.operations import (
    arithmetic,
    array_conversions,
    backward,
    conversions,
    copied_leaves,
    in_place,
    recording,
    tensor_items,
    tensors,
    wrong_operands,
)
from graphlint.libraries.tensor_methods import ACCELERATORS

Receiver: TypeAlias = "Tensor | Each"

NUMBERS: Final = frozenset(
    (
        "item tolist size dim numel nelement ndimension element_size storage stride storage_offset is_contiguous get_device data_ptr "
        "type_as_name is_floating_point untyped_storage __len__ __bool__ __float__ __int__ __hash__ __repr__ __str__ is_set_to "
        "is_shared cpu_count share_memory_ register_post_accumulate_grad_hook is_complex is_inference is_pinned dense_dim sparse_dim"
    ).split()
)
ATTRIBUTES: Final = {
    "size": "shape",
    "dim": "ndim",
    "ndimension": "ndim",
    "numel": "numel",
    "nelement": "numel",
    "element_size": "itemsize",
}
"""Methods that read an attribute of a tensor: two calls for one tensor give equal results."""
FRESH: Final = frozenset(["new", "new_zeros", "new_ones", "new_empty", "new_full", "new_tensor"])
FILLS: Final = frozenset(
    (
        "zero_ fill_ copy_ normal_ uniform_ random_ bernoulli_ exponential_ cauchy_ log_normal_ geometric_ index_copy_ index_fill_ "
        "masked_fill_ masked_scatter_ scatter_ scatter_add_ set_ put_ fill_diagonal_ index_add_ index_put_ resize_ resize_as_ swapaxes_ "
        "apply_ map_"
    ).split()
)

META: Final = frozenset(("squeeze_", "unsqueeze_", "t_", "transpose_", "as_strided_", "swapaxes_", "swapdims_", "rename_"))
JOINING: Final = frozenset(("cat", "stack"))
OF_A_MAPPING: Final = frozenset(("values", "items", "keys", "get", "pop", "to_tuple"))
"""Methods that show that a module's result is not a single tensor."""
INDEXED: Final = frozenset(("max", "min", "median", "nanmedian", "mode", "kthvalue", "sort", "topk", "cummax", "cummin"))
PACKING: Final = frozenset(("pack_padded_sequence", "pack_sequence"))
"""Operations that return a PackedSequence, whose attribute `data` has a graph (probed)."""
OF_SIZE: Final = frozenset(("size", "dim", "ndimension", "numel", "nelement", "element_size", "type", "is_contiguous", "stride"))
"""Methods that read no element of a tensor."""
DEVICES: Final = ACCELERATORS | {"to", "type"}


def call(machine: Machine, state: State, receiver: Receiver, name: str, arguments: Arguments) -> Outcome:
    """Call a method of a tensor, or of every tensor of a group."""
    if name not in OF_SIZE:
        machine.note_read(state, (receiver,))
    special = _SPECIAL.get(name)
    if special is not None:
        return special(machine, state, receiver, arguments)
    if name in OF_A_MAPPING and isinstance(receiver, Tensor) and receiver.parts and state.needs_grad(receiver) is not NO:
        return tensor_items.part(machine, state, receiver, terms.AtMethod(name, tuple(map(symbol_of, arguments.all()))))
    if name == "reinforce":
        # The method was removed from PyTorch, and raises a RuntimeError.
        machine.end_with_exception(state)
        return NONE
    if (attribute := ATTRIBUTES.get(name)) is not None and (read := _property(machine, receiver, attribute, arguments)) is not None:
        return read
    if name in NUMBERS:
        if name == "item":
            wrong_operands.number_of(machine, receiver, name, arguments.site)
        number = machine.plain(name)
        if name in ("item", "tolist") and isinstance(number.symbol, int):
            recording.record_detach_point(machine, state, number.symbol, receiver, NoGraph.NUMBER, name, arguments.site)
        return number
    if name in FRESH:
        needs = wants_grad(machine, state, arguments)
        return tensors.data(machine, arguments.site) if needs is NO else tensors.leaf(machine, arguments.site, needs=needs)
    if name in META:
        first = receiver.tensors[0] if isinstance(receiver, Each) else receiver
        return NONE if in_place.is_refused_as_view(machine, state, first, (), arguments.site) else receiver
    if name in FILLS:
        given = () if name in operands.DRAWS else arguments.all()
        bound = operands.of_fill(name, arguments)
        return in_place.change_by(machine, state, name.removesuffix("_"), receiver, given, arguments.site, keyed=True, bound=bound)
    if name in shapes.RESHAPING:
        machine.graph.unresolved.use_as_sizes(arguments.positional)
    spelled = "torch.Tensor." + name
    operation = table.spellings().get(spelled)
    if operation is None and name.endswith("_") and not name.endswith("__"):
        operation = table.spellings().get(spelled[:-1])
    if operation is None:
        return _not_in_table(machine, state, receiver, name, arguments)
    entry = table.operations()[operation]
    if name.endswith("_") and not name.endswith("__"):
        return in_place.change_by(machine, state, operation.removesuffix("_"), receiver, arguments.positional, arguments.site)
    if entry.result is Result.MAYBE_VIEW and name == "contiguous":
        return receiver
    if name in DEVICES or name in conversions.CASTS or name == "float":
        return _converted(machine, state, receiver, name, arguments, entry)
    return operation_call(machine, state, entry, arguments.with_first(receiver))


def _not_in_table(machine: Machine, state: State, receiver: Receiver, name: str, arguments: Arguments) -> Outcome:
    first = receiver.tensors[0] if isinstance(receiver, Each) else receiver
    if name in ("cuda", "npu", "xpu", "mps"):
        return _converted(machine, state, receiver, name, arguments, table.operations()["to"])
    if first.parts:
        if not arguments.all() and state.needs_grad(first) is not NO:
            return _answer(machine, state, first, name, arguments)
        if state.needs_grad(first) is NO:
            return Unknown(machine.graph.number(), NO, data=True)
    return unresolved_calls.unknown_call(machine, state, arguments, first)


def _answer(machine: Machine, state: State, value: Tensor, name: str, arguments: Arguments) -> Value:
    """Return the result of a method that tensors do not have: a part of a module's result, or a number."""
    key = terms.PartSymbol(value.number, terms.AtMethod(name, ()))
    if key not in state.known:
        state.known[key] = tensors.unresolved_result(machine, arguments.site, (state.node(value),))
    return state.known[key]


def operation_call(machine: Machine, state: State, operation: Operation, arguments: Arguments) -> Value:
    """Call an operation of the table: bind its operands by position and name, and return its results."""
    if operation.name in ("pow", "mul", "div", "add", "sub") and len(arguments.positional) >= 2:
        left, right = arguments.positional[:2]
        return arithmetic.binary(machine, state, operation.name, left, right, arguments.site)
    operation = operands.variant(operation, arguments)
    named = operands.bound(operation, arguments)
    if operation.parameters == ("*args",):
        named = [(operation.inputs[0], Sequence(arguments.positional))]
    if operation.name in JOINING and named and machine.elements(state, named[0][1]) == ():
        # PyTorch raises for an empty list.
        machine.end_with_exception(state)
        return NONE
    if operands.ignores_argument(state, named, arguments):
        return unresolved_calls.unknown_call(machine, state, arguments)
    operation, named = recording.numbered(operation, named)
    if operation.result is Result.MAYBE_VIEW and _keeps_shape(operation, arguments):
        operation = replace(operation, result=Result.VIEW)
    evaluation = _evaluation(machine, state, operation, arguments)
    result = recording.apply(
        machine, state, operation, named, arguments.site, evaluation=evaluation, shape=_shape(machine, state, operation, arguments)
    )
    return structured(machine, state, operation, result, arguments)


def _property(machine: Machine, receiver: Receiver, name: str, arguments: Arguments) -> Value | None:
    """Return what a method without side effects reads of the shape or the type; None for arguments of which nothing is known."""
    read, given = tensor_attributes.of_shape(machine, receiver, name), arguments.all()
    if not given:
        return read
    if name != "shape" or len(given) != 1 or not isinstance(given[0], Constant) or not isinstance(read, Unknown):
        return None
    return Unknown(terms.Item(read.symbol, symbol_of(given[0])), NO)


def _keeps_shape(operation: Operation, arguments: Arguments) -> bool:
    """Return True for a reshape to the tensor's own shape: the result is a view, however the tensor is stored."""
    if operation.name not in ("reshape", "reshape_as") or len(arguments.positional) < 2:
        return False
    tensor, shape = arguments.positional[:2]
    if not isinstance(tensor, Tensor) or tensor.parts:
        return False
    if operation.name == "reshape_as":
        own = isinstance(shape, Tensor) and shape.number == tensor.number
        given = shapes.of(shape)
    else:
        own = isinstance(shape, Unknown) and shape.symbol == terms.TensorAttribute(tensor.number, "shape")
        given = shapes.sizes(arguments.positional[1:])
    return own or (given is not None and given == tensor.shape and None not in given and shapes.MANY not in given)


def _evaluation(machine: Machine, state: State, operation: Operation, arguments: Arguments) -> bool:
    """Return True if a functional call is in evaluation mode; the default of dropout and similar operations is training mode."""
    if operation.eval_saves is None:
        return False
    flag = arguments.keywords.get("training")
    if flag is None:
        return operation.name == "batch_norm"
    return conditions.decide(machine, state, flag) is False


def _shape(machine: Machine, state: State, operation: Operation, arguments: Arguments) -> tuple[int | None, ...] | None:
    if operation.shape is table.Shape.LOSS:
        return shapes.of_loss(operation, arguments.keywords.get("reduction"), arguments.positional)
    if operation.shape is table.Shape.REDUCE:
        dims = arguments.get(1, "dim") or arguments.keywords.get("axis")
        if dims is None:
            return ()
        return _reduced(arguments, dims)
    if operation.name in ("view", "reshape"):
        return shapes.viewed(arguments.positional)
    if operation.name in ("t", "transpose", "swapaxes"):
        before = shapes.of(arguments.positional[0]) if arguments.positional else None
        return shapes.turned(before, arguments.get(1, "dim0"), arguments.get(2, "dim1"))
    if operation.name in ("stack", "vstack"):
        if not arguments.positional:
            return None
        return shapes.stacked(arguments.positional[0], machine.elements(state, arguments.positional[0]))
    if operation.name in ("linalg_norm", "linalg_vector_norm", "norm"):
        dims = arguments.get(2, "dim")
        return () if dims is None else _reduced(arguments, dims)
    return None


def _reduced(arguments: Arguments, dims: Value) -> tuple[int | None, ...] | None:
    """Return the shape after a reduction of dimensions."""
    shape = shapes.of(arguments.positional[0]) if arguments.positional else None
    listed = dims.items if isinstance(dims, Sequence) else (dims,)
    if not listed:
        return ()
    numbers = [value.value for value in listed if isinstance(value, Constant) and isinstance(value.value, int)]
    if shape is None or len(numbers) < len(listed) or not all(-len(shape) <= number < len(shape) for number in numbers):
        return (None,)
    gone = {number % len(shape) for number in numbers}
    keep = arguments.keywords.get("keepdim")
    kept = isinstance(keep, Constant) and bool(keep.value)
    return tuple(1 if index in gone else size for index, size in enumerate(shape) if kept or index not in gone)


def structured(machine: Machine, state: State, operation: Operation, result: Value, arguments: Arguments) -> Value:
    """Return the results of an operation with several outputs."""
    if not isinstance(result, Tensor):
        return result
    if operation.outputs == 0:
        return replace(result, parts=True, stands_for=StandsFor.SEVERAL, shape=None)
    if operation.outputs == 1:
        return result
    if operation.name in PACKING:
        sizes = tensors.data(machine, arguments.site, NoGraph.INDICES)
        return Sequence((replace(result, shape=None), sizes), recording.PACKED)
    others = [replace(result, number=machine.graph.number(), shape=None) for _ in range(operation.outputs - 1)]
    if without_variant(operation.name) in INDEXED:
        if "other" not in operation.inputs:
            others[0] = tensors.data(machine, arguments.site, NoGraph.INDICES)
        elif result.needs is YES:
            # The second operand may be a dimension: these are the indices, or an item of one resulting tensor.
            others[0] = replace(others[0], needs=MAYBE)
    return Sequence((replace(result, shape=None), *others), ("values", "indices") if len(others) == 1 else ())


def _converted(machine: Machine, state: State, receiver: Receiver, name: str, arguments: Arguments, operation: Operation) -> Value:
    """Return the result of a conversion of dtype or device: the same tensor if nothing changes, else one with a new node."""
    first = receiver.tensors[0] if isinstance(receiver, Each) else receiver
    target = conversions.target(name, arguments)
    if target.dtype in conversions.INTEGERS and not first.parts:
        return tensors.data(machine, arguments.site, NoGraph.NO_DERIVATIVE, first.shape)
    differs = target.differs_from(_as_moved(state, first))
    if first.leaf is not YES or state.needs_grad(first) is NO:
        if isinstance(receiver, Tensor) and receiver.parts:
            return receiver
        moved = recording.apply(machine, state, table.operations()["to"], [("input", receiver)], arguments.site, shape=first.shape)
        return target.applied(first, moved) if isinstance(moved, Tensor) else moved
    if differs is NO:
        return receiver
    if differs is MAYBE:
        if state.grad_mode is NO and isinstance(receiver, Tensor):
            # The leaf itself, or a copy that is a leaf, too, and does not require grad.
            return target.applied(first, replace(receiver, needs=MAYBE))
        if isinstance(receiver, Each):
            return Each(tuple(replace(tensor, leaf=MAYBE) for tensor in receiver.tensors))
        return target.applied(first, replace(receiver, leaf=MAYBE))
    value = recording.apply(machine, state, table.operations()["to"], [("input", receiver)], arguments.site, shape=first.shape)
    if isinstance(value, Tensor) and state.grad_mode is not NO:
        value = replace(value, leaf=NO)
    return target.applied(first, value) if isinstance(value, Tensor) else value


def _as_moved(state: State, tensor: Tensor) -> Tensor:
    """Return a parameter with unknown dtype and device if a module owns it: a conversion of the module converts the parameter."""
    if not tensor.parameter:
        return tensor
    owned = any(
        isinstance(value, Tensor) and value.number == tensor.number
        for obj in state.heap.values()
        if obj.kind == "module"
        for value in obj.fields.values()
    )
    return replace(tensor, dtype=None, device=None) if owned else tensor


def _backward(machine: Machine, state: State, receiver: Receiver, arguments: Arguments) -> Value:
    return backward.backward(machine, state, receiver, arguments)


def _detach(machine: Machine, state: State, receiver: Receiver, arguments: Arguments) -> Value:
    return tensor_attributes.detach(machine, state, receiver, arguments.site, NoGraph.DETACH)


def _detach_in_place(machine: Machine, state: State, receiver: Receiver, arguments: Arguments) -> Value:
    for tensor in receiver.tensors if isinstance(receiver, Each) else (receiver,):
        tensor_attributes.detach(machine, state, tensor, arguments.site, NoGraph.DETACH_IN_PLACE)
        state.needs[tensor.number] = NO
        graph_effects.rebase(machine.graph, state, tensor, 0, NO)
        machine.graph.detach_points.of_families[tensor.family] = arguments.site
    return receiver


def _numpy(machine: Machine, state: State, receiver: Receiver, arguments: Arguments) -> Value:
    forced = arguments.get(0, "force")
    if forced is None and array_conversions.to_array(machine, state, (receiver,), arguments.site):
        return NONE
    unknown = Unknown(machine.graph.number(), NO, "numpy", data=True)
    if isinstance(unknown.symbol, int):
        recording.record_detach_point(machine, state, unknown.symbol, receiver, NoGraph.NUMBER, "numpy", arguments.site)
    return unknown


def wants_grad(machine: Machine, state: State, arguments: Arguments) -> Certainty:
    """Return whether the result of a factory requires grad."""
    flag = arguments.keywords.get("requires_grad")
    return NO if flag is None else conditions.certainty(machine, state, flag)


def _requires_grad(machine: Machine, state: State, receiver: Receiver, arguments: Arguments) -> Value:
    flag = arguments.get(0, "requires_grad")
    truth = True if flag is None else conditions.decide(machine, state, flag)
    if truth is False and isinstance(receiver, Tensor) and array_conversions.flagged_nonleaf(machine, state, receiver, arguments.site):
        return NONE
    for tensor in receiver.tensors if isinstance(receiver, Each) else (receiver,):
        tensor_attributes.set_requires_grad(machine, state, tensor, truth, arguments.site)
    return receiver


def _retain_grad(machine: Machine, state: State, receiver: Receiver, arguments: Arguments) -> Value:
    for tensor in receiver.tensors if isinstance(receiver, Each) else (receiver,):
        machine.graph.retained_gradients.add(machine.graph, state.node(tensor))
    return NONE


def _cpu(machine: Machine, state: State, receiver: Receiver, arguments: Arguments) -> Value:
    first = receiver.tensors[0] if isinstance(receiver, Each) else receiver
    if first.leaf is YES:
        return receiver
    return _converted(machine, state, receiver, "to", arguments, table.operations()["to"])


def _hook(machine: Machine, state: State, receiver: Receiver, arguments: Arguments) -> Value:
    for value in arguments.all():
        unresolved_calls.havoc_argument(machine, state, value)
    hooked = receiver.tensors if isinstance(receiver, Each) else (receiver,)
    for tensor in hooked:
        machine.graph.retained_gradients.add(machine.graph, state.node(tensor))
    copied_leaves.note_readable(machine, state, hooked, arguments.site)
    return machine.plain()


def _type(machine: Machine, state: State, receiver: Receiver, arguments: Arguments) -> Value:
    if not arguments.all():
        return machine.plain()
    return _converted(machine, state, receiver, "type", arguments, table.operations()["to"])


def _set_item(machine: Machine, state: State, receiver: Receiver, arguments: Arguments) -> Value:
    key, value = arguments.get(0, "key"), arguments.get(1, "value")
    if key is not None and value is not None:
        in_place.assign_item(machine, state, receiver, key, value, arguments.site)
    return NONE


_SPECIAL: Final[dict[str, Callable[[Machine, State, Receiver, Arguments], Value]]] = {
    "__setitem__": _set_item,
    "backward": _backward,
    "detach": _detach,
    "detach_": _detach_in_place,
    "numpy": _numpy,
    "requires_grad_": _requires_grad,
    "retain_grad": _retain_grad,
    "cpu": _cpu,
    "register_hook": _hook,
    "type": _type,
}
