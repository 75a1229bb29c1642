"""Calls of library functions and classes by qualified name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from graphlint.autograd import operations as table
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NO, Unknown, Value
from graphlint.engine.facts import external_classes, library_names
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.havoc.callee_effects import FUNCTION
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.libraries import effects, frameworks
from graphlint.engine.models.python import (
    built_ins,
    iterators,
    queues,
    records,
    selections,
    sets,
    special_methods,
    standard_library,
    type_functions,
)
from graphlint.engine.models.torch import grad_modes, module_instances, optimizers, tensor_methods, torch_api
from graphlint.libraries import tables
from graphlint.libraries.vocabulary import OF_ARRAYS, Effect
from graphlint.project.libraries import PLAIN_ROOTS


def call(machine: Machine, state: State, name: str, arguments: Arguments) -> Outcome:
    """Call a library function or class by its qualified name."""
    own = machine.assumptions.own(name)
    if own is not None:
        return effects.call(machine, state, own, name, arguments)
    modeled = FUNCTIONS.get(name)
    if modeled is not None:
        return modeled(machine, state, arguments)
    root = name.split(".", 1)[0]
    if root == "builtins":
        return built_ins.call(machine, state, name[9:], arguments)
    if root == "torch":
        return _call_torch(machine, state, library_names.canonical(name), arguments)
    if root in ("functools", "itertools", "copy", "collections", "contextlib", "operator", "typing", "dataclasses", "abc", "enum"):
        return standard_library.call_standard(machine, state, name, arguments)
    conversion = tables.of_package(name)
    if conversion is not None and conversion.effect in OF_ARRAYS | {Effect.MAKES_OBJECTS}:
        return effects.call(machine, state, conversion, name, arguments)
    if root in PLAIN_ROOTS or external_classes.is_other(name):
        return standard_library.call_plain(machine, state, name, arguments)
    return frameworks.call(machine, state, name, arguments)


def is_unresolved(name: str) -> bool:
    """Return True for a name that is imported from an unresolved module, and of which nothing is known."""
    root = name.split(".", 1)[0]
    return "." in name and root not in ("torch", "builtins") and root not in PLAIN_ROOTS and not tables.is_known(name)


def _call_torch(machine: Machine, state: State, name: str, arguments: Arguments) -> Outcome:
    if name in grad_modes.SWITCHES:
        return grad_modes.make(machine, state, name, arguments)
    special = torch_api.TABLE.get(name)
    if special is not None:
        return special(machine, state, name, arguments)
    module_class = table.modules().get(name)
    if module_class is not None:
        if module_class.operation == "composite":
            return _composite(machine, state, name)
        return module_instances.make(machine, state, module_class, arguments)
    if name in module_instances.CONTAINERS:
        return module_instances.container(machine, state, name, arguments)
    if name == "torch.nn.*":
        return _composite(machine, state, name)
    if external_classes.is_optimizer(name) or name == "torch.optim.*":
        return optimizers.make(machine, state, name, arguments)
    if name.startswith("torch.optim.") and name.rsplit(".", 1)[-1][:1].isupper():
        return torch_api.averaged(machine, state, name, arguments)
    spellings = table.spellings()
    operation = spellings.get(name)
    if operation is None and name.endswith("_"):
        operation = spellings.get(name[:-1])
    if operation is not None:
        return _operation(machine, state, name, table.operations()[operation], arguments)
    prefix = torch_api.by_prefix(name)
    if prefix is not None:
        return prefix(machine, state, name, arguments)
    if name.startswith("torch.nn.") and name.count(".") == 2 and name.rsplit(".", 1)[-1][:1].isupper():
        return _composite(machine, state, name)
    result = unresolved_calls.unknown_call(machine, state, arguments, effects=FUNCTION)
    if isinstance(result, Unknown):
        machine.graph.unresolved.imported.add(result.symbol)
        if name in _LOADING:
            machine.graph.unresolved.loaded.add(result.symbol)
    return result


def _operation(machine: Machine, state: State, name: str, operation: table.Operation, arguments: Arguments) -> Outcome:
    first = arguments.positional[0] if arguments.positional else arguments.keywords.get("input")
    inplace = arguments.keywords.get("inplace")
    in_place = name.endswith("_") or (inplace is not None and getattr(inplace, "value", False) is True)
    if in_place and first is not None:
        short = operation.name.removesuffix("_") + "_"
        return machine.call_method(state, first, short, Arguments(arguments.positional[1:], {}, arguments.site))
    if name.startswith("torch.Tensor."):
        return machine.call_method(state, first or machine.unknown(), name.rsplit(".", 1)[-1],
            Arguments(arguments.positional[1:], arguments.keywords, arguments.site),
        )  # fmt: skip
    return tensor_methods.operation_call(machine, state, operation, arguments)


def _composite(machine: Machine, state: State, name: str) -> Value:
    """Instantiate a module of torch.nn that consists of others: one leaf stands for all its parameters."""
    short = name.rsplit(".", 1)[-1]
    ref = module_instances.opaque(machine, state, Unknown(machine.graph.number(), NO, short))
    obj = state.edit(ref.number)
    obj.record = replace(obj.module, of_torch=True)
    module_instances.begin(machine, state, ref)
    return ref


_LOADING: Final = frozenset(("torch.load", "torch.jit.load"))
"""The functions that read modules from files, with what each parameter requires."""

FUNCTIONS: Final[Mapping[str, built_ins.Handler]] = {
    **standard_library.FUNCTIONS, **iterators.FUNCTIONS, **special_methods.FUNCTIONS, **queues.FUNCTIONS, **records.FUNCTIONS,
    **type_functions.FUNCTIONS, **sets.FUNCTIONS, **selections.FUNCTIONS,
}  # fmt: skip
"""Functions of the standard library, and built-in functions that call methods of the program's classes, by qualified name."""
