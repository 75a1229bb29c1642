"""Cells whose prompts stand on lines of their own, as a notebook's page shows them: which lines below a prompt are code.

The output follows the code without a mark. Both are paragraphs; the first that Python refuses after those before it begins the output.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from graphlint.source.snippets.layout import layout

OUTPUT = re.compile(r"[ \t]*Out ?\[[\d* ]*\]:")
COMMAND = re.compile(r"[ \t]*[%!]")


def rows_of_cells(lines: Sequence[str], prompt: re.Pattern[str]) -> frozenset[int]:
    """Return the indices of the lines that are code below a prompt with nothing after it."""
    prompts = [row for row, line in enumerate(lines) if prompt.match(line)]
    rows: set[int] = set()
    for row, end in zip(prompts, [*prompts[1:], len(lines)], strict=True):
        if prompt.sub("", lines[row], count=1).strip():
            continue
        output = next((number for number in range(row + 1, end) if OUTPUT.match(lines[number])), end)
        rows.update(_code(lines, row + 1, output))
    return frozenset(rows)


def _code(lines: Sequence[str], first: int, end: int) -> range:
    """Return the rows of a cell before its output. A cell of which no part is code is returned whole: its error has a place then."""
    last = first
    for stop in _ends_of_paragraphs(lines, first, end):
        if not _parses(lines[first:stop]):
            break
        last = stop
    return range(first, last if last > first else end)


def _ends_of_paragraphs(lines: Sequence[str], first: int, end: int) -> Iterator[int]:
    """Yield the row after each paragraph."""
    for row in range(first, end):
        if lines[row].strip() and (row + 1 == end or not lines[row + 1].strip()):
            yield row + 1


def _parses(lines: Sequence[str]) -> bool:
    shown = layout(["" if COMMAND.match(line) else line for line in lines])
    try:
        ast.parse(shown.text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
