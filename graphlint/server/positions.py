"""Places in the client's units: LSP counts columns in UTF-8, UTF-16 or UTF-32 units, Python in characters."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from lsprotocol import types

Kind = types.PositionEncodingKind

PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
LONE = re.compile("[\ud800-\udfff]")


class Column(NamedTuple):
    """A place in a line: the character, from 0, and whether it is the middle of that character's surrogate pair."""

    character: int
    inside: bool = False


@dataclass(frozen=True, slots=True)
class Encoding:
    """How a client counts columns.

    Args:
        kind: the encoding that was agreed on; UTF-16 where it is none that is known.
    """

    kind: str

    def width(self, text: str) -> int:
        """How many units a text takes.

        Args:
            text: a part of a line.
        """
        if self.kind == Kind.Utf32 or text.isascii():
            return len(text)
        if self.kind == Kind.Utf8:
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text) + sum(character > "\uffff" for character in text)

    def column(self, line: str, units: int) -> Column:
        """The place of a column of the client's; beyond the line's end it means the end.

        Args:
            line: the line, without its end.
            units: the column, from 0, in units.
        """
        if self.kind == Kind.Utf32 or line.isascii():
            return Column(min(max(units, 0), len(line)))
        passed = 0
        for index, character in enumerate(line):
            if passed >= units:
                return Column(index)
            passed += self.width(character)
            if passed > units:
                # The middle of a character is a place only where it has two halves.
                return Column(index, self.kind != Kind.Utf8)
        return Column(len(line))


def halves(character: str) -> tuple[str, str]:
    """The surrogates of a character beyond the basic plane.

    Args:
        character: the character.
    """
    above = ord(character) - 0x10000
    return chr(0xD800 + (above >> 10)), chr(0xDC00 + (above & 0x3FF))


def joined(text: str) -> str:
    """A text in which surrogates that stand together have become one character.

    Args:
        text: the text.
    """
    if not LONE.search(text):
        return text
    return PAIR.sub(lambda found: found.group().encode("utf-16-le", "surrogatepass").decode("utf-16-le"), text)
