"""The syntax around a place, for fixes: nodes, statements, blocks, and their offsets in the text."""

from __future__ import annotations

import ast
import bisect
import io
import tokenize
from collections.abc import Iterator
from functools import cached_property
from typing import TypeAlias, TypeVar

from graphlint.autograd.events import Site
from graphlint.source.parse import parse
from graphlint.source.source import LINE_END, Source
from graphlint.source.statements import statements

Function: TypeAlias = "ast.FunctionDef | ast.AsyncFunctionDef"
Loop: TypeAlias = "ast.For | ast.AsyncFor | ast.While"
AnyNode = TypeVar("AnyNode", bound="ast.expr | ast.stmt")
Placed: TypeAlias = "ast.expr | ast.stmt | ast.keyword | ast.excepthandler | ast.arg | ast.alias"

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
LOOPS = (ast.For, ast.AsyncFor, ast.While)
SCOPES = (*FUNCTIONS, ast.Lambda, ast.ClassDef)
BLOCKS = ("body", "orelse", "finalbody")


class Code:
    """One source and its tree."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree of the source."""
        return parse(self.source)

    @cached_property
    def _parents(self) -> dict[ast.AST, ast.AST]:
        """The parents of the nodes looked up so far, and of all nodes in the same statements of the module."""
        return dict.fromkeys(self.tree.body, self.tree)

    def _statements_around(self, line: int) -> Iterator[ast.stmt]:
        """Yield the statements of the module that a line is a part of: the others may be long tables."""
        for statement in self.tree.body:
            first = min(item.lineno for item in (statement, *getattr(statement, "decorator_list", ())))
            if first <= line <= (statement.end_lineno or first):
                yield statement

    @cached_property
    def newline(self) -> str:
        """The line end of the file, taken from its first line."""
        first = LINE_END.search(self.text)
        return first.group() if first else "\n"

    @cached_property
    def indent_unit(self) -> str:
        """The indentation of one level, taken from the first indented block."""
        for node in ast.walk(self.tree):
            for block in self.blocks(node):
                first, outer = block[0], node if isinstance(node, ast.stmt) else None
                if outer is not None and self.begins_line(first) and self.begins_line(outer):
                    inner = self.indent(first)
                    if inner.startswith(self.indent(outer)) and inner != self.indent(outer):
                        return inner[len(self.indent(outer)) :]
        return "    "

    @cached_property
    def torch(self) -> str | None:
        """The name under which the file imports torch; None if it does not."""
        for node in statements(self.tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.name == "torch" or (alias.name.startswith("torch.") and alias.asname is None):
                        return alias.asname or "torch"
        return None

    @cached_property
    def inside_strings(self) -> frozenset[int]:
        """The lines that start inside a string: indenting one would change the string."""
        lines: set[int] = set()
        started: list[int] = []
        # Pass the lines as `Source` counts them: io does not split at a lone carriage return.
        text = io.StringIO("\n".join(self.source.lines))
        for token in tokenize.generate_tokens(text.readline):
            kind = tokenize.tok_name[token.type]
            if kind in ("FSTRING_START", "TSTRING_START"):
                started.append(token.start[0])
            elif kind in ("FSTRING_END", "TSTRING_END"):
                lines.update(range(started.pop() + 1, token.end[0] + 1))
            elif token.type == tokenize.STRING:
                lines.update(range(token.start[0] + 1, token.end[0] + 1))
        return frozenset(lines)

    # Offsets in the text.

    def offset(self, line: int, column: int) -> int:
        """Convert a line (from 1) and a byte column (from 0) to an offset."""
        text = self.source.line(line)
        if not text.isascii():
            column = len(text.encode("utf-8", "surrogatepass")[:column].decode("utf-8", "surrogatepass"))
        return self.source.line_starts[line - 1] + column

    def start(self, node: Placed) -> int:
        """Return the start of a node; for a decorated function or class, of its first decorator."""
        decorators = getattr(node, "decorator_list", None)
        if decorators:
            return self.text.rindex("@", 0, self.start(decorators[0]))
        return self.offset(node.lineno, node.col_offset)

    def end(self, node: Placed) -> int:
        """Return the end of a node (exclusive)."""
        return self.offset(node.end_lineno or node.lineno, node.end_col_offset or 0)

    def spelled(self, node: Placed) -> str:
        """Return the source text of a node."""
        return self.text[self.start(node) : self.end(node)]

    def line_number(self, offset: int) -> int:
        """Return the line of an offset, from 1."""
        return bisect.bisect_right(self.source.line_starts, offset)

    def line_start(self, offset: int) -> int:
        """Return the start of an offset's line."""
        return self.source.line_starts[self.line_number(offset) - 1]

    def line_end(self, offset: int) -> int:
        """Return the end of an offset's line, before its line break."""
        found = LINE_END.search(self.text, offset)
        return found.start() if found else len(self.text)

    def next_line(self, offset: int) -> int:
        """Return the start of the next line; the end of the text after the last one."""
        found = LINE_END.search(self.text, offset)
        return found.end() if found else len(self.text)

    def indent(self, statement: ast.stmt) -> str:
        """Return the indentation of a statement."""
        start = self.line_start(self.start(statement))
        line = self.text[start : self.line_end(start)]
        return line[: len(line) - len(line.lstrip(" \t\f"))]

    def begins_line(self, statement: ast.stmt) -> bool:
        """Return True if only white space precedes a statement on its line."""
        start = self.start(statement)
        return not self.text[self.line_start(start) : start].strip(" \t\f")

    def ends_line(self, statement: ast.stmt) -> bool:
        """Return True if only white space and a comment follow a statement on its line."""
        end = self.end(statement)
        rest = self.text[end : self.line_end(end)].strip(" \t\f")
        return not rest or rest.startswith("#")

    # The tree.

    def node_at(self, site: Site, kind: type[AnyNode]) -> AnyNode | None:
        """Return the outermost node of a kind with exactly this span."""
        if site.path != self.source.path:
            return None
        for roots in (self._statements_around(site.line), (self.tree,)):
            # The positions in an f-string are not those of the text.
            nodes = (node for root in roots for node in ast.walk(root))
            found = next((node for node in nodes if isinstance(node, kind) and _span(node) == site[1:]), None)
            if found is not None:
                return found
        return None

    def statement_at(self, site: Site) -> ast.stmt | None:
        """Return the innermost statement that contains a site."""
        if site.path != self.source.path:
            return None
        best: ast.stmt | None = None
        for node in statements(self.tree):
            if (node.lineno, node.col_offset) <= site[1:3]:
                best = node if (node.end_lineno or 0, node.end_col_offset or 0) >= site[3:] else best
        return best

    def parent(self, node: ast.AST) -> ast.AST | None:
        """Return the parent of a node, None for the module."""
        if node is self.tree:
            return None
        for statements_with in (self._statements_around(getattr(node, "lineno", 0)), self.tree.body):
            if node in self._parents:
                break
            for statement in statements_with:
                self._parents.update((child, each) for each in ast.walk(statement) for child in ast.iter_child_nodes(each))
        return self._parents.get(node)

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the ancestors of a node, innermost first."""
        above = self.parent(node)
        while above is not None:
            yield above
            above = self.parent(above)

    def statement_of(self, node: ast.AST) -> ast.stmt:
        """Return the innermost statement that contains a node, or is it."""
        found = node if isinstance(node, ast.stmt) else next((each for each in self.around(node) if isinstance(each, ast.stmt)), None)
        if found is None:
            raise ValueError("the module is no part of a statement")
        return found

    def function_of(self, node: ast.AST) -> Function | None:
        """Return the innermost function that contains a node, None for module code."""
        return next((each for each in self.around(node) if isinstance(each, FUNCTIONS)), None)

    def loops_of(self, node: ast.AST) -> list[Loop]:
        """Return the loops of the same function that contain a node, innermost first."""
        found: list[Loop] = []
        for each in self.around(node):
            if isinstance(each, SCOPES):
                break
            if isinstance(each, LOOPS):
                found.append(each)
        return found

    def block_of(self, statement: ast.stmt) -> list[ast.stmt]:
        """Return the list of statements that contains a statement."""
        parent = self.parent(statement)
        assert parent is not None
        return next(block for block in self.blocks(parent) if statement in block)

    def blocks(self, node: ast.AST) -> Iterator[list[ast.stmt]]:
        """Return the lists of statements of a node."""
        for name in BLOCKS:
            block = getattr(node, name, None)
            if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                yield block


def _span(node: ast.expr | ast.stmt) -> tuple[int, int, int | None, int | None]:
    """Return the span of a node, as counted by `Site`."""
    return (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)
