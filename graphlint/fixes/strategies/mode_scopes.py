"""Statements for which a grad mode was meant and not set: the block or the function that is to run without a graph."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.fixes.blocks import decorated
from graphlint.fixes.code import FUNCTIONS, Code, Function
from graphlint.fixes.edits import Edits, removed
from graphlint.fixes.lookups import last_name
from graphlint.fixes.strategies.evaluation import trains
from graphlint.fixes.strategies.grad_modes import switches_on

# Calls that compute nothing which could build a graph: a statement that calls nothing else need not stand in the block.
PLAIN = frozenset(("parameters", "len", "print", "float", "int", "str", "range", "round", "list", "tuple", "dict", "set"))
SPANS = 6


def spans(code: Code, statement: ast.stmt) -> Iterator[tuple[list[ast.stmt], str]]:
    """What a block that is opened at a statement may hold of those behind it: all, or, where training follows, what comes before, then
    less and less.

    Definitions and imports end it, and what computes nothing is left out at its end. With each span comes what tells it from the first
    one in a message.

    Args:
        code: the file.
        statement: the statement.
    """
    block = code.block_of(statement)
    behind: list[ast.stmt] = []
    for each in block[block.index(statement) + 1 :]:
        if isinstance(each, (*FUNCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom)):
            break
        behind.append(each)
    trained = next((place for place, each in enumerate(behind) if trains(code, each)), len(behind))
    ends = [place + 1 for place, each in enumerate(behind) if _computes(each)]
    before = [end for end in reversed(ends) if end <= trained]
    for end in before[: SPANS if trained < len(behind) else 1]:
        yield behind[:end], "" if end == before[0] else f", down to line {behind[end - 1].end_lineno}"


def decorated_for(code: Code, statement: ast.stmt, call: str) -> tuple[Function, Edits, Edits] | None:
    """The function that a statement begins with its call as a decorator, and without the statement.

    Args:
        code: the file.
        statement: the first statement of the function, behind its docstring.
        call: the call.
    """
    function = code.parent(statement)
    if not isinstance(function, ast.FunctionDef) or statement not in function.body[:2] or len(function.body) == 1:
        return None
    if function.body[0] is not statement and ast.get_docstring(function, clean=False) is None:
        return None
    return function, decorated(code, function, f"@{call}"), removed(code, statement)


def switched_on_again(code: Code, statement: ast.stmt) -> ast.stmt | None:
    """The statement in the same block that switches grad mode on again after one that has switched it off.

    Args:
        code: the file.
        statement: the statement that switches it off.
    """
    block = code.block_of(statement)
    for each in block[block.index(statement) + 1 :]:
        if isinstance(each, ast.Expr) and isinstance(each.value, ast.Call) and switches_on(each.value):
            return each
    return None


def before_training(code: Code, switch: ast.stmt, forward: ast.stmt, backward: ast.stmt) -> ast.stmt | None:
    """The statement before which grad mode is to be switched on: the one of the training that stands beside the switch, or the outermost
    in its function.

    Args:
        code: the file.
        switch: the statement that switches grad mode off.
        forward: the statement of the training's forward pass.
        backward: the statement of its backward.
    """
    around = [switch, *code.around(switch)]
    above = [backward, *(each for each in code.around(backward))]
    for place, each in enumerate(above):
        holder = above[place + 1] if place + 1 < len(above) else None
        if isinstance(each, ast.stmt) and (holder in around or isinstance(holder, FUNCTIONS)):
            block = code.block_of(each)
            for other in block[: block.index(each)]:
                if other is forward or forward in ast.walk(other):
                    return other
            return each
    return None


def _computes(statement: ast.stmt) -> bool:
    """Whether a statement calls what may compute: not what only makes a module or an optimizer, by the custom for names of classes."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Call):
            name = last_name(node.func)
            if name not in PLAIN and not name[:1].isupper():
                return True
    return False
