"""Instances of nn.Module: those of torch.nn, containers, and modules with unresolved code."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from graphlint.autograd import operations as table
from graphlint.autograd.events import Site
from graphlint.autograd.operations import ModuleClass
from graphlint.autograd.presumptions import Presumption
from graphlint.engine.domain.path_facts import Frozen
from graphlint.engine.domain.records import ModuleRecord
from graphlint.engine.domain.state import State
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.terms import CallSymbol, InstanceSymbol
from graphlint.engine.domain.values import MAYBE, YES, Api, Constant, LayerClass, Ref, StandsFor, Unknown, Value
from graphlint.engine.facts import declared, external_classes, frozen_fields, module_collections
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import ownership, tensors
from graphlint.libraries import tensor_methods

CONTAINERS: Final = frozenset("torch.nn." + name for name in ("Sequential", "ModuleList", "ModuleDict", "ParameterList", "ParameterDict"))


def begin(machine: Machine, state: State, reference: Ref) -> None:
    """Model `nn.Module.__init__`."""
    obj = state.edit(reference.number)
    obj.record = replace(obj.module, training=YES)


def inherit(machine: Machine, state: State, reference: Ref, bases: tuple[str, ...], site: Site) -> None:
    """Add what a class of the program inherits from a module of torch.nn or another library: parameters, or the elements of a container."""
    for base in bases:
        if base in CONTAINERS:
            obj = state.edit(reference.number)
            obj.record = replace(obj.module, container=base.rsplit(".", 1)[-1])
        module_class = table.modules().get(base)
        fields = state.edit(reference.number).fields
        if module_class is not None:
            fields.update({name: tensors.leaf(machine, site, parameter=True) for name in module_class.parameters})
        elif external_classes.is_layer(machine, base):
            fields[f"parameters of {base}"] = replace(tensors.leaf(machine, site, parameter=True), stands_for=StandsFor.PARAMETERS)


def make(machine: Machine, state: State, module_class: ModuleClass, arguments: Arguments) -> Ref:
    """Instantiate a module of torch.nn."""
    reference = machine.allocate(
        state,
        "module",
        LayerClass(module_class),
        ModuleRecord(
            YES, module_class.name.rsplit(".", 1)[-1], arguments=MappingProxyType(dict(arguments.keywords)), sizes=arguments.positional
        ),
    )
    if not module_class.name.rsplit(".", 1)[-1].startswith("Transformer"):
        machine.value_facts.use_as_numbers(arguments.positional)
        machine.graph.unresolved.use_as_sizes(arguments.positional)
    obj = state.get(reference.number)
    without = {"bias"} if _is_false(arguments.keywords.get("bias")) else set()
    if _is_false(arguments.keywords.get("affine")) or _is_false(arguments.keywords.get("elementwise_affine")):
        without |= {"weight", "bias"}
    for name in module_class.parameters:
        if name not in without:
            obj.fields[name] = tensors.leaf(machine, arguments.site, parameter=True)
    return reference


def received(machine: Machine, state: State, value: Unknown, module_class: ModuleClass) -> Ref:
    """Return a module of torch.nn that an unresolved caller passes: its constructor arguments and its mode are unknown."""
    known = state.known.get(value.symbol)
    if isinstance(known, Ref):
        return known
    reference = make(machine, state, module_class, Arguments((), {}, machine.site(machine.frame.code.at), True))
    obj = state.get(reference.number)
    obj.record = replace(obj.module, training=MAYBE, symbol=value.symbol, name=value.name or module_class.name.rsplit(".", 1)[-1])
    machine.value_facts.reachable_parameters.update(leaf.node for leaf in ownership.leaves(machine, state, reference))
    state.known[value.symbol] = reference
    return reference


def _is_false(value: Value | None) -> bool:
    return isinstance(value, Constant) and value.value is False


def container(machine: Machine, state: State, name: str, arguments: Arguments) -> Ref:
    """Instantiate a container module, such as Sequential and ModuleList."""
    short = name.rsplit(".", 1)[-1]
    reference = machine.allocate(state, "module", Api(name), ModuleRecord(YES, short, container=short))
    fill(machine, state, reference, arguments)
    return reference


def fill(machine: Machine, state: State, reference: Ref, arguments: Arguments) -> None:
    """Store the modules that the constructor of a container module receives."""
    obj = state.edit(reference.number)
    short = obj.module.container
    values: tuple[Value, ...] = (*arguments.positional, *arguments.spread)
    first = values[0] if len(values) == 1 else None
    if isinstance(first, Ref) and first.kind == "dict":
        inner = state.get(first.number)
        values, obj.exact = tuple(inner.fields.values()), inner.exact
        if short in ("ModuleDict", "ParameterDict"):
            obj.fields.update(inner.fields)
    elif first is not None and short in ("ModuleList", "ParameterList", "Sequential") and not ownership.is_module(first):
        known = machine.elements(state, first)
        obj.exact = known is not None
        values = known or ()
        if isinstance(first, Ref) and known is None:
            values = tuple(state.get(first.number).items)
    obj.exact = obj.exact and not arguments.open
    obj.items = list(values)


def opaque(machine: Machine, state: State, value: Unknown, parent: Ref | None = None, name: str = "") -> Ref:
    """Return the unresolved module that an unknown value is: a single leaf stands for all its parameters."""
    known = state.known.get(value.symbol)
    if isinstance(known, Ref):
        return known
    label = name or value.name.rsplit(".", 1)[-1]
    machine.graph.unresolved.use_as_module(value.symbol)
    reference = machine.allocate(state, "module", Api(value.name), ModuleRecord(MAYBE, label, opaque=True, symbol=value.symbol))
    module_collections.join(state, reference, value)
    own_class = external_classes.class_of(machine, external_classes.made_by(value))
    if own_class is not None and machine.evidence.parameterless_class(*own_class):
        state.known[value.symbol] = reference
        return reference
    obj = state.get(reference.number)
    obj.record = replace(obj.module, plain=external_classes.is_plain(machine, value))
    site = machine.graph.unresolved.call_sites.get(value.symbol) or machine.site(machine.frame.code.at)
    group = replace(tensors.leaf(machine, site, parameter=True), stands_for=StandsFor.PARAMETERS)
    if not external_classes.made_by(value):
        # The code that constructed the module may have passed it to other code.
        machine.value_facts.reachable_parameters.add(group.node)
    obj.fields["parameters of " + label] = group
    if _may_be_frozen(machine, state, value.symbol) or _may_own_none(machine, value.symbol):
        state.needs[group.number] = MAYBE
    obj.record = replace(obj.module, made_of=machine.graph.unresolved.node_or_none(machine.graph, value.symbol))
    state.known[value.symbol] = reference
    if parent is not None:
        own = next(iter(ownership.leaves(machine, state, parent)), None)
        if own is not None and state.needs_grad(own) is not YES:
            state.needs[group.number] = state.needs_grad(own)
        obj.record = replace(obj.module, training=state.get(parent.number).module.training)
    return reference


def received_parameters(machine: Machine, state: State, module: Ref) -> set[int]:
    """Return the parameters that the unresolved code received which returned a module: they may be the module's."""
    symbol = state.get(module.number).module.symbol
    if symbol is None or not machine.value_facts.parameters_of_results:
        return set()
    return set[int]().union(*(machine.value_facts.parameters_of_results.get(each, ()) for each in _moved_from(symbol)))


