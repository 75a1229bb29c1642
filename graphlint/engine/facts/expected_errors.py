"""Errors of PyTorch that enclosing code expects: a handler for them shows that the program is meant to raise them.

A handler that raises the exception again expects none, as `except RuntimeError as error: if "out of memory" not in str(error): raise`
does.
"""

from __future__ import annotations

from graphlint.autograd.events import Fault
from graphlint.engine.facts.conditions import RUNTIME_ERRORS
from graphlint.engine.machine.frames import Catch
from graphlint.engine.machine.machine import Machine
from graphlint.project.effect_names import RAISING_MANAGERS


def is_expected(machine: Machine, fault: Fault, kind: type[Exception]) -> bool:
    """Return True if an enclosing handler or context manager expects an error of PyTorch.

    Args:
        kind: the class of the exception.
    """
    return any(_expects(catch, fault, RUNTIME_ERRORS | {kind.__name__}) for catch in machine.blocks.catching)


def _expects(catch: Catch, fault: Fault, kinds: frozenset[str]) -> bool:
    """Return True if the first handler for one of some kinds of exceptions does not raise this error again."""
    if catch.names == RAISING_MANAGERS:
        return True
    for handler in catch.handlers:
        names = {name.rsplit(".", 1)[-1] for name in handler.catches} or {"Exception"}
        if not names.isdisjoint(kinds):
            return not handler.raises_again or any(text.lower() in fault.value.lower() for text in handler.texts)
    return False
