"""Functions and classes of the program: making them, decorators, inheritance, instances."""

from __future__ import annotations

from dataclasses import replace

from graphlint.interpreter import calls, library, modes, modules
from graphlint.interpreter.machine import Arguments, Frame, Machine, Outcome
from graphlint.interpreter.state import Object, State
from graphlint.interpreter.values import Api, Bound, Class, Function, Library, Mode, Ref, Sequence, Unknown, Value
from graphlint.ir.instructions import MakeClass, MakeFunction


def class_of(made: Object) -> Value | None:
    """The class of an object, None where it is not at hand."""
    if isinstance(made.type, Library):
        return Api(made.type.entry.name)
    return made.type if isinstance(made.type, Class) or made.about.get("container") else None


def make_function(machine: Machine, state: State, instruction: MakeFunction) -> None:
    """def and lambda."""
    defaults = {name: machine.value(state, operand) for name, operand in instruction.defaults}
    function: Value = Function(instruction.code, machine.function_scopes(), defaults)
    site = machine.site(instruction.at)
    for operand, text in reversed(instruction.decorators):
        if library.is_transparent(text) and machine.deferred(state, operand):
            continue
        function = _decorated(machine, state, function, machine.value(state, operand), text, Arguments((function,), {}, site))
    machine.set(state, instruction.target, function)


def _decorated(machine: Machine, state: State, function: Value, decorator: Value, text: str, arguments: Arguments) -> Value:
    if not isinstance(function, Function):
        return function
    if isinstance(decorator, Mode):
        modes.used(machine, decorator)
        return replace(function, mode=decorator)
    if isinstance(decorator, Api):
        if decorator.name in modes.SWITCHES:
            return modes.make(machine, state, decorator.name, arguments)
        short = decorator.name.removeprefix("builtins.")
        if decorator.name in CACHES:
            return replace(function, kind=CACHES[decorator.name])
        if short in ("staticmethod", "classmethod", "property"):
            return replace(function, kind=short)
        if library.is_transparent(decorator.name):
            return function
        return replace(function, veiled=True)
    if isinstance(decorator, Function):
        result = calls.call_value(machine, state, decorator, arguments)
        if isinstance(result, list):
            return replace(function, veiled=True)
        return result if isinstance(result, Function | Bound) else replace(function, veiled=True)
    if text.endswith("lru_cache"):
        return replace(function, kind="cached")
    if text.endswith((".setter", ".getter", ".deleter")):
        return replace(function, kind="setter" if text.endswith(".setter") else "property")
    return function if library.is_transparent(text) else replace(function, veiled=True)


CACHES = {
    "functools.cached_property": "cached property", "functools.lru_cache": "cached", "functools.cache": "cached",
    "django.utils.functional.cached_property": "cached property",
}  # fmt: skip
"""Decorators that remember what a function has returned."""


def make_class(machine: Machine, state: State, instruction: MakeClass) -> None:
    """class: its body runs in a scope of its own."""
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
    scope = machine.graph.number()
    state.put(scope, Object("scope", None, {}, [], {}, machine.context))
    made = Class(instruction.name, scope, tuple(bases), tuple(foreign), machine.frame.code.path, instruction.fields)
    made.order = _resolution_order(made)
    scopes = machine.function_scopes()
    machine.frames.append(Frame(instruction.body, (scope, *scopes)))
    try:
        behind = machine.run(instruction.body.body(), [state])
    finally:
        machine.frames.pop()
    if behind and behind[0] is not state:
        state.heap[scope] = behind[0].heap[scope]
    state.signal = ""
    fields = state.edit(scope).fields
    for name, value in list(fields.items()):
        if isinstance(value, Function) and value.owner is None:
            fields[name] = replace(value, owner=made)
    machine.set(state, instruction.target, made)


def _resolution_order(made: Class) -> tuple[Class, ...]:
    order: list[Class] = [made]
    for base in made.bases:
        order.extend(item for item in base.order if item not in order)
    return tuple(order)


def foreign_bases(made: Class) -> tuple[str, ...]:
    """The bases that are not at hand, of a class and of all it derives from."""
    return tuple(name for item in made.order for name in item.foreign)


