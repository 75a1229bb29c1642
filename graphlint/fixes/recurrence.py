"""A state rebuilt from itself, detached in the statement that rebuilds it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from graphlint.fixes.code import Code
from graphlint.fixes.edits import Edits, called, inserted_after, inserted_before


def rebuilt_without_graph(code: Code, statement: ast.stmt) -> Iterator[tuple[str, tuple[Edits, ...]]]:
    """Ways to detach what a statement rebuilds from itself: in this statement, and in all such statements of its block.

    Args:
        code: the file.
        statement: the statement that makes the carried graph.
    """
    if not isinstance(statement, ast.Assign):
        return
    others = [each for each in code.block_of(statement) if isinstance(each, ast.Assign) and each is not statement]
    for statements in ([statement], [statement, *others]) if others else ([statement],):
        pairs = [(each, target) for each in statements for target in _carried(each)]
        if pairs and (len(statements) == 1 or len({each for each, _ in pairs}) > 1):
            spelled = [ast.unparse(target) for _, target in pairs]
            yield " and ".join(f"`{each}`" for each in spelled), tuple(_detached(code, each, target) for each, target in pairs)


def _carried(statement: ast.Assign) -> list[ast.expr]:
    """What a statement binds and reads."""
    parts: list[ast.expr] = []
    for target in statement.targets:
        parts += target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
    return [part for part in parts if _uses(statement.value, part)]


def _uses(value: ast.expr, target: ast.expr) -> list[ast.expr]:
    """The places in an expression that are spelled like a target."""
    spelled = ast.unparse(target)
    return [each for each in ast.walk(value) if isinstance(each, ast.expr) and ast.unparse(each) == spelled]


def _detached(code: Code, statement: ast.Assign, target: ast.expr) -> Edits:
    """What is rebuilt, detached where it is read; before the statement where it is read twice, behind it where it may be None."""
    spelled, uses = ast.unparse(target), _uses(statement.value, target)
    if _may_be_none(code, spelled):
        way = f"tuple(each.detach() for each in {spelled})" if _is_pair(code, statement.value) else f"{spelled}.detach()"
        return inserted_after(code, statement, f"{spelled} = {way}")
    if len(uses) == 1:
        return called(code, uses[0], ".detach()")
    return inserted_before(code, statement, f"{spelled} = {spelled}.detach()")


def _may_be_none(code: Code, spelled: str) -> bool:
    """Whether some statement binds this spelling to None."""
    return any(
        isinstance(each, ast.Assign) and isinstance(each.value, ast.Constant) and spelled in _spellings(each.targets)
        for each in ast.walk(code.tree)
    )


def _is_pair(code: Code, value: ast.expr) -> bool:
    """Whether a state is that of an LSTM, a pair of tensors: as the module's construction says."""
    made = [
        ast.unparse(each.value)
        for each in ast.walk(code.tree)
        if isinstance(each, ast.Assign) and isinstance(value, ast.Call) and ast.unparse(value.func) in _spellings(each.targets)
    ]
    return any("LSTM" in each for each in made)


def _spellings(targets: Sequence[ast.expr]) -> list[str]:
    return [ast.unparse(target) for target in targets]
