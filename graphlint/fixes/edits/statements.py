"""Edits of statements: inserted, removed, replaced and moved."""

from __future__ import annotations

import ast
from collections.abc import Sequence

import libcst as cst

from graphlint.fixes.edits.expressions import expression_replaced
from graphlint.fixes.edits.fragment import Change
from graphlint.fixes.edits.layout import Lines, layout_of
from graphlint.fixes.edits.lines import Small, Statement, rearranged
from graphlint.fixes.edits.new_nodes import new_statements
from graphlint.fixes.edits.trees import trees_of
from graphlint.rule.code import Code
from graphlint.source.text_edits import Edit, Edits

SEPARATOR = cst.Semicolon(whitespace_after=cst.SimpleWhitespace(" "))


def inserted_before(code: Code, statement: ast.stmt, *lines: str) -> Edits:
    """Insert lines before a statement."""
    new = new_statements(code, lines)
    return _inserted(code, statement, new, after=False) if new is not None else None


def inserted_after(code: Code, statement: ast.stmt, *lines: str) -> Edits:
    """Insert lines after a statement."""
    new = new_statements(code, lines)
    return _inserted(code, statement, new, after=True) if new is not None else None


def removed(code: Code, statement: ast.stmt) -> Edits:
    """Remove a statement with its comment; leave `pass` in an empty block."""
    if layout_of(code).is_elif(statement):
        found = trees_of(code).statement(statement)
        if found is None or not isinstance(found.node, cst.If):
            return None
        return found.fragment.changed({found.node: found.node.orelse or cst.RemovalSentinel.REMOVE})
    return replaced(code, statement, "pass") if len(code.block_of(statement)) == 1 else _without(code, [statement])


def replaced(code: Code, node: ast.expr | ast.stmt, text: str) -> Edits:
    """Replace an expression, or a statement by another one of a line; the comments of a statement stay."""
    if isinstance(node, ast.expr):
        return expression_replaced(code, node, text)
    found, new = trees_of(code).statement(node), new_statements(code, [text])
    if found is None or new is None or len(new) != 1 or not isinstance(new[0], cst.SimpleStatementLine) or len(new[0].body) != 1:
        return None
    part = new[0].body[0]
    if isinstance(found.node, cst.BaseSmallStatement):
        return found.fragment.changed({found.node: part.with_changes(semicolon=found.node.semicolon)})
    if layout_of(code).is_elif(node):
        return None
    last = _last_space(found.node)
    above = [*found.node.leading_lines, *_comments_inside(found.node, last)]
    return found.fragment.changed({found.node: new[0].with_changes(leading_lines=above, trailing_whitespace=last)})


def moved_before(code: Code, group: Sequence[ast.stmt], target: ast.stmt) -> Edits:
    """Move consecutive statements before another one, with the comments on their lines."""
    return _moved(code, group, target, after=False)


def moved_after(code: Code, group: Sequence[ast.stmt], target: ast.stmt) -> Edits:
    """Move consecutive statements after another one, with the comments on their lines."""
    return _moved(code, group, target, after=True)


def _inserted(code: Code, statement: ast.stmt, new: Sequence[Statement], *, after: bool) -> Edits:
    """Insert statements: on lines of their own, or on the line of a statement that shares it with another one."""
    layout = layout_of(code)
    lines = layout.lines([statement])
    if _is_at_edge(statement, lines, after=after):
        return (_insertion(code, lines, _text(code, new, layout.indent(statement)), after=after),)
    found = trees_of(code).statement(statement)
    if found is None:
        return None
    small = [part for line in new if isinstance(line, cst.SimpleStatementLine) and not _has_comment(line) for part in line.body]
    if not isinstance(found.node, cst.BaseSmallStatement) or len(small) < len(new):
        if after:
            return rearranged(code, [statement], lambda before, own, others: [*before, *own, *new, *others])
        return rearranged(code, [statement], lambda before, own, others: [*before, *new, *own, *others])
    parts: list[Small]
    if after:
        own = found.node.with_changes(semicolon=SEPARATOR)
        small[-1] = small[-1].with_changes(semicolon=found.node.semicolon)
        parts = [own, *(each.with_changes(semicolon=SEPARATOR) for each in small[:-1]), small[-1]]
    else:
        parts = [*(each.with_changes(semicolon=SEPARATOR) for each in small), found.node]
    return found.fragment.changed({found.node: cst.FlattenSentinel(parts)})


