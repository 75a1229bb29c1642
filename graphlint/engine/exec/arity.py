"""Calls that raise a TypeError because of their arguments: too many, a missing one, or an unknown keyword."""

from __future__ import annotations

from graphlint.engine.domain import class_lookup
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Bound, Class, Function, Ref, Value
from graphlint.engine.machine.arguments import Arguments


def called(state: State, receiver: Value, method: str | None) -> Value | None:
    """Return what a call executes: the receiver itself if no method is called, else the attribute of an object; None if it is unknown."""
    if method is None:
        return receiver
    if not isinstance(receiver, Ref) or receiver.kind not in ("instance", "module"):
        return None
    own = state.get(receiver.number).fields.get(method)
    return class_lookup.find_method(state, receiver, method) if own is None else own


def is_refused(state: State, called: Value | None, arguments: Arguments) -> bool:
    """Return True if the number or names of the arguments make a call of a resolved function, class or object raise a TypeError.

    A function with a decorator is never refused, since the decorator may change its parameters.
    """
    if arguments.open or arguments.spread:
        return False
    before = 0
    if isinstance(called, Ref):
        if (method := _method_called(state, called)) is None:
            return False
        called = method
    if isinstance(called, Class):
        init = class_lookup.attribute(state, called, "__init__")
        if not isinstance(init, Function) or class_lookup.attribute(state, called, "__new__") is not None:
            return False
        called, before = init, 1
    elif isinstance(called, Bound):
        called, before = called.function, 1
    if not isinstance(called, Function) or called.kind or called.has_unresolved_decorator or called.code.facts.is_decorated:
        return False
    return not _accepts(called, len(arguments.positional) + before, set(arguments.keywords))


def _method_called(state: State, called: Ref) -> Value | None:
    """Return the method that executes a call of a module or another object.

    None if it is not resolved, or a hook or an unresolved base class may change the arguments. `nn.Module` passes them to `forward`.
    """
    own = class_lookup.find_method(state, called, "__call__")
    if own is not None or called.kind != "module":
        return own
    obj = state.get(called.number)
    known = isinstance(obj.type, Class) and set(class_lookup.foreign_bases(obj.type)) == {"torch.nn.Module"}
    return class_lookup.find_method(state, called, "forward") if known and not obj.module.hooks and "forward" not in obj.fields else None


def _accepts(function: Function, positional: int, keywords: set[str]) -> bool:
    """Return True if a function's parameters accept this number of positional arguments and these keywords."""
    kinds = {parameter.kind for parameter in function.code.parameters}
    named = [parameter for parameter in function.code.parameters if not parameter.kind]
    by_position = [parameter.name for parameter in named if not parameter.keyword_only]
    if "*" not in kinds and positional > len(by_position):
        return False
    given = keywords | set(by_position[:positional])
    if "**" not in kinds and not keywords <= {parameter.name for parameter in named}:
        return False
    return all(parameter.name in given or parameter.name in function.defaults for parameter in named)
