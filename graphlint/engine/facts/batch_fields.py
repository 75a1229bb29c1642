"""Fields of an object that its methods only set from a batch that they receive: items of a parameter, moved to a device or cast.

The items are read under a text key, or the parameter is unpacked. Such fields are data (`BATCH_FIELDS`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Class, Function
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.syntax_facts import FieldStore
from graphlint.ir.names import nodes_below
from graphlint.libraries import tensor_methods

MOVES = tensor_methods.DEVICE_MOVES | tensor_methods.CASTS | tensor_methods.RESHAPES | {"type", "detach"}
"""Methods whose result is the same data."""


def is_from_batch(machine: Machine, state: State, made: Object, name: str) -> bool:
    """Return True if all stores to a field in the methods of an object's class store items of a parameter (cached)."""
    owner = made.type
    if not isinstance(owner, Class):
        return False
    found = machine.syntax.batch_fields.get((owner, name))
    if found is None:
        stores = [store for function in _methods(state, owner) for store in _stores(machine, function.code.node, name)]
        found = machine.syntax.batch_fields[owner, name] = bool(stores) and all(stores)
    return found


def _methods(state: State, owner: Class) -> Iterator[Function]:
    for item in owner.order:
        if item.scope in state.heap:
            yield from (member for member in state.heap[item.scope].fields.values() if isinstance(member, Function))


def _stores(machine: Machine, definition: ast.AST, name: str) -> Iterator[bool]:
    """Yield, for each store to a field of self in a method, whether it stores a part of the batch."""
    if not isinstance(definition, ast.FunctionDef):
        return
    found = machine.syntax.field_stores.get(id(definition))
    if found is None:
        found = machine.syntax.field_stores[id(definition)] = _stores_by_field(definition)
    arguments = definition.args
    received = {item.arg for item in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)} - {"self"}
    for node in found.get(name, ()):
        if not isinstance(node, ast.Assign):
            yield False
            continue
        for target in node.targets:
            if _field_of(target) == name:
                yield _is_item(definition, node.value, received)
            elif isinstance(target, ast.Tuple) and any(_field_of(item) == name for item in target.elts):
                yield isinstance(node.value, ast.Name) and node.value.id in received


def _stores_by_field(definition: ast.FunctionDef) -> Mapping[str, list[FieldStore]]:
    """Return the statements of a method that assign to a field of self, by field."""
    found: dict[str, list[FieldStore]] = {}
    for node in nodes_below(definition):
        if not isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        parts = [part for target in targets for part in (target.elts if isinstance(target, ast.Tuple) else (target,))]
        for name in dict.fromkeys(_field_of(part) for part in parts):
            if name is not None:
                found.setdefault(name, []).append(node)
    return found


def _field_of(target: ast.expr) -> str | None:
    """Return the name of a field of self, None for any other target."""
    is_field = isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self"
    return target.attr if is_field and isinstance(target, ast.Attribute) else None


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
