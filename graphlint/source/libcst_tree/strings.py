"""Convert string literals: escapes, implicit concatenation, f-strings and template strings."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import libcst as cst

from graphlint.source.libcst_tree.positions import Extent, Positions, with_plain_line_ends
from graphlint.source.newer_nodes import Interpolation, TemplateStr

if TYPE_CHECKING:
    StringPart = cst.SimpleString | cst.FormattedString | cst.TemplatedString
    Field = cst.FormattedStringExpression | cst.TemplatedStringExpression
    Content = cst.BaseFormattedStringContent | cst.BaseTemplatedStringContent


def _class(name: str) -> tuple[type[Any], ...]:
    """Return a class of libcst; nothing if its version lacks it, as that of the playground has no template strings."""
    found = getattr(cst, name, None)
    return () if found is None else (found,)


TEMPLATES = _class("TemplatedString")
PARTS: tuple[type[Any], ...] = (cst.SimpleString, cst.FormattedString, *TEMPLATES)
TEXTS: tuple[type[Any], ...] = (cst.FormattedStringText, *_class("TemplatedStringText"))
FIELDS: tuple[type[Any], ...] = (cst.FormattedStringExpression, *_class("TemplatedStringExpression"))

IN_TEXT = re.compile(r"\\N\{[^{}]*\}|\\[^{}]|\\|\{\{|\}\}|\"|\n", re.DOTALL)
REPR = ord("r")
ONE_KIND = sys.version_info < (3, 12)
"""Before Python 3.12, `ast` gives all constants of a formatted string the prefix of its first part."""


@dataclass
class _Text:
    """Text of a formatted string that is being joined, with its extent."""

    value: str
    extent: Extent
    kind: str | None


class StringConversion(Positions):
    """Converts string literals. A subclass converts the expressions in their fields."""

    def expr(self, node: cst.BaseExpression, ctx: ast.expr_context | None = None) -> ast.expr:
        raise NotImplementedError

    def string(self, node: cst.BaseString) -> ast.expr:
        """Convert one string, or all strings of an implicit concatenation, to one node."""
        parts = list(_strings(node))
        extent = Extent(self.inner(parts[0]).start, self.inner(parts[-1]).end)
        if any(isinstance(part, TEMPLATES) for part in parts):
            return self.place(TemplateStr(values=self.values(parts)), extent)  # type: ignore[no-any-return]
        if any(isinstance(part, cst.FormattedString) for part in parts):
            return self.place(ast.JoinedStr(values=self.values(parts)), extent)
        literals = [part for part in parts if isinstance(part, cst.SimpleString)]
        value: Any = b"" if "b" in literals[0].prefix else ""
        return self.place(ast.Constant(value=value.join(map(_value, literals)), kind=_kind(literals[0])), extent)

    def values(self, parts: Sequence[StringPart]) -> list[ast.expr]:
        """The constants and fields of formatted strings; adjacent texts are one constant."""
        first = parts[0]
        kind = _kind(first) if ONE_KIND and isinstance(first, cst.SimpleString) else None
        pieces: list[_Text | ast.expr] = []
        for part in parts:
            if isinstance(part, cst.SimpleString):
                pieces.append(_Text(_value(part), self.inner(part), kind if ONE_KIND else _kind(part)))
            else:
                pieces += self.pieces(part.parts, kind, is_raw="r" in part.prefix)
        return self.joined(pieces)

    def joined(self, pieces: Sequence[_Text | ast.expr]) -> list[ast.expr]:
        """Join adjacent texts, and drop empty ones."""
        values: list[ast.expr] = []
        pending: list[_Text] = []

        def flush() -> None:
            value = "".join(text.value for text in pending)
            if value:
                extent = Extent(pending[0].extent.start, pending[-1].extent.end)
                values.append(self.place(ast.Constant(value=value, kind=pending[0].kind), extent))
            pending.clear()

        for piece in pieces:
            if isinstance(piece, _Text):
                pending.append(piece)
            else:
                flush()
                values.append(piece)
        flush()
        return values

    def pieces(self, contents: Sequence[Content], kind: str | None, *, is_raw: bool) -> Iterator[_Text | ast.expr]:
        """Convert the contents of one formatted string or of one format specification."""
        for content in contents:
            if isinstance(content, TEXTS):
                yield _Text(_decoded(content.value, is_raw=is_raw), self.inner(content), kind)
            else:
                assert isinstance(content, FIELDS)
                yield from self.field(content, kind, is_raw=is_raw)

    def field(self, node: Field, kind: str | None, *, is_raw: bool) -> Iterator[_Text | ast.expr]:
        """Convert a replacement field. One with `=` comes after the text that it prints."""
        extent = self.inner(node)
        conversion = ord(node.conversion) if node.conversion else -1
        if node.equal is not None:
            end = self.inner(node.whitespace_after_expression).end
            yield _Text(self.text(extent.start + 1, end), Extent(extent.start + 1, end), kind)
            if conversion < 0 and node.format_spec is None:
                conversion = REPR
        specification = None
        if node.format_spec is not None:
            values = self.joined(list(self.pieces(node.format_spec, kind, is_raw=is_raw)))
            start = self.inner(node.format_spec[0]).start if node.format_spec else extent.end - 1
            specification = self.place(ast.JoinedStr(values=values), Extent(start - 1, extent.end - 1))
        value = self.expr(node.expression)
        if isinstance(node, cst.FormattedStringExpression):
            yield self.place(ast.FormattedValue(value=value, conversion=conversion, format_spec=specification), extent)
        else:
            source = self.text(*self.outer(node.expression))
            yield self.place(Interpolation(value=value, str=source, conversion=conversion, format_spec=specification), extent)


def _strings(node: cst.BaseString) -> Iterator[StringPart]:
    """Yield the strings of an implicit concatenation."""
    while isinstance(node, cst.ConcatenatedString):
        yield node.left
        node = node.right
    assert isinstance(node, PARTS)
    yield node


def _kind(node: cst.SimpleString) -> str | None:
    return "u" if node.value[0] == "u" else None


def _value(node: cst.SimpleString) -> Any:
    """The value of a string or bytes literal."""
    prefix, quote = node.prefix, len(node.quote)
    if "\\" in node.value and "r" not in prefix:
        return ast.literal_eval(node.value)
    text = with_plain_line_ends(node.value[len(prefix) + quote : -quote])
    return text.encode("ascii") if "b" in prefix else text


def _decoded(text: str, *, is_raw: bool) -> str:
    """The value of the text of a formatted string: braces are doubled in it."""
    text = with_plain_line_ends(text)
    if is_raw or "\\" not in text:
        return text.replace("{{", "{").replace("}}", "}")
    value = ast.literal_eval('"' + IN_TEXT.sub(_in_plain_literal, text) + '"')
    assert isinstance(value, str)
    return value


def _in_plain_literal(match: re.Match[str]) -> str:
    """Rewrite a piece of text for a plain literal in quotation marks."""
    piece = match[0]
    if piece in ("{{", "}}"):
        return piece[0]
    return {'"': '\\"', "\n": "\\n", "\\": "\\\\"}.get(piece, piece)
