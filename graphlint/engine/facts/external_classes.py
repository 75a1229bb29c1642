"""Facts about classes and functions of other libraries, from their names and library models."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterator
from typing import Final

from graphlint.engine.domain import class_lookup
from graphlint.engine.domain.state import State
from graphlint.engine.domain.terms import Element, InstanceSymbol, Item
from graphlint.engine.domain.values import Class, Unknown, Value
from graphlint.engine.machine.machine import Machine
from graphlint.libraries import tables
from graphlint.libraries.assumptions import Assumptions
from graphlint.libraries.vocabulary import Effect, ModelEntry
from graphlint.source.prefilter import OTHER_FRAMEWORKS

FUNCTION_BASES: Final = frozenset(("torch.autograd.Function", "torch.autograd.function.Function", "Function"))


def is_module_base(machine: Machine, name: str) -> bool:
    """Return True if an unresolved base class makes a class an nn.Module."""
    if is_other(name):
        return False
    if name.startswith("torch."):
        return (name.startswith("torch.nn.") and name[9:10].isupper()) or name in ("torch.nn.modules.Module", "torch.jit.ScriptModule")
    return _is_base(machine, name, Effect.MODULE_CLASS) or _is_base(machine, name, Effect.LAYER_CLASS)


def is_other(name: str) -> bool:
    """Return True for a name of another framework, or of code for one: `tensorflow.keras.Model`, `dgl.nn.mxnet.GraphConv`."""
    return not OTHER_FRAMEWORKS.isdisjoint(name.split("."))


def is_module_class(machine: Machine, state: State, cls: Class) -> bool:
    """Return True if a class is an nn.Module.

    Decided by its bases or, if these are unresolved and not of another framework, by its having a method `forward`.
    """
    bases = class_lookup.foreign_bases(cls)
    if any(is_module_base(machine, name) for name in bases):
        return True
    if any(is_other(name) for name in bases):
        return False
    if not bases or class_lookup.attribute(state, cls, "forward") is None:
        return False
    return not any(is_function_base(machine, name) for name in bases)


def is_optimizer(name: str) -> bool:
    """Return True if a dotted name is that of an optimizer of torch.optim."""
    inner = name.removeprefix("torch.optim.")
    return inner != name and inner.rpartition(".")[2][:1].isupper() and not inner.startswith(("lr_scheduler.", "swa_utils."))


def is_layer(machine: Machine, name: str) -> bool:
    """Return True if an unresolved base class is a layer with parameters of its own."""
    return _is_base(machine, name, Effect.LAYER_CLASS) and not is_other(name)


def is_function_base(machine: Machine, name: str) -> bool:
    """Return True if a base class makes a class a custom autograd.Function."""
    return name in FUNCTION_BASES or _is_base(machine, name, Effect.FUNCTION_CLASS)


def is_dataset(machine: Machine, bases: tuple[str, ...]) -> bool:
    """Return True if one of these base classes is a dataset or loader, whose elements have no graph."""
    return any(_is_base(machine, name, Effect.DATASET_CLASS) for name in bases)


def _is_base(machine: Machine, name: str, effect: Effect) -> bool:
    entry = machine.assumptions.of_base(name)
    return entry is not None and entry.effect is effect


def called_by_framework(machine: Machine, cls: Class, method: str, *effects_of_method: Effect) -> ModelEntry | None:
    """Return the model entry of a method that the framework calls, with grad mode disabled or once per batch; None if it does not."""
    return next((entry for entry in inherited(machine, cls, method) if entry.effect in effects_of_method), None)


def inherited(machine: Machine, cls: Class, method: str) -> Iterator[ModelEntry]:
    """Yield the model entries of a method for each library base of a class."""
    entries = (machine.assumptions.of_method(base, method) for base in class_lookup.foreign_bases(cls))
    return (entry for entry in entries if entry is not None)


def has_unknown_base(machine: Machine, cls: Class) -> bool:
    """Return True if a base of a class is neither of the project nor of Python, PyTorch or a library that has models.

    Nothing shows how it calls the methods of the class: under which grad mode, how often.
    """
    return any(_is_of_unknown_package(machine, item.path, name) for item in cls.order for name in item.foreign)


def _is_of_unknown_package(machine: Machine, path: str, name: str) -> bool:
    relative = name.lstrip(".")
    level = len(name) - len(relative)
    package, module = relative.partition(".")[0], relative.rpartition(".")[0]
    if level:
        return machine.modules.locate(path, module, level) is None
    if package == "torch" or package in sys.stdlib_module_names or hasattr(builtins, package) or tables.file_of(package) is not None:
        return False
    return machine.modules.locate(path, module or name, 0) is None


def is_transparent(assumptions: Assumptions, name: str) -> bool:
    """Return True if an unresolved decorator changes neither grad mode nor the function's result."""
    parts = name.split(".")
    entries = (assumptions.of_function(".".join(parts[:end])) for end in range(len(parts), 0, -1))
    return any(entry is not None and entry.effect in (Effect.TRANSPARENT, Effect.NEUTRAL) for entry in entries)


def is_unchecked(machine: Machine, name: str) -> bool:
    """Return True if a context manager disables the version check of saved tensors."""
    entry = machine.assumptions.of_function(name)
    return entry is not None and entry.effect is Effect.UNCHECKED


def may_run_backward(name: str) -> bool:
    """Return True if a method of an engine or of a framework's module may run backward on the loss that it receives."""
    entry = tables.of_any_method(name)
    return name == "backward" or (entry is not None and entry.effect is Effect.BACKWARD)


def made_by(value: Unknown) -> str:
    """Return the dotted name of the unresolved class that constructed a value, "" if none did."""
    return value.symbol.name if type(value.symbol) is InstanceSymbol else ""


def made_by_element(value: Unknown) -> str:
    """Return the dotted name of the unresolved class that constructed the object of which a value is an element, "" if none did."""
    symbol = value.symbol
    while type(symbol) is Item or type(symbol) is Element:
        symbol = symbol.of
    return symbol.name if symbol is not value.symbol and type(symbol) is InstanceSymbol else ""


def assigns(machine: Machine, value: Value | None, name: str) -> bool:
    """Return True if a class of the program or a base assigns an attribute of self: a call of it calls the stored value, not a method."""
    return isinstance(value, Class) and any(machine.evidence.stores(one.path, one.name, name) for one in value.order)


def declares(value: Value | None, name: str) -> bool:
    """Return True if a class of the program or a base declares an attribute by an annotation in its body: it is a field, not a method."""
    return isinstance(value, Class) and any(name in one.fields for one in value.order)


def class_of(machine: Machine, name: str) -> tuple[str, str] | None:
    """Return the file and name of a class of the project by its dotted name in the current file; None for a library class."""
    module, _, member = name.rpartition(".")
    if not module:
        return None
    path = machine.modules.locate(machine.frame.code.path, module.lstrip("."), len(module) - len(module.lstrip(".")))
    return None if path is None else (path, member)


def is_plain(machine: Machine, value: Unknown) -> bool:
    """Return True if a value was constructed by a class of another file whose summary shows that it detaches and freezes nothing."""
    own_class = class_of(machine, made_by(value))
    if own_class is None:
        return False
    return machine.evidence.plain_class(*own_class) and not machine.evidence.freezes(*own_class)
