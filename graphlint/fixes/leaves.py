"""Tensors that are no leaves and were meant to be: made leaves where they are finished, or told to keep their gradient."""

from __future__ import annotations

import ast

from graphlint.fixes.code import Code
from graphlint.fixes.edits import Edits, argument_removed, called, inserted_after, inserted_before
from graphlint.fixes.model import Edit
from graphlint.fixes.updates import same, target_of

ASKING = "requires_grad_"


def leaf_last(code: Code, made: ast.expr) -> Edits:
    """An expression that asks for a gradient inside and goes on: it asks behind its last operation.

    Args:
        code: the file.
        made: the expression, such as `torch.rand(3, requires_grad=True).view(3, 1)`.
    """
    asking = [(call, edits) for call in ast.walk(made) if isinstance(call, ast.Call) and (edits := _asked(code, call)) is not None]
    behind = called(code, made, f".{ASKING}()")
    if len(asking) != 1 or asking[0][0] is made or behind is None:
        return None
    return tuple(sorted((*asking[0][1], *behind)))


def leaf_of_its_own(code: Code, made: ast.expr) -> Edits:
    """An expression's result cut off from what it was made of, and made a leaf.

    Args:
        code: the file.
        made: the expression.
    """
    return called(code, made, f".detach().{ASKING}()")


def retained(code: Code, made: ast.expr, read: ast.Attribute) -> Edits:
    """`x.retain_grad()` behind the statement that makes x, or before the backward.

    Args:
        code: the file.
        made: the expression that makes the tensor.
        read: the read of its gradient, `x.grad`.
    """
    statement, reading = code.statement_of(made), code.statement_of(read)
    spelled = code.spelled(read.value)
    if not isinstance(read.value, (ast.Name, ast.Attribute, ast.Subscript)) or len(spelled.splitlines()) > 1:
        return None
    target = target_of(statement)
    one_scope = not isinstance(read.value, ast.Name) or code.function_of(statement) is code.function_of(reading)
    if target is not None and one_scope and same(target, read.value):
        return inserted_after(code, statement, f"{spelled}.retain_grad()")
    block = code.block_of(reading)
    for each in block[: block.index(reading)]:
        if any(isinstance(node, ast.Attribute) and node.attr == "backward" for node in ast.walk(each)):
            return inserted_before(code, each, f"{spelled}.retain_grad()")
    return None


def _asked(code: Code, call: ast.Call) -> Edits:
    """A call without its `requires_grad=True`, or without `.requires_grad_()`."""
    for keyword in call.keywords:
        if keyword.arg == "requires_grad" and isinstance(keyword.value, ast.Constant) and keyword.value.value is True:
            return argument_removed(code, call, "requires_grad")
    if isinstance(call.func, ast.Attribute) and call.func.attr == ASKING and not call.args and not call.keywords:
        end = code.end(call)
        return (Edit(code.end(call.func.value), end, ""),)
    return None
