"""Statements for what a snippet does not show: the values of its free names, and code in place of which it has `...`."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

ELSEWHERE = "code_not_shown"
"""The name of an unresolved base class of each class of which a part is not shown."""


class NotShown(ast.stmt):
    """Code that is not shown. It may do anything to what is in scope; `names` are the free names that it may bind."""

    _fields = ()
    _attributes = ("lineno", "col_offset", "end_lineno", "end_col_offset")
    names: tuple[str, ...] = ()


class FreeNames(ast.stmt):
    """The names that a snippet reads and does not bind: each has an unknown value; `leaves` are those of leaves that require grad."""

    _fields = ()
    _attributes = ("lineno", "col_offset", "end_lineno", "end_col_offset")
    names: tuple[str, ...] = ()
    leaves: tuple[str, ...] = ()


def replace_gaps(body: Iterable[ast.stmt]) -> list[ast.stmt]:
    """Return statements in which each `...` is a `NotShown`. A class of which a part is not shown has an unresolved base instead."""
    return [_replaced(node) for node in body]


def gaps(tree: ast.AST) -> Iterator[NotShown]:
    """Yield the statements of a tree that stand for code which is not shown."""
    return (node for node in ast.walk(tree) if isinstance(node, NotShown))


def _replaced(node: ast.stmt) -> ast.stmt:
    if isinstance(node, ast.Expr) and _is_ellipsis(node.value):
        return ast.copy_location(NotShown(), node)
    for field in ("body", "orelse", "finalbody"):
        inner = getattr(node, field, None)
        if isinstance(inner, list) and inner and isinstance(inner[0], ast.stmt):
            setattr(node, field, replace_gaps(inner))
    parts: Sequence[Any] = [*getattr(node, "handlers", ()), *getattr(node, "cases", ())]
    for part in parts:
        part.body = replace_gaps(part.body)
    if isinstance(node, ast.ClassDef) and any(isinstance(item, NotShown) for item in node.body):
        _open_class(node)
    return node


def _open_class(node: ast.ClassDef) -> None:
    """Give a class an unresolved base, from which it inherits what is not shown."""
    node.body = [ast.copy_location(ast.Pass(), item) if isinstance(item, NotShown) else item for item in node.body]
    node.bases.append(ast.copy_location(ast.Name(ELSEWHERE, ast.Load()), node))


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is Ellipsis
