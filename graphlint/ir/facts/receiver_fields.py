"""The attributes of `self` that a method reads, appends to or backpropagates."""

from __future__ import annotations

import ast

from graphlint.ir.names import nodes_below

RECEIVER = "self"


def field_of(node: ast.AST) -> str | None:
    """Return the name of an attribute of `self`, None for any other expression."""
    is_field = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == RECEIVER
    return node.attr if is_field and isinstance(node, ast.Attribute) else None


def read(definition: ast.AST) -> frozenset[str]:
    """Return the attributes of `self` that a function reads."""
    attributes = (node for node in nodes_below(definition) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load))
    return frozenset(name for node in attributes if (name := field_of(node)) is not None)


def backpropagated(definition: ast.AST) -> frozenset[str]:
    """Return the attributes of `self` of which a function calls `backward`: their own, that of a part, or of a variable bound to one."""
    nodes = list(nodes_below(definition))
    called = (node.func for node in nodes if isinstance(node, ast.Call))
    pending: list[ast.AST] = [node.value for node in called if isinstance(node, ast.Attribute) and node.attr == "backward"]
    if not pending:
        return frozenset()
    bound: dict[str, list[ast.AST]] = {}
    for node in nodes:
        targets, source = _binding(node)
        for target in targets:
            for name in ast.walk(target):
                if isinstance(name, ast.Name) and source is not None:
                    bound.setdefault(name.id, []).append(source)
    fields: set[str] = set()
    followed: set[str] = set()
    while pending:
        for node in ast.walk(pending.pop()):
            if (field := field_of(node)) is not None:
                fields.add(field)
            elif isinstance(node, ast.Name) and node.id not in followed:
                followed.add(node.id)
                pending.extend(bound.get(node.id, ()))
    return frozenset(fields)


def _binding(node: ast.AST) -> tuple[list[ast.expr], ast.expr | None]:
    """Return the targets that a statement or a comprehension binds, and the expression from which they get their values."""
    if isinstance(node, ast.Assign):
        return node.targets, node.value
    if isinstance(node, ast.For | ast.comprehension):
        return [node.target], node.iter
    return [], None
