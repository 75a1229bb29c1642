"""The positions of libcst's nodes, in the terms of `ast`: lines from 1, columns from 0 in UTF-8 bytes."""

from __future__ import annotations

import ast
import bisect
import re
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import libcst as cst
from libcst.metadata import ByteSpanPositionProvider, MetadataWrapper

Node = TypeVar("Node", bound=ast.AST)
NEWLINE = re.compile(rb"\r\n|\r|\n")
LINE_ENDS = re.compile(r"\r\n|\r")


class UnknownPositions(Exception):
    """libcst's tree does not have the text that was parsed."""


class Extent(NamedTuple):
    """The bytes of a node: the first and the one after the last."""

    start: int
    end: int


class Positions:
    """The positions of the nodes of one module."""

    def __init__(self, text: str, module: cst.Module) -> None:
        self.data = text.encode()
        self.spans = MetadataWrapper(module, unsafe_skip_copy=True).resolve(ByteSpanPositionProvider)
        self.omitted = self._omitted(module)
        self.line_starts = [0, *(match.end() for match in NEWLINE.finditer(self.data))]

    def inner(self, node: cst.CSTNode) -> Extent:
        """The extent of a node without the parentheses around it, and without the whitespace that belongs to it."""
        span = self.spans[node]
        start, end = span.start, span.start + span.length
        if self.omitted:
            return Extent(start + bisect.bisect_right(self.omitted, start), end + bisect.bisect_left(self.omitted, end))
        return Extent(start, end)

    def _omitted(self, module: cst.Module) -> list[int]:
        """Find the bytes that libcst does not keep: form feeds and continued empty lines before a statement.

        Returns: for each, the offset in the code of the module at which it is missing.
        """
        added = 0 if module.has_trailing_newline or not self.data else len(module.default_newline)
        if self.spans[module].length == len(self.data) + added:
            return []
        code = module.code.encode()
        omitted: list[int] = []
        at = 0
        for byte in self.data:
            if code[at : at + 1] == bytes((byte,)):
                at += 1
            elif byte in b"\x0c \t\\\r\n":
                omitted.append(at)
            else:
                raise UnknownPositions
        return omitted

    def outer(self, node: cst.BaseExpression | cst.MatchPattern) -> Extent:
        """The extent of an expression or a pattern with the parentheses around it."""
        inner = self.inner(node)
        left: Sequence[cst.LeftParen] = getattr(node, "lpar", ())
        right: Sequence[cst.RightParen] = getattr(node, "rpar", ())
        return Extent(self.inner(left[0]).start if left else inner.start, self.inner(right[-1]).end if right else inner.end)

    def with_parentheses(self, node: cst.BaseExpression | cst.MatchPattern, inner: Extent) -> Extent:
        """The extent of a tuple, which includes the innermost parentheses if there are any."""
        left: Sequence[cst.LeftParen] = getattr(node, "lpar", ())
        right: Sequence[cst.RightParen] = getattr(node, "rpar", ())
        return Extent(self.inner(left[-1]).start, self.inner(right[0]).end) if left else inner

    def end_of_comma(self, comma: cst.Comma | cst.MaybeSentinel, otherwise: int) -> int:
        """The end of a comma, or another end where there is none."""
        return self.inner(comma.whitespace_before).end + 1 if isinstance(comma, cst.Comma) else otherwise

    def place(self, node: Node, extent: Extent) -> Node:
        """Give a node of `ast` its position."""
        start, end = extent
        line = bisect.bisect_right(self.line_starts, start)
        last = bisect.bisect_right(self.line_starts, end, line - 1)
        node.lineno, node.col_offset = line, start - self.line_starts[line - 1]  # type: ignore[attr-defined]
        node.end_lineno, node.end_col_offset = last, end - self.line_starts[last - 1]  # type: ignore[attr-defined]
        return node

    def text(self, start: int, end: int) -> str:
        """The text of an extent with the line ends of Python's parser."""
        return with_plain_line_ends(self.data[start:end].decode())


def with_plain_line_ends(text: str) -> str:
    """Replace all line ends as Python's parser does before it reads strings."""
    return LINE_ENDS.sub("\n", text) if "\r" in text else text
