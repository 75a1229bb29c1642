"""Start states of roots: the receivers of methods, and what other methods may have stored in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from graphlint.autograd.events import Node
from graphlint.autograd.numbers import NO_OBJECT
from graphlint.autograd.presumptions import Presumption
from graphlint.engine.domain import class_lookup, terms
from graphlint.engine.domain.bounds import LEVELS_TO_A_FIELD
from graphlint.engine.domain.state import Signal, State
from graphlint.engine.domain.values import Class, Constant, Function, Ref, Unknown, Value
from graphlint.engine.exec import caller_conditions, classes
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.budget import BudgetSpent
from graphlint.engine.machine.frames import Frame
from graphlint.engine.machine.machine import Machine


@dataclass(frozen=True, slots=True)
class Prototype:
    """The start of a root: the states, the receiver of a method, and the graph's nodes and the presumptions that have decided so far."""

    states: Sequence[State]
    nodes: Mapping[int, Node]
    receiver: Value | None = None
    decided: frozenset[Presumption] = frozenset()


PrototypeKey: TypeAlias = tuple[int, bool]
"""The scope of a class, and whether other files are closed to its construction."""

Prototypes: TypeAlias = dict[PrototypeKey, Prototype]
"""The instances of classes that were constructed for roots."""


def key(machine: Machine, owner: Class) -> PrototypeKey:
    """Return the key of the instance on which a method is analyzed."""
    return owner.scope, machine.budget.closed


def start(machine: Machine, state: State, function: Function, owner: Class | None, prototypes: Prototypes) -> Prototype:
    """Return the start of a root; the methods of a class share one instance, made with unknown arguments."""
    if owner is None or function.kind == "staticmethod" or function.code.name == "__init__":
        return Prototype([state], machine.graph.nodes)
    if function.kind == "classmethod":
        return Prototype([state], machine.graph.nodes, owner)
    place = key(machine, owner)
    if place not in prototypes:
        prototypes[place] = _instance(machine, state, function, owner)
    return prototypes[place]


def _instance(machine: Machine, state: State, function: Function, owner: Class) -> Prototype:
    """Return an instance of a class after its `__init__`."""
    before = machine.graph
    machine.budget.start_construction(quiet=not any(machine.evidence.trains(cls.path, cls.name) for cls in owner.order))
    frame = Frame(function.code, function.scopes, method_tests=caller_conditions.of_methods(machine, state, owner))
    receiver: Value | None = None
    with machine.activation(before.for_root(before.nodes), [frame]):
        try:
            site = machine.site(function.code.at)
            items, receiver = classes.prototype(machine, state.fork(), owner, Arguments((), {}, site, True))
        except BudgetSpent:
            items = [state.fork()]
        finally:
            machine.budget.end_construction()
        for path in items:
            path.signal = Signal.NONE
            if isinstance(receiver, Ref):
                _widen_fields(machine, path, receiver, owner)
        decided = frozenset(machine.graph.presumptions.decided)
        return Prototype(items, machine.graph.nodes, receiver or machine.unknown("self"), decided)


def _widen_fields(machine: Machine, state: State, receiver: Ref, owner: Class, depth: int = LEVELS_TO_A_FIELD) -> None:
    """Widen the fields of a receiver, and of objects in them: other methods may have filled containers and assigned constants before."""
    fields = state.edit(receiver.number).fields
    init = class_lookup.attribute(state, owner, "__init__")
    first, last = (init.code.at[0], init.code.at[2]) if isinstance(init, Function) else (0, 0)
    home = init.code.path if isinstance(init, Function) else owner.path
    for name, value in list(fields.items()):
        if isinstance(value, Ref) and value.kind in ("list", "dict", "set"):
            unresolved_calls.havoc_argument(machine, state, value)
        elif depth and isinstance(value, Ref) and value.kind == "instance" and isinstance(cls := state.get(value.number).type, Class):
            _widen_fields(machine, state, value, cls, depth - 1)
        elif isinstance(name, str) and _is_empty_container(state, value) and _is_stored_by_subclass(machine, state, owner, name):
            fields[name] = Unknown(terms.FieldSymbol(receiver.number, name), name=f"self.{name}")
        elif isinstance(value, Constant) and isinstance(name, str):
            stored = ((one.path, line) for one in owner.order for line in machine.evidence.stores(one.path, one.name, name))
            by_others = any(path != home or not first <= line <= last for path, line in stored)
            if by_others and machine.graph.presumes(Presumption.REASSIGNED_FIELDS):
                fields[name] = Unknown(terms.FieldSymbol(receiver.number, name), name=f"self.{name}")


def _is_empty_container(state: State, value: Value) -> bool:
    """Return True for a container module without modules: it stands for those that a subclass stores."""
    if not isinstance(value, Ref) or value.kind != "module":
        return False
    obj = state.get(value.number)
    return bool(obj.module.container) and obj.exact and not obj.items


def _is_stored_by_subclass(machine: Machine, state: State, owner: Class, name: str) -> bool:
    """Return True if a subclass in the same file assigns to a field."""
    scope = state.heap.get(machine.imports.scopes.get(machine.modules.identify(owner.path), NO_OBJECT))
    classes = (value for value in (scope.fields.values() if scope is not None else ()) if isinstance(value, Class))
    return any(owner in cls.order[1:] and machine.evidence.stores(cls.path, cls.name, name) for cls in classes)
