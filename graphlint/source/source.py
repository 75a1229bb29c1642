"""A source file: its text, and the conversion of the parser's positions to rows and columns for users.

Parsers count lines from 1 and columns from 0 in UTF-8 bytes; users count both from 1, columns in characters. A notebook is a `Source` too
(`notebooks.notebook`): the text of its cells joined, with a `place` method that maps a line to its cell.
"""

from __future__ import annotations

import ast
import bisect
import codecs
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from graphlint.common.errors import UnreadableSource
from graphlint.source.text_edits import Edit, apply_edits

NOTEBOOK_SUFFIX = ".ipynb"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
LINE_END = re.compile(r"\r\n|\r|\n")
# PEP 263: in one of the first two lines, and the first must hold nothing but a comment.
CODING = re.compile(rb"\A(?:[ \t\f]*(?:#[^\r\n]*)?(?:\r\n|\r|\n))??[ \t\f]*#[^\r\n]*?coding[:=][ \t]*([-\w.]+)", re.ASCII)


class Position(NamedTuple):
    """A position for users: row and column (in characters) from 1, and the cell of a notebook, from 1."""

    row: int
    column: int
    cell: int | None = None


@dataclass(frozen=True)
class Source:
    """A source file. `path` is the path as displayed, `text` the decoded text without byte order mark, with its original line ends."""

    path: str
    text: str

    @classmethod
    def from_bytes(cls, path: str, data: bytes) -> Source:
        """Decode a file's bytes as Python does: by a byte order mark, a PEP 263 cookie, or else as UTF-8.

        Raises:
            UnreadableSource: if the bytes are not in the encoding that the file declares.
        """
        return cls(path, decode(path, data))

    def applicable_edits(self, edits: Sequence[Edit]) -> tuple[Edit, ...] | None:
        """Return the edits as they can be applied to the file; None if they cannot."""
        return tuple(edits)

    def in_one_part(self, edits: Sequence[Edit]) -> bool:  # noqa: ARG002  used by notebooks
        """Return True if the edits change at most one part: a fix should not move code between cells."""
        return True

    def edited(self, edits: Sequence[Edit]) -> Source:
        """Return the file with edits applied."""
        return replace(self, text=apply_edits(self.text, edits))

    def encoded(self, data: bytes) -> bytes:
        """Encode the text as the bytes of its file, with the encoding and byte order mark of `data`.

        Raises:
            UnreadableSource: if the text holds a character that the encoding lacks.
        """
        try:
            return encode(data, self.text)
        except UnicodeError as error:
            raise UnreadableSource(self.path, f"cannot be fixed: its encoding lacks a character ({error}); save it as UTF-8") from None

    def tree(self, parse: Callable[[Source], ast.Module]) -> ast.Module:
        """Return the tree of the source by a parser of complete texts.

        Raises:
            SyntaxProblem: if the parser does.
        """
        return parse(self)

    @property
    def shown_text(self) -> str:
        """The text as its author wrote it, with every character of `text` at its place."""
        return self.text

    @property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """The texts that users see, with their names: the file, or the cells of a notebook."""
        return ((self.path, self.text),)

    @property
    def fragments(self) -> tuple[tuple[int, str], ...]:
        """The pieces of the text that must each parse by themselves, with their first lines: the cells of a notebook."""
        return ()

    def displays(self, line: int) -> bool:  # noqa: ARG002  used by notebooks
        """Return True if the value of the expression statement that ends on a line is displayed: the last one of a notebook cell."""
        return False

    @cached_property
    def lines(self) -> tuple[str, ...]:
        r"""The lines without line breaks, split as by Python's tokenizer: at \n, \r\n and \r only."""
        return tuple(LINE_END.split(self.text))

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """The offset of each line in the text."""
        return (0, *(match.end() for match in LINE_END.finditer(self.text)))

    def line(self, number: int) -> str:
        """Return a line without its line break; an empty string beyond the last line."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def span(self, line: int, column: int, end_line: int, end_column: int) -> str:
        """The text of a span: lines from 1, columns from 0 in UTF-8 bytes."""
        rows = [self.line(number).encode("utf-8", "surrogatepass") for number in range(line, end_line + 1)]
        if not rows:
            return ""
        rows[-1] = rows[-1][:end_column]
        rows[0] = rows[0][column:]
        return b"\n".join(rows).decode("utf-8", "replace")

    def shown_line(self, number: int) -> str:
        """Return a line as its author wrote it."""
        return self.line(number)

    def stored_row(self, line: int) -> int | None:  # noqa: ARG002  used by notebooks
        """Return the row of the file that stores a line, if it differs."""
        return None

    def position(self, line: int, column: int) -> Position:
        """Convert the parser's position to one for users."""
        text = self.line(line)
        if text.isascii():
            return self.place(line, min(max(column, 0), len(text)) + 1)
        before = text.encode("utf-8", "surrogatepass")[: max(column, 0)]
        return self.place(line, len(before.decode("utf-8", "ignore")) + 1)

    def position_of(self, offset: int) -> Position:
        """Convert an offset in the text to a position for users."""
        line = bisect.bisect_right(self.line_starts, offset)
        return self.place(line, offset - self.line_starts[line - 1] + 1)

    def place(self, line: int, column: int) -> Position:
        """Convert a row and a column (in characters, from 1) of the text to a position for users."""
        return Position(line, column)


