"""Registries: containers at the top level of a module that its statements fill through a function or a decorator.

`@register("name")` before a definition stores it in a table, although the statement does not mention the table.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence

from graphlint.ir.names import nodes_below

_FILLING = frozenset(("append", "add", "extend", "insert", "setdefault", "update"))
"""The methods that store their argument in a container."""

_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def filled_by_statements(body: Sequence[ast.stmt], values: Collection[str]) -> Mapping[int, tuple[str, ...]]:
    """Return the names that statements fill by calls of functions of the module or by decorators, by the id() of the statement.

    Args:
        body: the statements at the top level.
        values: the names at the top level that are neither definitions nor imports.
    """
    called = {id(node): tuple(_called(node)) for node in body}
    wanted = {name for names in called.values() for name in names if name not in values}
    functions = {node.name: node for node in body if isinstance(node, ast.FunctionDef) and node.name in wanted}
    fills = {name: tuple(sorted(_filled_in(node, values))) for name, node in functions.items()}
    found: dict[int, tuple[str, ...]] = {}
    for number, names in called.items():
        filled = [item for name in names for item in (fills.get(name, ()) if name not in values else (name,))]
        if filled:
            found[number] = tuple(dict.fromkeys(filled))
    return found


def _called(node: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement calls without a use of the result: those of its decorators, and that of an expression."""
    if isinstance(node, _Definition):
        yield from (name for item in node.decorator_list if (name := _root(item)))
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name):
        yield node.value.func.id


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def _filled_in(function: ast.FunctionDef, values: Collection[str]) -> set[str]:
    """Return the containers at the top level to which a function, or a function in it, adds elements."""
    found: set[str] = set()
    own: set[str] = set()
    for node in nodes_below(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            own.add(node.id)
        elif isinstance(node, ast.arg):
            own.add(node.arg)
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name):
            found.add(node.value.id)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _FILLING:
            found.add(_root(node.func.value))
    return (found - own).intersection(values)
