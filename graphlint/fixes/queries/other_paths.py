"""Paths that pass by a change: the branches beside the one that holds it, if they read the same value."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from graphlint.fixes.queries.names import read
from graphlint.rule.code import Code
from graphlint.source.text_edits import Edit

ENDS = (ast.Return, ast.Raise, ast.Continue, ast.Break)


def other_paths(code: Code, changed: Iterable[ast.expr]) -> Iterator[Edit]:
    """Yield the replacement of each condition of which one branch holds a changed value and the other path reads it unchanged.

    With the replacement, the program takes the other path.
    """
    for value in changed:
        inner: ast.AST = value
        for each in code.around(value):
            if isinstance(each, ast.If) and read(value) & read(*_beside(code, each, inner)):
                yield _decided(code, each, not any(inner is item for item in each.body))
            inner = each
            for earlier in _earlier_exits(code, inner) if isinstance(inner, ast.stmt) else ():
                if read(value) & read(*earlier.body):
                    yield _decided(code, earlier, True)


def _decided(code: Code, condition: ast.If, holds: bool) -> Edit:
    return Edit(code.start(condition.test), code.end(condition.test), str(holds))


def _earlier_exits(code: Code, statement: ast.stmt) -> list[ast.If]:
    """Return the conditions before a statement of the same block under which the block is left."""
    block = code.block_of(statement)
    return [each for each in block[: block.index(statement)] if isinstance(each, ast.If) and isinstance(each.body[-1], ENDS)]


def _beside(code: Code, condition: ast.If, branch: ast.AST) -> list[ast.stmt]:
    """Return the statements that run instead of a branch: the other branch, and what follows if the branch leaves the block."""
    in_body = any(branch is item for item in condition.body)
    own, other = (condition.body, condition.orelse) if in_body else (condition.orelse, condition.body)
    if not any(branch is item for item in own):
        return []
    block = code.block_of(condition)
    return [*other, *(block[block.index(condition) + 1 :] if isinstance(own[-1], ENDS) else [])]
