"""Errors of PyTorch that enclosing code expects: a handler for them shows that the program is meant to raise them.

A handler that raises the exception again expects none, as `except RuntimeError as error: if "out of memory" not in str(error): raise`
does. A handler for any exception that only reports it, as in `try: train() except Exception as error: print(error)`, expects the errors
of its own block and of functions that the block has as values, but not those of the functions that the block calls by name.
"""

from __future__ import annotations

from typing import Final

from graphlint.autograd.events import Fault
from graphlint.autograd.presumptions import Presumption
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Bound, Function, Ref, Value
from graphlint.engine.facts.conditions import RUNTIME_ERRORS
from graphlint.engine.machine.frames import Catch
from graphlint.engine.machine.machine import Machine
from graphlint.ir.instructions import FunctionCode
from graphlint.project.effect_names import RAISING_MANAGERS

OF_ANY_KIND: Final = frozenset(("Exception", "BaseException"))
"""Exceptions whose handler names no kind of error."""


def is_expected(machine: Machine, state: State, fault: Fault, kind: type[Exception]) -> bool:
    """Return True if an enclosing handler or context manager expects an error of PyTorch.

    Args:
        kind: the class of the exception.
    """
    return any(_expects(machine, state, catch, fault, RUNTIME_ERRORS | {kind.__name__}) for catch in machine.blocks.catching)


def _expects(machine: Machine, state: State, catch: Catch, fault: Fault, kinds: frozenset[str]) -> bool:
    if catch.names == RAISING_MANAGERS:
        return True
    for handler in catch.handlers:
        names = {name.rsplit(".", 1)[-1] for name in handler.catches} or {"Exception"}
        if names.isdisjoint(kinds):
            continue
        if handler.raises_again and not any(text.lower() in fault.value.lower() for text in handler.texts):
            return False
        reports = names <= OF_ANY_KIND and handler.only_calls and not _is_of_block(machine, state, catch)
        return not (reports and machine.graph.presumes(Presumption.REPORTING_HANDLERS))
    return False


def _is_of_block(machine: Machine, state: State, catch: Catch) -> bool:
    """Return True if the error is raised by the block of a handler itself, or by a function that the block has as a value."""
    if len(machine.frames) <= catch.depth:
        return True
    frame, code = machine.frames[catch.depth - 1], machine.frames[catch.depth].code
    for scope in frame.scopes:
        of_module = scope == frame.scopes[-1]
        for name, value in state.heap[scope].fields.items():
            if not isinstance(name, str):
                continue
            if _is_function(value, code) and not (of_module and name == code.name):
                return True
            if isinstance(value, Ref) and value.kind == "instance" and _has_as_field(state, value, code):
                return True
    return False


def _is_function(value: Value, code: FunctionCode) -> bool:
    function = value.function if isinstance(value, Bound) else value
    return isinstance(function, Function) and function.code is code


def _has_as_field(state: State, value: Ref, code: FunctionCode) -> bool:
    """Return True if a field of an object is a function."""
    return any(isinstance(name, str) and _is_function(item, code) for name, item in state.get(value.number).fields.items())
