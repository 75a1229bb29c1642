"""Operators on tensors: arithmetic, comparisons, and detached operands."""

from __future__ import annotations

from collections.abc import Sequence as Items
from typing import Final

from graphlint.autograd import operations as table
from graphlint.autograd.events import ConstantTerm, NoGraph, Site
from graphlint.autograd.presumptions import Presumption
from graphlint.engine.domain import shapes, terms
from graphlint.engine.domain.state import Signal, State
from graphlint.engine.domain.tensor_history import ScaledConstant
from graphlint.engine.domain.term import Symbol, Term
from graphlint.engine.domain.values import MAYBE, NO, NONE, YES, Constant, Each, Tensor, Unknown, Value
from graphlint.engine.facts import identities, kinds
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import applications, in_place, leaf_gradients, recording, tensors, wrong_operands

ARITHMETIC: Final = {
    "+": "add", "-": "sub", "*": "mul", "/": "div", "**": "pow", "@": "matmul", "//": "floor_divide", "%": "remainder",
}  # fmt: skip


COMPARISONS: Final = frozenset(("==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not", "&", "|", "^", "<<", ">>"))


def operate(machine: Machine, state: State, operator: str, left: Value, right: Value | None, site: Site, inplace: bool) -> Value | None:
    """Return the result of an operator with a tensor operand; None if no operand is a tensor."""
    if not isinstance(left, (Tensor, Each)) and not isinstance(right, (Tensor, Each)):
        return None
    if right is None:
        return unary(machine, state, operator, left, site)
    none = left if isinstance(left, Constant) else right
    if operator in ARITHMETIC and isinstance(none, Constant) and none.value is None:
        state.signal = Signal.RAISE
        return NONE
    if operator in ("is", "is not"):
        if not (isinstance(right, Constant) and right.value is None):
            same = identities.same(left, right)
            return machine.plain() if same is None else Constant(same is (operator == "is"))
        missing = leaf_gradients.may_be_missing(machine, state, left) if isinstance(left, (Tensor, Each)) else None
        if missing is None:
            return Constant(operator == "is not")
        return Unknown(missing if operator == "is" else terms.Not(missing), NO)
    if operator in ("in", "not in") and (inside := identities.contains(state, right, left)) is not None:
        return Constant(inside is (operator == "in"))
    if operator in COMPARISONS:
        machine.note_read(state, (left, right))
        shape = shapes.broadcast([left, right])
        return tensors.data(machine, site, NoGraph.COMPARISON, shape)
    refused = recording.object_as_operand(machine, state, (left, right), site)
    if refused is not None:
        return refused
    name = ARITHMETIC.get(operator)
    if name is None:
        return machine.unknown()
    wrong_operands.operator(machine, left, right, name, site)
    if inplace and isinstance(left, (Tensor, Each)):
        changed = in_place.change_by(machine, state, name, left, [right], site)
        if isinstance(left, Tensor) and name in TERMS and not state.signal:
            _note_constant_term(machine, state, right, state.node(left), site, is_right=True)
        return changed
    return binary(machine, state, name, left, right, site)


def binary(machine: Machine, state: State, name: str, left: Value, right: Value, site: Site) -> Value:
    """Return the result of an elementwise operation of two operands, either of which may be a number."""
    entries = table.operations()
    number_left, number_right = not applications.may_be_tensor(left), not applications.may_be_tensor(right)
    if number_right and f"{name}_number" in entries:
        result = recording.apply(machine, state, entries[f"{name}_number"], [("input", left)], site)
    elif number_left and f"r{name}_number" in entries:
        result = recording.apply(machine, state, entries[f"r{name}_number"], [("other", right)], site)
    else:
        operation = entries[name]
        names = operation.inputs
        result = recording.apply(machine, state, operation, [(names[0], left), (names[1], right)], site)
    _note_update(machine, left, right, result)
    if isinstance(result, Tensor) and name in FACTORS:
        _note_scaled_constant(machine, state, left, right, result)
    if isinstance(result, Tensor) and state.node(result):
        for operand, is_right in ((left, False), (right, True)):
            if name in TERMS:
                _note_constant_term(machine, state, operand, state.node(result), site, is_right)
            if name in TERMS or (isinstance(operand, Tensor) and operand.reason is NoGraph.COPY):
                _note_detach_point(machine, state, operand, result)
    return result


def note_terms(machine: Machine, state: State, operands: Items[Value], total: Value, site: Site) -> None:
    """Emit events for the terms of a sum that have no graph, if the sum has one."""
    if isinstance(total, Tensor) and state.node(total):
        for place, operand in enumerate(operands):
            _note_constant_term(machine, state, operand, state.node(total), site, is_right=place > 0)
            _note_detach_point(machine, state, operand, total)