def attribute(state: State, made: Class, name: str, after: Class | None = None) -> Value | None:
    """A class attribute, looked up in the order of the bases (behind `after`, for super())."""
    order = made.order
    if after is not None and after in order:
        order = order[order.index(after) + 1 :]
    for item in order:
        found = state.heap[item.scope].fields.get(name) if item.scope in state.heap else None
        if found is not None:
            return found
    return None


def bound(value: Value, receiver: Value, made: Class) -> Value:
    """A class attribute seen through an instance."""
    if isinstance(value, Function):
        if value.kind == "staticmethod":
            return value
        if value.kind == "classmethod":
            return Bound(made, value)
        return Bound(receiver, value)
    return value


def find_method(state: State, receiver: Ref, name: str) -> Value | None:
    """A method that the program defines for an object."""
    made = state.get(receiver.number).type
    if not isinstance(made, Class):
        return None
    found = attribute(state, made, name)
    return bound(found, receiver, made) if isinstance(found, Function) else found


def is_module_class(state: State, made: Class) -> bool:
    """Whether a class is an nn.Module: by its bases, or, where those are not at hand and no other framework's, by having a forward
    method."""
    bases = foreign_bases(made)
    if any(library.is_module_base(name) for name in bases):
        return True
    if any(library.is_other(name) for name in bases):
        return False
    return bool(bases) and attribute(state, made, "forward") is not None and not any(library.is_function_base(name) for name in bases)


def instantiate(machine: Machine, state: State, made: Class, arguments: Arguments) -> Outcome:
    """Make an instance: run __init__ on a new object."""
    if any(name.rsplit(".", 1)[-1] == "NamedTuple" for name in foreign_bases(made)):
        return _named_tuple(machine, made, arguments)
    fields = tuple(name for item in reversed(made.order) for name in item.fields)
    kind = "module" if is_module_class(state, made) else "instance"
    reference = machine.allocate(state, kind, made)
    if kind == "module":
        modules.begin(machine, state, reference)
        modules.inherit(machine, state, reference, foreign_bases(made), arguments.site)
    if library.loader_class(foreign_bases(made)):
        state.get(reference.number).about["loader"] = True
    init = attribute(state, made, "__init__")
    if fields and init is None:
        _fill_record(machine, state, reference, fields, arguments)
        return reference
    if not isinstance(init, Function):
        for value in arguments.keywords.items():
            state.edit(reference.number).fields[value[0]] = value[1]
        if kind == "instance" and foreign_bases(made):
            modules.hold(state, reference, arguments)
        return reference
    outcome = calls.call_value(machine, state, Bound(reference, init), arguments)
    if isinstance(outcome, list):
        for item in outcome:
            item.result = reference
        return outcome
    return reference


def _named_tuple(machine: Machine, made: Class, arguments: Arguments) -> Sequence:
    """An instance of a named tuple: a tuple whose items have names."""
    names = tuple(name for item in reversed(made.order) for name in item.fields)
    given = [arguments.get(index, name) for index, name in enumerate(names)]
    return Sequence(tuple(value if value is not None else machine.unknown() for value in given), names)


def _fill_record(machine: Machine, state: State, reference: Ref, fields: tuple[str, ...], arguments: Arguments) -> None:
    made = state.edit(reference.number)
    for index, name in enumerate(fields):
        value = arguments.get(index, name)
        made.fields[name] = value if value is not None else machine.unknown()


def prototype(machine: Machine, state: State, made: Class, arguments: Arguments) -> tuple[list[State], Ref | None]:
    """An instance as it is after __init__ with arguments that nobody sees: the receiver of a method that no visible caller calls.

    Where the paths through __init__ part, it is what the first and the last of them make that do not raise.
    """
    outcome = instantiate(machine, state, made, arguments)
    if not isinstance(outcome, list):
        return [state], outcome if isinstance(outcome, Ref) else None
    paths = [item for item in outcome if not item.signal]
    receiver = paths[0].result if paths else None
    same = isinstance(receiver, Ref) and all(isinstance(item.result, Ref) and item.result.number == receiver.number for item in paths)
    return (paths[:: max(1, len(paths) - 1)], receiver) if isinstance(receiver, Ref) and same else ([state], None)


def unknown_attribute(receiver: Unknown, name: str) -> Unknown:
    """An attribute of an unknown value: the same each time it is read."""
    return Unknown(("attribute", receiver.key, name), receiver.graph, f"{receiver.name}.{name}" if receiver.name else "", receiver.data)
