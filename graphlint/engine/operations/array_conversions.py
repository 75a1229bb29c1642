"""Errors of conversions of tensors that require grad: to NumPy arrays, by deep copies, and by changes of `requires_grad`."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence

from graphlint.autograd.events import UNRESOLVED, Fault, Raised, Site
from graphlint.engine.domain import shapes, terms
from graphlint.engine.domain.bounds import LEVELS_OF_LISTS
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NO, YES, Each, Ref, Slice, Tensor, Value
from graphlint.engine.domain.values import Sequence as TupleValue
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import errors


class Converted(enum.Enum):
    """The arguments of which a function makes arrays."""

    ALL = "tensors and lists of tensors"
    LISTS = "lists of tensors"
    TENSORS = "tensors with dimensions, and dicts of them"


def to_array(machine: Machine, state: State, values: Sequence[Value], site: Site, converted: Converted = Converted.ALL) -> bool:
    """Convert the arguments of a call to arrays: return True if this ends the path, since one of the tensors requires grad.

    NumPy asks a tensor for its array, which it has only in `no_grad`, or if it does not require grad.
    """
    for index, value in enumerate(values):
        for tensor in _converted(state, value, converted):
            if state.grad_mode is YES and not state.inference and not state.grad_mode_doubts and is_tracked(state, tensor):
                direct = index if tensor is value else None
                return _fail(machine, state, Fault.TRACKED_CONVERSION, tensor, site, direct)
    _note_accepted(machine, state, site)
    return False


def stored(machine: Machine, state: State, array: terms.Array, key: Value, value: Value, site: Site) -> bool:
    """Store a value in an array: return True if this ends the path, since NumPy makes an array of a tensor that requires grad.

    It does, unless the place is a single element, for which it asks the tensor for its number.
    """
    keys = key.items if isinstance(key, TupleValue) and not isinstance(key, Slice) else (key,)
    several = len(keys) < array.dimensions or any(isinstance(item, Slice) for item in keys)
    return several and to_array(machine, state, (value,), site)


def copied_nonleaf(machine: Machine, state: State, value: Value, site: Site) -> bool:
    """Copy a value deeply: return True if this ends the path, since the value is or contains a tensor that is not a leaf."""
    for tensor in _copied(state, value, LEVELS_OF_LISTS, set()):
        if is_tracked(state, tensor) and state.is_leaf(tensor) is NO:
            return _fail(machine, state, Fault.NONLEAF_COPY, tensor, site, 0 if tensor is value else None)
    _note_accepted(machine, state, site)
    return False


def flagged_nonleaf(machine: Machine, state: State, tensor: Tensor, site: Site) -> bool:
    """Change `requires_grad` of a tensor: return True if this ends the path, since it is not a leaf."""
    if is_tracked(state, tensor) and state.is_leaf(tensor) is NO:
        return _fail(machine, state, Fault.NONLEAF_FLAG, tensor, site, 0)
    _note_accepted(machine, state, site)
    return False


def is_tracked(state: State, tensor: Tensor) -> bool:
    """Return True if a value is certainly one tensor that requires grad."""
    certain = not tensor.parts and not tensor.stands_for.is_unresolved and not tensor.inference
    return certain and state.needs_grad(tensor) is YES and bool(state.node(tensor))


def _fail(machine: Machine, state: State, fault: Fault, tensor: Tensor, site: Site, index: int | None) -> bool:
    node = state.node(tensor)
    if machine.graph.nodes[node].origin in UNRESOLVED:
        return False
    errors.fail(machine, state, Raised(site, machine.context, fault, index=index, input=node))
    return True


def _note_accepted(machine: Machine, state: State, site: Site) -> None:
    if state.condition:
        machine.graph.outcome_conditions.changed.setdefault((site, machine.context), []).append(state.condition.snapshot())


def _converted(state: State, value: Value, converted: Converted) -> Iterator[Tensor]:
    """Yield the tensors of an argument of which a function makes arrays."""
    if converted is Converted.TENSORS:
        obj = state.get(value.number) if isinstance(value, Ref) and value.kind == "dict" else None
        given = (value,) if obj is None else tuple(obj.fields.values())
        for item in given:
            if isinstance(item, Tensor) and (shapes.dimensions(item.shape) or 0) > 0:
                yield item
    elif not isinstance(value, Tensor) or converted is Converted.ALL:
        yield from _in_lists(state, value, LEVELS_OF_LISTS)


def _in_lists(state: State, value: Value, depth: int) -> Iterator[Tensor]:
    """Yield the tensors that a value certainly is or, if it is a list or tuple, contains."""
    if isinstance(value, Tensor):
        yield value
    elif isinstance(value, Each) and all(is_tracked(state, tensor) for tensor in value.tensors):
        yield from value.tensors
    elif depth and isinstance(value, TupleValue):
        for item in value.items:
            yield from _in_lists(state, item, depth - 1)
    elif depth and isinstance(value, Ref) and value.kind == "list" and value.number in state.heap:
        obj = state.get(value.number)
        if obj.holds_known_items:
            for item in obj.items:
                yield from _in_lists(state, item, depth - 1)


def _copied(state: State, value: Value, depth: int, seen: set[int]) -> Iterator[Tensor]:
    """Yield the tensors that a deep copy of a value certainly copies."""
    yield from _in_lists(state, value, LEVELS_OF_LISTS)
    if depth and isinstance(value, Ref) and value.kind in ("module", "instance", "dict") and value.number not in seen:
        seen.add(value.number)
        obj = state.get(value.number)
        if value.kind != "dict" or obj.exact:
            for item in obj.fields.values():
                yield from _copied(state, item, depth - 1, seen)
