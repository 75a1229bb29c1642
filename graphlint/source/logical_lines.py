"""Find the lines at which a statement starts, in code of which some lines are not Python."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

PIECE = re.compile(
    r"""(?P<comment>\#)|(?P<long>'{3}|"{3})|(?P<short>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<joined>\\\Z)""",
    re.VERBOSE,
)


@dataclass
class Lexer:
    """The part of Python's tokenizer that decides whether a line starts a statement or continues one."""

    depth: int = 0
    quote: str = ""
    joined: bool = False

    @property
    def at_statement_start(self) -> bool:
        """True if the next line starts a statement."""
        return not self.quote and not self.joined and self.depth <= 0

    def feed(self, line: str) -> None:
        """Read a line."""
        at = 0
        self.joined = False
        while True:
            if self.quote:
                end = _closing(line, at, self.quote)
                if end is None:
                    return
                at, self.quote = end, ""
            piece = PIECE.search(line, at)
            if piece is None or piece.lastgroup == "comment":
                return
            at = piece.end()
            self.depth += {"open": 1, "close": -1}.get(piece.lastgroup or "", 0)
            self.joined = piece.lastgroup == "joined"
            if piece.lastgroup == "long":
                self.quote = piece.group()


def statement_starts(lines: Iterable[str]) -> Iterator[int]:
    """Yield the indices of the lines at which a statement or a comment may start; blank lines are left out."""
    lexer = Lexer()
    for number, line in enumerate(lines):
        if lexer.at_statement_start and line.strip():
            yield number
        lexer.feed(line)


def code_of(line: str) -> str:
    """Return a line without its comment and the spaces before it."""
    at = 0
    while (piece := PIECE.search(line, at)) is not None:
        if piece.lastgroup == "comment":
            return line[: piece.start()].rstrip()
        at = piece.end()
    return line.rstrip()


def _closing(line: str, at: int, quote: str) -> int | None:
    """Return the end of a triple-quoted string in a line; None if it does not end there."""
    while at < len(line):
        if line.startswith(quote, at):
            return at + len(quote)
        at += 2 if line[at] == "\\" else 1
    return None
