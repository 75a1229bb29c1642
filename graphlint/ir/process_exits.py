"""Calls that end the process, and the code after them, which nothing runs."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from graphlint.ir.names import dotted

_EXITS = frozenset(("exit", "quit", "sys.exit", "os._exit", "os.abort"))
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def is_exit(node: ast.stmt) -> bool:
    """Return True for a statement that ends the process: `exit()`, `sys.exit(1)`."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and dotted(node.value.func) in _EXITS


def reached(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and all nodes in it, except the statements that follow one after which the block certainly does not go on."""
    yield node
    for name in node._fields:
        value = getattr(node, name, None)
        if isinstance(value, list):
            for item in value:
                if isinstance(item, ast.AST):
                    yield from reached(item)
                if isinstance(item, ast.stmt) and _ends(item):
                    break
        elif isinstance(value, ast.AST):
            yield from reached(value)


def _ends(node: ast.stmt) -> bool:
    """Return True if every way through a statement ends the process or leaves the function.

    A loop over a collection counts as one with an iteration.
    """
    if is_exit(node) or isinstance(node, ast.Raise | ast.Return):
        return True
    if isinstance(node, ast.If):
        return _any_ends(node.body) and _any_ends(node.orelse)
    return isinstance(node, ast.For) and _any_ends(node.body) and not any(isinstance(item, ast.Break | ast.Continue) for item in _own(node))


def _any_ends(body: Sequence[ast.stmt]) -> bool:
    return any(map(_ends, body))


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes in a statement without those in functions that it defines."""
    for item in ast.iter_child_nodes(node):
        yield item
        if not isinstance(item, _FUNCTIONS):
            yield from _own(item)
