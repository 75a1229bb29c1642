"""Calls that are presumed to return although every executed path raises: a program's own checks hold for its data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphlint.autograd.presumptions import Presumption
from graphlint.engine.domain.state import Signal, State
from graphlint.engine.machine.frames import Visit
from graphlint.engine.machine.machine import Machine
from graphlint.ir.instructions import FunctionCode

NOT_OF_CHECKS: Final = frozenset(("KeyboardInterrupt", "SystemExit", "GeneratorExit"))
"""Exceptions that no check of the program raises: a handler for these alone expects no failed check."""


def is_presumed(machine: Machine, visit: Visit, code: FunctionCode, states: Sequence[State]) -> bool:
    """Return True if a call of a function is presumed to return although all of its paths raise.

    A check such as `if len(found) != expected: raise` fails on every path if the loop that fills `found` is executed too few times. No
    path returns if PyTorch raised or a name is missing, if the function only raises, or if enclosing code expects an exception. A check of
    flags, in a function without loops, does not depend on the number of iterations: it fails in the program too.
    """
    if not states or any(state.signal is not Signal.RAISE for state in states) or machine.counts.errors > visit.errors:
        return False
    if not all(NOT_OF_CHECKS.issuperset(catch.names) for catch in machine.blocks.catching):
        return False
    return code.facts.checks_data and machine.graph.presumes(Presumption.CHECKS_HOLD)
