"""Operations that raise because an operand is of another kind: a number, a collection, a tensor of several elements.

No rule reports them, since a linter for types does. A fix may cause one: `value.detach()` where a caller passes a number.
"""

from __future__ import annotations

from typing import Final

from graphlint.autograd import operations as table
from graphlint.autograd.events import Site, WrongOperand
from graphlint.engine.domain import python_numbers, shapes
from graphlint.engine.domain.values import Constant, Each, Ref, Tensor, Value
from graphlint.engine.machine.machine import Machine

OF_TENSORS: Final = frozenset(("detach", "item", "backward", "requires_grad_", "numpy"))
"""Methods of tensors that are not operations."""
PYTHON_TYPES: Final = {"list": list, "dict": dict, "set": set}


def method(machine: Machine, receiver: Value, name: str, site: Site) -> None:
    """Record the call of a method of tensors on a number or a collection."""
    if name not in OF_TENSORS and not table.is_tensor_method(name):
        return
    kind = _python_type(receiver)
    if kind is not None and not hasattr(kind, name):
        machine.graph.emit(WrongOperand(site, machine.context, name))


def operator(machine: Machine, left: Value, right: Value, name: str, site: Site) -> None:
    """Record an arithmetic operation on a tensor and a list."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Ref) and one.kind == "list" and isinstance(other, Tensor | Each):
            machine.graph.emit(WrongOperand(site, machine.context, name))


def number_of(machine: Machine, tensor: Tensor | Each, name: str, site: Site) -> None:
    """Record a conversion to a number of a tensor that certainly has several elements."""
    if isinstance(tensor, Tensor) and not tensor.parts and shapes.surely_many(tensor.shape):
        machine.graph.emit(WrongOperand(site, machine.context, name))


def _python_type(value: Value) -> type | None:
    """Return the type of a number or a collection, None for other values."""
    if isinstance(value, Constant):
        return type(value.value) if isinstance(value.value, int | float | str) else None
    if isinstance(value, Ref):
        return PYTHON_TYPES.get(value.kind)
    return float if python_numbers.is_number(value) else None
