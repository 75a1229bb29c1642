"""Indent the lines of a pasted piece so that Python parses it.

A piece cut from a function or a loop is indented as a whole, and may end less deeply than it begins. Its first line may have lost its
indentation where the selection began within it, others where they were edited. A header may lack its block. Python's own levels are kept:
only a line that Python would refuse gets the level of the lines before it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from graphlint.source.logical_lines import code_of, statement_starts

TAB = 8
NOT_SHOWN = "..."
"""The statement for code that is not shown."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A text that Python may parse. Its lines are those of the piece, of which some are moved to the right by a number of columns."""

    text: str
    moved: Mapping[int, int]

    def restore(self, body: Iterable[ast.stmt], first: int) -> None:
        """Give the nodes of some statements their places in the pasted text.

        Args:
            first: the index of the piece's first line in the pasted text.
        """
        for node in (found for statement in body for found in ast.walk(statement)):
            for line, column in (("lineno", "col_offset"), ("end_lineno", "end_col_offset")):
                row = getattr(node, line, None)
                if row is not None:
                    setattr(node, column, max(getattr(node, column) - self.moved.get(row, 0), 0))
                    setattr(node, line, row + first)

    def column(self, row: int, column: int) -> int:
        """Return the column of the piece for one of the text."""
        return max(column - self.moved.get(row, 0), 0)


def layout(lines: Sequence[str]) -> Layout:
    """Return the text by which Python may parse the lines of a piece."""
    starts = [number for number in statement_starts(lines) if not lines[number].lstrip().startswith("#")]
    levels = _Levels()
    shown, moved = list(lines), dict[int, int]()
    for index, number in enumerate(starts):
        following = starts[index + 1] if index + 1 < len(starts) else len(lines)
        last = max((row for row in range(number, following) if lines[row].strip() and not _is_comment(lines[row])), default=number)
        code = code_of(lines[last])
        width = _width(lines[number])
        indent = " " * levels.enter(width)
        if code.endswith(":"):
            if following == len(lines) or _width(lines[following]) <= width:
                shown[last] = f"{code} {NOT_SHOWN}"
            else:
                levels.open()
        stripped = shown[number].lstrip(" \t")
        moved[number + 1] = len(indent) - (len(shown[number]) - len(stripped))
        shown[number] = indent + stripped
    return Layout("\n".join(shown), moved)


@dataclass(slots=True)
class _Level:
    """The least and the greatest indentation of the lines of a block."""

    least: int
    greatest: int


@dataclass(slots=True)
class _Levels:
    """The blocks around a line, and whether its header opens another one."""

    levels: list[_Level] = field(default_factory=list)
    opens: bool = False

    def open(self) -> None:
        """Begin a block with the next line."""
        self.opens = True

    def enter(self, width: int) -> int:
        """Return the level of a line with this indentation."""
        if self.opens or not self.levels:
            self.opens = False
            self.levels.append(_Level(width, width))
            return len(self.levels) - 1
        while len(self.levels) > 1 and width < self.levels[-1].least:
            self.levels.pop()
        own = self.levels[-1]
        own.least, own.greatest = min(own.least, width), max(own.greatest, width)
        return len(self.levels) - 1


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("#")


def _width(line: str) -> int:
    """Return the indentation of a line in columns, as Python counts it."""
    return len(line[: len(line) - len(line.lstrip(" \t"))].expandtabs(TAB))
