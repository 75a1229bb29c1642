"""Methods of containers, tuples and strings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from graphlint.engine.domain import class_lookup
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NONE, Constant, Ref, Sequence, Value
from graphlint.engine.facts import generator_calls
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.python import attributes, container_methods, missing_methods, queues, texts
from graphlint.engine.models.python.container_methods import Method


def method_of_base(machine: Machine, state: State, receiver: Ref, name: str, arguments: Arguments) -> Outcome:
    """Call a container method by `super()` in a subclass: `super().append(x)`, `super().__setitem__(key, value)`."""
    given = arguments.positional
    if name == "__init__":
        name = "update" if receiver.kind == "dict" else "extend"
        return method(machine, state, receiver, name, arguments) if given or arguments.keywords else NONE
    if name == "__getitem__" and given:
        return machine.get_item(state, receiver, given[0], arguments.site)
    if name == "__setitem__" and len(given) > 1:
        machine.set_item(state, receiver, given[0], given[1], arguments.site)
        return NONE
    if name == "__setattr__" and len(given) > 1 and isinstance(given[0], Constant):
        attributes.store(machine, state, receiver, str(given[0].value), given[1], arguments)
        return NONE
    return method(machine, state, receiver, name, arguments)


def method(machine: Machine, state: State, receiver: Value, name: str, arguments: Arguments) -> Outcome:
    """Call a method of a list, dict, set, tuple or constant."""
    if isinstance(receiver, Ref) and name in ("send", "__next__") and generator_calls.is_lazy(state, receiver):
        return machine.advance(state, receiver, *arguments.positional[:1])
    if isinstance(receiver, Ref):
        missing_methods.require(state, receiver, name)
        handler = METHODS.get((receiver.kind, name)) or METHODS.get(("", name))
        if handler is not None:
            return handler(machine, state, receiver, arguments)
        unresolved_calls.receive(machine, state, arguments.all())
        return machine.unknown()
    if isinstance(receiver, Sequence) and receiver.fields:
        return _method_of_record(machine, state, receiver, name, arguments)
    if isinstance(receiver, Sequence):
        missing_methods.require_of_tuple(receiver, name)
    if isinstance(receiver, Constant) and isinstance(receiver.value, str) and name == "format" and not arguments.keywords:
        return machine.plain() if arguments.open else texts.by_format(machine, receiver, arguments.positional)
    if isinstance(receiver, Constant) and isinstance(receiver.value, str) and not (arguments.keywords or arguments.open):
        return texts.call(machine, state, receiver.value, name, arguments.positional)
    return machine.plain()


def _method_of_record(machine: Machine, state: State, receiver: Sequence, name: str, arguments: Arguments) -> Outcome:
    """Call a method of a named tuple."""
    if name == "_replace":
        items = (arguments.keywords.get(field, value) for field, value in zip(receiver.fields, receiver.items, strict=False))
        return Sequence(tuple(items), receiver.fields, receiver.type)
    if name == "_asdict":
        ref = machine.allocate(state, "dict")
        state.get(ref.number).fields.update(zip(receiver.fields, receiver.items, strict=False))
        return ref
    own = class_lookup.attribute(state, receiver.type, name) if receiver.type is not None else None
    if own is None or receiver.type is None:
        return machine.plain()
    return machine.call(state, class_lookup.bound(own, receiver, receiver.type), arguments)


METHODS: Final[Mapping[tuple[str, str], Method]] = {**container_methods.METHODS, **queues.METHODS}
"""The methods of containers by kind and name; the kind is "" for a method of all kinds."""
