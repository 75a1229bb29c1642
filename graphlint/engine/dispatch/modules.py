"""Attributes and methods of modules that the program's classes do not define."""

from __future__ import annotations

from dataclasses import replace

from graphlint.autograd.events import NoGraph
from graphlint.engine.domain import terms
from graphlint.engine.domain.objects import CONTAINERS as OF_ELEMENTS
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import MAYBE, NO, YES, Api, Class, Constant, LayerClass, Method, NoSync, Ref, Tensor, Unknown, Value
from graphlint.engine.facts import dependencies, external_classes
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.libraries import frameworks
from graphlint.engine.models.python import built_in_methods
from graphlint.engine.models.torch import (
    derived_optimizers,
    derived_schedulers,
    module_calls,
    module_instances,
    module_methods,
    optimizers,
    parallel,
)
from graphlint.engine.operations import ownership, sharding, tensors
from graphlint.project.file_summary import UsedAs


def attribute(machine: Machine, state: State, module: Ref, name: str) -> Value:
    """Return an attribute of a module that its resolved classes do not set."""
    obj = state.get(module.number)
    if name == "training":
        known = ownership.training(state, module)
        if machine.graph.forwards and not obj.module.reads_mode:
            obj = state.edit(module.number)
            obj.record = replace(obj.module, reads_mode=True)
        if known is YES:
            machine.graph.reads.modes.add(module.number)
        return Unknown(terms.Training(module.number), NO) if known is MAYBE else Constant(known is YES)
    if name in module_methods.TABLE or (module.parallel and name == "no_sync") or obj.type.__class__ is LayerClass:
        if name in ("weight", "bias") and isinstance(obj.type, LayerClass):
            return Constant(None)
        return Method(module, name)
    if obj.module.opaque:
        unknown = Unknown(terms.FieldSymbol(module.number, name), name=f"{obj.module.name}.{name}")
        return machine.resolve(state, unknown)
    kind = machine.evidence.kind(machine.frame.code.path, f"self.{name}")
    unknown = Unknown(terms.FieldSymbol(module.number, name), name=f"self.{name}")
    if kind is UsedAs.MODULE:
        reference = module_instances.opaque(machine, state, unknown)
        state.edit(module.number).fields[name] = reference
        return reference
    if kind is UsedAs.OPTIMIZER:
        return optimizers.opaque(machine, state, unknown)
    return unknown


def method(machine: Machine, state: State, module: Ref, name: str, arguments: Arguments) -> Outcome:
    """Call a method of a module that its resolved classes do not define."""
    if module.parallel and name in parallel.CHANGES:
        parallel.forget(state, module)
    if module.parallel and name == "no_sync":
        return NoSync(module)
    if name == sharding.SWITCH:
        return sharding.switch(machine, state, module, arguments)
    handler = module_methods.TABLE.get(name)
    if handler is not None:
        return handler(machine, state, module, arguments)
    obj = state.get(module.number)
    if name in ("forward", "__call__"):
        return module_calls.call(machine, state, module, arguments, direct=name == "forward")
    if isinstance(obj.type, Class):
        foreign = frameworks.foreign_method(machine, state, module, obj.type, name, arguments)
        if foreign is not None:
            return foreign
    elif isinstance(obj.type, Api):
        modeled = frameworks.method_of_module(machine, state, obj.type.name, name, arguments)
        if modeled is not None:
            return modeled
    frameworks.note_freezing(machine, state, module, name)
    known = attribute(machine, state, module, name)
    if isinstance(known, Ref) and known.kind == "module":
        return module_calls.call(machine, state, known, arguments)
    first = arguments.positional[0] if arguments.positional else None
    if isinstance(first, Tensor) and state.needs_grad(first) is not NO and external_classes.may_run_backward(name):
        # An engine around the model, such as DeepSpeed's. A method that receives data is another one, such as the inverse of a flow.
        return machine.call_method(state, first, "backward", Arguments(arguments.positional[1:], arguments.keywords, arguments.site))
    if name == "step":
        unresolved_calls.may_reset(machine, state, module)
    result = machine.graph.number()
    keeps = not external_classes.assigns(machine, obj.type, name)
    nodes = unresolved_calls.receive(machine, state, arguments.all(), result, keeps=keeps)
    if state.grad_mode is NO:
        return tensors.new(machine, arguments.site, leaf=YES, reason=NoGraph.GRAD_MODE_OFF, parts=True)
    ownership.note_use_of_parts(machine, state, module, arguments.site)
    own = [state.node(leaf) for leaf in ownership.leaves(machine, state, module) if state.needs_grad(leaf) is not NO]
    returned = tensors.unresolved_result(machine, arguments.site, [*nodes, *own, *ownership.constructor_nodes(state, module)])
    machine.graph.unresolved.nodes[result] = returned.node
    return returned


def has_method(name: str) -> bool:
    """Return True if nn.Module has a method of this name."""
    return name in module_methods.TABLE or name == "__call__"


def foreign_method(machine: Machine, state: State, receiver: Value, name: str, arguments: Arguments) -> Outcome:
    """Call `super().name(...)` on an unresolved base class."""
    if isinstance(receiver, Ref) and receiver.kind in OF_ELEMENTS:
        return built_in_methods.method_of_base(machine, state, receiver, name, arguments)
    container = state.get(receiver.number).module.container if isinstance(receiver, Ref) else ""
    if isinstance(receiver, Ref) and receiver.kind == "optimizer" and not name.startswith("__"):
        return derived_optimizers.base_method(machine, state, receiver, name, arguments)
    if name == "__init__" and isinstance(receiver, Ref) and receiver.kind == "optimizer":
        return derived_optimizers.construct(machine, state, receiver, arguments)
    if name == "__init__" and isinstance(receiver, Ref) and container:
        module_instances.fill(machine, state, receiver, arguments)
    elif name == "__init__" and isinstance(receiver, Ref):
        _record_stored_arguments(machine, state, receiver, arguments)
        if derived_schedulers.is_scheduler(state, receiver):
            derived_schedulers.construct(state, receiver, arguments)
    if name in ("__init__", "__init_subclass__", "__setattr__", "__new__", "extra_repr"):
        return Constant(None)
    if isinstance(receiver, Ref) and receiver.kind == "module":
        if name == "forward" and container == "Sequential":
            return module_calls.forward_of_sequential(machine, state, receiver, arguments)
        if name == "forward":
            return module_calls.opaque_result(machine, state, receiver, arguments)
        if name == "__call__":
            return module_calls.forward_of_base(machine, state, receiver, arguments)
        handler = module_methods.TABLE.get(name)
        if handler is not None:
            return handler(machine, state, receiver, arguments)
    if isinstance(receiver, Ref) and derived_schedulers.is_scheduler(state, receiver):
        return derived_schedulers.method(machine, state, receiver, name, arguments)
    return unresolved_calls.unknown_call(machine, state, arguments)


def _record_stored_arguments(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> None:
    """Record that the constructor of an unresolved base class may store its arguments in fields of the instance."""
    if nodes := dependencies.nodes_in(machine, state, arguments.all()):
        machine.graph.unresolved.node(machine.graph, receiver.number, arguments.site, below=nodes)
    if receiver.kind == "instance":
        module_instances.record_constructor_modules(state, receiver, arguments)
