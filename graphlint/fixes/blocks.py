"""Blocks taken away: the statements of a `with` or an `if` stand where it stood."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from graphlint.fixes.code import Code
from graphlint.fixes.edits import Edits
from graphlint.fixes.model import Edit


def unwrapped(code: Code, statement: ast.With | ast.If) -> Edits:
    """A block's statements without the line that opens it; comments on that line go with it.

    Args:
        code: the file.
        statement: the block; an `if` with an `else` has none such reading.
    """
    first, last = statement.body[0], statement.body[-1]
    if isinstance(statement, ast.If) and (statement.orelse or _is_elif(code, statement)):
        return None
    if not code.begins_line(statement) or not code.begins_line(first) or not code.ends_line(last):
        return None
    outer, inner = code.indent(statement), code.indent(first)
    if not inner.startswith(outer):
        return None
    start = code.line_start(code.start(statement))
    place = code.next_line(code.end(statement.items[-1].context_expr if isinstance(statement, ast.With) else statement.test))
    if code.line_start(code.start(first)) < place:
        return None
    return (Edit(start, place, ""), *_dedented(code, place, code.end(last), outer, inner))


def tail_unwrapped(code: Code, statement: ast.With, first: ast.stmt) -> Edits:
    """A block whose last statements stand behind it.

    Args:
        code: the file.
        statement: the block.
        first: the first of the statements to take out; not the first of the block.
    """
    if (
        first is statement.body[0]
        or not code.begins_line(statement)
        or not code.begins_line(first)
        or not code.ends_line(statement.body[-1])
    ):
        return None
    outer, inner = code.indent(statement), code.indent(first)
    return (
        _dedented(code, code.line_start(code.start(first)), code.end(statement.body[-1]), outer, inner) if inner.startswith(outer) else None
    )


def _dedented(code: Code, place: int, end: int, outer: str, inner: str) -> tuple[Edit, ...]:
    """The lines between two places indented as an outer block is."""
    edits: list[Edit] = []
    while place < end:
        line = code.text[place : code.line_end(place)]
        if line.startswith(inner) and code.line_number(place) not in code.inside_strings:
            edits.append(Edit(place + len(outer), place + len(inner), ""))
        place = code.next_line(place)
    return tuple(edits)


def undecorated(code: Code, decorator: ast.expr) -> Edits:
    """No decorator any more.

    Args:
        code: the file.
        decorator: the decorator.
    """
    start = code.text.rindex("@", 0, code.start(decorator))
    if code.text[code.line_start(start) : start].strip(" \t\f"):
        return None
    return (Edit(code.line_start(start), code.next_line(code.end(decorator)), ""),)


def item_removed(code: Code, statement: ast.With, item: ast.withitem) -> Edits:
    """A `with` without one of its items; without the block where it was the only one.

    Args:
        code: the file.
        statement: the block.
        item: the item.
    """
    items: Sequence[ast.withitem] = statement.items
    if len(items) == 1:
        return unwrapped(code, statement)
    at = items.index(item)
    if at:
        before = items[at - 1]
        return (Edit(code.end(before.optional_vars or before.context_expr), code.end(item.optional_vars or item.context_expr), ""),)
    return (Edit(code.start(item.context_expr), code.start(items[1].context_expr), ""),)


def _is_elif(code: Code, statement: ast.If) -> bool:
    return code.text.startswith("elif", code.start(statement))
