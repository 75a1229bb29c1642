"""Later backward passes: a name that the same straight-line code backpropagates later is bound to a tensor with a graph.

A name of which only an item is backpropagated is bound to a mapping of tensors.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from graphlint.common.tables import nodes_outside_tables
from graphlint.libraries import tensor_methods

OF_ONE_TENSOR = tensor_methods.MODULE_MOVES | tensor_methods.RESHAPES | {"sum", "mean"}
"""Methods whose result has a graph only if the tensor has one."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The evidence that a value has a graph: later code backpropagates it, or its item under a constant string key."""

    item: str | None = None


class _Path(NamedTuple):
    """A variable that is backpropagated, or one of whose items is."""

    name: str
    proof: Proof


WHOLE = Proof()


def proven(definition: ast.AST) -> Iterator[tuple[tuple[str, int], Proof]]:
    """Yield the names that a function binds and backpropagates later, with the lines of the binding statement."""
    pending = [definition]
    while pending:
        node = pending.pop()
        inner: list[ast.AST] = []
        for block in _blocks(node):
            if not isinstance(node, (ast.With, ast.AsyncWith)):
                yield from _in_block(list(_straight(block)))
            inner.extend(block)
        pending.extend(item for item in inner if not isinstance(item, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)))
        pending.extend(getattr(node, "handlers", ()))
        pending.extend(getattr(node, "cases", ()))


def _blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """Yield the blocks of a statement, an except clause or a case."""
    for field in ("body", "orelse", "finalbody"):
        block = getattr(node, field, None)
        if isinstance(block, list):
            yield block


def _straight(block: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a block, including those inside of with statements, which are executed in order."""
    for statement in block:
        if isinstance(statement, (ast.With, ast.AsyncWith)):
            yield from _straight(statement.body)
        else:
            yield statement


def _in_block(block: Sequence[ast.stmt]) -> Iterator[tuple[tuple[str, int], Proof]]:
    """Yield the names that a block binds and backpropagates later, with the lines of the binding statement."""
    waiting: dict[str, Proof] = {}
    last = next((index for index in reversed(range(len(block))) if _is_backward(block[index])), -1)
    for statement in reversed(block[: last + 1]):
        rebound = {name: waiting.pop(name) for name in _bound(statement) if name in waiting}
        if isinstance(statement, ast.Assign):
            for name, proof in rebound.items():
                yield from (((name, line), proof) for line in range(statement.lineno, (statement.end_lineno or statement.lineno) + 1))
            for target in statement.targets:
                if isinstance(target, ast.Name) and rebound.get(target.id) == WHOLE:
                    _add(waiting, _source(statement.value))
        for name in [name for name, proof in waiting.items() if proof != WHOLE and _may_replace_items(statement, name)]:
            del waiting[name]
        if isinstance(statement, ast.Expr):
            _add(waiting, _backpropagated(statement.value))


def _add(waiting: dict[str, Proof], path: _Path | None) -> None:
    """Record that a path is backpropagated; a variable that is itself a tensor remains one."""
    if path is not None and waiting.get(path.name) != WHOLE:
        waiting[path.name] = path.proof


def _may_replace_items(statement: ast.stmt, name: str) -> bool:
    """Return True if a statement does anything with a variable except read its items."""
    names = {id(node) for node in nodes_outside_tables(statement) if isinstance(node, ast.Name) and node.id == name}
    read = (
        {id(node.value) for node in ast.walk(statement) if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load)}
        if names
        else set()
    )
    return not names <= read


def _is_backward(statement: ast.stmt) -> bool:
    """Return True if a statement backpropagates a name or an item of it."""
    return isinstance(statement, ast.Expr) and _backpropagated(statement.value) is not None


def _bound(statement: ast.stmt) -> set[str]:
    """Return the names that a statement may bind, in its blocks as well."""
    nodes = nodes_outside_tables(statement)
    return {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del))}


def _backpropagated(node: ast.expr) -> _Path | None:
    """Return the path of the tensor on which a call runs backward, None for other calls."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr != "backward":
        return None
    return _source(node.args[0]) if node.args else _source(node.func.value)


def _source(value: ast.expr) -> _Path | None:
    """Return the path of the only tensor from which a value is computed, None if there may be several."""
    match value:
        case ast.Name():
            return _Path(value.id, WHOLE)
        case ast.Subscript(value=ast.Name() as holder, slice=ast.Constant(value=str() as key)):
            return _Path(holder.id, Proof(key))
        case ast.BinOp(op=ast.Div()):
            return _source(value.left)
        case ast.Call(func=ast.Attribute(attr="scale"), args=[first, *_]):
            return _source(first)
        case ast.Call(func=ast.Attribute() as function) if function.attr in OF_ONE_TENSOR:
            return _source(function.value)
    return None
