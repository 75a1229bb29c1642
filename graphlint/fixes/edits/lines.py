"""The statements on some lines in another arrangement. Statements that share a line, or that of a block header, get lines of their own."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Sequence
from typing import TypeAlias

import libcst as cst

from graphlint.fixes.edits.layout import layout_of
from graphlint.fixes.edits.trees import trees_of
from graphlint.rule.code import Code
from graphlint.source.text_edits import Edits

Statement: TypeAlias = cst.BaseStatement
Small: TypeAlias = cst.BaseSmallStatement
Groups: TypeAlias = "tuple[list[Statement], list[Statement], list[Statement]]"
Arrange: TypeAlias = Callable[[list[Statement], list[Statement], list[Statement]], "list[Statement] | None"]


def rearranged(code: Code, statements: Sequence[ast.stmt], arrange: Arrange, *, apart: bool = False) -> Edits:
    """Rearrange the statements on some lines. Statements that share a line, or that of a block header, get lines of their own.

    Args:
        arrange: receives the lines before, of and after the statements, and returns the new lines.
        apart: put each of the statements on a line of its own.
    """
    trees = trees_of(code)
    fragment = trees.fragment(layout_of(code).lines(statements))
    if fragment is None:
        return None
    found = [fragment.statement(trees.span(each)) for each in statements]
    if any(each is None for each in found):
        return None
    wanted = {each for each in found if each is not None}
    suite = fragment.suite_of(next(iter(wanted)))
    lines = fragment.statements_of_lines() if suite is None else lines_of(suite)
    parts = divided(lines, wanted, apart)
    result = arrange(*parts) if parts is not None else None
    if not result:
        return None
    if suite is not None:
        return fragment.changed({suite: cst.IndentedBlock(result, indent=layout_of(code).indent_unit)})
    return fragment.edits_to(fragment.with_statements(result))


def divided(
    lines: Sequence[Statement], wanted: Collection[cst.CSTNode], apart: bool = False
) -> tuple[list[Statement], list[Statement], list[Statement]] | None:
    """Divide lines into those before, of and after some statements; None if these are not among them."""
    groups: Groups = ([], [], [])
    at = 0
    for line in lines:
        if not isinstance(line, cst.SimpleStatementLine):
            at = _next_group(at, line in wanted)
            groups[at].append(line)
            continue
        parts: list[tuple[int, list[Small]]] = []
        for small in line.body:
            at = _next_group(at, small in wanted)
            if parts and parts[-1][0] == at and not (apart and at == 1):
                parts[-1][1].append(small)
            else:
                parts.append((at, [small]))
        for index, (group, body) in enumerate(parts):
            groups[group].append(line if len(parts) == 1 else _own_line(line, body, index == 0, index == len(parts) - 1))
    return groups if groups[1] else None


def _next_group(group: int, is_wanted: bool) -> int:
    return 1 if is_wanted else min(2, group + (group == 1))


def _own_line(line: cst.SimpleStatementLine, body: list[Small], is_first: bool, is_last: bool) -> cst.SimpleStatementLine:
    """Return a line for some of the statements of a line; the comment stays at the last one."""
    last = body[-1] if is_last else body[-1].with_changes(semicolon=cst.MaybeSentinel.DEFAULT)
    return line.with_changes(
        body=[*body[:-1], last],
        leading_lines=line.leading_lines if is_first else (),
        trailing_whitespace=line.trailing_whitespace if is_last else cst.TrailingWhitespace(),
    )


def lines_of(suite: cst.CSTNode) -> list[Statement]:
    """Return the statements of a block."""
    if isinstance(suite, cst.IndentedBlock):
        return list(suite.body)
    assert isinstance(suite, cst.SimpleStatementSuite)
    return [cst.SimpleStatementLine(suite.body, trailing_whitespace=suite.trailing_whitespace)]
