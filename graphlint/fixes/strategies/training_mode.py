"""Strategies for modules that are in eval mode in training, or in training mode in an evaluation."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.fixes.edits import Edits, inserted_after, inserted_before
from graphlint.ir.names import nodes_below
from graphlint.rule.code import Code


def called_module(call: ast.Call) -> ast.Name | ast.Attribute | None:
    """Return the module that a call calls, if a name or an attribute refers to it."""
    module = call.func
    if isinstance(module, ast.Attribute) and module.attr == "forward":
        module = module.value
    return module if isinstance(module, ast.Name | ast.Attribute) else None


def train_before(code: Code, call: ast.Call) -> Iterator[Edits | None]:
    """Propose `train()` before the loops of the function that call a module, or in them, from the outermost one inwards."""
    module = called_module(call)
    if module is None:
        return
    statement = f"{code.spelled(module)}.train()"
    for loop in reversed(code.loops_of(call)):
        yield inserted_before(code, loop, statement)
        yield inserted_before(code, loop.body[0], statement)
    if not code.loops_of(call):
        yield inserted_before(code, code.statement_of(call), statement)


def eval_around(code: Code, call: ast.Call, loop: ast.For | ast.While) -> tuple[Edits, Edits] | None:
    """Propose `eval()` before a loop that calls a module, and `train()` after it.

    A `return` in the loop would leave eval mode on, and a module that the loop binds is another one in each iteration.
    """
    module = called_module(call)
    inside = list(nodes_below(loop))
    if module is None or loop not in code.loops_of(call) or any(isinstance(node, ast.Return) for node in inside):
        return None
    name = next(node.id for node in nodes_below(module) if isinstance(node, ast.Name))
    if any(isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id == name for node in inside):
        return None
    spelled = code.spelled(module)
    return inserted_before(code, loop, f"{spelled}.eval()"), inserted_after(code, loop, f"{spelled}.train()")
