"""Handlers for calls and method calls, by the class of the callee or receiver."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from graphlint.autograd.events import Cause, Fault, Raised
from graphlint.engine.dispatch import attribute_handlers, modules, unknown_methods
from graphlint.engine.domain import class_lookup, havoc_log, path_facts, symbol_origins, terms
from graphlint.engine.domain.objects import CONTAINERS
from graphlint.engine.domain.state import Signal, State
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.values import (
    NONE,
    Api,
    Bound,
    Class,
    Constant,
    Deferred,
    Each,
    Function,
    LayerClass,
    Method,
    Mode,
    Namespace,
    Partial,
    Ref,
    Sequence,
    Super,
    Tensor,
    Unknown,
    Value,
)
from graphlint.engine.exec import classes, functions
from graphlint.engine.facts import dependencies, external_classes, kinds, library_names, library_objects, module_collections
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.havoc.callee_effects import FUNCTION
from graphlint.engine.machine import outcomes
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.machine.protocols import Table
from graphlint.engine.models.libraries import frameworks, library_calls
from graphlint.engine.models.python import attributes, built_in_methods, missing_methods
from graphlint.engine.models.torch import (
    declared_values,
    derived_optimizers,
    grad_modes,
    module_calls,
    module_instances,
    optimizers,
    tensor_methods,
    torch_api,
)
from graphlint.engine.operations import detach_calls, errors, tensor_items, wrong_operands
from graphlint.project.file_summary import UsedAs


def _bound(machine: Machine, state: State, function: Bound, arguments: Arguments) -> Outcome:
    return machine.call(state, function.function, arguments.with_first(function.receiver))


def _method(machine: Machine, state: State, function: Method, arguments: Arguments) -> Outcome:
    """Call a modeled method. Its name has been looked up already: an attribute of that name, which may hold this method, is another one."""
    return MODELED_METHODS.of(function.receiver)(machine, state, function.receiver, function.name, arguments)


def _api(machine: Machine, state: State, function: Api, arguments: Arguments) -> Outcome:
    return library_calls.call(machine, state, function.name, arguments)


def _library(machine: Machine, state: State, function: LayerClass, arguments: Arguments) -> Outcome:
    return module_instances.make(machine, state, function.entry, arguments)


def _partial(machine: Machine, state: State, function: Partial, arguments: Arguments) -> Outcome:
    merged = Arguments(
        (*function.arguments, *arguments.positional), {**function.keywords, **arguments.keywords}, arguments.site, arguments.open,
        arguments.spread,
    )  # fmt: skip
    return machine.call(state, function.function, merged)


def _mode(machine: Machine, state: State, function: Mode, arguments: Arguments) -> Outcome:
    return grad_modes.decorate(machine, function, arguments)


def _object(machine: Machine, state: State, function: Ref, arguments: Arguments) -> Outcome:
    found = class_lookup.find_method(state, function, "__call__")
    cls = state.get(function.number).type
    bases = class_lookup.foreign_bases(cls) if found is None and isinstance(cls, Class) else ()
    if any(external_classes.is_function_base(machine, base) for base in bases):
        errors.fail(machine, state, Raised(arguments.site, machine.context, Fault.LEGACY_FUNCTION))
        return NONE
    return _other(machine, state, function, arguments) if found is None else machine.call(state, found, arguments)


def _deferred(machine: Machine, state: State, function: Deferred, arguments: Arguments) -> Outcome:
    return machine.call(state, machine.resolve(state, function), arguments)


def _note_use_by_owner(machine: Machine, state: State, function: Unknown, arguments: Arguments) -> None:
    """Record that an object made from a module may backpropagate through an output of this module, as the extractors of class maps do."""
    callee_node = machine.graph.unresolved.node_or_none(machine.graph, function.symbol)
    given = dependencies.nodes_in(machine, state, arguments.all()) if callee_node is not None else []
    if callee_node is None or not given:
        return
    shared = machine.graph.reach([callee_node]).all & machine.graph.reach(given).all
    if shared:
        # Both may be made from the same settings, which have no outputs.
        shared -= {node for symbol, node in machine.graph.unresolved.nodes.items() if not _is_module(state, symbol)}
    if shared:
        havoc_log.may_use(machine.graph, arguments.site, Cause.OWNER, given)


def _is_module(state: State, symbol: Symbol) -> bool:
    known = state.known.get(symbol)
    return isinstance(known, Ref) and known.kind == "module"


def _unknown(machine: Machine, state: State, function: Unknown, arguments: Arguments) -> Outcome:
    declared = declared_values.declared_object(machine, state, function)
    if declared is not None:
        return machine.call(state, declared, arguments)
    produced = declared_values.made_by(machine, state, function, arguments)
    if produced is not None:
        return produced
    path = machine.frame.code.path
    # A name that is rebound to a result of its own call is first that of a class or function.
    may_be_module = bool(function.name) and not machine.evidence.replaced_by_call(path, function.name)
    is_module = may_be_module and machine.evidence.kind(path, function.name) is UsedAs.MODULE
    if is_module or module_collections.is_member(state, function):
        return module_calls.call(machine, state, module_instances.opaque(machine, state, function), arguments)
    modeled = frameworks.called_instance(machine, state, function, arguments)
    if modeled is not None:
        return modeled
    _note_use_by_owner(machine, state, function, arguments)
    result = unresolved_calls.unknown_call(machine, state, arguments, effects=FUNCTION)
    if isinstance(result, Unknown) and symbol_origins.is_import(function.symbol):
        machine.graph.unresolved.imported.add(result.symbol)
    if isinstance(result, Unknown) and function.name and kinds.may_have_state(machine, state, function.name):
        havoc_log.stored_by_callee(machine.graph, arguments.site, result.symbol)
    elif isinstance(result, Unknown) and may_be_module and kinds.is_used_as_module(machine, state, function.name):
        machine.graph.unresolved.from_tensors.add(result.symbol)
    return result


def _other(machine: Machine, state: State, function: Value, arguments: Arguments) -> Outcome:
    return unresolved_calls.unknown_call(machine, state, arguments, effects=FUNCTION)


def _method_of_tensor(machine: Machine, state: State, receiver: Tensor | Each, name: str, arguments: Arguments) -> Outcome:
    if name == "detach" and _is_no_tensor(state, receiver):
        return receiver
    if name == "detach":
        detach_calls.note(machine, state, receiver, arguments.site)
    return tensor_methods.call(machine, state, receiver, name, arguments)


def _method_of_api(machine: Machine, state: State, receiver: Api, name: str, arguments: Arguments) -> Outcome:
    qualified = f"{receiver.name}.{name}"
    library_names.require(machine, qualified)
    if name in unknown_methods.OF_PARAMETERS and library_calls.is_unresolved(receiver.name):
        # The name may be that of an object, such as a model, and not of a module or class.
        return _method_of_unknown(machine, state, Unknown(terms.Identity(receiver), name=receiver.name.rpartition(".")[2]), name, arguments)
    return library_calls.call(machine, state, qualified, arguments)


def _method_of_unknown(machine: Machine, state: State, receiver: Unknown, name: str, arguments: Arguments) -> Outcome:
    if name == "detach":
        detach_calls.note(machine, state, receiver, arguments.site)
    outcome = unknown_methods.call(machine, state, receiver, name, arguments)
    if name in unknown_methods.NEVER_NONE and isinstance(outcome, Unknown):
        machine.value_facts.never_none.add(outcome.symbol)
    return outcome


def _method_of_class(machine: Machine, state: State, receiver: Class, name: str, arguments: Arguments) -> Outcome:
    function = machine.load(state, receiver, name, arguments.site)
    if isinstance(function, Unknown):
        foreign = frameworks.class_method(machine, state, receiver, name, arguments)
        if foreign is not None:
            return foreign
    return machine.call(state, function, arguments)


def _modeled_method_of_class(machine: Machine, state: State, receiver: Class, name: str, arguments: Arguments) -> Outcome:
    foreign = frameworks.class_method(machine, state, receiver, name, arguments)
    return unresolved_calls.unknown_call(machine, state, arguments, effects=FUNCTION) if foreign is None else foreign


def _method_of_namespace(machine: Machine, state: State, receiver: Namespace, name: str, arguments: Arguments) -> Outcome:
    return machine.call(state, machine.load(state, receiver, name, arguments.site), arguments)


def _method_of_super(machine: Machine, state: State, receiver: Super, name: str, arguments: Arguments) -> Outcome:
    function = machine.load(state, receiver, name, arguments.site)
    if not isinstance(function, Unknown):
        return machine.call(state, function, arguments)
    if name == "__setattr__" and len(arguments.positional) > 1 and isinstance(arguments.positional[0], Constant):
        text, value = arguments.positional
        attributes.store(machine, state, receiver.receiver, str(getattr(text, "value", "")), value, arguments)
        return NONE
    if name == "__getattr__":
        # The base class raises AttributeError for an attribute that is not set.
        state.signal = Signal.RAISE
        return NONE
    return modules.foreign_method(machine, state, receiver.receiver, name, arguments)


def _method_of_plain(machine: Machine, state: State, receiver: Sequence | Constant, name: str, arguments: Arguments) -> Outcome:
    if name == "backward" and isinstance(receiver, Constant) and isinstance(receiver.value, int | float):
        # A sum to which no path has added a loss.
        state.signal = Signal.RAISE
        return NONE
    if isinstance(receiver, Sequence) and name in receiver.fields:
        return machine.call(state, receiver.items[receiver.fields.index(name)], arguments)
    wrong_operands.method(machine, receiver, name, arguments.site)
    return receiver if name == "detach" else built_in_methods.method(machine, state, receiver, name, arguments)


def _method_of_function(machine: Machine, state: State, receiver: Function | Bound, name: str, arguments: Arguments) -> Outcome:
    if name == "detach":
        return receiver
    if name == "cache_clear":
        obtained = state.facts.obtained
        for key in [key for key in obtained if type(key) is path_facts.CachedResult]:
            del obtained[key]
        return NONE
    return unresolved_calls.unknown_call(machine, state, arguments, receiver)


def _method_of_mode(machine: Machine, state: State, receiver: Mode, name: str, arguments: Arguments) -> Outcome:
    if name in ("__enter__", "__exit__"):
        return grad_modes.call_protocol_method(machine, state, receiver, name)
    return unresolved_calls.unknown_call(machine, state, arguments, receiver)


def method_of_object(machine: Machine, state: State, receiver: Ref, name: str, arguments: Arguments) -> Outcome:
    """Call a method of a heap object: one of the program's classes, or a modeled one."""
    obj = state.get(receiver.number)
    own = obj.fields.get(name) if receiver.kind in ("module", "instance", "optimizer") else None
    if own is not None:
        return machine.call(state, machine.resolve(state, own), arguments)
    method = class_lookup.find_method(state, receiver, name)
    if method is not None and name == "forward" and receiver.kind == "module":
        # A direct call of forward is a module call, too.
        return module_calls.call(machine, state, receiver, arguments, direct=True)
    if isinstance(method, Bound) and isinstance(method.function, Function) and method.function.code.facts.is_overridden:
        return declared_values.implemented_elsewhere(machine, state, method.function, arguments.with_first(receiver))
    if isinstance(method, Bound) and isinstance(method.function, Function) and method.function.kind in ("property", "cached property"):
        return _call_result(machine, outcomes.paths(state, attributes.read(machine, state, receiver, name, arguments.site)), arguments)
    if method is not None and receiver.kind == "optimizer":
        return derived_optimizers.overridden(machine, state, receiver, name, method, arguments)
    if method is not None:
        return machine.call(state, method, arguments)
    if receiver.kind != "module" or not modules.has_method(name):
        computed = attributes.computed_attribute(machine, state, receiver, name, arguments.site)
        if computed is not None:
            return _call_result(machine, computed, arguments)
    return _modeled_method_of_object(machine, state, receiver, name, arguments)


