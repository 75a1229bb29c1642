"""Repetition: functions that unresolved code calls once for each batch, so that values in fields persist until the next call."""

from __future__ import annotations

import enum
from collections.abc import Iterable

from graphlint.autograd.events import Site
from graphlint.autograd.numbers import RunNumber
from graphlint.autograd.presumptions import Presumption
from graphlint.engine.domain import class_lookup, presumed_gradients
from graphlint.engine.domain.bounds import SHORT_LIST
from graphlint.engine.domain.objects import HOLDERS, OWNERS
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import YES, Bound, Class, Function, Ref, Tensor, Unknown, Value
from graphlint.engine.exec import functions
from graphlint.engine.facts import external_classes
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.models.libraries import lightning
from graphlint.engine.models.torch import module_instances
from graphlint.engine.operations import frozen_parameters, leaf_gradients
from graphlint.engine.retention.held_graphs import tensors_with_graph
from graphlint.libraries.vocabulary import Effect, ModelEntry


class Calls(enum.Enum):
    """The number of calls of a root: once, certainly repeated, or presumably repeated with calls of other functions in between."""

    ONCE = enum.auto()
    REPEATED = enum.auto()
    PRESUMED = enum.auto()


def calls_of(machine: Machine, function: Function, owner: Class | None) -> Calls:
    """Return the number of calls of a root by unresolved code."""
    return Calls.REPEATED if is_repeated(machine, function, owner) else Calls.ONCE


def is_repeated(machine: Machine, function: Function, owner: Class | None) -> bool:
    """Return True if unresolved code certainly calls a function repeatedly.

    A framework calls some methods of its classes for each batch. A function that was passed to unresolved code is called for each batch if
    it is a training step: it takes a batch, and runs backward outside of any loop.
    """
    if owner is not None:
        return function.code.name == "training_step" or by_framework(machine, owner, function.code.name)
    if function.code.at[0] not in machine.functions.escaping or function.code.path != machine.home:
        return False
    if function.code.at[0] in machine.functions.repeated:
        return True
    return bool(function.code.parameters) and machine.evidence.roots(function.code.path).is_training_step(function.code)


def may_repeat(machine: Machine, function: Function, owner: Class | None) -> bool:
    """Return True for a training step without callers: it takes a batch and runs backward outside of any loop."""
    taken = len(function.code.parameters) - (owner is not None and function.kind != "staticmethod")
    if taken < 1 or function.code.facts.is_generator or function.code.name == "__init__":
        return False
    return machine.evidence.roots(function.code.path).is_training_step(function.code)


def carries_graph(state: State, started: int) -> bool:
    """Return True if an object that is older than a call holds a graph that the call has built.

    Args:
        state: the state after the call.
        started: the last node number before the call.
    """
    for number, obj in state.heap.items():
        if number <= started and obj.kind in HOLDERS:
            for value in obj.contents:
                if any(state.node(tensor) > started for tensor in tensors_with_graph(state, value, 2)):
                    return True
    return False


def awaits_call(states: Iterable[State], started: int) -> bool:
    """Return True if a field of an object that is older than a call holds a graph of this call that no backward pass has reached."""
    return any(_leaves_unused_graph(state, started) for state in states)


def _leaves_unused_graph(state: State, started: int) -> bool:
    fields = (value for number, obj in state.heap.items() if number <= started and obj.kind in OWNERS for value in obj.fields.values())
    return any(
        isinstance(value, Tensor) and state.needs_grad(value) is YES and (node := state.node(value)) > started and node not in state.freed
        for value in fields
    )


def forget_gradients(machine: Machine, states: Iterable[State]) -> None:
    """Make all gradients uncertain: unresolved code may have reset or used them."""
    number = machine.graph.number()
    for state in states:
        presumed_gradients.saw_unresolved_code(state, number)
        leaf_gradients.doubt(state, {leaf_gradients.EVERYTHING})


def forget_backward_passes(machine: Machine, state: State) -> None:
    """Forget freed and retained graphs and in-place changes: unresolved code may call a function before these happened."""
    state.freed, state.retained_by = {}, {}
    state.uncertain_changes |= state.changes.keys()
    forget_gradients(machine, [state])


