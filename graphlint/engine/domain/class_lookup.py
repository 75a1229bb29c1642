"""Lookup of attributes and methods in classes of the program, along their method resolution order."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.engine.domain.objects import CONTAINERS, Object
from graphlint.engine.domain.state import State
from graphlint.engine.domain.terms import AttributeSymbol
from graphlint.engine.domain.values import Api, Bound, Class, Function, LayerClass, Ref, Unknown, Value


def class_of(obj: Object) -> Value | None:
    """Return the class of an object, None if it is unresolved."""
    if isinstance(obj.type, LayerClass):
        return Api(obj.type.entry.name)
    return obj.type if isinstance(obj.type, Class) or obj.module.container else None


def foreign_bases(cls: Class) -> tuple[str, ...]:
    """Return the dotted names of the unresolved bases of a class and of all its base classes."""
    return tuple(name for item in cls.order for name in item.foreign)


def attribute(state: State, owner: Class, name: str, after: Class | None = None) -> Value | None:
    """Look up a class attribute along the method resolution order, None if no class defines it.

    With `after`, the lookup starts after that class, as super() does.
    """
    order = owner.order
    if after is not None and after in order:
        order = order[order.index(after) + 1 :]
    for cls in order:
        value = state.heap[cls.scope].fields.get(name) if cls.scope in state.heap else None
        if value is not None:
            return value
    return None


def methods(state: State, owner: Class) -> Iterator[Function]:
    """Yield the functions that a class and its base classes define, those that another one overrides, too."""
    for base in owner.order:
        members = state.heap[base.scope].fields.values() if base.scope in state.heap else ()
        yield from (member for member in members if isinstance(member, Function))


def bound(value: Value, receiver: Value, cls: Class) -> Value:
    """Bind a class attribute to an instance, as Python's descriptors do for functions, static methods and class methods."""
    if isinstance(value, Function):
        if value.kind == "staticmethod":
            return value
        if value.kind == "classmethod":
            return Bound(cls, value)
        return Bound(receiver, value)
    return value


def attributes_of(state: State, value: Value) -> Ref | None:
    """Return the `__dict__` of an object as a dict that shares its fields; None if the attributes are unknown."""
    if not isinstance(value, Ref):
        return None
    if value.kind in CONTAINERS:
        number = state.get(value.number).attributes
        return Ref(number, "dict") if number else None
    return Ref(value.number, "dict") if value.kind in ("instance", "module") else None


def find_method(state: State, receiver: Ref, name: str) -> Value | None:
    """Return an attribute of an object's class, bound if it is a function; None if no class of the program defines it."""
    cls = state.heap[receiver.number].type
    if not isinstance(cls, Class):
        return None
    found = attribute(state, cls, name)
    return bound(found, receiver, cls) if isinstance(found, Function) else found


def record_fields(cls: Class) -> tuple[str, ...]:
    """Return the fields of a dataclass or named tuple in the order of the parameters of `__init__`: fields of base classes first."""
    return tuple(dict.fromkeys(name for item in reversed(cls.order) for name in item.fields))


def is_named_tuple(cls: Class) -> bool:
    """Return True if the instances of a class are tuples whose items have names."""
    return any(name.rsplit(".", 1)[-1] == "NamedTuple" for name in foreign_bases(cls))


def unknown_attribute(receiver: Unknown, name: str) -> Unknown:
    """Return the symbolic value of an attribute of an unknown value: the same symbol for each read."""
    return Unknown(
        AttributeSymbol(receiver.symbol, name), receiver.graph, f"{receiver.name}.{name}" if receiver.name else "", receiver.data
    )