def _modeled_method_of_object(machine: Machine, state: State, receiver: Ref, name: str, arguments: Arguments) -> Outcome:
    if receiver.kind in CONTAINERS:
        wrong_operands.method(machine, receiver, name, arguments.site)
    if name == "detach" and _is_no_tensor(state, receiver):
        return receiver
    if name == "detach":
        detach_calls.note(machine, state, receiver, arguments.site)
    handler = METHODS_BY_KIND.get(receiver.kind, attribute_handlers.method_of_instance)
    return handler(machine, state, receiver, name, arguments)


def _method_of_instance(machine: Machine, state: State, receiver: Ref, name: str, arguments: Arguments) -> Outcome:
    if state.get(receiver.number).instance.context:
        return ctx_method(machine, state, receiver, name, arguments)
    return attribute_handlers.method_of_instance(machine, state, receiver, name, arguments)


def _method_of_library_object(machine: Machine, state: State, receiver: Ref, name: str, arguments: Arguments) -> Outcome:
    missing_methods.require(state, receiver, name)
    kind, _ = library_objects.sources_of(state, receiver)
    return torch_api.helper_method(machine, state, receiver, kind, name, arguments)


def _is_no_tensor(state: State, receiver: Value) -> bool:
    """Return True if a value certainly has no tensor methods: `detach()` on it detaches nothing, and no fix may rely on it."""
    if isinstance(receiver, Tensor):
        return receiver.parts and tensor_items.has_named_part(state, receiver)
    if not isinstance(receiver, Ref):
        return isinstance(receiver, Bound | Constant | Function | Sequence)
    if receiver.kind in CONTAINERS or receiver.kind == "optimizer":
        return True
    cls = state.get(receiver.number).type
    return receiver.kind == "instance" and (cls is None or (isinstance(cls, Class) and set(class_lookup.foreign_bases(cls)) <= {"object"}))


