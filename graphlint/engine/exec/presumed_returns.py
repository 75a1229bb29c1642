"""Calls that are presumed to return although every executed path raises: a program's own checks hold for its data."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from graphlint.autograd.presumptions import Presumption
from graphlint.engine.domain.state import Signal, State
from graphlint.engine.machine.frames import Visit
from graphlint.engine.machine.machine import Machine
from graphlint.ir.instructions import FunctionCode
from graphlint.ir.process_exits import is_exit

NOT_OF_CHECKS = frozenset(("KeyboardInterrupt", "SystemExit", "GeneratorExit"))
"""Exceptions that no check of the program raises: a handler for these alone expects no failed check."""


_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.comprehension)
_TESTING = (ast.If, ast.IfExp, ast.Assert)


def is_presumed(machine: Machine, visit: Visit, code: FunctionCode, states: Sequence[State]) -> bool:
    """Return True if a call of a function is presumed to return although all of its paths raise.

    A check such as `if len(found) != expected: raise` fails on every path if the loop that fills `found` is executed too few times. No
    path returns if PyTorch raised or a name is missing, if the function only raises, or if enclosing code expects an exception. A check of
    flags, in a function without loops, does not depend on the number of iterations: it fails in the program too.
    """
    if not states or any(state.signal is not Signal.RAISE for state in states) or machine.errors > visit.errors:
        return False
    if not all(NOT_OF_CHECKS.issuperset(item.names) for item in machine.catching) or not _has_checks(machine, code):
        return False
    return machine.graph.presumes(Presumption.CHECKS_HOLD)


def _has_checks(machine: Machine, code: FunctionCode) -> bool:
    """Return True if a function raises, or ends the process, under a condition only; a lambda contains no statement that does."""
    if isinstance(code.node, ast.Lambda):
        return False
    found = list(_own_statements(code.node))
    raising = any(isinstance(node, ast.Assert) or _raises(node) for node in found)
    always = any(map(_raises, getattr(code.node, "body", ()))) and not any(isinstance(node, ast.Return) for node in found)
    return raising and not always and not (_checks_flags(found) and machine.graph.presumes(Presumption.FLAGS_ARE_KNOWN))


def _checks_flags(nodes: Iterable[ast.AST]) -> bool:
    """Return True if a function computes nothing in loops, and tests only flags, and whether values are None."""
    return all(not isinstance(node, _LOOPS) and (not isinstance(node, _TESTING) or _is_flag(node.test)) for node in nodes)


def _is_flag(test: ast.expr) -> bool:
    if isinstance(test, ast.BoolOp):
        return all(map(_is_flag, test.values))
    if isinstance(test, ast.UnaryOp):
        return isinstance(test.op, ast.Not) and _is_flag(test.operand)
    if isinstance(test, ast.Compare):
        return all(isinstance(item, ast.Is | ast.IsNot) for item in test.ops) and _is_read(test.left)
    return _is_read(test)


def _is_read(value: ast.expr) -> bool:
    """Return True for a name, or an attribute of one."""
    return isinstance(value, ast.Name) or (isinstance(value, ast.Attribute) and _is_read(value.value))


def _raises(node: ast.AST) -> bool:
    return isinstance(node, ast.Raise) or (isinstance(node, ast.stmt) and is_exit(node))


def _own_statements(definition: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function, without those of functions and classes that it defines."""
    pending = list(ast.iter_child_nodes(definition))
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            pending.extend(ast.iter_child_nodes(node))
