"""Updates of leaves put under no_grad: the statement, those like it that follow, the loop that holds nothing else."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import Site
from graphlint.fixes.code import LOOPS, Code
from graphlint.fixes.edits import decorated, wrapped
from graphlint.fixes.mode_blocks import spelled_no_grad
from graphlint.fixes.model import Applicability, Fix


def under_no_grad(code: Code, site: Site) -> Iterator[Fix | None]:
    """The in-place statement at a place under no_grad.

    Args:
        code: the file.
        site: the place.
    """
    statement, spelled = code.statement_at(site), spelled_no_grad(code)
    if statement is None or spelled is None:
        return
    outer = _alone_in(code, statement)
    block = code.block_of(outer)
    at = block.index(outer)
    last = at + 1
    while last < len(block) and _updates(block[last]):
        last += 1
    for end in dict.fromkeys((at + 1, last, *range(at + 2, min(last, at + 5)))):
        message = "Put the update under no_grad" if end == at + 1 else "Put the updates under no_grad"
        yield Fix.of(message, Applicability.SAFE, wrapped(code, block[at:end], f"with {spelled}():"))
    function = code.function_of(statement)
    if function is not None and all(_updates(each) for each in function.body[_documented(function.body) :]):
        yield Fix.of(f"Run `{function.name}` under no_grad"[:80], Applicability.SAFE, decorated(code, function, f"@{spelled}()"))


def _alone_in(code: Code, statement: ast.stmt) -> ast.stmt:
    """The outermost loop that does nothing but this statement, perhaps on a condition; the statement where there is none."""
    found, inner, parent = statement, statement, code.parent(statement)
    while isinstance(parent, (*LOOPS, ast.If)) and parent.body == [inner] and not parent.orelse:
        inner, found = parent, parent if isinstance(parent, LOOPS) else found
        parent = code.parent(parent)
    return found


def _updates(statement: ast.stmt) -> bool:
    """Whether a statement changes something other than a gradient in place, and does nothing else."""
    if isinstance(statement, ast.AugAssign):
        return not _of_gradient(statement.target)
    if isinstance(statement, ast.Assign):
        return isinstance(statement.targets[0], ast.Subscript)
    if isinstance(statement, ast.For) and not statement.orelse:
        return all(_updates(each) for each in statement.body)
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call) and isinstance(statement.value.func, ast.Attribute):
        name = statement.value.func.attr
        return name.endswith("_") and not name.endswith("__") and not _of_gradient(statement.value.func.value)
    return False


def _of_gradient(node: ast.expr) -> bool:
    return any(isinstance(each, ast.Attribute) and each.attr == "grad" for each in ast.walk(node))


def _documented(body: list[ast.stmt]) -> int:
    """How many statements a docstring takes."""
    return int(isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant))
