"""Setup methods: methods other than the constructor that store the modules and optimizers of an object.

`initialize(options)` or `build_models()` is called once by code that the analysis may not have. What reads a field that no other method
stores runs after the method that does. Analyzed on an instance that only its constructor has initialized, a training step would lack the
parameters of its modules and optimizers.
"""

from __future__ import annotations

from dataclasses import replace

from graphlint.autograd.events import Site
from graphlint.autograd.presumptions import Presumption
from graphlint.engine.domain import class_lookup
from graphlint.engine.domain.bounds import SETUP_METHODS, SETUP_PATHS
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Bound, Class, Constant, Function, Ref
from graphlint.engine.machine import outcomes
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.budget import BudgetSpent
from graphlint.engine.machine.machine import Machine
from graphlint.engine.roots import class_roots
from graphlint.ir.instructions import FunctionId


def of_root(machine: Machine, state: State, cls: Class, function: Function) -> tuple[Function, ...]:
    """Return the setup methods of a root in the order of their definitions, those of base classes first."""
    used = class_roots.called_attributes(machine, state, cls, function)
    methods = _methods(state, cls)
    chosen: dict[FunctionId, Function] = {}
    for name in sorted(used):
        if class_lookup.attribute(state, cls, name) is None and _is_part(machine, cls, name):
            places = _storing(machine, cls, methods, name)
            if len(places) == 1 and _sets_up(machine, only := methods[places.pop()], function, used):
                chosen[only.code.identity] = only
    if not chosen or not machine.graph.presumes(Presumption.SETUP_METHODS):
        return ()
    classes = [owner.scope for owner in reversed(cls.order)]
    return tuple(sorted(chosen.values(), key=lambda method: (_position(classes, method), method.code.at))[:SETUP_METHODS])


def call(machine: Machine, states: list[State], receiver: Ref, methods: tuple[Function, ...], site: Site) -> list[State]:
    """Call setup methods on an instance, and return the states of the first and the last path that sets each of its fields.

    A method of which the constructor has set all fields is not called. Only the objects in the fields matter, and not the ways to them:
    few paths are followed.
    """
    limits = machine.limits
    machine.limits = machine.budget.limits = replace(limits, paths=SETUP_PATHS, passes=SETUP_PATHS)
    before = [state.fork() for state in states]
    try:
        for method in methods:
            states = _set_up(machine, states, receiver, method, site)
    except BudgetSpent:
        return before
    finally:
        machine.limits = machine.budget.limits = limits
    return states


def _set_up(machine: Machine, states: list[State], receiver: Ref, method: Function, site: Site) -> list[State]:
    """Call one setup method unless the constructor has set all of its fields."""
    names = _own_parts(machine, states[0], receiver, method)
    if all(_has(state, receiver, name) for state in states for name in names):
        return states
    paths = [
        path
        for state in states
        for path in outcomes.paths(state, machine.call(state, Bound(receiver, method), Arguments((), {}, site, True)))
        if not path.signal
    ]
    complete = [path for path in paths if all(_has(path, receiver, name) for name in names)]
    return complete[:: max(1, len(complete) - 1)] or states


def _methods(state: State, cls: Class) -> dict[FunctionId, Function]:
    """Return the methods of a class and its base classes, without functions that they take from elsewhere."""
    own = (method for method in class_lookup.methods(state, cls) if method.owner in cls.order)
    return {method.code.identity: method for method in own}


def _position(classes: list[int], method: Function) -> int:
    return classes.index(method.owner.scope) if method.owner is not None and method.owner.scope in classes else 0


def _is_part(machine: Machine, cls: Class, name: str) -> bool:
    """Return True if the uses of an attribute of self show a module or an optimizer."""
    return any(machine.evidence.kind(path, f"self.{name}") is not None for path in {item.path for item in cls.order})


def _storing(machine: Machine, cls: Class, methods: dict[FunctionId, Function], name: str) -> set[FunctionId]:
    """Return the methods that store an attribute of self, other than the constructors."""
    storing: set[FunctionId] = set()
    for owner in cls.order:
        for line in machine.evidence.stores(owner.path, owner.name, name):
            for place, function in methods.items():
                code = function.code
                if code.path == owner.path and code.at[0] <= line <= code.at[2] and code.name != "__init__":
                    storing.add(place)
    return storing


def _sets_up(machine: Machine, method: Function, function: Function, used: frozenset[str]) -> bool:
    """Return True if a method is called before a root, and not by it, and does not train."""
    code = method.code
    if method.kind or code.facts.is_generator or code.name.startswith("__") or code.name in used or code is function.code:
        return False
    return not machine.evidence.roots(code.path).runs_backward(code)


def _own_parts(machine: Machine, state: State, receiver: Ref, method: Function) -> list[str]:
    """Return the modules and optimizers among the attributes of self that only a method stores."""
    value, owner, code = state.get(receiver.number).type, method.owner, method.code
    assert isinstance(value, Class)
    assert owner is not None
    methods = _methods(state, value)
    names = machine.evidence.stored_between(code.path, owner.name, code.at[0], code.at[2])
    return [name for name in names if _is_part(machine, value, name) and _storing(machine, value, methods, name) == {code.identity}]


def _has(state: State, receiver: Ref, name: str) -> bool:
    value = state.get(receiver.number).fields.get(name)
    return value is not None and not (isinstance(value, Constant) and value.value is None)