def _call_result(machine: Machine, after: list[State], arguments: Arguments) -> list[State]:
    """Call the value of a computed attribute, on each path."""
    done: list[State] = []
    for state in after:
        done.extend(
            [state] if state.signal else outcomes.paths(state, machine.call(state, machine.resolve(state, state.result), arguments))
        )
    return done


def ctx_method(machine: Machine, state: State, ctx: Ref, name: str, arguments: Arguments) -> Value:
    """Call a method of the `ctx` of a custom Function."""
    if name == "save_for_backward":
        kept = tuple(tensor for value in arguments.all() for tensor in dependencies.tensors_in(state, value))
        obj = state.edit(ctx.number)
        obj.record = replace(obj.instance, saved=kept)
    return NONE


def _method_of_other(machine: Machine, state: State, receiver: Value, name: str, arguments: Arguments) -> Outcome:
    return unresolved_calls.unknown_call(machine, state, arguments, receiver)


METHODS_BY_KIND: Final[Mapping[str, Callable[[Machine, State, Ref, str, Arguments], Outcome]]] = {
    "module": modules.method, "optimizer": optimizers.method, "helper": _method_of_library_object, "instance": _method_of_instance,
    "generator": built_in_methods.method, **dict.fromkeys(CONTAINERS, built_in_methods.method),
}  # fmt: skip
"""The modeled methods of objects on the heap, by their kind."""

