"""Names in syntax trees, for modules that a run without analysis imports, too."""

from __future__ import annotations

import ast


def last_name(node: ast.AST | None) -> str:
    """Return the name after the last dot of a name or an attribute; "" for anything else."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
