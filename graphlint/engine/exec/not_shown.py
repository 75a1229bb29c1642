"""Code of a snippet that is not shown: it may do anything to what is in scope, except change the grad mode.

It receives all values in scope, as unresolved code does. Names with tensors or unknown values have other values afterwards, which may
depend on the old ones. Objects, functions and constants keep their names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from graphlint.autograd.events import Certainty
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Api, Class, Constant, Deferred, Each, Function, Namespace, Sequence, Tensor, Unknown, Value
from graphlint.engine.exec import functions
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.havoc.callee_effects import MUTATION
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import tensors
from graphlint.ir.instructions import BindFree, NotShown

_UNCHANGED: Final = (Api, Class, Constant, Deferred, Function, Namespace)
"""The classes of values that code in scope has no effect on."""

_REBOUND: Final = (Tensor, Each, Sequence, Unknown)
"""The classes of values whose names the code may bind again."""


def bind_free(machine: Machine, state: State, instruction: BindFree) -> None:
    """Bind the free names of a snippet."""
    site = machine.site(instruction.at)
    for name in instruction.names:
        value = tensors.leaf(machine, site) if name in instruction.leaves else functions.free_value(machine, state, name)
        functions.bind_name(machine, state, name, value)


def execute(machine: Machine, state: State, instruction: NotShown) -> None:
    """Apply the effects of the code on what is in scope."""
    site = machine.site(instruction.at)
    values = tuple(value for _, _, value in _in_scope(machine, state) if not isinstance(value, _UNCHANGED))
    machine.set(state, instruction.target, unresolved_calls.unknown_call(machine, state, Arguments(values, {}, site)))
    scope = machine.frame.scope
    rebound = {name: value for holder, name, value in _in_scope(machine, state) if holder == scope and isinstance(value, _REBOUND)}
    for name in instruction.names:
        rebound.setdefault(name, Unknown(machine.graph.number(), name=name))
    for name, value in rebound.items():
        if isinstance(value, Unknown) and (value.graph is Certainty.NO or _is_object(machine, value)):
            continue
        replaced = unresolved_calls.unknown_call(machine, state, Arguments((value,), {}, site), effects=MUTATION)
        functions.bind_name(machine, state, name, replace(replaced, name=name) if isinstance(replaced, Unknown) else replaced)


def _in_scope(machine: Machine, state: State) -> Iterator[tuple[int, str, Value]]:
    """Yield the values of the names in scope, each with its scope."""
    for scope in machine.frame.scopes:
        if scope in state.heap:
            yield from [(scope, name, value) for name, value in state.get(scope).fields.items() if isinstance(name, str)]


def _is_object(machine: Machine, value: Unknown) -> bool:
    """Return True for an unknown value that the program uses as a module."""
    return value.symbol in machine.graph.unresolved.modules