def _moved(code: Code, group: Sequence[ast.stmt], target: ast.stmt, *, after: bool) -> Edits:
    """Move consecutive statements: with their lines, or without the other statements on these."""
    if len(code.block_of(group[0])) == len(group):
        return None
    layout, trees = layout_of(code), trees_of(code)
    lines, place = layout.lines(group), layout.lines([target])
    fragment = trees.fragment(lines)
    if fragment is None:
        return None
    if lines.statements == list(group) and _is_at_edge(target, place, after=after):
        text = fragment.text_of(fragment.statements_of_lines(), layout.indent(target))
        if not text.endswith(("\n", "\r")):
            text += layout.newline
        return tuple(sorted((Edit(lines.start, lines.end, ""), _insertion(code, place, text, after=after))))
    if lines.statements == list(group):
        new = fragment.statements_of_lines()
    else:
        small = [fragment.statement(trees.span(each)) for each in group]
        new = [
            cst.SimpleStatementLine([each.with_changes(semicolon=cst.MaybeSentinel.DEFAULT)]) for each in small if isinstance(each, Small)
        ]
        if len(new) < len(group):
            return None
    gone, come = _without(code, group), _inserted(code, target, new, after=after)
    return tuple(sorted((*gone, *come))) if gone is not None and come is not None else None


def _without(code: Code, group: Sequence[ast.stmt]) -> Edits:
    """Remove consecutive statements: with their lines, or from the lines that they share, with one of the semicolons beside them."""
    lines = layout_of(code).lines(group)
    if lines.statements == list(group):
        return (Edit(lines.start, lines.end, ""),)
    trees = trees_of(code)
    fragment = trees.fragment(lines)
    if fragment is None:
        return None
    nodes = {fragment.statement(trees.span(each)) for each in group}
    changes: dict[cst.CSTNode, Change] = {}
    for line in {fragment.line_of(each) for each in nodes if isinstance(each, cst.BaseSmallStatement)}:
        body = [each for each in line.body if each not in nodes] if line is not None else []
        if line is None or not body:
            return rearranged(code, group, lambda before, _, after: [*before, *after])
        if line.body[-1] in nodes:
            body[-1] = body[-1].with_changes(semicolon=line.body[-1].semicolon)
        changes[line] = line.with_changes(body=body)
    return fragment.changed(changes) if changes else rearranged(code, group, lambda before, _, after: [*before, *after])


def _is_at_edge(statement: ast.stmt, lines: Lines, *, after: bool) -> bool:
    """Return True if nothing else of its lines is on the side of a statement where something is inserted."""
    return statement is lines.statements[0] and (not after or len(lines.statements) == 1)


def _comments_inside(node: cst.CSTNode, last: cst.TrailingWhitespace) -> list[cst.EmptyLine]:
    """Return the comments in a statement, each on a line, without those above it and after its last line."""
    outside = {last.comment, *(line.comment for line in getattr(node, "leading_lines", ()))}
    comments = _Comments()
    node.visit(comments)
    return [cst.EmptyLine(comment=each) for each in comments.found if each not in outside]


class _Comments(cst.CSTVisitor):
    """Collects comments."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[cst.Comment] = []

    def visit_Comment(self, node: cst.Comment) -> None:  # noqa: N802
        self.found.append(node)


def _has_comment(line: cst.SimpleStatementLine) -> bool:
    """Return True for a comment above a line or after it."""
    return line.trailing_whitespace.comment is not None or any(each.comment is not None for each in line.leading_lines)


def _last_space(node: cst.CSTNode) -> cst.TrailingWhitespace:
    """Return the white space, with a comment, after the last line of a block."""
    while not isinstance(node, cst.SimpleStatementLine | cst.SimpleStatementSuite):
        last = getattr(node, "orelse", None) or getattr(node, "finalbody", None) or getattr(node, "body", None)
        following = last[-1] if isinstance(last, Sequence) else last
        if not isinstance(following, cst.CSTNode):
            return cst.TrailingWhitespace()
        node = following
    return node.trailing_whitespace


def _insertion(code: Code, lines: Lines, text: str, *, after: bool) -> Edit:
    """Return the edit that inserts whole lines before or after others."""
    newline = layout_of(code).newline
    if after and not code.text[: lines.end].endswith(("\n", "\r")):
        return Edit(lines.end, lines.end, newline + text.removesuffix(newline))
    place = lines.end if after else lines.start
    return Edit(place, place, text)


def _text(code: Code, statements: Sequence[Statement], indent: str) -> str:
    """Return the text of new statements with an indentation."""
    module = cst.Module([], default_indent=layout_of(code).indent_unit)
    if not indent:
        text = module.with_changes(body=statements).code
    else:
        opened_block = cst.If(cst.Integer("0"), cst.IndentedBlock(statements, indent=indent))
        text = module.with_changes(body=[opened_block]).code.partition("\n")[2]
    return text.replace("\n", layout_of(code).newline)
