"""Replace lines of a code cell that are not Python: magics, shell commands, help requests.

Each becomes a line without effect, so that all other lines keep their place. Code that a magic runs as Python (`%time x`, the body of
`%%capture`) stays.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from graphlint.source.logical_lines import Lexer
from graphlint.source.source import LINE_END

# Cell magics that run their body as Python, once, in the notebook's namespace.
PYTHON_MAGICS = frozenset({"time", "capture", "prun", "debug", "ipytest", "memit", "notify", "pyinstrument", "snakeviz", "wandb"})
CELL_MAGIC = re.compile(r"%%(\w*)")
# No Python statement begins with one of these, or assigns one of these.
ESCAPED = re.compile(r"([ \t]*)[%!?]")
ASSIGNED = re.compile(r"([ \t]*[\w.,*()\[\] \t]+?[ \t]*=[ \t]*)[%!](?!=)")
QUESTION = re.compile(r"([ \t]*)[\w.*\[\]]+\?\??[ \t]*;?[ \t]*\Z")
# Magics that work without `%`. `rm -x` alone is a subtraction.
BARE = re.compile(
    r"([ \t]*)(?:pip3?|conda|mamba|uv|cd|ls|ll|mkdir|rmdir|rm|cp|mv|cat|man|more|less|clear)[ \t]+"
    r"(?!(?:in|is|if|and|or|not|for|as)\b)(?:[\w~/$]|\.\.|-[\w-]+[ \t]+[\w.~/])"
)
TIMED = re.compile(r"([ \t]*)(%time[ \t]+)(?=[^-\s])")
PLACEHOLDER = "pass"
UNKNOWN = "get_ipython()"


@dataclass(frozen=True, slots=True)
class PythonText:
    """A cell's code as parseable Python, with the same lines.

    `replaced` are the lines (from 0) that differ from the stored code. `read_only` cells cannot be edited: they are not Python, or indented
    as a whole, by `indent`. `has_cell_magic` says that the first nonempty line is a cell magic and must stay the first.
    """

    text: str
    replaced: frozenset[int] = frozenset()
    read_only: bool = False
    has_cell_magic: bool = False
    indent: str = ""


def to_python(code: str) -> PythonText:
    """Convert the code of a cell to parseable Python."""
    lines = LINE_END.split(code)
    ends = [match.group() for match in LINE_END.finditer(code)]
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    magic = CELL_MAGIC.match(lines[first])
    if magic and magic.group(1) not in PYTHON_MAGICS:
        return PythonText("".join(ends), frozenset(range(len(lines))), read_only=True, has_cell_magic=True)
    indent = lines[first][: len(lines[first]) - len(lines[first].lstrip(" \t"))] if lines[first].strip() else ""
    shown = [line.removeprefix(indent) for line in lines]
    replaced: dict[int, str] = {first: ""} if magic else {}
    replaced.update(replacements(shown, first + 1 if magic else 0))
    read = [replaced.get(number, line) for number, line in enumerate(shown)]
    text = "".join(line + end for line, end in zip(read, [*ends, ""], strict=True))
    return PythonText(text, frozenset(replaced), bool(indent), magic is not None, indent)


def replacements(lines: list[str], first: int) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not Python with their replacements."""
    lexer = Lexer()
    continued = False
    for number in range(first, len(lines)):
        line = lines[number]
        if continued:
            yield number, ""
            continued = line.endswith("\\")
            continue
        replacement = _replacement(line) if lexer.at_statement_start else None
        if replacement is None:
            lexer.feed(line)
        else:
            yield number, replacement
            continued = line.endswith("\\")


def _replacement(line: str) -> str | None:
    """Return the replacement of a line at the start of a statement; None if it is Python."""
    timed = TIMED.match(line)
    if timed and _parses(line[timed.end() :]):
        # As wide as the original, so that columns stay correct.
        return timed.group(1) + "0;".ljust(len(timed.group(2))) + line[timed.end() :]
    for pattern in (ESCAPED, QUESTION, BARE):
        found = pattern.match(line)
        if found:
            return found.group(1) + PLACEHOLDER
    assigned = ASSIGNED.match(line)
    return assigned.group(1) + UNKNOWN if assigned else None


def _parses(text: str) -> bool:
    """Return True for a simple statement."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return len(body) == 1 and not hasattr(body[0], "body")
