"""Definitions of functions and classes: decorators, inheritance, and instances."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from graphlint.autograd.numbers import ObjectNumber
from graphlint.engine.domain import class_lookup
from graphlint.engine.domain.objects import CONTAINERS, Object
from graphlint.engine.domain.records import InstanceRecord
from graphlint.engine.domain.state import Signal, State
from graphlint.engine.domain.values import (
    TRUE,
    Api,
    Bound,
    Class,
    Constant,
    Field,
    Function,
    FunctionKind,
    Method,
    Mode,
    ObjectKind,
    Partial,
    Ref,
    Sequence,
    Value,
)
from graphlint.engine.facts import declared, external_classes
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.machine import outcomes
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.frames import Frame
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.torch import declared_values, derived_optimizers, grad_modes, inferred_values, module_instances
from graphlint.ir.facts.function_facts import DefinitionKind
from graphlint.ir.instructions import MakeClass, MakeFunction


def make_function(machine: Machine, state: State, instruction: MakeFunction) -> list[State] | None:
    """Execute a def statement or a lambda expression."""
    defaults = {name: machine.value(state, operand) for name, operand in instruction.defaults}
    function: Value = Function(instruction.code, machine.function_scopes(), MappingProxyType(defaults))
    return _bind_decorated(machine, state, function, instruction, instruction.target)


def _bind_decorated(
    machine: Machine, state: State, value: Value, instruction: MakeFunction | MakeClass, target: int
) -> list[State] | None:  # fmt: skip
    """Apply the decorators of a definition, last to first, and store the result."""
    if not instruction.decorators:
        machine.set(state, target, value)
        _note_nested(machine, value)
        return None
    paths, site = [state], machine.site(instruction.at)
    state.result = value
    for operand, text in reversed(instruction.decorators):
        following: list[State] = []
        for path in paths:
            if external_classes.is_transparent(machine.assumptions, text) and machine.deferred(path, operand):
                following.append(path)
                continue
            before = path.result
            outcome = _decorated(machine, path, before, machine.value(path, operand), text, Arguments((before,), {}, site))
            for decorated in outcomes.paths(path, outcome):
                if not decorated.signal and not isinstance(decorated.result, DEFINITIONS):
                    decorated.result = _decorated_by_unresolved(before)
                elif isinstance(decorated.result, Function) and isinstance(before, Function) and decorated.result.code is not before.code:
                    decorated.result = replace(decorated.result, wrapped=before.wrapped or before)
                following.append(decorated)
        paths = following
    for path in paths:
        if not path.signal:
            machine.set(path, target, path.result)
            _note_nested(machine, path.result)
    return None if len(paths) == 1 and paths[0] is state else paths


def _note_nested(machine: Machine, value: Value) -> None:
    """Record a function that is defined in a function of the root's file: unresolved code may call it later."""
    if not isinstance(value, Function) or len(value.scopes) < 2 or value.code.path != machine.home:
        return
    if machine.frame.code.facts.kind.is_function and value.code.facts.kind is DefinitionKind.FUNCTION:
        machine.functions.nested[value.code.at[0]] = value


def _decorated_by_unresolved(value: Value) -> Value:
    """Return a definition to which an unresolved decorator was applied."""
    return replace(value, has_unresolved_decorator=True) if isinstance(value, Function) else value


def _decorated(machine: Machine, state: State, function: Value, decorator: Value, text: str, arguments: Arguments) -> Outcome:
    if isinstance(decorator, Function | Bound | Class | Partial) or (
        isinstance(decorator, Ref) and class_lookup.find_method(state, decorator, "__call__") is not None
    ):
        return machine.call(state, decorator, arguments)
    if not isinstance(function, Function):
        return function
    if isinstance(decorator, Mode):
        machine.graph.grad_modes.use(decorator)
        return replace(function, mode=decorator)
    if isinstance(decorator, Api):
        if decorator.name in grad_modes.SWITCHES:
            return grad_modes.make(machine, state, decorator.name, arguments)
        short = decorator.name.removeprefix("builtins.")
        if (kind := FUNCTION_KINDS.get(short)) is not None:
            mode = Mode("enable_grad", TRUE) if short in _ENABLE_GRAD else function.mode
            return replace(function, kind=kind, mode=mode)
        if external_classes.is_transparent(machine.assumptions, decorator.name):
            return function
        return replace(function, has_unresolved_decorator=True)
    if isinstance(decorator, Method) and isinstance(decorator.receiver, Function) and decorator.receiver.kind == "property":
        own = decorator.receiver
        return replace(own, setter=function) if decorator.name == "setter" else replace(function, kind="property", setter=own.setter)
    if text.endswith("lru_cache"):
        return replace(function, kind="cached")
    return function if external_classes.is_transparent(machine.assumptions, text) else replace(function, has_unresolved_decorator=True)


