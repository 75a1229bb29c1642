"""A snippet as a `Source`: its text has the code at its place, and blanks for all else."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from graphlint.common.errors import SyntaxProblem, UnreadableSource
from graphlint.source.snippets import loop_body, not_shown
from graphlint.source.snippets.assumed import Assumed
from graphlint.source.snippets.assumed_names import AssumedNames, assumed_names
from graphlint.source.snippets.layout import Layout, layout
from graphlint.source.snippets.masks import Piece, joined, pieces_of, with_gaps
from graphlint.source.source import LINE_END, Source, decode, encode
from graphlint.source.text_edits import Edit, apply_edits

NO_CODE = "no Python code found in the snippet"


class FragmentModule(ast.Module):
    """The tree of a snippet, with the imports that it lacks. A name that it does not bind has an unknown value."""

    assumed: Assumed


@dataclass(frozen=True)
class Snippet(Source):
    """A snippet. `stored` is the text as it was pasted, `pieces` are its code."""

    stored: str
    pieces: tuple[Piece, ...]

    @classmethod
    def from_bytes(cls, path: str, data: bytes) -> Snippet:
        """Decode a snippet.

        Raises:
            UnreadableSource: if the bytes are not in the encoding that they declare.
        """
        return cls.from_text(path, decode(path, data))

    @classmethod
    def from_text(cls, path: str, text: str) -> Snippet:
        """Read a pasted text."""
        pieces = pieces_of(text)
        return cls(path, joined(pieces, text), text, pieces)

    @property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """The text as it was pasted."""
        return ((self.path, self.stored),)

    @property
    def shown_text(self) -> str:
        return self.stored

    @cached_property
    def _stored_lines(self) -> tuple[str, ...]:
        return tuple(LINE_END.split(self.stored))

    def shown_line(self, number: int) -> str:
        return self._stored_lines[number - 1] if 0 < number <= len(self._stored_lines) else ""

    def applicable_edits(self, edits: Sequence[Edit]) -> tuple[Edit, ...] | None:
        """Return the edits if each changes only code; lines are not added below a prompt, which they would lack."""
        for edit in edits:
            end = max(edit.end, edit.start + 1)
            if self.text[edit.start : end] != self.stored[edit.start : end]:
                return None
            if "\n" in edit.text and self._is_masked(edit):
                return None
        return tuple(edits)

    def _is_masked(self, edit: Edit) -> bool:
        """Return True if the line of an edit is shown with blanks for something else."""
        start, end = (self.text.rfind("\n", 0, edit.start) + 1, self.text.find("\n", edit.end))
        end = len(self.text) if end < 0 else end
        return self.text[start:end] != self.stored[start:end]

    def edited(self, edits: Sequence[Edit]) -> Snippet:
        return Snippet.from_text(self.path, apply_edits(self.stored, edits))

    def encoded(self, data: bytes) -> bytes:
        try:
            return encode(data, self.stored)
        except UnicodeError as error:
            raise UnreadableSource(self.path, f"cannot be fixed: its encoding lacks a character ({error}); save it as UTF-8") from None

    def tree(self, parse: Callable[[Source], ast.Module]) -> ast.Module:
        """Return the tree of the snippet with the imports that it lacks.

        Raises:
            UnreadableSource: if nothing in the text is Python code.
            SyntaxProblem: if a piece does not parse in any layout.
        """
        body: list[ast.stmt] = []
        for piece in self.pieces:
            body += self._statements(piece, parse)
        if not any(map(_is_code, body)):
            raise UnreadableSource(self.path, NO_CODE)
        body = not_shown.replace_gaps(body)
        names = assumed_names(body)
        return _module(body, names)

    def _statements(self, piece: Piece, parse: Callable[[Source], ast.Module]) -> list[ast.stmt]:
        """Return the statements of a piece at their places, by the first of its layouts that parses."""
        first_problem: SyntaxProblem | None = None
        gapped = with_gaps(piece.lines)
        for lines in (gapped, piece.lines) if gapped != piece.lines else (piece.lines,):
            shown = layout(lines)
            try:
                body = parse(Source(self.path, shown.text)).body
            except SyntaxProblem as problem:
                first_problem = first_problem or self._placed(problem, shown, piece)
                continue
            shown.restore(body, piece.first)
            return body
        assert first_problem is not None
        if not _has_code(piece.lines):
            return []
        raise first_problem

    def _placed(self, problem: SyntaxProblem, shown: Layout, piece: Piece) -> SyntaxProblem:
        row = min(problem.line + piece.first, len(self.lines))
        column = min(shown.column(problem.line, problem.column), len(self.line(row).encode("utf-8", "surrogatepass")))
        return SyntaxProblem(problem.path, row, column, problem.message)


def _module(body: list[ast.stmt], names: AssumedNames) -> FragmentModule:
    """Return the tree of statements below the imports that they lack, at the start of the text."""
    found = list(not_shown.gaps(ast.Module(body, [])))
    for gap in found:
        gap.names = names.tensors
    free = tuple(name for name in names.free if name != not_shown.ELSEWHERE)
    elsewhere = sum(isinstance(node, ast.Name) and node.id == not_shown.ELSEWHERE for item in body for node in ast.walk(item))
    prelude: list[ast.stmt] = []
    for line in names.imports.values():
        for statement in ast.parse(line).body:
            for node in ast.walk(statement):
                if hasattr(node, "lineno"):
                    node.lineno, node.col_offset, node.end_lineno, node.end_col_offset = 1, 0, 1, 0  # type: ignore[attr-defined]
            prelude.append(statement)
    repeats = loop_body.is_loop_body(body, free)
    if free:
        received = not_shown.FreeNames(lineno=1, col_offset=0, end_lineno=1, end_col_offset=0)
        received.names, received.leaves = (*free, *([loop_body.ITERATIONS] if repeats else ())), names.leaves
        prelude.append(received)
    if repeats:
        body = [loop_body.looped(body, [name for name in names.tensors if name not in names.leaves])]
    tree = FragmentModule([*prelude, *body], [])
    tree.assumed = Assumed(tuple(names.imports.values()), free, len(found) + elsewhere)
    return tree


def _is_code(node: ast.stmt) -> bool:
    """Return True for a statement that prose is not: single words and numbers are expressions of Python, too."""
    if isinstance(node, ast.AnnAssign):
        return node.value is not None
    if not isinstance(node, ast.Expr):
        return True
    return any(isinstance(item, ast.Call | ast.Attribute | ast.Await | ast.Yield | ast.YieldFrom) for item in ast.walk(node.value))


def _has_code(lines: Sequence[str]) -> bool:
    """Return True if a line by itself is a statement that prose is not."""
    for line in lines:
        text = line.strip()
        try:
            body = ast.parse(f"{text} pass" if text.endswith(":") else text).body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        if any(map(_is_code, body)):
            return True
    return False