def _note_detach_point(machine: Machine, state: State, operand: Value, result: Tensor) -> None:
    """Emit an event if a detached value is added to one with a graph."""
    points = machine.graph.detach_points.of_tensors
    point = points.get(operand.number) if isinstance(operand, Tensor) else None
    if point is None and isinstance(operand, Unknown) and operand.graph is NO:
        point = next((points[part] for part in _parts_of(operand.symbol) if part in points), None)
    iterations = machine.context.iterations
    if point is not None and point.reason not in QUIET and point.context.is_within(iterations):
        machine.graph.emit(point.used_in(state.node(result)))


def _note_constant_term(machine: Machine, state: State, operand: Value, total: int, site: Site, is_right: bool) -> None:
    """Emit an event if a gradient, or a value computed with grad mode disabled, is added to one with a graph."""
    if not isinstance(operand, Tensor) or not total:
        return
    scaled = machine.graph.scaling.constants.get(operand.number)
    if scaled is not None:
        machine.graph.emit(ConstantTerm(site, machine.context, scaled.reason, scaled.site, total, is_right))
    elif operand.reason in WITHOUT_TRAINING and operand.site and state.needs_grad(operand) is NO:
        machine.graph.emit(ConstantTerm(site, machine.context, operand.reason, operand.site, total, is_right))


def _note_scaled_constant(machine: Machine, state: State, left: Value, right: Value, result: Tensor) -> None:
    """Record the product of a gradient, or a value computed with grad mode disabled, and an unresolved setting."""
    for value, factor in ((left, right), (right, left)):
        if not isinstance(value, Tensor) or not isinstance(factor, Unknown) or factor.graph is not MAYBE:
            continue
        scaled = machine.graph.scaling.constants.get(value.number)
        if scaled is None and value.reason in WITHOUT_TRAINING and value.site and state.needs_grad(value) is NO:
            scaled = ScaledConstant(value.reason, value.site)
        if scaled is not None and _is_setting(machine, state, factor):
            machine.graph.scaling.constants[result.number] = scaled


def _is_setting(machine: Machine, state: State, value: Unknown) -> bool:
    """Return True if an unresolved value is presumed to be a number: it is read, not computed, used in arithmetic only, and not trained."""
    symbol = value.symbol
    by_key = isinstance(symbol, terms.Item) and isinstance(symbol.key, terms.ConstantSymbol)
    stored = by_key or isinstance(symbol, (terms.AttributeSymbol, terms.FieldSymbol))
    is_number = stored and symbol not in machine.value_facts.trained and not kinds.uses(machine, state, value.name)
    return is_number and machine.graph.presumes(Presumption.NUMBERS)


TERMS: Final = frozenset(("add", "sub"))
FACTORS: Final = frozenset(("mul", "div"))
WITHOUT_TRAINING: Final = frozenset((NoGraph.AUTOGRAD_GRAD, NoGraph.GRAD_MODE_OFF))
"""Reasons for a missing graph that a program rarely intends in a term of a loss; a detach is intended."""
QUIET: Final = frozenset((NoGraph.DETACH, NoGraph.DATA_ATTRIBUTE, NoGraph.DETACH_IN_PLACE))
"""Intended detach points: recorded for later events, and not a finding by themselves."""


def _parts_of(key: Symbol) -> set[int]:
    """Return the numbers in a key: the unknown values from which a value was computed."""
    if isinstance(key, int):
        return {key}
    parts: set[int] = set()
    if isinstance(key, Term):
        for item in key.symbols():
            parts |= _parts_of(item)
    return parts


def _note_update(machine: Machine, left: Value, right: Value, result: Value) -> None:
    """Record a value computed from a leaf and its gradient: assigning it to the leaf's name loses the leaf."""
    if not isinstance(result, Tensor):
        return
    for value in (left, right):
        for tensor in value.tensors if isinstance(value, Each) else (value,) if isinstance(value, Tensor) else ():
            origin = tensor.number if tensor.leaf is YES and tensor.reason is None else None
            if tensor.gradient_of:
                origin = tensor.gradient_of
                machine.graph.leaves.used_gradients.setdefault(origin, set()).add(result.number)
            elif origin is None:
                for leaf_number, used in machine.graph.leaves.used_gradients.items():
                    if tensor.number in used:
                        used.add(result.number)
                        origin = leaf_number
                        break
            if origin is not None and isinstance(left, (Tensor, Each)):
                numbers = [item.number for item in (left.tensors if isinstance(left, Each) else (left,))]
                if origin in numbers and result.number in machine.graph.leaves.used_gradients.get(origin, ()):
                    machine.graph.leaves.updates.setdefault(origin, set()).add(result.number)


def unary(machine: Machine, state: State, operator: str, value: Value, site: Site) -> Value:
    """Return the result of `-value`, `+value` or `~value`."""
    if operator == "~":
        return tensors.data(machine, site, NoGraph.NO_DERIVATIVE)
    if operator == "+":
        return value
    return recording.apply(machine, state, table.operations()["neg"], [("input", value)], site)
