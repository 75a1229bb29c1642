"""Strategies for modules that are in eval mode in training."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.fixes.edits import Edits, inserted_before
from graphlint.rule.code import Code


def train_before(code: Code, call: ast.Call) -> Iterator[Edits | None]:
    """Propose `train()` before the loops of the function that call a module, or in them, from the outermost one inwards."""
    module = call.func
    if isinstance(module, ast.Attribute) and module.attr == "forward":
        module = module.value
    if not isinstance(module, ast.Name | ast.Attribute):
        return
    statement = f"{code.spelled(module)}.train()"
    for loop in reversed(code.loops_of(call)):
        yield inserted_before(code, loop, statement)
        yield inserted_before(code, loop.body[0], statement)
    if not code.loops_of(call):
        yield inserted_before(code, code.statement_of(call), statement)
