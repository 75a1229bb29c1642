"""The syntax around a place, for those who write fixes: nodes, statements, blocks, and their characters in the text."""

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

Function: TypeAlias = "ast.FunctionDef | ast.AsyncFunctionDef"
Loop: TypeAlias = "ast.For | ast.AsyncFor | ast.While"
AnyNode = TypeVar("AnyNode", bound="ast.expr | ast.stmt")
Placed: TypeAlias = "ast.expr | ast.stmt | ast.keyword | ast.excepthandler | ast.arg | ast.alias"

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
LOOPS = (ast.For, ast.AsyncFor, ast.While)
SCOPES = (*FUNCTIONS, ast.Lambda, ast.ClassDef)
BLOCKS = ("body", "orelse", "finalbody")


class Code:
    """One source and its tree.

    Args:
        source: the source; it has to parse.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree."""
        return parse(self.source)

    @cached_property
    def _parents(self) -> dict[ast.AST, ast.AST]:
        return {child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)}

    @cached_property
    def newline(self) -> str:
        """How the file ends its lines: as its first line does."""
        first = LINE_END.search(self.text)
        return first.group() if first else "\n"

    @cached_property
    def indent_unit(self) -> str:
        """What one level of this file is indented by: as its first indented block is."""
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
        """The name under which this file imports torch; None where it does not."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.name == "torch" or (alias.name.startswith("torch.") and alias.asname is None):
                        return alias.asname or "torch"
        return None

    @cached_property
    def inside_strings(self) -> frozenset[int]:
        """The lines that begin inside of a string: to indent one would change the string."""
        lines: set[int] = set()
        started: list[int] = []
        # The tokenizer is given the lines as this file counts them: io's own splitting may not know a lone carriage return.
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

    # Places in the text.

    def offset(self, line: int, column: int) -> int:
        """The place of a character.

        Args:
            line: its line, from 1.
            column: its column, from 0 in UTF-8 bytes.
        """
        text = self.source.line(line)
        if not text.isascii():
            column = len(text.encode("utf-8", "surrogatepass")[:column].decode("utf-8", "surrogatepass"))
        return self.source.line_starts[line - 1] + column

    def start(self, node: Placed) -> int:
        """Where a node begins; a decorated function or class with its first decorator."""
        decorators = getattr(node, "decorator_list", None)
        if decorators:
            return self.text.rindex("@", 0, self.start(decorators[0]))
        return self.offset(node.lineno, node.col_offset)

    def end(self, node: Placed) -> int:
        """Where a node ends: the place behind its last character."""
        return self.offset(node.end_lineno or node.lineno, node.end_col_offset or 0)

    def spelled(self, node: Placed) -> str:
        """A node as the file writes it."""
        return self.text[self.start(node) : self.end(node)]

    def line_number(self, offset: int) -> int:
        """The line of a place, from 1."""
        return bisect.bisect_right(self.source.line_starts, offset)

    def line_start(self, offset: int) -> int:
        """Where the line of a place begins."""
        return self.source.line_starts[self.line_number(offset) - 1]

    def line_end(self, offset: int) -> int:
        """Where the line of a place ends, before its line break."""
        found = LINE_END.search(self.text, offset)
        return found.start() if found else len(self.text)

    def next_line(self, offset: int) -> int:
        """Where the line after that of a place begins, the text's end where there is none."""
        found = LINE_END.search(self.text, offset)
        return found.end() if found else len(self.text)

    def indent(self, statement: ast.stmt) -> str:
        """The white space that a statement's line begins with."""
        start = self.line_start(self.start(statement))
        line = self.text[start : self.line_end(start)]
        return line[: len(line) - len(line.lstrip(" \t\f"))]

    def begins_line(self, statement: ast.stmt) -> bool:
        """Whether nothing but white space stands before a statement in its line."""
        start = self.start(statement)
        return not self.text[self.line_start(start) : start].strip(" \t\f")

    def ends_line(self, statement: ast.stmt) -> bool:
        """Whether nothing but white space and a comment stands behind a statement in its line."""
        end = self.end(statement)
        rest = self.text[end : self.line_end(end)].strip(" \t\f")
        return not rest or rest.startswith("#")

    # The tree.

    def node_at(self, site: Site, kind: type[AnyNode]) -> AnyNode | None:
        """The node of a kind that stands at exactly this place; the outermost where there are several.

        Args:
            site: the place.
            kind: the class of the node.
        """
        if site.path != self.source.path:
            return None
        return next((node for node in ast.walk(self.tree) if isinstance(node, kind) and _span(node) == site[1:]), None)

    def statement_at(self, site: Site) -> ast.stmt | None:
        """The innermost statement that holds a place.

        Args:
            site: the place.
        """
        if site.path != self.source.path:
            return None
        best: ast.stmt | None = None
        for node in ast.walk(self.tree):
            if isinstance(node, ast.stmt) and (node.lineno, node.col_offset) <= site[1:3]:
                best = node if (node.end_lineno or 0, node.end_col_offset or 0) >= site[3:] else best
        return best

    def parent(self, node: ast.AST) -> ast.AST | None:
        """The node that holds another, None for the module."""
        return self._parents.get(node)

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """The nodes that hold a node, from the inside out."""
        above = self._parents.get(node)
        while above is not None:
            yield above
            above = self._parents.get(above)

    def statement_of(self, node: ast.AST) -> ast.stmt:
        """The innermost statement that a node belongs to: itself, if it is one."""
        found = node if isinstance(node, ast.stmt) else next((each for each in self.around(node) if isinstance(each, ast.stmt)), None)
        if found is None:
            raise ValueError("the module is no part of a statement")
        return found

    def function_of(self, node: ast.AST) -> Function | None:
        """The innermost function that holds a node, None for module code."""
        return next((each for each in self.around(node) if isinstance(each, FUNCTIONS)), None)

    def loops_of(self, node: ast.AST) -> list[Loop]:
        """The loops of the same function that hold a node, innermost first."""
        found: list[Loop] = []
        for each in self.around(node):
            if isinstance(each, SCOPES):
                break
            if isinstance(each, LOOPS):
                found.append(each)
        return found

    def block_of(self, statement: ast.stmt) -> list[ast.stmt]:
        """The statements among which one stands."""
        parent = self._parents[statement]
        return next(block for block in self.blocks(parent) if statement in block)

    def blocks(self, node: ast.AST) -> Iterator[list[ast.stmt]]:
        """The blocks of statements of a node."""
        for name in BLOCKS:
            block = getattr(node, name, None)
            if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                yield block


def _span(node: ast.expr | ast.stmt) -> tuple[int, int, int | None, int | None]:
    """Where a node stands, as a `Site` counts."""
    return (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)
