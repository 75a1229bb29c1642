"""Checks: statements by which a function raises, or ends the process, under a condition only."""

from __future__ import annotations

import ast

from graphlint.ir.names import own_nodes
from graphlint.ir.process_exits import is_exit

_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.comprehension)
_TESTING = (ast.If, ast.IfExp, ast.Assert)


def depend_on_data(definition: ast.AST) -> bool:
    """Return True if a function raises under some conditions only, and these are not only flags.

    They are flags if the function contains no loop, and tests only flags, and whether values are None. A lambda contains no statement that
    raises.
    """
    if isinstance(definition, ast.Lambda):
        return False
    nodes = list(own_nodes(definition))
    raises = any(isinstance(node, ast.Assert) or _raises(node) for node in nodes)
    always = any(map(_raises, getattr(definition, "body", ()))) and not any(isinstance(node, ast.Return) for node in nodes)
    of_flags = all(not isinstance(node, _LOOPS) and (not isinstance(node, _TESTING) or _is_flag(node.test)) for node in nodes)
    return raises and not always and not of_flags


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
