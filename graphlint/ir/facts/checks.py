"""Checks: statements by which a function raises, or ends the process, under a condition only."""

from __future__ import annotations

import ast
import enum

from graphlint.ir.names import own_nodes
from graphlint.ir.process_exits import is_exit

_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.comprehension)
_TESTING = (ast.If, ast.IfExp, ast.Assert)


class Checks(enum.Enum):
    """The values on which the checks of a function depend.

    They are flags if the function contains no loop, and tests only flags, and whether values are None.
    """

    NONE = enum.auto()
    OF_FLAGS = enum.auto()
    OF_DATA = enum.auto()


def in_function(definition: ast.AST) -> Checks:
    """Return the values on which the checks of a function depend; a lambda contains no statement that raises."""
    if isinstance(definition, ast.Lambda):
        return Checks.NONE
    nodes = list(own_nodes(definition))
    raises = any(isinstance(node, ast.Assert) or _raises(node) for node in nodes)
    always = any(map(_raises, getattr(definition, "body", ()))) and not any(isinstance(node, ast.Return) for node in nodes)
    if not raises or always:
        return Checks.NONE
    of_flags = all(not isinstance(node, _LOOPS) and (not isinstance(node, _TESTING) or _is_flag(node.test)) for node in nodes)
    return Checks.OF_FLAGS if of_flags else Checks.OF_DATA


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
