"""Trees of the expressions and statements that a fix writes."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from graphlint.fixes.edits.layout import layout_of
from graphlint.rule.code import Code


def new_expression(text: str) -> cst.BaseExpression | None:
    """Return the tree of an expression, in parentheses if it needs them to go over several lines; None if it is not one."""
    text = with_line_feeds(text)
    try:
        new = cst.parse_expression(text)
    except cst.ParserSyntaxError:
        try:
            new = cst.parse_expression(f"({text})")
        except cst.ParserSyntaxError:
            return None
    # A line end without a text of its own is written as the file writes it.
    return cst.ensure_type(new.visit(_PlainNewlines()), cst.BaseExpression) if "\n" in text else new  # type: ignore[type-abstract]


def new_statements(code: Code, lines: Iterable[str]) -> list[cst.BaseStatement] | None:
    """Return the trees of new lines, with the indentation of the file; None if they are not statements."""
    try:
        module = cst.parse_module("".join(f"{with_line_feeds(line)}\n" for line in lines))
    except cst.ParserSyntaxError:
        return None
    module = module.visit(_WithIndent(layout_of(code).indent_unit))
    return list(module.body)


def with_line_feeds(text: str) -> str:
    """Return a text with line feeds as line ends."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


class _PlainNewlines(cst.CSTTransformer):
    """Gives line ends no text of their own."""

    def leave_Newline(self, original_node: cst.Newline, updated_node: cst.Newline) -> cst.Newline:  # noqa: ARG002, N802
        return cst.Newline()


class _WithIndent(cst.CSTTransformer):
    """Gives blocks that are indented by the default of their module the same indentation in any other."""

    def __init__(self, indent: str) -> None:
        super().__init__()
        self._indent = indent

    def leave_IndentedBlock(  # noqa: N802
        self,
        original_node: cst.IndentedBlock,  # noqa: ARG002
        updated_node: cst.IndentedBlock,
    ) -> cst.BaseSuite:
        return updated_node if updated_node.indent is not None else updated_node.with_changes(indent=self._indent)
