"""Models of records in the standard library: dataclass fields, named tuples, namespaces, and attributes as a dict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from graphlint.engine.domain import class_lookup
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NONE, Api, Bound, Class, Constant, Field, Function, Namespace, Partial, Ref, Sequence, Value
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.python import attributes, built_ins


def _field(machine: Machine, state: State, arguments: Arguments) -> Value:
    """Model `dataclasses.field`, and the equivalents in attrs and pydantic."""
    given = arguments.keywords
    default, factory = arguments.get(0, "default"), given.get("default_factory") or given.get("factory")
    return Field(default, factory, not _is_false(given.get("init")), _is_true(given.get("kw_only")))


def _is_false(value: Value | None) -> bool:
    return isinstance(value, Constant) and value.value is False


def _is_true(value: Value | None) -> bool:
    return isinstance(value, Constant) and value.value is True


def _dataclass(machine: Machine, state: State, arguments: Arguments) -> Outcome:
    """Model `dataclasses.dataclass`: the class itself or, with only keyword arguments, the decorator."""
    value = arguments.positional[0] if arguments.positional else None
    if value is None:
        return Partial(Api("dataclasses.dataclass"), (), MappingProxyType(dict(arguments.keywords)))
    if isinstance(value, Class) and _is_true(arguments.keywords.get("kw_only")):
        scope = state.edit(value.scope).fields
        for name in value.fields:
            declared = scope.get(name)
            field = declared if isinstance(declared, Field) else Field(declared)
            scope[name] = replace(field, keyword_only=True)
    return value


def _wraps(machine: Machine, state: State, arguments: Arguments) -> Value:
    """Model `functools.wraps(function)`: a decorator that returns its argument."""
    return Api("functools.wraps")


def _namespace(machine: Machine, state: State, arguments: Arguments) -> Value:
    """Model `types.SimpleNamespace(**attributes)`."""
    if arguments.open:
        return unresolved_calls.unknown_call(machine, state, arguments)
    ref = machine.allocate(state, "instance")
    fields = state.get(ref.number).fields
    for source in arguments.positional:
        if isinstance(source, Ref) and source.kind == "dict":
            fields.update(state.get(source.number).fields)
    fields.update(arguments.keywords)
    return ref


def _named_tuple_class(machine: Machine, state: State, arguments: Arguments) -> Value:
    """Model `collections.namedtuple(name, field_names, defaults=...)`."""
    name, names = built_ins.first_of(arguments, machine), arguments.get(1, "field_names") or machine.unknown()
    listed = machine.elements(state, names)
    if isinstance(names, Constant) and isinstance(names.value, str):
        fields = tuple(names.value.replace(",", " ").split())
    elif listed is not None:
        fields = tuple(str(value.value) for value in listed if isinstance(value, Constant))
    else:
        return machine.unknown()
    scope = machine.allocate(state, "scope")
    defaults = machine.elements(state, arguments.keywords["defaults"]) if "defaults" in arguments.keywords else ()
    last = fields[len(fields) - len(defaults or ()) :]
    state.get(scope.number).fields.update(zip(last, defaults or (), strict=False))
    return Class(str(getattr(name, "value", "")), scope.number, (), ("typing.NamedTuple",), machine.frame.code.path, fields)


def _bound_method(machine: Machine, state: State, arguments: Arguments) -> Outcome:
    """Model `types.MethodType(function, receiver)`."""
    function, receiver = arguments.get(0, "function"), arguments.get(1, "instance")
    if function is None or receiver is None:
        return unresolved_calls.unknown_call(machine, state, arguments)
    return Bound(receiver, function)


def _replaced(machine: Machine, state: State, arguments: Arguments) -> Outcome:
    """Model `dataclasses.replace(record, **changes)`: a copy of a record with other fields."""
    value = built_ins.first_of(arguments, machine)
    if isinstance(value, Sequence):
        return machine.call_method(state, value, "_replace", Arguments((), arguments.keywords, arguments.site))
    if not isinstance(value, Ref):
        return unresolved_calls.unknown_call(machine, state, arguments)
    original = state.get(value.number)
    ref = machine.allocate(state, value.kind, original.type, original.record)
    fields = state.get(ref.number).fields
    fields.update(original.fields)
    fields.update(arguments.keywords)
    return ref


def _as_dict(machine: Machine, state: State, arguments: Arguments) -> Value:
    """Model `dataclasses.asdict(record)`. Its tensors are copies, which depend on the originals like `clone`."""
    value = built_ins.first_of(arguments, machine)
    if not (isinstance(value, Ref) and value.kind == "instance"):
        return unresolved_calls.unknown_call(machine, state, arguments)
    ref = machine.allocate(state, "dict")
    state.get(ref.number).fields = dict(state.get(value.number).fields)
    return ref


def _vars(machine: Machine, state: State, arguments: Arguments) -> Value:
    """Model `vars(value)`: the attributes of an object as a dict; without an argument, `locals()`."""
    if not arguments.positional:
        return _locals(machine, state, arguments)
    value = arguments.positional[0]
    return class_lookup.attributes_of(state, value) or unresolved_calls.unknown_call(machine, state, arguments)


def _locals(machine: Machine, state: State, arguments: Arguments) -> Value:
    """Model `locals()`: in a function, a copy of its variables, which outlives the call; elsewhere, the scope of the module or class."""
    frame = machine.frame
    if frame.scopes != machine.function_scopes() or len(frame.scopes) == 1:
        return Ref(frame.scope, "dict")
    names = machine.allocate(state, "dict")
    obj = state.get(names.number)
    fields = state.get(frame.scope).fields
    obj.fields.update((name, value) for name, value in fields.items() if isinstance(name, str) and name != "__class__")
    # The names of enclosing functions are among them only if the function uses them.
    obj.exact = len(frame.scopes) == 2
    return names


def _globals(machine: Machine, state: State, arguments: Arguments) -> Value:
    """Model `globals()`: the variables of the module as a dict."""
    scope = machine.frame.scopes[-1]
    module = machine.imports.lazy_modules.get(scope)
    return Ref(scope, "dict") if module is None else Namespace(module, scope, module)


def _property(machine: Machine, state: State, arguments: Arguments) -> Value:
    """Model `property(getter, setter)`."""
    getter, setter = arguments.get(0, "fget"), arguments.get(1, "fset")
    if not isinstance(getter, Function):
        return getter or machine.unknown()
    return replace(getter, kind="property", setter=setter if isinstance(setter, Function) else None)


def _set_attribute(machine: Machine, state: State, arguments: Arguments) -> Outcome:
    """Model `object.__setattr__(value, name, new)`, which sets the attribute directly."""
    holder, name, value = (arguments.get(index, text) for index, text in enumerate(("object", "name", "value")))
    if holder is not None and isinstance(name, Constant) and value is not None:
        attributes.store(machine, state, holder, str(name.value), value, arguments)
    return NONE


FUNCTIONS: Final[Mapping[str, built_ins.Handler]] = {
    "dataclasses.field": _field, "attr.ib": _field, "attr.field": _field, "attrs.field": _field, "pydantic.Field": _field,
    "dataclasses.dataclass": _dataclass, "dataclasses.replace": _replaced, "dataclasses.asdict": _as_dict, "functools.wraps": _wraps,
    "collections.namedtuple": _named_tuple_class, "types.SimpleNamespace": _namespace, "argparse.Namespace": _namespace,
    "threading.local": _namespace, "types.MethodType": _bound_method, "builtins.vars": _vars, "builtins.locals": _locals,
    "builtins.globals": _globals, "builtins.property": _property, "builtins.object.__setattr__": _set_attribute,
}  # fmt: skip
"""The functions that this module models, by qualified name."""
