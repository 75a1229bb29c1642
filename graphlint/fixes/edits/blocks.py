"""Edits of blocks: statements moved into a `with` or out of it, decorators, and items of a `with`."""

from __future__ import annotations

import ast
from collections.abc import Sequence

import libcst as cst

from graphlint.fixes.edits.layout import layout_of
from graphlint.fixes.edits.lines import Statement, divided, lines_of, rearranged
from graphlint.fixes.edits.new_nodes import new_statements
from graphlint.fixes.edits.trees import trees_of
from graphlint.rule.code import Code, Function
from graphlint.source.text_edits import Edits


def wrapped(code: Code, statements: Sequence[ast.stmt], header: str) -> Edits:
    """Move consecutive statements into a new block."""
    return rearranged(code, statements, lambda before, own, after: [*before, _block(code, header, own), *after])


def opened(code: Code, statement: ast.stmt, statements: Sequence[ast.stmt], header: str) -> Edits:
    """Replace a statement by the header of a block that contains the consecutive statements after it; its comment stays."""

    def arrange(before: list[Statement], own: list[Statement], after: list[Statement]) -> list[Statement] | None:
        first, *others = own
        if not isinstance(first, cst.SimpleStatementLine) or not others:
            return None
        return [*before, _block(code, header, others, first.trailing_whitespace), *after]

    return rearranged(code, [statement, *statements], arrange, apart=True)


def unwrapped(code: Code, statement: ast.With | ast.If) -> Edits:
    """Remove the header of a block, with the comments on its line, and dedent its statements."""

    def arrange(before: list[Statement], own: list[Statement], after: list[Statement]) -> list[Statement] | None:
        header = own[0]
        if not isinstance(header, cst.With | cst.If) or (isinstance(header, cst.If) and header.orelse is not None):
            return None
        return [*before, *lines_of(header.body), *after]

    return rearranged(code, [statement], arrange)


def tail_unwrapped(code: Code, statement: ast.With, first: ast.stmt) -> Edits:
    """Move the last statements of a block after it.

    Args:
        first: the first of them; not the first of the block.
    """
    trees = trees_of(code)
    fragment = trees.fragment(layout_of(code).lines([statement]))
    found = fragment.statement(trees.span(first)) if fragment is not None else None

    def arrange(before: list[Statement], own: list[Statement], after: list[Statement]) -> list[Statement] | None:
        header = own[0]
        parts = divided(lines_of(header.body), {found}) if found is not None and isinstance(header, cst.With) else None
        if parts is None or not parts[0] or not isinstance(header, cst.With):
            return None
        inside, *outside = parts
        block = header.body if isinstance(header.body, cst.IndentedBlock) else cst.IndentedBlock([], indent=layout_of(code).indent_unit)
        shorter = header.with_changes(body=block.with_changes(body=inside))
        return [*before, shorter, *outside[0], *outside[1], *after]

    return rearranged(code, [statement], arrange)


def decorated(code: Code, function: Function, decorator: str) -> Edits:
    """Add an innermost decorator to a function."""
    found, new = trees_of(code).header(function), new_statements(code, [decorator, "def f(): pass"])
    if found is None or not isinstance(found.node, cst.FunctionDef) or new is None or not isinstance(new[0], cst.FunctionDef):
        return None
    node = found.node
    added = new[0].decorators[0].with_changes(leading_lines=node.lines_after_decorators)
    return found.fragment.changed({node: node.with_changes(decorators=[*node.decorators, added], lines_after_decorators=())})


def undecorated(code: Code, decorator: ast.expr) -> Edits:
    """Remove a decorator with its comment; the comments above it stay."""
    function = code.statement_of(decorator)
    found = trees_of(code).header(function)
    if (
        found is None
        or not isinstance(found.node, cst.FunctionDef | cst.ClassDef)
        or not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    ):
        return None
    node, at = found.node, function.decorator_list.index(decorator)
    decorators = list(node.decorators)
    above = decorators.pop(at).leading_lines
    if at < len(decorators):
        decorators[at] = decorators[at].with_changes(leading_lines=[*above, *decorators[at].leading_lines])
        return found.fragment.changed({node: node.with_changes(decorators=decorators)})
    changed = node.with_changes(decorators=decorators, lines_after_decorators=[*above, *node.lines_after_decorators])
    return found.fragment.changed({node: changed})


def item_removed(code: Code, statement: ast.With, item: ast.withitem) -> Edits:
    """Remove an item of a `with`; the whole block header if it is the only one."""
    if len(statement.items) == 1:
        return unwrapped(code, statement)
    found = trees_of(code).header(statement)
    if found is None or not isinstance(found.node, cst.With):
        return None
    items, at = list(found.node.items), statement.items.index(item)
    removed_item = items.pop(at)
    if at == len(items):
        items[-1] = items[-1].with_changes(comma=removed_item.comma)
    return found.fragment.changed({found.node: found.node.with_changes(items=items)})


def _block(code: Code, header: str, statements: Sequence[Statement], space: cst.TrailingWhitespace | None = None) -> Statement:
    """Return a new block with some statements."""
    new = cst.parse_statement(f"{header} 0")
    assert isinstance(new, cst.BaseCompoundStatement)
    return new.with_changes(
        body=cst.IndentedBlock(statements, header=space or cst.TrailingWhitespace(), indent=layout_of(code).indent_unit)
    )
