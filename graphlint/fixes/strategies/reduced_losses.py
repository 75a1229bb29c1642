"""Losses that are reduced where they are computed, because the program also reads their number."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.fixes.edits import called
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix, on_line
from graphlint.rule.wording import quoted

REDUCTIONS = (".mean()", ".sum()")


def reduce_where_computed(code: Code, root: ast.expr) -> Iterator[Fix | None]:
    """Propose to reduce a tensor in the assignment of its name, if `item()` or `float()` of this name needs one element, too.

    Args:
        root: the expression with which the backward begins, such as `scaler.scale(loss)`.
    """
    scope = code.function_of(root) or code.tree
    for name in dict.fromkeys(node.id for node in ast.walk(root) if isinstance(node, ast.Name)):
        binding = _last_binding(scope, name, root) if any(_reads_number(node, name) for node in ast.walk(scope)) else None
        if binding is not None:
            for reduction in REDUCTIONS:
                yield Fix.of(
                    f"Reduce {quoted(name, 'the loss')} with `{reduction}`{on_line(code, code.start(binding))}",
                    Applicability.UNSAFE,
                    called(code, binding.value, reduction),
                )


def _reads_number(node: ast.AST, name: str) -> bool:
    """Return True for `name.item()` and `float(name)`."""
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute) and node.func.attr == "item":
        return isinstance(node.func.value, ast.Name) and node.func.value.id == name
    first = node.args[0] if len(node.args) == 1 else None
    return isinstance(node.func, ast.Name) and node.func.id == "float" and isinstance(first, ast.Name) and first.id == name


def _last_binding(scope: ast.AST, name: str, before: ast.expr) -> ast.Assign | None:
    """Return the last assignment of one name in a scope before an expression."""
    bindings = [
        node
        for node in ast.walk(scope)
        if isinstance(node, ast.Assign)
        and node.lineno < before.lineno
        and len(node.targets) == 1
        and isinstance(node.targets[0], ast.Name)
        and node.targets[0].id == name
    ]
    return max(bindings, key=lambda node: node.lineno, default=None)
