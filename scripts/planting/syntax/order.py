"""Move a statement of the training step: zero_grad after backward, step before backward (GL502, GL503)."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from planting.mutants import Editor, Mutant
from planting.program import Program
from planting.syntax.statements import MethodCall, backwards, blocks, functions, lines_of, method_call, stepped


def plant(program: Program) -> Iterator[Mutant]:
    """Yield each block in which `x.zero_grad()`, a backward and `x.step()` follow each other, with one of them moved.

    Refused if the statements are not in one block, or if the zero_grad or the step is not written on one line.
    """
    for scope in functions(program):
        for block in blocks(scope):
            found = {id(item.statement): item for statement in block for item in backwards(ast.Module([statement], []))}
            passes = [found[id(statement)] for statement in block if id(statement) in found]
            for statement in block:
                step = method_call(statement, "step")
                name = stepped(program, step) if step is not None else ""
                if step is None or not name or statement.lineno != statement.end_lineno:
                    continue
                own = _passes_of(program, block, statement, passes)
                if own:
                    yield from _reset_late(program, block, name, own)
                    yield from _step_early(program, block, name, step, own)


def _passes_of(program: Program, block: Sequence[ast.stmt], step: ast.stmt, passes: Sequence[MethodCall]) -> list[MethodCall]:
    """Return the backward statements between a step and the one before it."""
    place = block.index(step)
    start = max((index for index in range(place) if _steps(program, block[index])), default=-1)
    return [item for item in passes if start < block.index(item.statement) < place]


def _steps(program: Program, statement: ast.stmt) -> bool:
    item = method_call(statement, "step")
    return item is not None and bool(stepped(program, item))


def _resets(block: Sequence[ast.stmt], name: str) -> list[ast.Expr]:
    found = (method_call(statement, "zero_grad") for statement in block)
    return [item.statement for item in found if item is not None and item.name == name]


def _reset_late(program: Program, block: Sequence[ast.stmt], name: str, own: Sequence[MethodCall]) -> Iterator[Mutant]:
    """Yield the zero_grad moved to just after the last backward before the step."""
    resets = [item for item in _resets(block, name) if block.index(item) < block.index(own[0].statement)]
    if not resets or any(method_call(item, "zero_grad") for item in _between(block, own[0].statement, own[-1].statement)):
        return
    reset, last = resets[-1], own[-1].statement
    if reset.lineno != reset.end_lineno or any(_steps(program, item) for item in _between(block, reset, last)):
        return
    if block[block.index(last) + 1].lineno == last.end_lineno:
        # The rest of the line, with the step perhaps, would run before the inserted line.
        return
    editor = Editor(program)
    editor.replace(reset, "pass")
    editor.insert_after(last, editor.segment(reset))
    new = (last.end_lineno or last.lineno) + 1
    yield from editor.mutant("zero_grad after backward", ("GL502",), (), (new,), reset.lineno)


def _step_early(program: Program, block: Sequence[ast.stmt], name: str, step: MethodCall, own: Sequence[MethodCall]) -> Iterator[Mutant]:
    """Yield the step moved to just before the first backward whose gradients it applies.

    Refused for the step of a GradScaler, which raises there, and if a zero_grad of the optimizer is between the two.
    """
    first = own[0].statement
    if step.call.args or any(item in _between(block, first, step.statement) for item in _resets(block, name)):
        return
    editor = Editor(program)
    editor.replace(step.statement, "pass")
    editor.before(first, editor.segment(step.statement))
    lines = [line for item in own for line in lines_of(item.statement)]
    yield from editor.mutant("step before backward", ("GL503", "GL104"), lines, (first.lineno,), step.statement.lineno)


def _between(block: Sequence[ast.stmt], first: ast.stmt, last: ast.stmt) -> Sequence[ast.stmt]:
    return block[block.index(first) + 1 : block.index(last)]
