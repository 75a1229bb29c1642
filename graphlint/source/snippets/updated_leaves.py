"""The free names of a snippet that are leaves, because the snippet updates each from its own gradient.

Arithmetic on `w.grad` raises if the gradient is None, so `w` is a tensor that requires grad; one that is not a leaf has a gradient only
after `retain_grad()`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

RETAIN = "retain_grad"


def updated_leaves(statements: Iterable[ast.stmt]) -> frozenset[str]:
    """Return the names that a statement changes by a value computed from their own gradients."""
    nodes = [node for statement in statements for node in ast.walk(statement)]
    retained = {
        node.value.id for node in nodes if isinstance(node, ast.Attribute) and node.attr == RETAIN and isinstance(node.value, ast.Name)
    }
    return frozenset(name for node in nodes for name in _updated(node)) - retained


def _updated(node: ast.AST) -> Iterator[str]:
    """Yield the name that a statement updates: `w -= lr * w.grad`, `w.data = ...`, `w.sub_(...)`, `w = w - ...`."""
    match node:
        case ast.AugAssign(target=target, value=value):
            sources = [value]
        case ast.Assign(targets=[target], value=ast.BinOp() as value):
            sources = [value]
        case ast.Call(func=ast.Attribute(value=target, attr=method), args=sources, keywords=keywords) if method.endswith("_"):
            sources = [*sources, *(keyword.value for keyword in keywords)]
        case _:
            return
    if isinstance(target, ast.Attribute) and target.attr == "data":
        target = target.value
    if isinstance(target, ast.Name) and any(_reads_gradient(source, target.id) for source in sources):
        yield target.id


def _reads_gradient(value: ast.expr, name: str) -> bool:
    """Return True if a value is computed from the gradient of a name."""
    return any(
        isinstance(node, ast.Attribute) and node.attr == "grad" and isinstance(node.value, ast.Name) and node.value.id == name
        for node in ast.walk(value)
    )
