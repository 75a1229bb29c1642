"""The trees of a text: each statement that a fix changes is parsed once for a version of the text, and nothing else of it."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Sequence
from typing import NamedTuple

import libcst as cst

from graphlint.fixes.edits.difference import Span
from graphlint.fixes.edits.fragment import Fragment, is_too_deep
from graphlint.fixes.edits.layout import Lines, layout_of
from graphlint.fixes.refused import refused_in
from graphlint.rule.code import Code, Placed

WITH_HEADER = (ast.For, ast.AsyncFor, ast.While, ast.If, ast.With, ast.AsyncWith, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class FoundExpression(NamedTuple):
    """An expression, in the tree of its lines."""

    fragment: Fragment
    node: cst.BaseExpression


class FoundStatement(NamedTuple):
    """A statement, in the tree of its lines."""

    fragment: Fragment
    node: cst.BaseSmallStatement | cst.BaseCompoundStatement


class Trees:
    """The trees of one text."""

    def __init__(self, code: Code) -> None:
        self._code, self._layout = code, layout_of(code)
        self._text = _with_line_feeds_for_lone_returns(code.text)
        self._newline = "\n" if self._layout.newline == "\r" else self._layout.newline
        self._fragments: dict[Span, Fragment | None] = {}

    def span(self, node: Placed) -> Span:
        """Return the span of a node of the analysis."""
        return Span(self._code.offset(node.lineno, node.col_offset), self._code.end(node))

    def expression(self, node: ast.expr) -> FoundExpression | None:
        """Return the tree around an expression; None if it cannot be parsed, or is somewhere else."""
        statement = self._code.statement_of(node)
        fragment = self._header(statement, node) or self.fragment(self._layout.lines([statement]))
        found = fragment.expression(node, self.span(node)) if fragment is not None else None
        return FoundExpression(fragment, found) if fragment is not None and found is not None else None

    def statement(self, statement: ast.stmt) -> FoundStatement | None:
        """Return the tree of a statement; None if it cannot be parsed."""
        fragment = self.fragment(self._layout.lines([statement]))
        found = fragment.statement(self.span(statement)) if fragment is not None else None
        return FoundStatement(fragment, found) if fragment is not None and found is not None else None

    def header(self, statement: ast.stmt) -> FoundStatement | None:
        """Return the tree of a statement with a block, with another block in its place; its whole tree if the block shares its line."""
        fragment = self._header(statement) or self.fragment(self._layout.lines([statement]))
        start = self.span(statement).start
        found = fragment.compound_at(start) if fragment is not None else None
        return FoundStatement(fragment, found) if fragment is not None and found is not None else None

    def fragment(self, lines: Lines) -> Fragment | None:
        """Return the tree of some lines; None if they cannot be parsed."""
        return self._parsed(Span(lines.start, lines.end), self._layout.indent(lines.statements[0]), "", lines.statements)

    def _header(self, statement: ast.stmt, node: ast.expr | None = None) -> Fragment | None:
        """Return the tree of a header without its block, if an expression is in it; None if it is not on lines of its own."""
        code = self._code
        if not isinstance(statement, WITH_HEADER) or not all(map(self._layout.begins_logical_line, (statement, statement.body[0]))):
            return None
        span = Span(code.line_start(code.start(statement)), code.line_start(code.start(statement.body[0])))
        if node is not None and code.end(node) > span.end:
            return None
        closing = f"{self._layout.indent(statement.body[0])}0{self._newline}"
        parts = [child for child in ast.iter_child_nodes(statement) if not isinstance(child, ast.stmt)]
        return self._parsed(span, self._layout.indent(statement), closing, parts)

    def _parsed(self, span: Span, indent: str, closing: str, nodes: Sequence[ast.AST]) -> Fragment | None:
        """Parse some lines, once; None if libcst cannot."""
        if span in self._fragments:
            return self._fragments[span]
        text = self._text[span.start : span.end]
        if is_too_deep(nodes, text):
            refused_in(self._code).count += 1
            return None
        fragment: Fragment | None = None
        with contextlib.suppress(cst.ParserSyntaxError, RecursionError):
            fragment = Fragment(text, span.start, f"{'if 0:' if indent else '0'}{self._newline}", closing, self._layout.newline)
        self._fragments[span] = fragment if fragment is not None and fragment.is_exact else None
        return self._fragments[span]


def trees_of(code: Code) -> Trees:
    """Return the trees of a text."""
    return code.once(Trees)


def _with_line_feeds_for_lone_returns(text: str) -> str:
    """Return a text of the same length, whose lines do not end in a carriage return alone. It has no null characters."""
    return text if "\r" not in text else text.replace("\r\n", "\0\0").replace("\r", "\n").replace("\0\0", "\r\n")