def decode(path: str, data: bytes) -> str:
    """Decode a file's bytes, without a byte order mark. An encoding unknown to Python is treated as UTF-8.

    Raises:
        UnreadableSource: if the bytes are not in the encoding that the file declares.
    """
    declared = _declared(data)
    if _is_utf8(declared):
        return _decode_utf8(path, data)
    if not _is_known(declared):
        # Such encodings come from packages that rewrite source code on import (future_fstrings): the files are UTF-8.
        try:
            return data.removeprefix(BYTE_ORDER_MARK).decode("utf-8")
        except UnicodeDecodeError:
            raise UnreadableSource(path, f"declares the encoding {declared}, which Python does not know; save it as UTF-8") from None
    if data.startswith(BYTE_ORDER_MARK):
        raise UnreadableSource(path, f"starts with a UTF-8 byte order mark but declares the encoding {declared}; remove one of the two")
    try:
        return data.decode(declared)
    except LookupError:
        raise UnreadableSource(path, f"declares the encoding {declared}, which is not a text encoding; save it as UTF-8") from None
    except UnicodeError as error:
        raise UnreadableSource(path, f"does not match its declared encoding {declared} ({error}); save it as UTF-8") from None


def encode(data: bytes, text: str) -> bytes:
    """Encode a changed text like the file before: in the same encoding, with the same byte order mark.

    Raises:
        UnicodeError: if the text holds a character that the encoding lacks.
    """
    mark = BYTE_ORDER_MARK if data.startswith(BYTE_ORDER_MARK) else b""
    declared = _declared(data)
    return mark + text.encode("utf-8" if _is_utf8(declared) or not _is_known(declared) else declared)


def _declared(data: bytes) -> str:
    """Return the encoding that a file declares, as spelled there; empty if none."""
    cookie = CODING.match(data.removeprefix(BYTE_ORDER_MARK)[:1000]) if b"coding" in data[:1000] else None
    return cookie.group(1).decode("ascii") if cookie else ""


def _is_utf8(declared: str) -> bool:
    """Return True for UTF-8, the default."""
    name = declared.lower().replace("_", "-")
    return name in ("", "utf-8", "utf8") or name.startswith("utf-8-")


def _is_known(declared: str) -> bool:
    try:
        codecs.lookup(declared)
    except LookupError:
        return False
    return True


def _decode_utf8(path: str, data: bytes) -> str:
    """Decode UTF-8; the error names the first invalid byte."""
    try:
        return data.removeprefix(BYTE_ORDER_MARK).decode("utf-8")
    except UnicodeDecodeError as error:
        if data.startswith(UTF16_MARKS):
            raise UnreadableSource(path, "is UTF-16, which Python cannot read; save it as UTF-8") from None
        wrong = error.object[error.start]
        row = len(LINE_END.split(error.object[: error.start].decode("latin-1")))
    remedy = "save it as UTF-8, or declare its encoding in the first line (# -*- coding: latin-1 -*-)"
    raise UnreadableSource(path, f"is not valid UTF-8 in line {row} (byte 0x{wrong:02x}); {remedy}")
