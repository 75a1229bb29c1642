"""Handlers for reading and writing attributes, by the class of the value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from graphlint.autograd.events import Certainty, Site
from graphlint.engine.dispatch import modules
from graphlint.engine.domain import class_lookup, presumed_gradients, terms
from graphlint.engine.domain.objects import CONTAINERS
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import (
    Api,
    Bound,
    Class,
    Constant,
    Each,
    Function,
    Method,
    Mode,
    Namespace,
    Ref,
    Sequence,
    Super,
    Tensor,
    Unknown,
    Value,
)
from graphlint.engine.exec import imports
from graphlint.engine.facts import conditions, dependencies, external_classes, library_names
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.havoc.callee_effects import FUNCTION, METHOD
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.machine.protocols import Table
from graphlint.engine.models.libraries import frameworks
from graphlint.engine.models.python import attributes, container_growth, enum_members
from graphlint.engine.models.torch import (
    declared_values,
    derived_schedulers,
    inferred_values,
    module_instances,
    optimizer_attributes,
    optimizers,
    parallel,
    tensor_attributes,
)
from graphlint.engine.operations import hidden_modules, ownership, rebinding, training_mode
from graphlint.engine.retention import context_attributes, releases, retained_graphs
from graphlint.project.file_summary import UsedAs


def _of_class(machine: Machine, state: State, value: Class, name: str, site: Site) -> Value:
    if name in ("__name__", "__qualname__"):
        return Constant(value.name.rsplit(".", 1)[-1])
    attribute = class_lookup.attribute(state, value, name)
    bases = class_lookup.foreign_bases(value)
    if attribute is None and name == "apply" and any(external_classes.is_function_base(machine, base) for base in bases):
        return Method(value, name)
    if isinstance(attribute, Function) and attribute.kind == "classmethod":
        return Bound(value, attribute)
    return enum_members.member(value, name, attribute) if attribute is not None else machine.unknown(name)


def _of_api(machine: Machine, state: State, value: Api, name: str, site: Site) -> Value:
    if name in ("__name__", "__qualname__"):
        return Constant(value.name.rsplit(".", 1)[-1])
    library_names.require(machine, f"{value.name}.{name}")
    return library_names.attribute(machine, value, name)


def _of_namespace(machine: Machine, state: State, value: Namespace, name: str, site: Site) -> Value:
    return imports.attribute(machine, state, value, name)


def _of_super(machine: Machine, state: State, value: Super, name: str, site: Site) -> Value:
    cls = state.get(value.receiver.number).type if isinstance(value.receiver, Ref) else None
    order = cls if isinstance(cls, Class) else value.after
    attribute = class_lookup.attribute(state, order, name, value.after)
    return class_lookup.bound(attribute, value.receiver, order) if attribute is not None else machine.unknown()


def _of_tuple(machine: Machine, state: State, value: Sequence, name: str, site: Site) -> Value:
    return value.items[value.fields.index(name)] if name in value.fields else _field(machine, value, name)


def _of_function(machine: Machine, state: State, value: Mode | Function | Bound, name: str, site: Site) -> Value:
    return Method(value, name)


def _of_other(machine: Machine, state: State, value: Value, name: str, site: Site) -> Value:
    return machine.unknown()


def _field(machine: Machine, value: Sequence, name: str) -> Value:
    """Return an attribute of a tuple that an operation returned: `values` and `indices` of max and similar operations."""
    if name == "values" and value.items:
        return value.items[0]
    if name == "indices" and len(value.items) > 1:
        return value.items[1]
    return machine.unknown()


def _of_object(machine: Machine, state: State, value: Ref, name: str, site: Site) -> Value:
    obj = state.get(value.number)
    if (value.parallel and name == "module") or (value.compiled and name == "_orig_mod"):
        return parallel.unwrapped(value)
    if name == "__dict__" and (attributes := class_lookup.attributes_of(state, value)) is not None:
        return attributes
    if value.kind not in CONTAINERS:
        field = obj.fields.get(name)
    else:
        field = state.get(obj.attributes).fields.get(name) if obj.attributes else None
    if field is not None:
        return machine.resolve(state, field)
    if name == "__class__" and (known := class_lookup.class_of(obj)) is not None:
        return known
    if isinstance(obj.type, Class):
        inherited = class_lookup.attribute(state, obj.type, name)
        if inherited is not None:
            return class_lookup.bound(inherited, value, obj.type)
    if value.kind == "module":
        return modules.attribute(machine, state, value, name)
    if value.kind == "optimizer":
        return optimizer_attributes.attribute(machine, state, value, name)
    if value.kind == "list" and name == "maxlen":
        return container_growth.maxlen(machine, obj)
    if value.kind in CONTAINERS or value.kind in ("generator", "helper"):
        return Method(value, name)
    return _missing(machine, state, value, name)


def _missing(machine: Machine, state: State, value: Ref, name: str) -> Value:
    """Return an attribute that no resolved code has set: its kind follows from its uses in the file, else from its annotation."""
    path = machine.frame.code.path
    kind = machine.evidence.kind(path, f"self.{name}")
    unknown = Unknown(terms.FieldSymbol(value.number, name), name=f"self.{name}")
    if kind is UsedAs.MODULE:
        result: Value = module_instances.module_of_unresolved_constructor(state, value) or module_instances.opaque(machine, state, unknown)
    elif kind is UsedAs.OPTIMIZER:
        result = optimizers.opaque(machine, state, unknown)
    else:
        owner = state.get(value.number).type
        declared = next((one.declared[name] for one in owner.order if name in one.declared), None) if isinstance(owner, Class) else None
        return unknown if declared is None else declared_values.declare(machine, state, unknown, declared, lazily=declared.optional)
    state.edit(value.number).fields[name] = result
    return result


def _of_unknown(machine: Machine, state: State, value: Unknown, name: str, site: Site) -> Value:
    known = enum_members.attribute(state, value, name)
    if known is not None:
        return known
    value = dependencies.with_stored_graph(state, value)
    declared = declared_values.declared_object(machine, state, value, tested=True)
    if declared is not None:
        return machine.load(state, declared, name, site)
    if name == "grad" and value.graph is not Certainty.NO:
        # The program reads or changes gradients of unresolved parameters.
        presumed_gradients.filled_by_hand(state)
        return machine.plain(name)
    unknown = class_lookup.unknown_attribute(value, name)
    if name in ("shape", "dtype", "device", "ndim", "requires_grad", "is_leaf", "training"):
        unknown = Unknown(unknown.symbol, Certainty.NO, unknown.name)
    resolved = machine.resolve(state, unknown)
    if resolved is unknown and unknown.name:
        kind = machine.evidence.kind(machine.frame.code.path, unknown.name)
        if kind is UsedAs.MODULE:
            return module_instances.opaque(machine, state, unknown)
        if kind is UsedAs.OPTIMIZER:
            return optimizers.opaque(machine, state, unknown)
    return resolved


def _on_tensor(machine: Machine, state: State, holder: Tensor | Each, name: str, value: Value, arguments: Arguments) -> None:
    tensor_attributes.assign(machine, state, holder, name, value, arguments.site)


def _on_object(machine: Machine, state: State, holder: Ref, name: str, value: Value, arguments: Arguments) -> None:
    if holder.kind in CONTAINERS:
        own = state.get(holder.number).attributes
        if own and name == "__dict__" and isinstance(value, Ref):
            # `self.__dict__ = d`: the attributes are the elements of `d`, often the object itself.
            state.edit(holder.number).attributes = value.number
        elif own:
            attributes.store(machine, state, Ref(own, "instance"), name, value, arguments)
        return
    if holder.parallel:
        parallel.forget(state, holder)
    value = inferred_values.named(machine, state, value, f"self.{name}", holder.kind == "module")
    if holder.kind == "module" and name == "training":
        training_mode.switch(machine, state, holder, (holder,), conditions.certainty(machine, state, value), arguments.site)
    if holder.kind == "module":
        hidden_modules.note_container(state, holder, name, value, arguments.site)
    before = state.get(holder.number).fields.get(name)
    rebinding.rebound(machine, state, name, before, value, arguments.site)
    releases.note_replaced(machine, state, holder, name, before, value)
    state.edit(holder.number).fields[name] = value
    if state.get(holder.number).instance.context:
        context_attributes.note(state, holder, name, value, arguments.site)
    else:
        retained_graphs.note_store(machine, state, holder, name, value, arguments.site)


def _on_unknown(machine: Machine, state: State, holder: Unknown, name: str, value: Value, arguments: Arguments) -> None:
    if name == "requires_grad" and holder.graph is Certainty.NO:
        needs = conditions.certainty(machine, state, value)
        if needs is not Certainty.NO:
            inferred_values.differentiated_leaf(machine, state, holder, needs, arguments.site)
    state.store(terms.AttributeSymbol(holder.symbol, name), value)
    if ownership.is_module(value):
        machine.value_facts.layers.add(name)
    if name in ("grad", "_grad"):
        presumed_gradients.filled_by_hand(state)
    dependencies.note_stored_graph(machine, state, holder, value)
    unresolved_calls.receive(machine, state, (value,))


def _on_class(machine: Machine, state: State, holder: Class, name: str, value: Value, arguments: Arguments) -> None:
    state.edit(holder.scope).fields[name] = value
    retained_graphs.note_store(machine, state, Ref(holder.scope, "class"), name, value, arguments.site)


def _on_namespace(machine: Machine, state: State, holder: Namespace, name: str, value: Value, arguments: Arguments) -> None:
    imports.add_scope(state, holder)
    state.edit(holder.scope).fields[name] = value


def _on_other(machine: Machine, state: State, holder: Value, name: str, value: Value, arguments: Arguments) -> None:
    unresolved_calls.receive(machine, state, (value,))


def method_of_instance(machine: Machine, state: State, receiver: Ref, name: str, arguments: Arguments) -> Outcome:
    """Call a method of an instance that its resolved classes do not define."""
    obj = state.get(receiver.number)
    if isinstance(obj.type, Class):
        foreign = frameworks.foreign_method(machine, state, receiver, obj.type, name, arguments)
        if foreign is not None:
            return foreign
    value = _missing(machine, state, receiver, name) if receiver.kind == "instance" else machine.unknown()
    if not isinstance(value, Unknown) or external_classes.declares(obj.type, name):
        return machine.call(state, value, arguments)
    if derived_schedulers.is_scheduler(state, receiver):
        return derived_schedulers.method(machine, state, receiver, name, arguments)
    unresolved_calls.may_reset(machine, state, receiver)
    training_mode.may_switch(machine, state, (receiver,), arguments.site)
    effects = FUNCTION if external_classes.assigns(machine, obj.type, name) else METHOD
    return unresolved_calls.unknown_call(machine, state, arguments, effects=effects)


LOADS: Final[Table[Callable[[Machine, State, Any, str, Site], Value]]] = Table(
    {
        Tensor: tensor_attributes.attribute, Each: tensor_attributes.attribute, Api: _of_api, Ref: _of_object, Unknown: _of_unknown,
        Namespace: _of_namespace, Class: _of_class, Super: _of_super, Sequence: _of_tuple, Mode: _of_function, Function: _of_function,
        Bound: _of_function,
    },
    _of_other,
)  # fmt: skip
"""Handlers that read an attribute, by the class of the value."""

STORES: Final[Table[Callable[[Machine, State, Any, str, Value, Arguments], None]]] = Table(
    {
        Tensor: _on_tensor, Each: _on_tensor, Ref: _on_object, Unknown: _on_unknown, Class: _on_class, Namespace: _on_namespace,
    },
    _on_other,
)  # fmt: skip
"""Handlers that assign an attribute, by the class of the value."""
