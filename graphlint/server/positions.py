"""Columns in the client's units: LSP counts UTF-8, UTF-16 or UTF-32 code units, Python counts characters."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from lsprotocol import types

Kind = types.PositionEncodingKind

SURROGATE_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
SURROGATE = re.compile("[\ud800-\udfff]")


class Column(NamedTuple):
    """Position in a line: the character, from 0, and whether it is between the two halves of that character's surrogate pair."""

    character: int
    inside: bool = False


@dataclass(frozen=True, slots=True)
class Encoding:
    """The negotiated position encoding; an unknown `kind` means UTF-16."""

    kind: str

    def width(self, text: str) -> int:
        """Return the length of a text in code units."""
        if self.kind == Kind.Utf32 or text.isascii():
            return len(text)
        if self.kind == Kind.Utf8:
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text) + sum(character > "\uffff" for character in text)

    def column(self, line: str, units: int) -> Column:
        """Return the position at a column in code units, from 0; past the end of the line it is the end."""
        if self.kind == Kind.Utf32 or line.isascii():
            return Column(min(max(units, 0), len(line)))
        consumed = 0
        for index, character in enumerate(line):
            if consumed >= units:
                return Column(index)
            consumed += self.width(character)
            if consumed > units:
                # Only UTF-16 has positions inside of a character.
                return Column(index, self.kind != Kind.Utf8)
        return Column(len(line))


def surrogates(character: str) -> tuple[str, str]:
    """Return the surrogates of a character beyond the basic multilingual plane."""
    above = ord(character) - 0x10000
    return chr(0xD800 + (above >> 10)), chr(0xDC00 + (above & 0x3FF))


def join_surrogates(text: str) -> str:
    """Join adjacent surrogates into characters."""
    if not SURROGATE.search(text):
        return text
    return SURROGATE_PAIR.sub(lambda match: match.group().encode("utf-16-le", "surrogatepass").decode("utf-16-le"), text)
