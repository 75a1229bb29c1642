"""Tests of a value's class: `isinstance()`."""

from __future__ import annotations

import builtins
import collections.abc
import typing
from collections.abc import Mapping

from graphlint.engine.domain import class_lookup, terms
from graphlint.engine.domain.state import State
from graphlint.engine.domain.symbols import symbol_of
from graphlint.engine.domain.values import NO, Api, Class, Constant, Each, Ref, Sequence, Tensor, Unknown, Value


def is_instance(state: State, value: Value, options: tuple[Value, ...]) -> Value:
    """Return whether a value is an instance of one of several types: a constant, or a symbol that later tests share."""
    answers = [_is_a(state, value, option) for option in options]
    if True in answers:
        return Constant(True)
    if None not in answers:
        return Constant(False)
    keys = tuple(getattr(option, "name", symbol_of(option)) for option in options)
    return Unknown(terms.IsInstance(symbol_of(value), keys), NO)


def _is_a(state: State, value: Value, kind: Value) -> bool | None:
    """Return True if a value is an instance of a type, None if unknown."""
    name = kind.name if isinstance(kind, Api) else ""
    if isinstance(value, Tensor | Each):
        if isinstance(value, Tensor) and value.parts:
            return None
        if name in ("torch.Tensor", "torch.autograd.Variable", "torch.FloatTensor"):
            return True
        if name == "torch.nn.Parameter":
            return value.parameter if isinstance(value, Tensor) else True
        return False if name.startswith("builtins.") or name.startswith("numpy.") else None
    if isinstance(value, Sequence):
        return _is_built_in(tuple, name)
    if isinstance(value, Constant):
        return (
            type(value.value).__name__ == name.removeprefix("builtins.")
            if name.startswith("builtins.")
            else (False if name.startswith("torch.") else None)
        )
    if isinstance(value, Ref):
        if value.kind in ("list", "dict", "set"):
            return _is_built_in(_CONTAINERS[value.kind], name)
        made = state.get(value.number).type
        if isinstance(made, Class) and isinstance(kind, Class):
            return kind in made.order or (None if class_lookup.foreign_bases(made) else False)
        if value.kind == "module" and name == "torch.nn.Module":
            return True
        if name in ("builtins.list", "builtins.tuple", "builtins.dict", "torch.Tensor"):
            return False
        own = getattr(getattr(made, "entry", made), "name", None)
        if (
            name.startswith("torch.nn.")
            and isinstance(own, str)
            and own.startswith("torch.nn.")
            and not state.get(value.number).module.opaque
        ):
            return own == name or None if own != name and "_" in own else own == name
    return None


_CONTAINERS: Mapping[str, type] = {"list": list, "dict": dict, "set": set}


def _is_built_in(made: type, name: str) -> bool | None:
    """Return True if an instance of a built-in class is an instance of a class by its name, None if unknown."""
    package, _, last = name.rpartition(".")
    if package == "builtins":
        kind = getattr(builtins, last, None)
    elif package == "typing":
        kind = getattr(getattr(typing, last, None), "__origin__", None)
    else:
        kind = getattr(collections.abc, last, None)
        if kind is not None and package != "collections.abc":
            # A class of a library may have the name of an abstract class, or be one.
            return None
    return issubclass(made, kind) if isinstance(kind, type) else False if name else None
