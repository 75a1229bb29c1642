"""The attributes that a function uses of each name: they show whether a value is an optimizer or a module."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from graphlint.autograd.events import Site
from graphlint.ir.names import nodes_below
from graphlint.ir.span import site

SCALED = "step by a scaler"
"""The pseudo-attribute for `scaler.step(name)`."""

CALL = "()"
"""The pseudo-attribute for a call of the name itself."""


def by_name(definition: ast.AST) -> Mapping[str, frozenset[str]]:
    """Return the attributes used of each dotted name in a function."""
    uses: dict[str, set[str]] = {}
    steps: list[tuple[ast.expr, ast.expr]] = []
    for node in nodes_below(definition):
        if isinstance(node, ast.Attribute) and (name := _spelling(node.value)):
            uses.setdefault(name, set()).add(node.attr)
        elif isinstance(node, ast.Call) and (name := _spelling(node.func)):
            uses.setdefault(name, set()).add(CALL)
            if isinstance(node.func, ast.Attribute) and node.func.attr in ("step", "unscale_"):
                given = (*node.args[:1], *(item.value for item in node.keywords if item.arg == "optimizer"))
                steps.extend((node.func.value, argument) for argument in given)
    for receiver, argument in steps:
        if "scale" in uses.get(_spelling(receiver), ()):
            uses.setdefault(_spelling(argument), set()).add(SCALED)
    return {name: frozenset(attributes) for name, attributes in uses.items()}


def stepped(definition: ast.AST, path: str) -> Mapping[Site, str]:
    """Return the dotted receivers of the calls of `step` and `zero_grad` in a function, by the call."""
    return {
        site(path, node): _spelling(node.func.value)
        for node in nodes_below(definition)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("step", "zero_grad")
    }


def _spelling(node: ast.expr) -> str:
    """Return a name, or a chain of attributes and items with constant keys, as spelled; "" for any other expression."""
    parts: list[str] = []
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        if isinstance(node, ast.Attribute):
            parts.append(node.attr)
        elif isinstance(node.slice, ast.Constant):
            parts.append(f"[{node.slice.value!r}]")
        else:
            return ""
        node = node.value
    return ".".join((node.id, *reversed(parts))) if isinstance(node, ast.Name) else ""