def _may_own_none(machine: Machine, key: Symbol) -> bool:
    """Return True if a module may have no parameters: its declared class has none, which a subclass may have."""
    declaration = declared.of_key(machine, key) if machine.value_facts.declared else None
    return declaration is not None and declaration.parameterless


def _may_be_frozen(machine: Machine, state: State, key: Symbol) -> bool:
    """Return True if a method that the program has called, or the code that has saved a module to a file, or stored it in an attribute,
    may have frozen it."""
    if any(Frozen(symbol) in state.facts.possible for symbol in _moved_from(key)):
        return True
    if machine.graph.unresolved.is_loaded(key):
        freezes = machine.evidence.freezes_beside(machine.frame.code.path)
    else:
        freezes = frozen_fields.may_be_frozen(machine, state, key)
    return freezes and machine.graph.presumes(Presumption.FROZEN_ELSEWHERE)


def _moved_from(key: Symbol) -> Iterator[Symbol]:
    """Yield the symbol of a module and those of the values that were moved or converted to it, which are the same module."""
    yield key
    while isinstance(key, CallSymbol | InstanceSymbol):
        if isinstance(key, InstanceSymbol):
            key = key.result
        elif key.method in tensor_methods.MODULE_MOVES:
            key = key.receiver
        else:
            return
        yield key


def transform(machine: Machine, state: State, name: str, parts: list[Value]) -> Ref:
    """Instantiate a transform of a library, which has no parameters but those of its parts, and detaches nothing."""
    record = ModuleRecord(YES, name.rsplit(".", 1)[-1], opaque=True, plain=True)
    ref = machine.allocate(state, "module", Api(name), record)
    state.edit(ref.number).items = parts
    return ref


def runtime(machine: Machine, state: State, name: str) -> Ref:
    """Instantiate a model that PyTorch does not run: it has no parameters, and its results have no graph."""
    record = ModuleRecord(YES, name.rsplit(".", 1)[-1], opaque=True, runs_elsewhere=True)
    return machine.allocate(state, "module", Api(name), record)


def sequence(machine: Machine, state: State, name: str, arguments: Arguments) -> Ref:
    """Instantiate a class of a library that works like a Sequential, and also calls functions."""
    ref = machine.allocate(state, "module", Api(name), ModuleRecord(YES, name.rsplit(".", 1)[-1], container="Sequential"))
    fill(machine, state, ref, arguments)
    return ref


def record_constructor_modules(state: State, receiver: Ref, arguments: Arguments) -> None:
    """Record the modules that the constructor of an unresolved base class receives: keyword arguments become attributes of the instance."""
    obj = state.edit(receiver.number)
    obj.fields.update({name: value for name, value in arguments.keywords.items() if ownership.is_module(value) and name not in obj.fields})
    obj.record = replace(obj.instance, given=tuple(value for value in arguments.all() if ownership.is_module(value)))


def module_of_unresolved_constructor(state: State, receiver: Ref) -> Ref | None:
    """Return the module in an attribute set by an unresolved base class: the only module that its constructor received, None otherwise."""
    given = state.get(receiver.number).instance.given
    return given[0] if len(given) == 1 and isinstance(given[0], Ref) else None
