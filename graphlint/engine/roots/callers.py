"""Callers of a method that the program does not show: they may call it under any grad mode."""

from __future__ import annotations

from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Class, Function
from graphlint.engine.facts import external_classes
from graphlint.engine.machine.machine import Machine
from graphlint.project.file_summary import Effect


def may_be_unresolved(machine: Machine, state: State, owner: Class | None, function: Function) -> bool:
    """Return True for a method that the program selects by a computed name or reads as a value, or that an unresolved base may call.

    A method that calls `eval()` is left out: a base class that disables grad mode for an evaluation has switched the training mode, too.
    """
    if owner is None:
        return False
    evaluates = Effect.EVAL in machine.evidence.roots(function.code.path).effects(function.code)
    if not evaluates and external_classes.has_unknown_base(machine, owner) and not external_classes.is_module_class(machine, state, owner):
        return True
    return any(machine.evidence.may_be_selected(one.path, function.code.name) for one in owner.order)
