"""Repetition: functions that unresolved code calls once for each batch, so that what they leave behind is there at the next call."""

from __future__ import annotations

from graphlint.autograd.events import Site
from graphlint.interpreter import frameworks, modules
from graphlint.interpreter.machine import Arguments, Machine
from graphlint.interpreter.state import State
from graphlint.interpreter.values import Class, Function

CALLS = 2
"""The calls that are followed."""


def is_repeated(machine: Machine, function: Function, owner: Class | None) -> bool:
    """Return True if unresolved code surely calls a function repeatedly.

    A framework calls some methods of its classes for each batch. Of the functions that were passed to unresolved code, a training step is
    called for each batch: it takes the batch, and runs one backward pass without a loop of its own.
    """
    if owner is not None:
        return function.code.name == "training_step" or by_framework(owner, function.code.name)
    if function.code.at[0] not in machine.offered or function.code.path != machine.home:
        return False
    return bool(function.code.parameters) and machine.evidence.roots(function.code.path).is_training_step(function.code)


def by_framework(owner: Class | None, method: str) -> bool:
    """Return True if a framework calls a method of a class for each batch, and runs backward on what it returns."""
    return owner is not None and frameworks.repeated_method(owner, method) is not None


def arguments_of(machine: Machine, state: State, function: Function, site: Site) -> Arguments:
    """Return the arguments of a function whose callers are not seen: nothing is known of them, except that a framework passes modules."""
    owner = function.owner
    parameters = frameworks.repeated_method(owner, function.code.name) if owner is not None else None
    own = {parameter.name for parameter in function.code.parameters}
    given = {name: modules.opaque(machine, state, machine.unknown(name)) for name in parameters or () if name in own}
    return Arguments((), given, site, True)


def note_backward(machine: Machine, state: State, nodes: set[int]) -> None:
    """Note that a framework has run backward on what the calls of a method returned: it freed their graphs."""
    for node in machine.graph.reach(nodes).certain:
        state.freed.setdefault(node, machine.graph.number())
