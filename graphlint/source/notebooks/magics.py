"""What stands in a code cell and is no Python: magics, shell lines, questions. They are set aside line for line.

Each such line becomes one that means nothing, so that every other line keeps its place. What a magic runs as it stands (`%time x`,
the body under `%%capture`) stays.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from graphlint.source.source import LINE_END

# Cell magics whose body is run as Python in the notebook's own names, once.
KEEPING = frozenset({"time", "capture", "prun", "debug", "ipytest", "memit", "notify", "pyinstrument", "snakeviz", "wandb"})
CELL_MAGIC = re.compile(r"%%(\w*)")
# No statement of Python begins with one of these, or is assigned one of these.
ESCAPED = re.compile(r"([ \t]*)[%!?]")
ASSIGNED = re.compile(r"([ \t]*[\w.,*()\[\] \t]+?[ \t]*=[ \t]*)[%!](?!=)")
QUESTION = re.compile(r"([ \t]*)[\w.*\[\]]+\?\??[ \t]*;?[ \t]*\Z")
# Magics that work without their sign, as people write them. `rm -x` alone is a difference.
BARE = re.compile(
    r"([ \t]*)(?:pip3?|conda|mamba|uv|cd|ls|ll|mkdir|rmdir|rm|cp|mv|cat|man|more|less|clear)[ \t]+"
    r"(?!(?:in|is|if|and|or|not|for|as)\b)(?:[\w~/$]|\.\.|-[\w-]+[ \t]+[\w.~/])"
)
TIMED = re.compile(r"([ \t]*)(%time[ \t]+)(?=[^-\s])")
NOTHING = "pass"
UNKNOWN = "get_ipython()"
PIECE = re.compile(
    r"""(?P<comment>\#)|(?P<long>'{3}|"{3})|(?P<short>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<joined>\\\Z)""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Readable:
    """A cell's code as Python can read it, line by line below the written one.

    `aside` are the lines, from 0, that are not as written. `closed` says that no line may be changed: it is no Python, or indented as a
    whole, by `indent`. `headed` says that the first line but for empty ones is a cell magic, and has to stay the first.
    """

    text: str
    aside: frozenset[int] = frozenset()
    closed: bool = False
    headed: bool = False
    indent: str = ""


def readable(written: str) -> Readable:
    """The code of a cell as Python can read it.

    Args:
        written: the code as it is written.
    """
    lines = LINE_END.split(written)
    ends = [match.group() for match in LINE_END.finditer(written)]
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    magic = CELL_MAGIC.match(lines[first])
    if magic and magic.group(1) not in KEEPING:
        return Readable("".join(ends), frozenset(range(len(lines))), closed=True, headed=True)
    indent = lines[first][: len(lines[first]) - len(lines[first].lstrip(" \t"))] if lines[first].strip() else ""
    shown = [line.removeprefix(indent) for line in lines]
    aside: dict[int, str] = {first: ""} if magic else {}
    aside.update(_set_aside(shown, first + 1 if magic else 0))
    read = [aside.get(number, line) for number, line in enumerate(shown)]
    text = "".join(line + end for line, end in zip(read, [*ends, ""], strict=True))
    return Readable(text, frozenset(aside), bool(indent), magic is not None, indent)


def _set_aside(lines: list[str], first: int) -> Iterator[tuple[int, str]]:
    """The lines that are no Python, and what stands in their place."""
    lexer = _Lexer()
    continued = False
    for number in range(first, len(lines)):
        line = lines[number]
        if continued:
            yield number, ""
            continued = line.endswith("\\")
            continue
        instead = _instead(line) if lexer.between else None
        if instead is None:
            lexer.feed(line)
        else:
            yield number, instead
            continued = line.endswith("\\")


def _instead(line: str) -> str | None:
    """What to read instead of a line on which a statement begins; None for the line itself."""
    timed = TIMED.match(line)
    if timed and _parses(line[timed.end() :]):
        # As wide as what it replaces, so that columns stay true.
        return timed.group(1) + "0;".ljust(len(timed.group(2))) + line[timed.end() :]
    for pattern in (ESCAPED, QUESTION, BARE):
        found = pattern.match(line)
        if found:
            return found.group(1) + NOTHING
    assigned = ASSIGNED.match(line)
    return assigned.group(1) + UNKNOWN if assigned else None


def _parses(text: str) -> bool:
    """Whether a text is a simple statement."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return len(body) == 1 and not hasattr(body[0], "body")


@dataclass
class _Lexer:
    """As much of Python's tokenizer as tells whether a line begins a statement or goes on with one."""

    depth: int = 0
    quote: str = ""
    joined: bool = False

    @property
    def between(self) -> bool:
        """Whether the next line begins a statement."""
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


def _closing(line: str, at: int, quote: str) -> int | None:
    """Where a string of three quotes ends in a line; None if it does not."""
    while at < len(line):
        if line.startswith(quote, at):
            return at + len(quote)
        at += 2 if line[at] == "\\" else 1
    return None
