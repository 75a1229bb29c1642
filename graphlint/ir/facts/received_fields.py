"""Attributes of `self` that a method only sets from a batch that it receives: items of a parameter, moved to a device or cast.

The items are read under a text key, or the parameter is unpacked.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from graphlint.ir.facts.receiver_fields import RECEIVER, field_of
from graphlint.ir.names import nodes_below
from graphlint.libraries import tensor_methods

MOVES = tensor_methods.DEVICE_MOVES | tensor_methods.CASTS | tensor_methods.RESHAPES | {"type", "detach"}
"""Methods whose result is the same data."""


def by_name(definition: ast.AST) -> Mapping[str, bool]:
    """Return, for each attribute of `self` that a method stores, whether all stores store a part of the batch."""
    if not isinstance(definition, ast.FunctionDef):
        return {}
    arguments = definition.args
    received = {item.arg for item in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)} - {RECEIVER}
    stores: dict[str, bool] = {}
    for node in nodes_below(definition):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                _add_stores(stores, definition, target, node.value, received)
        elif isinstance(node, ast.AugAssign | ast.AnnAssign) and (name := field_of(node.target)) is not None:
            stores[name] = False
    return stores


def _add_stores(stores: dict[str, bool], definition: ast.AST, target: ast.expr, value: ast.expr, received: set[str]) -> None:
    """Add the attributes of `self` that an assignment to a target stores."""
    if (name := field_of(target)) is not None:
        stores[name] = stores.get(name, True) and _is_item(definition, value, received)
    elif isinstance(target, ast.Tuple):
        for part in target.elts:
            if (name := field_of(part)) is not None:
                stores[name] = stores.get(name, True) and isinstance(value, ast.Name) and value.id in received


def _is_item(definition: ast.AST, value: ast.expr, received: set[str], depth: int = 2) -> bool:
    """Return True for an item of a parameter under a text key, or a local variable that is one."""
    match value:
        case ast.Subscript(value=ast.Name(id=holder), slice=key) if holder in received:
            return any(isinstance(node, ast.Constant) and isinstance(node.value, str) for node in ast.walk(key))
        case ast.Call(func=ast.Attribute(value=receiver, attr=method)) if method in MOVES:
            return _is_item(definition, receiver, received, depth)
        case ast.Call(func=ast.Name(id="Variable"), args=[first, *_]):
            return _is_item(definition, first, received, depth)
        case ast.Name(id=name) if depth and name not in received:
            bound = [
                node.value
                for node in nodes_below(definition)
                if isinstance(node, ast.Assign) and any(isinstance(target, ast.Name) and target.id == name for target in node.targets)
            ]
            return bool(bound) and all(_is_item(definition, item, received, depth - 1) for item in bound)
    return False
