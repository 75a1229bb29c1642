"""Members of the program's enumerations: each is an object of its own, with a name and a value."""

from __future__ import annotations

from graphlint.autograd.numbers import ObjectNumber
from graphlint.engine.domain import class_lookup
from graphlint.engine.domain.state import State
from graphlint.engine.domain.term import Term
from graphlint.engine.domain.values import NO, Class, Constant, Sequence, Unknown, Value
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine


class EnumMember(Term):
    """A member of an enumeration, by the scope of its class."""

    __slots__ = ()
    scope: ObjectNumber
    name: str


class AutoValue(Term):
    """The value of `enum.auto()`: another one for each call."""

    __slots__ = ()
    number: int


def auto(machine: Machine, state: State, arguments: Arguments) -> Value:
    """Model `enum.auto()`."""
    return Unknown(AutoValue(machine.graph.number()), NO)


def member(cls: Class, name: str, value: Value) -> Value:
    """Return the value of a class attribute: in an enumeration, a constant is the value of a member.

    A member that is a string or a number, too, equals its value and stands for it.
    """
    is_value = isinstance(value, Constant | Sequence) or (isinstance(value, Unknown) and isinstance(value.symbol, AutoValue))
    if name.startswith("_") or not is_value or class_lookup.foreign_bases(cls) != ("enum.Enum",):
        return value
    return Unknown(EnumMember(cls.scope, name), NO, name)


def attribute(state: State, value: Value, name: str) -> Value | None:
    """Return the value or the name of a member, None for any other attribute or object."""
    symbol = value.symbol if isinstance(value, Unknown) else None
    if not isinstance(symbol, EnumMember) or symbol.scope not in state.heap:
        return None
    if name in ("value", "_value_"):
        return state.heap[symbol.scope].fields.get(symbol.name)
    return Constant(symbol.name) if name in ("name", "_name_") else None


def equal(state: State, left: Value, right: Value) -> bool | None:
    """Return True if two values are the same member, False if one is a member and the other one is another or a constant."""
    symbols = [value.symbol if isinstance(value, Unknown) else None for value in (left, right)]
    if not any(isinstance(symbol, EnumMember) for symbol in symbols):
        return None
    if isinstance(left, Constant) or isinstance(right, Constant):
        return False
    if not all(isinstance(symbol, EnumMember) for symbol in symbols):
        return None
    return symbols[0] == symbols[1] or attribute(state, left, "value") == attribute(state, right, "value")
