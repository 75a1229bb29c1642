"""Backward passes to come: a name that the same straight-line code backpropagates later is bound to a tensor with a graph already."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from graphlint.interpreter.machine import Machine

OF_ONE_TENSOR = frozenset("sum mean float half double to cuda cpu squeeze".split())
"""Methods whose result has a graph only if the tensor has one."""


def is_backpropagated_later(machine: Machine, name: str, line: int) -> bool:
    """Test whether a name that is bound on a line of the current function is backpropagated by a later statement of the same block, as
    the same object: nothing in between rebinds the name."""
    code = machine.frame.code
    found = machine.backpropagated.get(id(code.node))
    if found is None:
        found = machine.backpropagated[id(code.node)] = frozenset(_proven(code.node))
    return (name, line) in found


def _proven(definition: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield the names that a function binds and backpropagates later, each with the lines of the statement that binds it."""
    pending = [definition]
    while pending:
        node = pending.pop()
        inner: list[ast.AST] = []
        for block in _blocks(node):
            if not isinstance(node, ast.With | ast.AsyncWith):
                yield from _of_block(list(_straight(block)))
            inner.extend(block)
        pending.extend(item for item in inner if not isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef))
        pending.extend(getattr(node, "handlers", ()))
        pending.extend(getattr(node, "cases", ()))


def _blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """Yield the blocks of a statement, an except clause or a case."""
    for field in ("body", "orelse", "finalbody"):
        block = getattr(node, field, None)
        if isinstance(block, list):
            yield block


def _straight(block: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a block; those of a with statement are executed in their order, too."""
    for statement in block:
        if isinstance(statement, ast.With | ast.AsyncWith):
            yield from _straight(statement.body)
        else:
            yield statement


def _of_block(block: Sequence[ast.stmt]) -> Iterator[tuple[str, int]]:
    proven: set[str] = set()
    last = next((index for index in reversed(range(len(block))) if _is_backward(block[index])), -1)
    for statement in reversed(block[: last + 1]):
        bound = _bound(statement)
        found = bound & proven
        proven -= bound
        if isinstance(statement, ast.Assign):
            for name in found:
                yield from ((name, line) for line in range(statement.lineno, (statement.end_lineno or statement.lineno) + 1))
            if (source := _source(statement.value)) in found:
                proven.add(source)
        if isinstance(statement, ast.Expr) and (name := _backpropagated(statement.value)):
            proven.add(name)


def _is_backward(statement: ast.stmt) -> bool:
    """Return True if a statement backpropagates a name."""
    return isinstance(statement, ast.Expr) and _backpropagated(statement.value) != ""


def _bound(statement: ast.stmt) -> set[str]:
    """Return the names that a statement may bind, in its blocks as well."""
    names = (node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del))
    return set(names)


def _backpropagated(node: ast.expr) -> str:
    """Return the name of the tensor whose graph a call needs for its backward pass, "" for another call."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr != "backward":
        return ""
    return _source(node.args[0]) if node.args else _source(node.func.value)


def _source(value: ast.expr) -> str:
    """Return the name of the only tensor that a value is computed from, "" where there may be several."""
    match value:
        case ast.Name():
            return value.id
        case ast.BinOp(op=ast.Div()):
            return _source(value.left)
        case ast.Call(func=ast.Attribute(attr="scale"), args=[first, *_]):
            return _source(first)
        case ast.Call(func=ast.Attribute() as function) if function.attr in OF_ONE_TENSOR:
            return _source(function.value)
    return ""