CALLS: Final[Table[Callable[[Machine, State, Any, Arguments], Outcome]]] = Table(
    {
        Function: functions.call, Bound: _bound, Method: _method, Api: _api, Class: classes.instantiate, LayerClass: _library,
        Partial: _partial, Mode: _mode, "module": module_calls.call, Ref: _object, Deferred: _deferred, Unknown: _unknown,
    },
    _other,
)  # fmt: skip
"""Handlers that call a value, by its class."""

MODELED_METHODS: Final[Table[Callable[[Machine, State, Any, str, Arguments], Outcome]]] = Table(
    {
        Tensor: _method_of_tensor, Each: _method_of_tensor, Api: _method_of_api, Ref: _modeled_method_of_object,
        Unknown: _method_of_unknown, Class: _modeled_method_of_class, Sequence: _method_of_plain, Constant: _method_of_plain,
        Function: _method_of_function, Bound: _method_of_function, Mode: _method_of_mode,
    },
    _method_of_other,
)  # fmt: skip
"""Handlers that call a method which the program does not define, by the class of its receiver. They look up no attribute of that name."""

METHODS: Final[Table[Callable[[Machine, State, Any, str, Arguments], Outcome]]] = Table(
    {
        **MODELED_METHODS.handlers, Ref: method_of_object, Class: _method_of_class, Namespace: _method_of_namespace,
        Super: _method_of_super,
    },
    MODELED_METHODS.default,
)  # fmt: skip
"""Handlers that call a method, by the class of its receiver: one that the program defines, else a modeled one."""
