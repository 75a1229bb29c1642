"""The attribute protocol: properties, descriptors, `__getattr__` and `__setattr__` of the program's classes."""

from __future__ import annotations

from graphlint.autograd.events import Site
from graphlint.engine.domain import class_lookup
from graphlint.engine.domain.objects import CONTAINERS, HOLDERS, OWNERS
from graphlint.engine.domain.path_facts import BuffersNotDonated
from graphlint.engine.domain.state import State
from graphlint.engine.domain.symbols import slot_of
from graphlint.engine.domain.values import NONE, Api, Bound, Class, Constant, Function, Ref, Value
from graphlint.engine.machine import outcomes
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.python import class_tests
from graphlint.engine.operations import compiled_graphs
from graphlint.engine.retention import releases, retained_graphs
from graphlint.ir.instructions import LoadAttribute, StoreAttribute


def load_attribute(machine: Machine, state: State, instruction: LoadAttribute) -> list[State] | None:
    """Execute `target = value.name`."""
    value = machine.value(state, instruction.value)
    outcome = read(machine, state, value, instruction.name, machine.site(instruction.at))
    if not isinstance(outcome, list):
        machine.set(state, instruction.target, machine.resolve(state, outcome))
        return None
    for path in outcome:
        if not path.signal:
            machine.set(path, instruction.target, path.result)
    return outcome


def read(machine: Machine, state: State, value: Value, name: str, site: Site) -> Outcome:
    """Return an attribute of a value; properties, descriptors and `__getattr__` are called."""
    if isinstance(value, Ref) and (computed := computed_attribute(machine, state, value, name, site)) is not None:
        return computed
    if name == "__class__" and not isinstance(value, Ref) and (cls := class_tests.type_of(state, value)) is not None:
        return cls
    outcome = machine.load(state, value, name, site)
    if isinstance(outcome, Bound) and isinstance(outcome.function, Function) and outcome.function.kind in ("property", "cached property"):
        result = machine.call(state, outcome, Arguments((), {}, site))
        if outcome.function.kind == "cached property" and isinstance(outcome.receiver, Ref):
            for path in outcomes.paths(state, result):
                if not path.signal:
                    path.edit(outcome.receiver.number).fields[name] = path.result
        return result
    if isinstance(value, Ref) and isinstance(outcome, Ref) and (descriptor := _descriptor(state, value, name, "__get__")) is not None:
        return machine.call(state, descriptor, Arguments((value, class_lookup.class_of(state.get(value.number)) or NONE), {}, site))
    return outcome


def _descriptor(state: State, value: Ref, name: str, method: str) -> Value | None:
    """Return a method of the descriptor that a value's class defines under a name, None if there is none."""
    cls = state.get(value.number).type
    attribute = class_lookup.attribute(state, cls, name) if isinstance(cls, Class) else None
    return class_lookup.find_method(state, attribute, method) if isinstance(attribute, Ref) else None


def computed_attribute(machine: Machine, state: State, value: Ref, name: str, site: Site) -> list[State] | None:
    """Return the paths after a `__getattr__` that computes an attribute which no resolved code has set; None if there is none.

    If it raises on every path, unresolved code has set the attribute.
    """
    obj = state.heap[value.number]
    if obj.kind in CONTAINERS:
        obj = state.get(obj.attributes) if obj.attributes else obj
    own = state.heap[value.number].type
    if obj.kind not in HOLDERS or name in obj.fields or name.startswith("__") or not isinstance(own, Class):
        return None
    function = class_lookup.attribute(state, own, "__getattr__")
    if not isinstance(function, (Function, Api)) or class_lookup.attribute(state, own, name) is not None:
        return None
    inner = state.fork()
    outcome = machine.call(inner, Bound(value, function), Arguments((Constant(name),), {}, site))
    return [path for path in outcomes.paths(inner, outcome) if not path.signal] or None


def store_attribute(machine: Machine, state: State, instruction: StoreAttribute) -> list[State] | None:
    """Execute `holder.name = value`."""
    holder, value = machine.value(state, instruction.holder), machine.value(state, instruction.value)
    return assign(machine, state, holder, instruction.name, value, Arguments((), {}, machine.site(instruction.at)))


def assign(machine: Machine, state: State, holder: Value, name: str, value: Value, arguments: Arguments) -> list[State] | None:
    """Set an attribute; `__setattr__`, properties and descriptors are called."""
    setter, given = _setter(state, holder, name, value)
    if setter is None:
        store(machine, state, holder, name, value, arguments)
        return None
    return outcomes.paths(state, machine.call(state, setter, Arguments(given, {}, arguments.site)))


def _setter(state: State, holder: Value, name: str, value: Value) -> tuple[Value | None, tuple[Value, ...]]:
    """Return the function of the program that sets an attribute, and its arguments; None if the attribute is set directly."""
    cls = state.get(holder.number).type if isinstance(holder, Ref) else None
    if not isinstance(holder, Ref) or not isinstance(cls, Class):
        return None, ()
    own = class_lookup.attribute(state, cls, "__setattr__")
    if isinstance(own, (Function, Api)):
        return Bound(holder, own), (Constant(name), value)
    attribute = class_lookup.attribute(state, cls, name)
    if isinstance(attribute, Function) and attribute.kind == "property" and attribute.setter is not None:
        return Bound(holder, attribute.setter), (value,)
    descriptor = _descriptor(state, holder, name, "__set__")
    return descriptor, (holder, value)


def delete_attribute(machine: Machine, state: State, holder: Ref, name: str) -> None:
    """Execute `del holder.name`."""
    releases.note_replaced(machine, state, holder, name, state.get(holder.number).fields.get(name), None)
    state.edit(holder.number).fields.pop(name, None)


def store(machine: Machine, state: State, holder: Value, name: str, value: Value, arguments: Arguments) -> None:
    """Set an attribute directly, without `__setattr__`, properties and descriptors."""
    machine.graph.grad_modes.use(value)
    if name == compiled_graphs.SWITCH:
        state.facts.possible.add(BuffersNotDonated())
    machine.semantics.dispatch.store.of(holder)(machine, state, holder, name, value, arguments)


def assign_computed(machine: Machine, state: State, holder: Ref, name: Value, value: Value, arguments: Arguments) -> None:
    """Execute `setattr(holder, name, value)` for a name that is not constant: equal names are one slot, as the keys of a dict."""
    slot = slot_of(name)
    state.edit(holder.number).fields[slot] = value
    if holder.kind in OWNERS:
        retained_graphs.note_store(machine, state, holder, slot, value, arguments.site)
