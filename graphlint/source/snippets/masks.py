"""Blank what is not code in a pasted text: fences and the prose around them, prompts, outputs, magics.

Every character that is replaced becomes a space, so that all positions in the code are those of the text as it was pasted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from graphlint.source.logical_lines import statement_starts
from graphlint.source.snippets.cells import rows_of_cells
from graphlint.source.snippets.layout import NOT_SHOWN
from graphlint.source.source import LINE_END

FENCE = re.compile(r"[ \t]*(?:```+|~~~+)[ \t]*(?P<language>[\w+.-]*)[^`]*\Z")
PYTHON = frozenset(("", "py", "py3", "python", "python3", "pycon", "ipython", "ipython3", "jupyter"))
"""The languages of fences around Python code."""

PYTHON_PROMPT = re.compile(r"[ \t]*>>>(?: |\Z)?")
PYTHON_CONTINUATION = re.compile(r"[ \t]*\.\.\.(?: |\Z)")
NOTEBOOK_PROMPT = re.compile(r"[ \t]*In ?\[[\d* ]*\]: ?")
NOTEBOOK_CONTINUATION = re.compile(r"[ \t]*\.{3,}: ?")
CELL_MARK = re.compile(r"[ \t]*%%")
NOT_SHOWN_COMMENT = re.compile(r"[ \t]*#[ \t]*[\[(<]?[ \t]*(?:\.{3,}|…)")
"""A comment that stands for code which is not shown: `# ...`, `# ... existing code ...`."""

NOT_SHOWN_LINE = re.compile(r"[ \t]*(?:\[[ \t]*(?:\.{3,}|…)[ \t]*\]|…|\.{4,})[ \t]*(?:#.*)?\Z")
"""A line that stands for code which is not shown, and is not `...` itself."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some lines of a pasted text that are read as one: a fenced block, or the cells of a session under prompts of one width.

    `first` is the index of the first line. `lines` have as many characters as those of the text.
    """

    first: int
    lines: tuple[str, ...]

    @property
    def has_code(self) -> bool:
        """True if a line is not empty."""
        return any(line.strip() for line in self.lines)


def pieces_of(text: str) -> tuple[Piece, ...]:
    """Return the code of a pasted text."""
    lines = LINE_END.split(text)
    found = (piece for block in _fenced(lines) for piece in _prompted(block))
    return tuple(Piece(piece.first, tuple(_without_magics(piece.lines))) for piece in found if piece.has_code)


def with_gaps(lines: Sequence[str]) -> tuple[str, ...]:
    """Return lines in which comments that stand for code that is not shown are `...`, where a statement may start."""
    shown = list(lines)
    for number in statement_starts(lines):
        line = lines[number]
        if NOT_SHOWN_COMMENT.match(line) or NOT_SHOWN_LINE.match(line):
            indent = _indent(line)
            shown[number] = f"{indent}{NOT_SHOWN}".ljust(len(line))[: max(len(line), len(indent) + 1)]
    return tuple(shown)


def _fenced(lines: Sequence[str]) -> Iterator[Piece]:
    """Yield the blocks between fences; all lines if there is none. A single fence begins a block that the text's end closes, or ends one
    that the text's start opens."""
    fences = [(number, found["language"].lower()) for number, line in enumerate(lines) if (found := FENCE.match(line))]
    if not fences:
        yield Piece(0, tuple(lines))
        return
    if len(fences) % 2 and not fences[0][1] and any(line.strip() for line in lines[: fences[0][0]]) and len(fences) == 1:
        last = fences[0][0]
        after = any(line.strip() for line in lines[last + 1 :])
        yield Piece(last + 1, tuple(lines[last + 1 :])) if after else Piece(0, tuple(lines[:last]))
        return
    for index in range(0, len(fences), 2):
        start, language = fences[index]
        end = fences[index + 1][0] if index + 1 < len(fences) else len(lines)
        if language in PYTHON:
            yield Piece(start + 1, tuple(lines[start + 1 : end]))


def _prompted(block: Piece) -> Iterator[Piece]:
    """Yield the cells of a session, without prompts and outputs; the block itself if it is not one."""
    for prompt, continuation in ((PYTHON_PROMPT, PYTHON_CONTINUATION), (NOTEBOOK_PROMPT, NOTEBOOK_CONTINUATION)):
        if any(prompt.match(line) for line in block.lines):
            yield from _session(block, prompt, continuation)
            return
    yield block


def _session(block: Piece, prompt: re.Pattern[str], continuation: re.Pattern[str]) -> Iterator[Piece]:
    """Yield the cells of a session: consecutive ones with prompts of the same width as one piece."""
    cells = rows_of_cells(block.lines, prompt) if prompt is NOTEBOOK_PROMPT else frozenset()
    shown: list[str] = []
    width, first, in_code = -1, block.first, False
    for row, line in enumerate(block.lines):
        found = prompt.match(line)
        more = continuation.match(line) if in_code and not found else None
        in_code = bool(found or more)
        used = found or more
        start = 0 if row in cells else used.end() if used else len(line)
        if (found or row in cells) and start != width and len(line) > start:
            if shown:
                yield Piece(first, tuple(shown))
            shown, first, width = [], block.first + row, start
        shown.append(_blank(line[:start]) + line[start:])
    if shown:
        yield Piece(first, tuple(shown))


def _without_magics(lines: Sequence[str]) -> Iterator[str]:
    """Yield lines in which commands of a notebook have no effect."""
    indent = min((_indent(line) for line in lines if line.strip()), key=len, default="")
    from graphlint.source.notebooks.magics import PLACEHOLDER, UNKNOWN, replacements  # noqa: PLC0415  most runs have no snippet

    replaced = dict(replacements([line.removeprefix(indent) for line in lines], 0))
    for number, line in enumerate(lines):
        if CELL_MARK.match(line):
            yield _blank(line)
        elif number in replaced:
            text = indent + replaced[number].replace(UNKNOWN, NOT_SHOWN)
            yield text.ljust(len(line)) if len(text) <= len(line) and text.strip() != PLACEHOLDER else _blank(line)
        else:
            yield line


def _blank(text: str) -> str:
    return " " * len(text)


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]


def joined(pieces: Iterable[Piece], text: str) -> str:
    """Return the text with everything but the code of its pieces blank."""
    lines = LINE_END.split(text)
    ends = [*(found.group() for found in LINE_END.finditer(text)), ""]
    shown = [_blank(line) for line in lines]
    for piece in pieces:
        shown[piece.first : piece.first + len(piece.lines)] = piece.lines
    return "".join(line + end for line, end in zip(shown, ends, strict=True))
