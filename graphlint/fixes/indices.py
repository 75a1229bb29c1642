"""Numbers that are read by an index, as before PyTorch 0.4."""

from __future__ import annotations

import ast

from graphlint.fixes.code import Code
from graphlint.fixes.updates import same


def later_indices(code: Code, index: ast.Subscript) -> tuple[list[ast.Subscript], list[ast.Subscript]]:
    """The places behind `x.data[0]` in its function that read a number in the same way: those of x, and those of x, of the same
    statement and of what is called a loss.

    Args:
        code: the file.
        index: the place.
    """
    scope = code.function_of(index)
    found = [
        node
        for node in ast.walk(scope or code.tree)
        if isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Attribute)
        and node.value.attr == "data"
        and isinstance(node.slice, ast.Constant)
        and node.slice.value == 0
        and (node.lineno, node.col_offset) > (index.lineno, index.col_offset)
        and code.function_of(node) is scope
    ]
    statement = code.statement_of(index)
    of_same = [each for each in found if same(each.value, index.value)]
    others = [each for each in found if code.statement_of(each) is statement or "loss" in code.spelled(each.value).lower()]
    return of_same, [each for each in found if each in of_same or each in others] if len(others) > len(of_same) else []
