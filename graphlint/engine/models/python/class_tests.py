"""Tests of a value's class: `type()`, `isinstance()`, `issubclass()`, and comparisons of classes."""

from __future__ import annotations

import builtins
import collections.abc
import numbers
import sys
import typing
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from graphlint.engine.domain import class_lookup, python_numbers, terms
from graphlint.engine.domain.state import State
from graphlint.engine.domain.symbols import symbol_of
from graphlint.engine.domain.values import NO, Api, Class, Constant, Each, LayerClass, Ref, Sequence, Tensor, Unknown, Value


def is_instance(state: State, value: Value, options: tuple[Value, ...]) -> Value:
    """Return whether a value is an instance of one of several types: a constant, or a symbol that later tests share."""
    options = tuple(_flattened(options))
    answers = [_is_a(state, value, option) for option in options]
    if True in answers:
        return Constant(True)
    if None not in answers:
        return Constant(False)
    keys = tuple(getattr(option, "name", symbol_of(option)) for option in options)
    return Unknown(terms.IsInstance(symbol_of(value), keys), NO)


def _flattened(options: Iterable[Value]) -> Iterator[Value]:
    """Yield the classes of nested tuples."""
    for option in options:
        if isinstance(option, Sequence):
            yield from _flattened(option.items)
        else:
            yield option


def type_of(state: State, value: Value) -> Value | None:
    """Return the class of a value, None if it is not known.

    Subclasses of torch.Tensor are not modeled. Operations return those for tensors of a subclass only.
    """
    if isinstance(value, Each) or (isinstance(value, Tensor) and value.parameter):
        return Api("torch.nn.Parameter")
    if isinstance(value, Tensor):
        return Api("torch.Tensor") if not value.parts else None
    if isinstance(value, Constant):
        kind = type(value.value)
        return Api(f"builtins.{kind.__name__}") if kind.__module__ == "builtins" else None
    if isinstance(value, Sequence):
        return value.type or (None if value.fields else Api("builtins.tuple"))
    if isinstance(value, Ref):
        return class_lookup.class_of(state.get(value.number))
    return None


def same_class(one: Value, two: Value) -> bool | None:
    """Return whether two values are the same class; None if one of them is not a class, or if libraries may export one as the other."""
    if isinstance(one, Class) and isinstance(two, Class):
        return one is two
    if not (_is_class(one) and _is_class(two)):
        return None
    if isinstance(one, Class) or isinstance(two, Class):
        return False
    first, second = getattr(one, "name", ""), getattr(two, "name", "")
    if first == second:
        return True
    # `numpy.float` was the class of Python.
    aliases = "numpy." in first + second and first.rpartition(".")[2] == second.rpartition(".")[2]
    return None if aliases or (first.startswith("numpy.") and second.startswith("numpy.")) else False


def union(one: Value, two: Value) -> Sequence | None:
    """Return the tuple of classes for which `one | two` stands in a test, None if an operand is not a class."""
    parts = [part for value in (one, two) for part in (value.items if isinstance(value, Sequence) else (value,))]
    parts = [Api(_NONE_TYPE) if isinstance(part, Constant) and part.value is None else part for part in parts]
    return Sequence(tuple(parts)) if all(map(_is_class, parts)) else None


def is_subclass(value: Value, options: tuple[Value, ...]) -> bool | None:
    """Return whether a class is a subclass of one of several classes, None if unknown."""
    options = tuple(_flattened(options))
    name = value.name if isinstance(value, Api) else ""
    if name in _TENSORS or name == "torch.nn.Parameter":
        answers = [_is_tensor_class(name == "torch.nn.Parameter", getattr(option, "name", "")) for option in options]
    elif isinstance(kind := _standard_class(name), type):
        answers = [_is_standard(kind, getattr(option, "name", "")) for option in options]
    elif isinstance(value, Class):
        answers = [_derives(value, option) for option in options]
    else:
        return None
    return True if True in answers else None if None in answers else False


def _is_class(value: Value) -> bool:
    """Return True for a class of the program, of Python, of NumPy or of tensors."""
    if isinstance(value, Class):
        return True
    name = value.name if isinstance(value, Api) else ""
    return name in _TENSORS or name == "torch.nn.Parameter" or name.startswith("numpy.") or _standard_class(name) is not None


