"""Optimizers whose class the program derives from one of torch.optim.

Such an object is an optimizer with the methods and attributes of the program's class. Its base's constructor says which leaves it owns. An
override takes part in the step of its base if it calls it on some path. That of a class whose base has no `step` is the step itself, if it
neither calls another one nor runs backward. What another override does to gradients is unresolved.
"""

from __future__ import annotations

from typing import Final

from graphlint.autograd.events import OptimizerReceived, Step, ZeroGrad
from graphlint.engine.domain import class_lookup, presumed_gradients
from graphlint.engine.domain.records import OptimizerRecord
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Bound, Class, Function, Ref, Value
from graphlint.engine.facts import external_classes
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.machine import outcomes
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.torch import optimizers
from graphlint.project.file_summary import Effect

ABSTRACT: Final = "Optimizer"
"""The base class of all optimizers, whose `step` is not implemented."""

OVERRIDES: Final = {"step": Step, "zero_grad": ZeroGrad}
"""The methods that use or reset gradients, each with the event of the base's method."""


def is_optimizer_class(cls: Class) -> bool:
    """Return True if a class of the program derives from an optimizer of torch.optim."""
    return bool(_base(cls))


def _base(cls: Class) -> str:
    """Return the dotted name of the optimizer of torch.optim from which a class derives, "" if there is none."""
    return next(filter(external_classes.is_optimizer, class_lookup.foreign_bases(cls)), "")


def begin(machine: Machine, state: State, cls: Class, arguments: Arguments) -> Outcome:
    """Allocate an instance of a derived class and construct it, with `__init__` of the base if the class has none of its own."""
    reference = machine.allocate(state, "optimizer", cls, OptimizerRecord(name=_base(cls)))
    init = class_lookup.attribute(state, cls, "__init__")
    if not isinstance(init, Function):
        return construct(machine, state, reference, arguments)
    paths = outcomes.paths(state, machine.construct(state, reference, init, arguments))
    for path in paths:
        if not path.signal:
            _track(machine, path, reference)
            path.result = reference
    return reference if len(paths) == 1 and paths[0] is state and not state.signal else paths


def _track(machine: Machine, state: State, reference: Ref) -> None:
    """Track the gradients of an optimizer whose base's constructor no resolved code has called."""
    if not state.get(reference.number).optimizer.complete and reference.number not in state.optimizer_gradients:
        presumed_gradients.created(machine.graph, state, reference.number)


def construct(machine: Machine, state: State, reference: Ref, arguments: Arguments) -> Value:
    """Execute the base's constructor: it receives the parameters."""
    return optimizers.make(machine, state, state.get(reference.number).optimizer.name, arguments, reference)


def base_method(machine: Machine, state: State, optimizer: Ref, name: str, arguments: Arguments) -> Outcome:
    """Execute `super().name()`: for the program, the effect is that of its call of the override."""
    outer = machine.graph.context
    depth = next((depth for depth, function in enumerate(reversed(outer.functions)) if function != name), len(outer.functions))
    depth = min(depth, len(outer.calls))
    if not depth:
        return optimizers.method(machine, state, optimizer, name, arguments)
    site = outer.calls[-depth]
    machine.graph.context = outer._replace(calls=outer.calls[:-depth], functions=outer.functions[:-depth])
    try:
        return optimizers.method(machine, state, optimizer, name, Arguments(arguments.positional, arguments.keywords, site))
    finally:
        machine.graph.context = outer


def overridden(machine: Machine, state: State, optimizer: Ref, name: str, method: Value, arguments: Arguments) -> Outcome:
    """Call a method of the program's class."""
    if name == "step" and not arguments.all() and not arguments.open and _is_whole_step(machine, state, optimizer, method):
        optimizers.step(machine, state, optimizer, arguments.site, state.latest_backward)
        machine.graph.leaves.own_steps += 1
        try:
            return machine.call(state, method, arguments)
        finally:
            machine.graph.leaves.own_steps -= 1
    start = len(machine.graph.events)
    outcome = machine.call(state, method, arguments)
    event = OVERRIDES.get(name)
    if event is None or any(isinstance(item, event | OptimizerReceived) for item in machine.graph.events[start:]):
        return outcome
    paths = outcomes.paths(state, outcome)
    for path in paths:
        if not path.signal:
            result = path.result
            unresolved_calls.unknown_call(machine, path, Arguments((optimizer,), {}, arguments.site))
            path.result = result
    return state.result if len(paths) == 1 and paths[0] is state and not state.signal else paths


def _is_whole_step(machine: Machine, state: State, optimizer: Ref, method: Value) -> bool:
    """Return True if an override of `step` is the whole step: its class has no other, and it calls no code that trains."""
    function = method.function if isinstance(method, Bound) else method
    if state.get(optimizer.number).optimizer.name.rpartition(".")[2] != ABSTRACT or not isinstance(function, Function):
        return False
    return not machine.evidence.callee_effects(function.code.path, function.code.at[0]) & Effect.BACKPROPAGATES
