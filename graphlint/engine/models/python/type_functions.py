"""Models of functions that test the class or the attributes of a value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from graphlint.engine.domain import terms
from graphlint.engine.domain.state import State
from graphlint.engine.domain.symbols import symbol_of
from graphlint.engine.domain.values import NO, Constant, Each, Ref, Sequence, Tensor, Unknown, Value
from graphlint.engine.facts import identities
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.models.python import built_ins, class_tests
from graphlint.engine.models.python.built_ins import first_of


def _type(machine: Machine, state: State, arguments: Arguments) -> Value:
    """Model `type(value)`."""
    value = first_of(arguments, machine)
    if len(arguments.positional) != 1:
        return machine.plain("type")
    known = class_tests.type_of(state, value)
    return known if known is not None else Unknown(terms.TypeOf(symbol_of(value)), NO, "type")


def _isinstance(machine: Machine, state: State, arguments: Arguments) -> Value:
    value, kinds = first_of(arguments, machine), arguments.get(1, "class_or_tuple") or machine.unknown()
    return class_tests.is_instance(state, value, kinds.items if isinstance(kinds, Sequence) else (kinds,))


def _issubclass(machine: Machine, state: State, arguments: Arguments) -> Value:
    value, kinds = first_of(arguments, machine), arguments.get(1, "class_or_tuple") or machine.unknown()
    verdict = class_tests.is_subclass(value, kinds.items if isinstance(kinds, Sequence) else (kinds,))
    return machine.plain("issubclass") if verdict is None else Constant(verdict)


OF_EVERY_TENSOR: Final = frozenset(
    "item detach data grad grad_fn backward requires_grad cpu cuda numpy tolist size shape device dtype to".split()
)


def _hasattr(machine: Machine, state: State, arguments: Arguments) -> Value:
    value, name = first_of(arguments, machine), arguments.get(1, "name")
    if isinstance(value, Ref) and isinstance(name, Constant) and name.value in state.get(value.number).fields:
        return Constant(True)
    if isinstance(value, Tensor) and not value.parts and isinstance(name, Constant) and name.value in OF_EVERY_TENSOR:
        return Constant(True)
    if isinstance(value, Constant) and isinstance(name, Constant) and isinstance(name.value, str):
        return Constant(hasattr(value.value, name.value))
    return Unknown(terms.HasAttribute(symbol_of(value), getattr(name, "value", None)), NO)


def _isscalar(machine: Machine, state: State, arguments: Arguments) -> Value:
    """Model `numpy.isscalar(value)`: a tensor is none."""
    value = first_of(arguments, machine)
    if isinstance(value, Constant):
        return Constant(isinstance(value.value, int | float | complex | str | bytes))
    return Constant(False) if isinstance(value, Tensor | Each | Sequence) else machine.plain("isscalar")


def _id(machine: Machine, state: State, arguments: Arguments) -> Value:
    return identities.taken(machine, first_of(arguments, machine))


FUNCTIONS: Final[Mapping[str, built_ins.Handler]] = {
    "builtins.type": _type, "builtins.isinstance": _isinstance, "builtins.issubclass": _issubclass, "builtins.hasattr": _hasattr,
    "builtins.id": _id,    "numpy.isscalar": _isscalar,
}  # fmt: skip
"""The functions that this module models, by qualified name."""