def _is_a(state: State, value: Value, kind: Value) -> bool | None:
    """Return True if a value is an instance of a type, None if unknown."""
    name = kind.name if isinstance(kind, Api) else ""
    if isinstance(value, Tensor | Each):
        if isinstance(value, Tensor) and value.parts:
            # It stands for an unresolved value that may have a graph, or hold tensors that do.
            return False if _holds_no_tensor(name) else None
        return _is_tensor_class(value.parameter if isinstance(value, Tensor) else True, name)
    if isinstance(value, Sequence):
        return _is_standard(tuple, name)
    if isinstance(value, Constant):
        standard = _standard_class(name)
        if standard is not None:
            return isinstance(value.value, standard)
        # `torch._six` exported tuples of the classes of strings and numbers.
        return False if name.startswith("torch.") and not name.startswith("torch._six.") else None
    if isinstance(value, Ref):
        if value.kind in ("list", "dict", "set"):
            return _is_standard(_CONTAINERS[value.kind], name)
        return _is_object(state, value, kind, name)
    return False if name in _TENSORS and python_numbers.is_number(value) else None


def _is_object(state: State, value: Ref, kind: Value, name: str) -> bool | None:
    """Return True if a module or another object is an instance of a type, None if unknown."""
    own_class = state.get(value.number).type
    if isinstance(own_class, Class) and isinstance(kind, Class):
        return _derives(own_class, kind)
    if value.kind == "module" and name == "torch.nn.Module":
        return True
    if name in ("builtins.list", "builtins.tuple", "builtins.dict", "torch.Tensor"):
        return False
    if _holds_no_tensor(name):
        return None if isinstance(own_class, Class) and class_lookup.foreign_bases(own_class) else False
    own = own_class.entry.name if isinstance(own_class, LayerClass) else getattr(own_class, "name", None)
    if name.startswith("torch.nn.") and isinstance(own, str) and own.startswith("torch.nn.") and not state.get(value.number).module.opaque:
        return own == name or None if own != name and "_" in own else own == name
    return None


def _derives(cls: Class, kind: Value) -> bool | None:
    if not isinstance(kind, Class):
        return None
    return kind in cls.order or (None if class_lookup.foreign_bases(cls) else False)


_CONTAINERS: Final[Mapping[str, type]] = {"list": list, "dict": dict, "set": set}

_TENSORS: Final = frozenset(("torch.Tensor", "torch.autograd.Variable", "torch.FloatTensor"))


class _SpecialMethodsOfTensors:
    """The special methods of a tensor that abstract classes of Python look for."""

    __slots__ = ()
    __len__ = __iter__ = __reversed__ = __contains__ = __abs__ = __float__ = __int__ = __index__ = __complex__ = __hash__ = object.__hash__


def _is_tensor_class(parameter: bool, name: str) -> bool | None:
    """Return True if a tensor, or a parameter, is an instance of a class by its name, None if unknown."""
    if name in _TENSORS:
        return True
    if name == "torch.nn.Parameter":
        return parameter
    kind = _standard_class(name)
    if kind is not None:
        return issubclass(_SpecialMethodsOfTensors, kind)
    package = name.partition(".")[0]
    if package == "numpy" or (package in sys.stdlib_module_names and package not in ("typing", "collections")):
        return False
    return False if name.startswith(_OTHERS_OF_TORCH) and not name.startswith("torch.nn.parameter.") and name != "torch.nn.Buffer" else None


_OTHERS_OF_TORCH: Final = ("torch.nn.", "torch.optim.", "torch.utils.data.", "torch.distributions.")
"""The packages of PyTorch without subclasses of tensors, except parameters and buffers."""


def _holds_no_tensor(name: str) -> bool:
    """Return True for the classes of numbers, strings and arrays: no instance has a graph or holds tensors."""
    kind = _standard_class(name)
    if kind is not None:
        return issubclass(kind, numbers.Number | str | bytes)
    return name.startswith("numpy.") and name not in ("numpy.ndarray", "numpy.array")


def _standard_class(name: str) -> type | None:
    """Return the class of Python that has a qualified name: a built-in class, an abstract class, or what a name of `typing` stands for."""
    package, _, last = name.rpartition(".")
    if name == _NONE_TYPE:
        return type(None)
    standard = getattr(_PACKAGES.get(package), last, None)
    if package == "typing":
        standard = getattr(standard, "__origin__", standard if getattr(standard, "_is_runtime_protocol", False) else None)
    return standard if isinstance(standard, type) else None


_NONE_TYPE: Final = "builtins.NoneType"
_PACKAGES: Final = {"builtins": builtins, "collections.abc": collections.abc, "numbers": numbers, "typing": typing}


def _is_standard(subclass: type, name: str) -> bool | None:
    """Return True if an instance of a class of Python is an instance of a class by its name, None if unknown."""
    kind = _standard_class(name)
    if kind is not None:
        return issubclass(subclass, kind)
    package, _, last = name.rpartition(".")
    # An ordered dict is a dict here, a deque a list. A class of a library may have the name of an abstract class, or be one.
    return None if not name or package in ("collections", "typing", "typing_extensions") or hasattr(collections.abc, last) else False
