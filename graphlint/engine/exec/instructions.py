"""The table of instruction handlers, and the handlers for calls, subscripts and deletion."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from graphlint.autograd.events import Discarded, DiscardedResult
from graphlint.engine.domain.state import Signal, State
from graphlint.engine.domain.values import Api, Mode, Ref, Tensor, Unknown
from graphlint.engine.exec import (
    arity,
    assignments,
    called_for_effect,
    classes,
    control,
    generators,
    imports,
    loops,
    not_shown,
    operators,
    uncalled_methods,
)
from graphlint.engine.facts import conditions
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.machine import visits
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.python import attributes, containers, special_methods
from graphlint.engine.models.torch import grad_modes
from graphlint.engine.retention import releases
from graphlint.ir import instructions
from graphlint.ir.discarded_results import COPIES
from graphlint.ir.instructions import Call


def load_item(machine: Machine, state: State, instruction: instructions.LoadItem) -> list[State] | None:
    """Execute `target = value[key]`."""
    value, key = machine.value(state, instruction.value), machine.value(state, instruction.key)
    return operators.finish(
        machine, state, special_methods.load_item(machine, state, value, key, machine.site(instruction.at)), instruction.target
    )


def store_item(machine: Machine, state: State, instruction: instructions.StoreItem) -> list[State] | None:
    """Execute `holder[key] = value`."""
    holder, key = machine.value(state, instruction.holder), machine.value(state, instruction.key)
    value = machine.value(state, instruction.value)
    if isinstance(holder, Tensor) and isinstance(value, Tensor) and value.number == holder.number:
        return None
    if isinstance(holder, Tensor) and isinstance(value, Tensor) and value.family == holder.family and value.view:
        return None
    return special_methods.store_item(machine, state, holder, key, value, machine.site(instruction.at))


def discard(machine: Machine, state: State, instruction: instructions.Discard) -> None:
    """Delete temporaries."""
    fields = state.edit(machine.frame.scope).fields
    for number in instruction.temporaries:
        fields.pop(number, None)


def delete_name(machine: Machine, state: State, instruction: instructions.DeleteName) -> None:
    """Execute `del name`."""
    scope = machine.frame.scope
    before = state.edit(scope).fields.pop(instruction.name, None)
    releases.note_replaced(machine, state, Ref(scope, "scope"), instruction.name, before, None)


def drop(machine: Machine, state: State, instruction: instructions.Drop) -> None:
    """Execute an expression statement: its value is discarded."""
    value = machine.value(state, instruction.value)
    site = machine.site(instruction.at)
    if instruction.receiver is not None and not instruction.attribute and isinstance(value, Tensor | Unknown):
        called_for_effect.may_reset(machine, state, machine.value(state, instruction.receiver), value, site)
    if isinstance(value, Mode) and value.name == "set_grad_enabled":
        enabled = conditions.decide(machine, state, value.enabled) is not False
        state.grad_mode_switch = None if enabled else site
    elif isinstance(value, Mode):
        machine.graph.emit(DiscardedResult(site, machine.context, value.name, Discarded.MODE))
    elif isinstance(value, Api) and value.name in grad_modes.SWITCHES:
        machine.graph.emit(DiscardedResult(site, machine.context, value.name.rsplit(".", 1)[-1], Discarded.MODE))
    elif instruction.attribute:
        uncalled_methods.check(machine, state, instruction, value)
    elif isinstance(value, Tensor) and state.node(value) and instruction.method not in COPIES:
        machine.graph.emit(DiscardedResult(site, machine.context, "", Discarded.RESULT, (state.node(value),)))
    elif isinstance(value, Tensor) and not value.parts and instruction.method in COPIES:
        machine.graph.emit(DiscardedResult(site, machine.context, instruction.method, Discarded.COPY))


def call(machine: Machine, state: State, instruction: Call) -> list[State] | None:
    """Execute a call."""
    function = machine.value(state, instruction.function)
    arguments = machine.arguments(state, instruction.arguments, instruction.at)
    called = arity.called(state, function, instruction.method)
    if arity.is_refused(state, called, arguments):
        visits.refuse(machine, called)
        if conditions.catches(machine, "TypeError"):
            state.signal = Signal.RAISE
            return None
        # The call is written for another version of the callee; the code after it is analyzed as if that were present.
        outcome: Outcome = unresolved_calls.unknown_call(machine, state, arguments)
    elif instruction.method is None:
        outcome = machine.call(state, function, arguments)
    else:
        outcome = machine.call_method(state, function, instruction.method, arguments)
    if isinstance(outcome, list):
        for path in outcome:
            if not path.signal:
                machine.set(path, instruction.target, path.result)
        return outcome
    machine.set(state, instruction.target, outcome)
    return None


HANDLERS: Final[Mapping[type[instructions.Instruction | instructions.Guard], Callable[..., list[State] | None]]] = {
    instructions.StoreName: assignments.store_name,
    instructions.DeleteName: delete_name,
    instructions.Discard: discard,
    instructions.LoadAttribute: attributes.load_attribute,
    instructions.StoreAttribute: attributes.store_attribute,
    instructions.LoadItem: load_item,
    instructions.StoreItem: store_item,
    instructions.DeleteItem: special_methods.delete_item,
    instructions.Call: call,
    instructions.Operate: operators.operate,
    instructions.Connect: control.connect,
    instructions.Build: containers.build,
    instructions.Unpack: containers.unpack,
    instructions.Drop: drop,
    instructions.Branch: control.branch,
    instructions.Loop: loops.loop,
    instructions.With: control.with_block,
    instructions.Try: control.try_block,
    instructions.Leave: control.leave,
    instructions.Yield: generators.yielded,
    instructions.MakeFunction: classes.make_function,
    instructions.MakeClass: classes.make_class,
    instructions.Import: imports.load,
    instructions.BindFree: not_shown.bind_free,
    instructions.NotShown: not_shown.execute,
    instructions.Guard: control.guarded,
}
