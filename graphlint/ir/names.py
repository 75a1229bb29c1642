"""Names in the syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Iterator

_PLACE = frozenset(("lineno", "col_offset", "end_lineno", "end_col_offset"))
"""The attributes of nodes that state their place in the text."""

_WITHOUT_NAMES = _PLACE | {"ctx", "op", "id", "attr", "arg"}
"""The attributes of nodes that hold no names."""

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
"""Definitions, whose code runs apart from the code around them."""


def nodes_below(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and all nodes in it, in no particular order; several times as fast as `ast.walk`."""
    stack = [node]
    while stack:
        item = stack.pop()
        yield item
        for name, value in item.__dict__.items():
            if value.__class__ is list:
                stack += [child for child in value if isinstance(child, ast.AST)]
            elif name not in _PLACE and isinstance(value, ast.AST):
                stack.append(value)


def names_below(node: ast.AST) -> set[str]:
    """Return the names, other than those of attributes, in a node and all nodes in it."""
    found: set[str] = set()
    stack = [node]
    while stack:
        item = stack.pop()
        if isinstance(item, ast.Name):
            found.add(item.id)
            continue
        for name, value in item.__dict__.items():
            if value.__class__ is list:
                stack += [child for child in value if isinstance(child, ast.AST)]
            elif name not in _WITHOUT_NAMES and isinstance(value, ast.AST):
                stack.append(value)
    return found


def own_nodes(definition: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function's body in order, without those of the functions and classes in it."""
    body = getattr(definition, "body", [])
    pending: list[ast.AST] = list(reversed(body)) if isinstance(body, list) else [body]
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, _DEFINITIONS):
            pending.extend(reversed(list(ast.iter_child_nodes(node))))


def reads(node: ast.AST, name: str) -> int:
    """Return how often code reads a name."""
    return sum(isinstance(item, ast.Name) and item.id == name and isinstance(item.ctx, ast.Load) for item in nodes_below(node))


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


def item_spelling(node: ast.AST) -> str:
    """Return the spelling of an item under a literal key, such as `self.optimizers[main]`, of a name or an attribute; else ""."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Constant):
        return ""
    key, holder = node.slice.value, dotted(node.value)
    if isinstance(key, str) and not key.isidentifier():
        return ""
    return f"{holder}[{key}]" if holder and isinstance(key, str | int) else ""
