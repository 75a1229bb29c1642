"""The syntax tree around a place, for fixes: nodes, statements, blocks, and their offsets in the text."""

from __future__ import annotations

import ast
import bisect
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TypeAlias, TypeVar, cast

from graphlint.autograd.events import Site
from graphlint.source.parse import parse
from graphlint.source.source import Source
from graphlint.source.statements import statements

Function: TypeAlias = "ast.FunctionDef | ast.AsyncFunctionDef"
Loop: TypeAlias = "ast.For | ast.AsyncFor | ast.While"
Made = TypeVar("Made")
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
        self._made: dict[object, object] = {}

    def once(self, make: Callable[[Code], Made]) -> Made:
        """Return what a function or a class makes of the code; it is called once."""
        if make not in self._made:
            self._made[make] = make(self)
        return cast("Made", self._made[make])

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
    def torch(self) -> str | None:
        """The name under which the file imports torch; None if it does not."""
        for node in statements(self.tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.name == "torch" or (alias.name.startswith("torch.") and alias.asname is None):
                        return alias.asname or "torch"
        return None

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

    def standalone(self, node: ast.expr) -> str:
        """Return the source text of an expression, in parentheses if it goes over several lines within those around it."""
        text = self.spelled(node)
        try:
            ast.parse(text, mode="eval")
        except SyntaxError:
            return f"({text})"
        return text

    def line_number(self, offset: int) -> int:
        """Return the line of an offset, from 1."""
        return bisect.bisect_right(self.source.line_starts, offset)

    def line_start(self, offset: int) -> int:
        """Return the start of an offset's line."""
        return self.source.line_starts[self.line_number(offset) - 1]

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