DEFINITIONS: Final = (Function, Bound, Class, Partial, Ref, Api, Method)
"""The classes of values that a decorator may return in place of a definition."""

FUNCTION_KINDS: Final[Mapping[str, FunctionKind]] = {
    "staticmethod": "staticmethod", "classmethod": "classmethod", "property": "property",
    "functools.cached_property": "cached property", "functools.lru_cache": "cached", "functools.cache": "cached",
    "django.utils.functional.cached_property": "cached property",
    "torch.distributions.utils.lazy_property": "cached property",
}  # fmt: skip
"""The decorators that determine how a function is bound, or that cache its results."""

_ENABLE_GRAD: Final = frozenset(("torch.distributions.utils.lazy_property",))
"""Those that run the function in grad mode. Source: torch/distributions/utils.py in PyTorch 2.13."""


def make_class(machine: Machine, state: State, instruction: MakeClass) -> list[State] | None:
    """Execute a class statement: the body runs in a scope of its own."""
    bases: list[Class] = []
    foreign: list[str] = []
    for operand, text in instruction.bases:
        value = machine.base(state, operand)
        if isinstance(value, Class):
            bases.append(value)
        elif isinstance(value, Api):
            foreign.append(value.name)
        else:
            foreign.append(text or "?")
    scope = ObjectNumber(machine.graph.number())
    state.put(scope, Object("scope", None, {}, [], None, machine.context))
    names = tuple(item.name for item in instruction.fields)
    scopes = machine.function_scopes()
    annotated = ((item.name, declared.meaning(machine, state, scopes, item.annotation)) for item in instruction.fields)
    kinds = MappingProxyType({name: kind for name, kind in annotated if kind is not None})
    path = machine.frame.code.path
    cls = Class(instruction.name, scope, tuple(bases), tuple(foreign), path, names, _resolution_order(bases), kinds)
    machine.frames.append(Frame(instruction.body, (scope, *scopes)))
    try:
        after = machine.run(instruction.body.body(), [state])
    finally:
        machine.frames.pop()
    # If paths fork in the body, one that reached its end continues, with the variables of decorators that methods close over.
    goes_on = next((item for item in after if not item.signal), after[0] if after else state)
    if goes_on is not state:
        state.take(goes_on)
    state.signal = Signal.NONE
    fields = state.edit(scope).fields
    for name, value in list(fields.items()):
        if isinstance(value, Function) and value.owner is None:
            setter = None if value.setter is None else replace(value.setter, owner=cls)
            _own_wrapped(state, value, cls)
            fields[name] = replace(value, owner=cls, setter=setter)
    return _bind_decorated(machine, state, cls, instruction, instruction.target)


def _own_wrapped(state: State, function: Function, cls: Class) -> None:
    """Make a class the owner of a method that a decorator wrapped: the method refers to the class where it calls `super()`."""
    if function.wrapped is None or function.scopes[0] not in state.heap:
        return
    variables = state.get(function.scopes[0]).fields
    for name, value in list(variables.items()):
        if isinstance(value, Function) and value.owner is None and function.wrapped in (value, value.wrapped):
            _own_wrapped(state, value, cls)
            state.edit(function.scopes[0]).fields[name] = replace(value, owner=cls)


def _resolution_order(bases: list[Class]) -> tuple[Class, ...]:
    """Return the method resolution order after the class itself."""
    order: list[Class] = []
    for base in bases:
        order.extend(cls for cls in base.order if cls not in order)
    return tuple(order)


