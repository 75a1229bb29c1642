"""A source file: its text, and the way from the parser's places to those that people count.

Parsers count lines from 1 and columns from 0 in UTF-8 bytes; people count both from 1, columns in characters. A notebook is a `Source`
too (`notebooks.notebook`): its cells joined to one text, with a `place` that says which cell a line belongs to.
"""

from __future__ import annotations

import bisect
import codecs
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from graphlint.common.errors import UnreadableSource
from graphlint.source.text_edits import Edit, applied

NOTEBOOK_SUFFIX = ".ipynb"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
LINE_END = re.compile(r"\r\n|\r|\n")
# PEP 263: in one of the first two lines, and the first must hold nothing but a comment.
CODING = re.compile(rb"\A(?:[ \t\f]*(?:#[^\r\n]*)?(?:\r\n|\r|\n))??[ \t\f]*#[^\r\n]*?coding[:=][ \t]*([-\w.]+)", re.ASCII)


class Position(NamedTuple):
    """A place as people count: row and column (in characters) from 1, and the cell of a notebook, from 1."""

    row: int
    column: int
    cell: int | None = None


@dataclass(frozen=True)
class Source:
    """One source file.

    `path` is the path as displayed, `text` the decoded text without a byte order mark, its line ends as they are in the file.
    """

    path: str
    text: str

    @classmethod
    def from_bytes(cls, path: str, data: bytes) -> Source:
        """Decode a file's bytes as Python does: a byte order mark, a PEP 263 cookie, else UTF-8.

        Args:
            path: the path as displayed.
            data: the file's bytes.

        Raises:
            UnreadableSource: if the bytes are not in the encoding that the file declares.
        """
        return cls(path, decode(path, data))

    def allowed(self, edits: Sequence[Edit]) -> tuple[Edit, ...] | None:
        """Edits of the text as they can be made in the file; None if they cannot.

        Args:
            edits: edits that do not overlap, in order.
        """
        return tuple(edits)

    def in_one_part(self, edits: Sequence[Edit]) -> bool:  # noqa: ARG002  a notebook's answer depends on it
        """Whether edits change no more than one of the texts that people see: nobody expects a fix to move code between cells.

        Args:
            edits: edits that do not overlap, in order.
        """
        return True

    def edited(self, edits: Sequence[Edit]) -> Source:
        """The same file with edits made.

        Args:
            edits: edits that are allowed and do not overlap, in order.
        """
        return replace(self, text=applied(self.text, edits))

    def encoded(self, data: bytes) -> bytes:
        """The bytes of the file that holds this text: in its encoding, with the byte order mark that it had.

        Args:
            data: the file's bytes before the text was edited.

        Raises:
            UnreadableSource: if the text holds a character that the encoding lacks.
        """
        try:
            return encode(data, self.text)
        except UnicodeError as error:
            raise UnreadableSource(self.path, f"cannot be fixed: its encoding lacks a character ({error}); save it as UTF-8") from None

    @property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """What people see as one text each, under its name: the file, or the cells of a notebook."""
        return ((self.path, self.text),)

    @property
    def fragments(self) -> tuple[tuple[int, str], ...]:
        """Pieces of the text that have to parse each by itself, and the line on which each begins: the cells of a notebook."""
        return ()

    @cached_property
    def lines(self) -> tuple[str, ...]:
        r"""The lines without their ends, split as Python's tokenizer does: at \n, \r\n and \r, and at nothing else."""
        return tuple(LINE_END.split(self.text))

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """Where each line begins in the text."""
        return (0, *(match.end() for match in LINE_END.finditer(self.text)))

    def line(self, number: int) -> str:
        """One line without its end; an empty text beyond the last.

        Args:
            number: the line, from 1.
        """
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
        """One line as its author wrote it.

        Args:
            number: the line, from 1.
        """
        return self.line(number)

    def stored_row(self, line: int) -> int | None:  # noqa: ARG002  a notebook's answer depends on it
        """The row of the file in which a line is stored, where the two are not the same.

        Args:
            line: the line, from 1.
        """
        return None

    def position(self, line: int, column: int) -> Position:
        """The place as people count.

        Args:
            line: the line, from 1.
            column: the column, from 0, in UTF-8 bytes; inside a character it means the character, beyond the line its end.
        """
        text = self.line(line)
        if text.isascii():
            return self.place(line, min(max(column, 0), len(text)) + 1)
        before = text.encode("utf-8", "surrogatepass")[: max(column, 0)]
        return self.place(line, len(before.decode("utf-8", "ignore")) + 1)

    def position_of(self, offset: int) -> Position:
        """The place of a character of the text, as people count.

        Args:
            offset: the character, from 0; the length of the text means its end.
        """
        line = bisect.bisect_right(self.line_starts, offset)
        return self.place(line, offset - self.line_starts[line - 1] + 1)

    def place(self, line: int, column: int) -> Position:
        """The place of a character whose line and column in the text are known.

        Args:
            line: the line, from 1.
            column: the column, from 1, in characters.
        """
        return Position(line, column)


