"""Libraries: what a qualified name does when it is called, and the tables that say so."""

from __future__ import annotations

from graphlint.autograd import operations as table
from graphlint.interpreter import (
    builtins_api,
    calls,
    effects,
    frameworks,
    modes,
    modules,
    optimizers,
    standard_library,
    tensor_methods,
    torch_api,
)
from graphlint.interpreter.builtins_api import helper_method
from graphlint.interpreter.frameworks import (
    annotated_kind,
    foreign_method,
    is_dataset,
    is_function_base,
    is_layer,
    is_module_base,
    is_other,
    is_transparent,
    is_unchecked,
    unknown_method,
)
from graphlint.interpreter.machine import Arguments, Machine, Outcome
from graphlint.interpreter.state import State
from graphlint.interpreter.values import NO, Api, Constant, Unknown, Value
from graphlint.project.libraries import PLAIN_ROOTS

__all__ = [
    "annotated_kind", "attribute", "call", "foreign_method", "helper_method", "is_dataset", "is_function_base", "is_layer",
    "is_module_base", "is_other", "is_transparent", "is_unchecked", "unknown_method",
]  # fmt: skip


def attribute(machine: Machine, value: Api, name: str) -> Value:
    """An attribute of something of a library."""
    qualified = f"{value.name}.{name}"
    if qualified == "torch.__version__":
        return Constant(machine.assumptions.torch)
    if value.name.split(".", 1)[0] in PLAIN_ROOTS and value.name.split(".", 1)[0] not in ("gym", "gymnasium"):
        return Api(qualified)
    return Api(_ALIASES.get(qualified, qualified))


_ALIASES = {
    "torch.autograd.variable.Variable": "torch.autograd.Variable",
    "torch.nn.parameter.Parameter": "torch.nn.Parameter",
    "torch.nn.modules.module.Module": "torch.nn.Module",
    "torch.optim.optimizer.Optimizer": "torch.optim.Optimizer",
    "torch.functional": "torch.nn.functional",
}


def canonical(name: str) -> str:
    """One name for what a library exports under several."""
    if name.startswith("torch.nn.modules."):
        return "torch.nn." + name.rsplit(".", 1)[-1]
    return _ALIASES.get(name, name)


def call(machine: Machine, state: State, name: str, arguments: Arguments) -> Outcome:
    """Call something of a library by its qualified name."""
    own = machine.assumptions.own(name)
    if own is not None:
        return effects.call(machine, state, own, name, arguments)
    modeled = standard_library.function(name)
    if modeled is not None:
        return modeled(machine, state, arguments)
    root = name.split(".", 1)[0]
    if root == "builtins":
        return builtins_api.call(machine, state, name[9:], arguments)
    if root == "torch":
        return _call_torch(machine, state, canonical(name), arguments)
    if root in ("functools", "itertools", "copy", "collections", "contextlib", "operator", "typing", "dataclasses", "abc", "enum"):
        return standard_library.call_standard(machine, state, name, arguments)
    if root in PLAIN_ROOTS or is_other(name):
        return standard_library.call_plain(machine, state, name, arguments)
    return frameworks.call(machine, state, name, arguments)


def _call_torch(machine: Machine, state: State, name: str, arguments: Arguments) -> Outcome:
    if name in modes.SWITCHES:
        return modes.make(machine, state, name, arguments)
    special = torch_api.TABLE.get(name)
    if special is not None:
        return special(machine, state, name, arguments)
    entry = table.modules().get(name)
    if entry is not None:
        if entry.operation == "composite":
            return _composite(machine, state, name, arguments)
        return modules.make(machine, state, entry, arguments)
    if name in modules.CONTAINERS:
        return modules.container(machine, state, name, arguments)
    if name == "torch.nn.*":
        return _composite(machine, state, name, arguments)
    if name.startswith("torch.optim.") and (name.rsplit(".", 1)[-1][:1].isupper() or name == "torch.optim.*"):
        if ".lr_scheduler." in name or ".swa_utils." in name:
            return torch_api.averaged(machine, state, name, arguments)
        return optimizers.make(machine, state, name, arguments)
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
        return _composite(machine, state, name, arguments)
    return calls.unknown_call(machine, state, arguments, keeps=False)


def _operation(machine: Machine, state: State, name: str, entry: table.Operation, arguments: Arguments) -> Outcome:
    first = arguments.positional[0] if arguments.positional else arguments.keywords.get("input")
    inplace = arguments.keywords.get("inplace")
    in_place = name.endswith("_") or (inplace is not None and getattr(inplace, "value", False) is True)
    if in_place and first is not None:
        short = entry.name.removesuffix("_") + "_"
        return machine.call_method(state, first, short, Arguments(arguments.positional[1:], {}, arguments.site))
    if name.startswith("torch.Tensor."):
        return machine.call_method(state, first or machine.unknown(), name.rsplit(".", 1)[-1],
            Arguments(arguments.positional[1:], arguments.keywords, arguments.site),
        )  # fmt: skip
    return tensor_methods.operation_call(machine, state, entry, arguments)


def _composite(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    """A module of torch.nn that is made of others: its parameters stand as one group."""
    short = name.rsplit(".", 1)[-1]
    made = modules.opaque(machine, state, Unknown(machine.graph.number(), NO, short))
    state.edit(made.number).about["of_torch"] = True
    modules.begin(machine, state, made)
    return made
