"""The layout of a text: its line ends, its indentation, and the statements that share lines."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from graphlint.rule.code import Code
from graphlint.source.source import LINE_END

BLANKS = " \t\f"
DEFAULT_INDENT = "    "


class Lines(NamedTuple):
    """Whole lines of a text: the statements of one block on them, and their span."""

    statements: list[ast.stmt]
    start: int
    end: int


class Layout:
    """The layout of one text."""

    def __init__(self, code: Code) -> None:
        self._code = code

    @cached_property
    def newline(self) -> str:
        """The line end of the file, taken from its first line."""
        first = LINE_END.search(self._code.text)
        return first.group() if first else "\n"

    @cached_property
    def indent_unit(self) -> str:
        """The indentation of one level, taken from the first indented block."""
        for node in ast.walk(self._code.tree):
            if not isinstance(node, ast.stmt) or not self.begins_line(node):
                continue
            outer = self.indent(node)
            for block in self._code.blocks(node):
                inner = self.indent(block[0])
                if self.begins_line(block[0]) and inner.startswith(outer) and inner != outer:
                    return inner[len(outer) :]
        return DEFAULT_INDENT

    def indent(self, statement: ast.stmt) -> str:
        """Return the indentation of the line on which a statement begins."""
        line = self._code.source.line(self._code.line_number(self._code.start(statement)))
        return line[: len(line) - len(line.lstrip(BLANKS))]

    def begins_line(self, statement: ast.stmt) -> bool:
        """Return True if only white space precedes a statement on its line."""
        start = self._code.start(statement)
        return not self._code.text[self._code.line_start(start) : start].strip(BLANKS)

    def begins_logical_line(self, statement: ast.stmt) -> bool:
        """Return True if a statement begins a line that continues no other, and is not an `elif`."""
        code, start = self._code, self._code.line_start(self._code.start(statement))
        continued = code.text[max(0, start - 3) : start].rstrip("\r\n").endswith("\\")
        return self.begins_line(statement) and not continued and not self.is_elif(statement)

    def is_elif(self, statement: ast.stmt) -> bool:
        """Return True for the `if` that is an `elif` of another one."""
        parent = self._code.parent(statement) if isinstance(statement, ast.If) else None
        return isinstance(parent, ast.If) and parent.orelse == [statement] and parent.col_offset == statement.col_offset

    def lines(self, statements: Sequence[ast.stmt]) -> Lines:
        """Return the lines of consecutive statements: with the statements beside them, or the one whose header shares their line."""
        code, first, last = self._code, statements[0], statements[-1]
        block = code.block_of(first)
        start, end = block.index(first), block.index(last)
        while start and block[start - 1].end_lineno == code.line_number(code.start(block[start])):
            start -= 1
        while end + 1 < len(block) and code.line_number(code.start(block[end + 1])) == block[end].end_lineno:
            end += 1
        parent = code.parent(block[start])
        if parent is not None and parent is not code.tree and not self.begins_logical_line(block[start]):
            return self.lines([code.statement_of(parent)])
        return Lines(block[start : end + 1], code.line_start(code.start(block[start])), self._next_line(code.end(block[end])))

    def _next_line(self, offset: int) -> int:
        """Return the start of the next line; the end of the text after the last one."""
        starts, line = self._code.source.line_starts, self._code.line_number(offset)
        return starts[line] if line < len(starts) else len(self._code.text)


def layout_of(code: Code) -> Layout:
    """Return the layout of a text."""
    return code.once(Layout)