def decode(path: str, data: bytes) -> str:
    """The text of a file's bytes, without a byte order mark. An encoding that Python does not know is taken for UTF-8.

    Args:
        path: the path as displayed, for the error.
        data: the file's bytes.

    Raises:
        UnreadableSource: if the bytes are not in the encoding that the file declares.
    """
    declared = _declared(data)
    if _is_utf8(declared):
        return _decode_utf8(path, data)
    if not _is_known(declared):
        # Of a package that rewrites source code as it is imported (future_fstrings): such files are UTF-8.
        try:
            return data.removeprefix(BYTE_ORDER_MARK).decode("utf-8")
        except UnicodeDecodeError:
            raise UnreadableSource(path, f"declares the encoding {declared}, which Python does not know; save it as UTF-8") from None
    if data.startswith(BYTE_ORDER_MARK):
        raise UnreadableSource(path, f"starts with a UTF-8 byte order mark but declares the encoding {declared}; remove one of the two")
    try:
        return data.decode(declared)
    except LookupError:
        raise UnreadableSource(path, f"declares the encoding {declared}, which is not one of texts; save it as UTF-8") from None
    except UnicodeError as error:
        raise UnreadableSource(path, f"is not in the encoding {declared} that it declares ({error}); save it as UTF-8") from None


def encode(data: bytes, text: str) -> bytes:
    """A changed text in the bytes of its file: in the same encoding, with the byte order mark that it had.

    Args:
        data: the file's bytes before the change; they could be decoded.
        text: the text after it.

    Raises:
        UnicodeError: if the text holds a character that the encoding lacks.
    """
    mark = BYTE_ORDER_MARK if data.startswith(BYTE_ORDER_MARK) else b""
    declared = _declared(data)
    return mark + text.encode("utf-8" if _is_utf8(declared) or not _is_known(declared) else declared)


def _declared(data: bytes) -> str:
    """The encoding that a file declares, as it spells it; empty if none."""
    cookie = CODING.match(data.removeprefix(BYTE_ORDER_MARK)[:1000]) if b"coding" in data[:1000] else None
    return cookie.group(1).decode("ascii") if cookie else ""


def _is_utf8(declared: str) -> bool:
    """Whether a declared encoding is UTF-8, as it is where none is declared."""
    name = declared.lower().replace("_", "-")
    return name in ("", "utf-8", "utf8") or name.startswith("utf-8-")


def _is_known(declared: str) -> bool:
    """Whether Python knows an encoding."""
    try:
        codecs.lookup(declared)
    except LookupError:
        return False
    return True


def _decode_utf8(path: str, data: bytes) -> str:
    """Decode UTF-8, naming the first byte that is not."""
    try:
        return data.removeprefix(BYTE_ORDER_MARK).decode("utf-8")
    except UnicodeDecodeError as error:
        if data.startswith(UTF16_MARKS):
            raise UnreadableSource(path, "is UTF-16, which Python does not read; save it as UTF-8") from None
        wrong = error.object[error.start]
        row = len(LINE_END.split(error.object[: error.start].decode("latin-1")))
    remedy = "save it as UTF-8, or declare its encoding in the first line (# -*- coding: latin-1 -*-)"
    raise UnreadableSource(path, f"is not valid UTF-8 in line {row} (byte 0x{wrong:02x}); {remedy}")