BUILT_IN_CONTAINERS: Final = {
    "builtins.list": "builtins.list", "builtins.dict": "builtins.dict", "builtins.set": "builtins.set",
    "collections.OrderedDict": "builtins.dict", "collections.UserDict": "builtins.dict", "collections.UserList": "builtins.list",
    "collections.deque": "collections.deque", "collections.defaultdict": "collections.defaultdict",
}  # fmt: skip
"""The built-in containers from which classes derive, each with the one that models it."""


def instantiate(machine: Machine, state: State, cls: Class, arguments: Arguments) -> Outcome:
    """Instantiate a class: allocate an object and call `__init__`, unless `__new__` returns what it has made itself."""
    factory = class_lookup.attribute(state, cls, "__new__")
    if isinstance(factory, Function) and not factory.code.facts.calls_base_constructor:
        return machine.call(state, factory, arguments.with_first(cls))
    return _new_instance(machine, state, cls, arguments)


def _new_instance(machine: Machine, state: State, cls: Class, arguments: Arguments) -> Outcome:
    """Allocate an object and call `__init__`."""
    if class_lookup.is_named_tuple(cls):
        return named_tuple(machine, state, cls, arguments)
    fields = class_lookup.record_fields(cls)
    kind: ObjectKind = "module" if external_classes.is_module_class(machine, state, cls) else "instance"
    container = next((BUILT_IN_CONTAINERS[base] for base in class_lookup.foreign_bases(cls) if base in BUILT_IN_CONTAINERS), None)
    if container is not None and kind == "instance":
        return _instantiate_container(machine, state, cls, container, arguments)
    if kind == "instance" and derived_optimizers.is_optimizer_class(cls):
        return derived_optimizers.begin(machine, state, cls, arguments)
    reference = machine.allocate(state, kind, cls)
    if kind == "module":
        module_instances.begin(machine, state, reference)
        module_instances.inherit(machine, state, reference, class_lookup.foreign_bases(cls), arguments.site)
    elif external_classes.is_dataset(machine, class_lookup.foreign_bases(cls)):
        state.get(reference.number).record = InstanceRecord(loader=True)
    init = class_lookup.attribute(state, cls, "__init__")
    if fields and init is None:
        return _fill_record(machine, state, reference, cls, arguments)
    if not isinstance(init, Function):
        for value in arguments.keywords.items():
            state.edit(reference.number).fields[value[0]] = value[1]
        if state.get(reference.number).module.container:
            module_instances.fill(machine, state, reference, arguments)
        if kind == "instance" and class_lookup.foreign_bases(cls):
            module_instances.record_constructor_modules(state, reference, arguments)
        return reference
    outcome = machine.construct(state, reference, init, arguments)
    if isinstance(outcome, list):
        for path in outcome:
            path.result = reference
        return outcome
    return reference


def _instantiate_container(machine: Machine, state: State, cls: Class, container: str, arguments: Arguments) -> Outcome:
    """Instantiate a subclass of list, dict or set: a container with instance attributes."""
    init = class_lookup.attribute(state, cls, "__init__")
    reference = machine.call(
        state, Api(container), Arguments((), {}, arguments.site) if isinstance(init, Function) else arguments
    )  # fmt: skip
    if not isinstance(reference, Ref):
        return reference
    attributes = machine.allocate(state, "instance")
    obj = state.edit(reference.number)
    obj.type, obj.attributes = cls, attributes.number
    if not isinstance(init, Function):
        return reference
    paths = outcomes.paths(state, machine.construct(state, reference, init, arguments))
    for path in paths:
        path.result = reference
    return paths


def named_tuple(machine: Machine, state: State, cls: Class, arguments: Arguments) -> Sequence:
    """Instantiate a named tuple."""
    names = class_lookup.record_fields(cls)
    given = (
        arguments.get(index, name) or class_lookup.attribute(state, cls, name) or machine.unknown() for index, name in enumerate(names)
    )
    return Sequence(tuple(given), names, cls)