def forget_fields(machine: Machine, states: Iterable[State], run: RunNumber, carrier: Function | None) -> None:
    """Forget the fields that other functions replace or empty, since these may run between two calls.

    A graph that a backward pass has retained remains: the program intends to use it in the next call. So does a graph without a backward
    pass that the carrier reads in its next call: the value would have no use if other functions replaced it before each call.

    Args:
        machine: the machine.
        states: the states after a call.
        run: the run of the root, as a loop.
        carrier: the called function, None if a framework calls other methods between its calls.
    """
    carried = carrier.code.facts.fields_read if carrier is not None else frozenset()
    for state in states:
        for holder, obj in list(state.heap.items()):
            if obj.kind not in ("instance", "module") or not isinstance(obj.type, Class):
                continue
            for name, value in list(obj.fields.items()):
                if not isinstance(name, str) or not (tensors := tensors_with_graph(state, value)):
                    continue
                if isinstance(value, Ref):
                    # A short deque removes its oldest elements itself.
                    capacity = state.get(value.number).capacity
                    short = capacity is not None and (capacity.size is None or capacity.size <= SHORT_LIST)
                    if short or _is_replaced(machine, state, obj.type, name):
                        machine.graph.loops.releases.setdefault(value.number, set()).add(run)
                elif not all(state.node(tensor) in state.retained_by for tensor in tensors) and _is_replaced(
                    machine, state, obj.type, name
                ):
                    waits = name in carried and not any(state.node(tensor) in state.freed for tensor in tensors)
                    replaced = any(machine.evidence.replaces(path, name) for path in _files(machine, obj.type))
                    if replaced or not (waits and machine.graph.presumes(Presumption.REPEATED_STEPS)):
                        state.edit(holder).fields[name] = machine.unknown(f"self.{name}")


def _files(machine: Machine, cls: Class) -> set[str]:
    """Return the files in which code may replace attributes of an instance: that of the root, and those of its classes."""
    return {machine.home, *(item.path for item in cls.order)}


def _is_replaced(machine: Machine, state: State, cls: Class, name: str) -> bool:
    """Return True if code that the call did not execute replaces or empties an attribute."""
    if any(machine.evidence.replaces(path, name) for path in _files(machine, cls)):
        return True
    ran: list[tuple[str, int, int]] = []
    for method in class_lookup.methods(state, cls):
        code = method.code
        if code.name in ("__init__", "__new__", "__post_init__") or code.identity in machine.functions.entered:
            ran.append((code.path, code.at[0], code.at[2]))
    lines = ((item.path, line) for item in cls.order for line in machine.evidence.stores(item.path, item.name, name))
    return any(not any(path == other and first <= line <= last for other, first, last in ran) for path, line in lines)


def by_framework(machine: Machine, owner: Class | None, method: str) -> bool:
    """Return True if a framework calls a method of a class for each batch."""
    return _entry(machine, owner, method) is not None


def _entry(machine: Machine, owner: Class | None, method: str) -> ModelEntry | None:
    return None if owner is None else external_classes.called_by_framework(machine, owner, method, Effect.REPEATED, Effect.EACH_BATCH)


def starts(
    machine: Machine, state: State, function: Function, target: Value, site: Site, frozen: frozenset[str] = frozenset()
) -> list[tuple[State, Arguments]]:
    """Return the states and the arguments of a call of a root: one, or one for each optimizer for which a framework calls it.

    Args:
        machine: the machine.
        state: the state before the call.
        function: the function whose code runs.
        target: what is called.
        site: the place of the call.
        frozen: the parameters that receive modules without trainable parameters in each call of the program.
    """
    repeated = _entry(machine, function.owner, function.code.name)
    own = {parameter.name for parameter in function.code.parameters}
    index = next((name for name in repeated.optimizer_index if name in own), None) if repeated is not None else None
    receiver = target.receiver if isinstance(target, Bound) else None
    toggled = lightning.toggled(machine, state, receiver, index, site) if index is not None and isinstance(receiver, Ref) else []
    return toggled or [(state, _arguments_of(machine, state, function, site, frozen))]


def _arguments_of(machine: Machine, state: State, function: Function, site: Site, frozen: frozenset[str]) -> Arguments:
    """Return the arguments of a function without resolved callers: unknown values, except what a framework passes, modules and batches."""
    entry = _entry(machine, function.owner, function.code.name)
    given: dict[str, Value] = {}
    if entry is None:
        for parameter in function.code.parameters[function.owner is not None :]:
            if parameter.name in frozen:
                given[parameter.name] = functions.unknown_argument(machine, state, function, parameter)
        frozen_parameters.presume_frozen(machine, state, given.values())
        return Arguments((), given, site, True)
    for parameter in function.code.parameters[1:]:
        if parameter.name in entry.modules:
            given[parameter.name] = module_instances.opaque(machine, state, machine.unknown(parameter.name))
        elif entry.effect is Effect.REPEATED and not parameter.kind:
            batch = given[parameter.name] = functions.unknown_argument(machine, state, function, parameter)
            if isinstance(batch, Unknown):
                machine.graph.unresolved.batches.add(batch.symbol)
    return Arguments((), given, site, True)


def note_backward(machine: Machine, state: State, function: Function, nodes: set[int]) -> None:
    """Record that a framework has run backward on the results of a method, if the library model states so: it freed their graphs."""
    entry = _entry(machine, function.owner, function.code.name)
    if entry is None or entry.effect is not Effect.REPEATED:
        return
    for node in machine.graph.reach(nodes).certain:
        state.freed.setdefault(node, machine.graph.number())
