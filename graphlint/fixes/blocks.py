"""Edits of blocks: move statements into a `with` or out of it, add and remove decorators."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from graphlint.fixes.edits import Edits
from graphlint.rule.code import Code, Function
from graphlint.source.text_edits import Edit


def wrapped(code: Code, statements: Sequence[ast.stmt], header: str) -> Edits:
    """Move consecutive statements into a new block."""
    first, last = statements[0], statements[-1]
    lines = _indented(code, statements, code.indent_unit)
    if lines is None or not code.begins_line(first) or not code.ends_line(last):
        return None
    place = code.line_start(code.start(first))
    opened = Edit(place, place, f"{code.indent(first)}{header}{code.newline}{code.indent_unit}")
    return (opened, *(edit for edit in lines if edit.start != place))


def opened(code: Code, statement: ast.stmt, statements: Sequence[ast.stmt], header: str) -> Edits:
    """Replace a statement by the header of a block that contains the consecutive statements."""
    lines = _indented(code, statements, code.indent_unit)
    alone = all(code.begins_line(each) and code.ends_line(each) for each in (statement, statements[0], statements[-1]))
    if lines is None or not alone:
        return None
    return (Edit(code.start(statement), code.end(statement), header), *lines)


def decorated(code: Code, function: Function, decorator: str) -> Edits:
    """Add an innermost decorator to a function."""
    start = code.offset(function.lineno, function.col_offset)
    if code.text[code.line_start(start) : start].strip(" \t\f"):
        return None
    return (Edit(start, start, f"{decorator}{code.newline}{code.indent(function)}"),)


def unwrapped(code: Code, statement: ast.With | ast.If) -> Edits:
    """Remove the header of a block, with the comments on its line, and dedent its statements."""
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
    """Move the last statements of a block after it."""
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


def undecorated(code: Code, decorator: ast.expr) -> Edits:
    """Remove a decorator."""
    start = code.text.rindex("@", 0, code.start(decorator))
    if code.text[code.line_start(start) : start].strip(" \t\f"):
        return None
    return (Edit(code.line_start(start), code.next_line(code.end(decorator)), ""),)


def item_removed(code: Code, statement: ast.With, item: ast.withitem) -> Edits:
    """Remove an item of a `with`; the whole block header if it is the only one."""
    items: Sequence[ast.withitem] = statement.items
    if len(items) == 1:
        return unwrapped(code, statement)
    at = items.index(item)
    if at:
        before = items[at - 1]
        return (Edit(code.end(before.optional_vars or before.context_expr), code.end(item.optional_vars or item.context_expr), ""),)
    return (Edit(code.start(item.context_expr), code.start(items[1].context_expr), ""),)


def inserted_after_block(code: Code, statement: ast.stmt, line: str) -> tuple[Edit, ...] | None:
    """Insert a line after a block."""
    if not code.begins_line(statement) or not code.ends_line(statement) or "\n" in line or "\r" in line:
        return None
    place = code.next_line(code.end(statement))
    opened = "" if code.text[:place].endswith(("\n", "\r")) else code.newline
    return (Edit(place, place, f"{opened}{code.indent(statement)}{line}{code.newline if not opened else ''}"),)


def _indented(code: Code, statements: Sequence[ast.stmt], unit: str) -> Edits:
    """Return the lines of statements, indented by one more level."""
    edits: list[Edit] = []
    place = code.line_start(code.start(statements[0]))
    end = code.end(statements[-1])
    while place < end:
        line = code.text[place : code.line_end(place)]
        if line.strip() and code.line_number(place) not in code.inside_strings:
            edits.append(Edit(place, place, unit))
        place = code.next_line(place)
    return tuple(edits)


def _dedented(code: Code, place: int, end: int, outer: str, inner: str) -> tuple[Edit, ...]:
    """Return the lines between two offsets with the indentation of an outer block."""
    edits: list[Edit] = []
    while place < end:
        line = code.text[place : code.line_end(place)]
        if line.startswith(inner) and code.line_number(place) not in code.inside_strings:
            edits.append(Edit(place + len(outer), place + len(inner), ""))
        place = code.next_line(place)
    return tuple(edits)


def _is_elif(code: Code, statement: ast.If) -> bool:
    return code.text.startswith("elif", code.start(statement))