def _fill_record(machine: Machine, state: State, reference: Ref, cls: Class, arguments: Arguments) -> Outcome:
    """Set the fields of a dataclass's instance from arguments, defaults and factories, and call `__post_init__`."""
    paths, position = [state], 0
    for name in class_lookup.record_fields(cls):
        default = class_lookup.attribute(state, cls, name)
        declaration = default if isinstance(default, Field) else Field(default)
        value = arguments.keywords.get(name) if declaration.initialized else None
        if declaration.initialized and not declaration.keyword_only:
            value = arguments.get(position, name)
            position += 1
        paths = [item for path in paths for item in _fill_field(machine, path, reference, name, declaration, value, arguments)]
    finish = class_lookup.attribute(state, cls, "__post_init__")
    if isinstance(finish, Function):
        none = Arguments((), {}, arguments.site)
        paths = [
            item for path in paths for item in outcomes.paths(path, machine.construct(path, reference, finish, none))
        ]  # fmt: skip
    for item in paths:
        item.result = reference
    return reference if len(paths) == 1 and paths[0] is state and not state.signal else paths


def _fill_field(
    machine: Machine, state: State, reference: Ref, name: str, declaration: Field, value: Value | None, arguments: Arguments
) -> list[State]:  # fmt: skip
    """Set one field of a dataclass's instance to its argument, or to its default if the call certainly leaves the argument out."""
    paths = [state]
    if value is None and declaration.factory is not None:
        default = machine.call(state, declaration.factory, Arguments((), {}, arguments.site))
        paths = outcomes.paths(state, default)
        for path in paths:
            if not path.signal and arguments.open:
                path.result = _other_than_default(machine, path, path.result)
    else:
        value = value or (None if arguments.open else declaration.default)
        if value is None:
            state.result = _field_without_argument(machine, state, reference, name, declaration)
        else:
            state.result = inferred_values.named(machine, state, value, f"self.{name}", path=_file_of_field(state, reference, name))
    for path in paths:
        if not path.signal:
            path.edit(reference.number).fields[name] = path.result
    return paths


def _other_than_default(machine: Machine, state: State, default: Value) -> Value:
    """Return a value that a caller may pass instead of a default: a container of the same kind with other elements, or an unknown value."""
    if not isinstance(default, Ref) or default.kind not in CONTAINERS:
        return machine.unknown()
    unresolved_calls.havoc_argument(machine, state, default)
    return default


def _field_without_argument(machine: Machine, state: State, reference: Ref, name: str, declaration: Field) -> Value:
    """Return the value of a dataclass field that no resolved caller passes: its kind follows from its annotation, else from its uses."""
    owner = state.get(reference.number).type
    declared = next((cls.declared[name] for cls in owner.order if name in cls.declared), None) if isinstance(owner, Class) else None
    value = machine.unknown(f"self.{name}")
    if declared is not None:
        return declared_values.declare(machine, state, value, declared, lazily=declared_values.may_be_none(declared, declaration.default))
    if isinstance(declaration.default, Constant):
        return value
    return inferred_values.named(machine, state, value, value.name, path=_file_of_field(state, reference, name))


def _file_of_field(state: State, reference: Ref, name: str) -> str:
    """Return the path of the class that declares a field of a record."""
    value = state.get(reference.number).type
    return next((cls.path for cls in value.order if name in cls.fields), "") if isinstance(value, Class) else ""


def prototype(machine: Machine, state: State, cls: Class, arguments: Arguments) -> tuple[list[State], Ref | None]:
    """Return an instance after `__init__` with unknown arguments: the receiver of a method that is analyzed as a root.

    If paths fork in `__init__`, the states of the first and last path that do not raise are returned.
    """
    outcome = _new_instance(machine, state, cls, arguments)
    if not isinstance(outcome, list):
        return [state], outcome if isinstance(outcome, Ref) else None
    paths = [path for path in outcome if not path.signal]
    receiver = paths[0].result if paths else None
    same = isinstance(receiver, Ref) and all(isinstance(path.result, Ref) and path.result.number == receiver.number for path in paths)
    return (paths[:: max(1, len(paths) - 1)], receiver) if isinstance(receiver, Ref) and same else ([state], None)
