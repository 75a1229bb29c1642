"""Statements that are the body of a loop which is not shown: those of a training iteration that test a counter which they do not change.

`if (i + 1) % k == 0: optimizer.step()` shows that other code runs them for each `i`.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator, Sequence

from graphlint.source.snippets.not_shown import FreeNames

ITERATIONS = "iterations_not_shown"
"""The name of the unknown value over which the loop runs."""

_TRAINING = frozenset(("backward", "step", "zero_grad"))
_NESTED = (ast.For, ast.AsyncFor, ast.While, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


def is_loop_body(body: Sequence[ast.stmt], free: Container[str]) -> bool:
    """Return True if statements reset gradients, run backward and step, the latter for some values of a free name only."""
    nodes = [node for statement in body for node in _outside_loops(statement)]
    called = {node.func.attr for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)}
    return called >= _TRAINING and any(isinstance(node, ast.If) and _steps_every_few(node, free) for node in nodes)


def looped(body: list[ast.stmt], names: Sequence[str]) -> ast.stmt:
    """Return the loop over unknown iterations around statements; in each, the names have other values."""
    received = FreeNames(lineno=1, col_offset=0, end_lineno=1, end_col_offset=0)
    received.names = tuple(names)
    target, iterable = ast.Name("_", ast.Store()), ast.Name(ITERATIONS, ast.Load())
    loop = ast.For(target, iterable, [received, *body], [])
    return ast.fix_missing_locations(ast.copy_location(loop, received))


def _outside_loops(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    if not isinstance(node, _NESTED):
        for child in ast.iter_child_nodes(node):
            yield from _outside_loops(child)


def _steps_every_few(node: ast.If, free: Container[str]) -> bool:
    """Return True for an optimizer's step under a test of the remainder of a free name."""
    remainders = [item for item in ast.walk(node.test) if isinstance(item, ast.BinOp) and isinstance(item.op, ast.Mod)]
    counters = {name.id for item in remainders for name in ast.walk(item.left) if isinstance(name, ast.Name)}
    steps = (item.func for item in ast.walk(node) if isinstance(item, ast.Call) and isinstance(item.func, ast.Attribute))
    return any(name in free for name in counters) and any(step.attr == "step" for step in steps)
