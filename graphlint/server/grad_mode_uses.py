"""The places where a file switches the grad mode, for hovers and hints. Purely syntactic; the analysis itself does not use it."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator
from dataclasses import dataclass

from graphlint.autograd.events import Site
from graphlint.common.names import last_name
from graphlint.server.value_origins import site_of


@dataclass(frozen=True, slots=True)
class GradModeUse:
    """A grad mode that a `with` statement enters or a decorator applies: its name in torch."""

    site: Site
    mode: str


def grad_mode_uses(tree: ast.Module, path: str, modes: Container[str]) -> Iterator[GradModeUse]:
    """Yield the grad modes of `with` statements and decorators."""
    for node in ast.walk(tree):
        for expression in _switches(node):
            name = _name(expression)
            if name in modes:
                yield GradModeUse(site_of(expression, path), name)


def grad_mode_lines(tree: ast.Module, modes: Container[str]) -> Iterator[tuple[int, int]]:
    """Yield the first and last lines of the code that shows its grad mode.

    It is in a `with` statement or a decorated function, or in a function (or a module) that calls `set_grad_enabled` as a statement.
    """
    pending: list[tuple[ast.AST, ast.AST]] = [(tree, tree)]
    while pending:
        node, scope = pending.pop()
        if any(_name(expression) in modes for expression in _switches(node)):
            yield _lines(node)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and _name(node.value) == "set_grad_enabled":
            yield _lines(scope)
        inner = node if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else scope
        pending.extend((child, inner) for child in ast.iter_child_nodes(node))


def _switches(node: ast.AST) -> list[ast.expr]:
    """Return the expressions of a node that may switch the grad mode for what is in it."""
    if isinstance(node, ast.With | ast.AsyncWith):
        return [item.context_expr for item in node.items]
    return node.decorator_list if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else []


def _name(expression: ast.expr) -> str:
    function = expression.func if isinstance(expression, ast.Call) else expression
    return last_name(function)


def _lines(node: ast.AST) -> tuple[int, int]:
    if isinstance(node, ast.Module):
        return 1, max((statement.end_lineno or statement.lineno for statement in node.body), default=1)
    first: int = getattr(node, "lineno", 1)
    return first, getattr(node, "end_lineno", None) or first
