"""Names in the syntax tree."""

from __future__ import annotations

import ast


def dotted(node: ast.AST | None) -> str:
    """Return the dotted spelling of a name or an attribute chain; "" for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    parts.append(node.id)
    return ".".join(reversed(parts))
