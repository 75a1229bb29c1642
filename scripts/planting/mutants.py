"""Mutants: programs with one planted bug, and the place of the expected finding."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from planting.program import Program


@dataclass(frozen=True)
class Edit:
    """A piece of the text, in bytes from its start, and its replacement."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Mutant:
    """One planted bug.

    A finding must have one of `codes`, the first of which is the rule that the bug was planted for, on one of `lines` of the new text;
    `origin` are the same lines of the old text, where the program must be silent. `detail` names the bug if `planter` names the rewriting
    that precedes it.
    """

    path: str
    planter: str
    codes: tuple[str, ...]
    lines: tuple[int, ...]
    origin: tuple[int, ...]
    text: str
    line: int
    detail: str = ""

    def id(self, root: Path) -> str:
        """Return what identifies the mutant in every copy of a checkout."""
        path = Path(self.path)
        shown = path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name
        return hashlib.sha1(f"{self.planter}\0{self.detail}\0{shown}\0{self.line}\0{self.text}".encode()).hexdigest()[:12]


class Editor:
    """Edits the text of a program by the positions of its nodes."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._data = program.text.encode()
        self._starts = [0]
        for line in self._data.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._edits: list[Edit] = []

    def _at(self, line: int, column: int) -> int:
        return self._starts[line - 1] + column

    def replace(self, node: ast.expr | ast.stmt, text: str) -> None:
        """Replace the text of a node."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        self._edits.append(Edit(self._at(node.lineno, node.col_offset), self._at(node.end_lineno, node.end_col_offset), text))

    def remove_suffix(self, inner: ast.expr, outer: ast.expr) -> None:
        """Remove the trailing calls of an expression."""
        assert inner.end_lineno is not None
        assert outer.end_lineno is not None
        assert inner.end_col_offset is not None
        assert outer.end_col_offset is not None
        self._edits.append(Edit(self._at(inner.end_lineno, inner.end_col_offset), self._at(outer.end_lineno, outer.end_col_offset), ""))

    def insert_after(self, statement: ast.stmt, *lines: str) -> None:
        """Insert lines after a statement, with its indentation."""
        assert statement.end_lineno is not None
        at = self._starts[statement.end_lineno]
        self._insert(at, statement, lines)

    def before(self, statement: ast.stmt, *lines: str) -> None:
        """Insert lines before a statement, with its indentation."""
        self._insert(self._starts[statement.lineno - 1], statement, lines)

    def _insert(self, at: int, statement: ast.stmt, lines: Sequence[str]) -> None:
        first = self._starts[statement.lineno - 1]
        margin = self._data[first : first + statement.col_offset].decode()
        lead = "" if at == 0 or self._data[at - 1 : at] == b"\n" else "\n"
        self._edits.append(Edit(at, at, lead + "".join(f"{margin}{line}\n" for line in lines)))

    def segment(self, node: ast.expr | ast.stmt) -> str:
        """Return the text of a node."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._data[self._at(node.lineno, node.col_offset) : self._at(node.end_lineno, node.end_col_offset)].decode()

    def line_now(self, line: int) -> int:
        """Return the new number of a line of the old text."""
        at = self._starts[line - 1]
        return line + sum(
            edit.text.count("\n") - self._data[edit.start : edit.end].count(b"\n")
            for edit in self._edits
            if edit.start <= at and edit.end <= at
        )

    def text(self) -> str | None:
        """Return the new text, None if it does not parse."""
        data = self._data
        for edit in sorted(self._edits, key=lambda item: item.start, reverse=True):
            data = data[: edit.start] + edit.text.encode() + data[edit.end :]
        try:
            ast.parse(data.decode())
        except (SyntaxError, ValueError):
            return None
        return data.decode()

    def mutant(self, planter: str, codes: Sequence[str], old_lines: Sequence[int], new_lines: Sequence[int], line: int) -> list[Mutant]:
        """Return the mutant, None if its text does not parse.

        Args:
            planter: name of the planter.
            codes: possible codes of the finding; the first is the rule concerned.
            old_lines: possible lines of the finding, as lines of the old text.
            new_lines: possible lines of the finding that only the new text has.
            line: line of the bug in the old text.
        """
        text = self.text()
        if text is None:
            return []
        lines = tuple(sorted({*(self.line_now(item) for item in old_lines), *new_lines}))
        return [Mutant(self._program.path, planter, tuple(codes), lines, tuple(old_lines) or (line,), text, line)]
