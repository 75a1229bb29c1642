"""Leave out the parentheses of a call: `model.eval` and `loss.backward` (GL303)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from planting.mutants import Editor, Mutant
from planting.program import Program
from planting.syntax.statements import MethodCall, backwards, functions, method_calls


def plant(program: Program) -> Iterator[Mutant]:
    """Yield each statement `x.eval()` and each `loss.backward(...)` without its parentheses, whatever x and the loss are.

    Refused for a backward with the loss as an argument, which is not a method of a tensor.
    """
    for scope in functions(program):
        for item in method_calls(scope, "eval"):
            if item.bare and not isinstance(item.receiver, ast.Constant):
                yield from _uncalled(program, item, "eval not called")
        for item in backwards(scope):
            if not item.call.args:
                yield from _uncalled(program, item, "backward not called")


def _uncalled(program: Program, item: MethodCall, kind: str) -> Iterator[Mutant]:
    editor = Editor(program)
    editor.remove_suffix(item.call.func, item.call)
    line = item.statement.lineno
    yield from editor.mutant(kind, ("GL303",), tuple(range(line, (item.call.func.end_lineno or line) + 1)), (), line)
