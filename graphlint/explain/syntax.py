"""The syntax of a frame's file: statements, the blocks around them, and the definitions of names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from graphlint.autograd.sites import Site
from graphlint.common.names import last_name
from graphlint.source.parse import parse
from graphlint.source.source import Source

Function: TypeAlias = "ast.FunctionDef | ast.AsyncFunctionDef"
LOOPS = (ast.For, ast.AsyncFor, ast.While)


@dataclass(frozen=True, eq=False)
class SyntaxTree:
    """The tree of one file, with the parent of each node."""

    source: Source

    @cached_property
    def module(self) -> ast.Module:
        """The tree.

        Raises:
            SyntaxProblem: if the file does not parse.
        """
        return parse(self.source)

    @cached_property
    def _parents(self) -> dict[ast.AST, ast.AST]:
        return {child: node for node in ast.walk(self.module) for child in ast.iter_child_nodes(node)}

    @cached_property
    def statements(self) -> list[ast.stmt]:
        """All statements, in the order of the text."""
        found = [node for node in ast.walk(self.module) if isinstance(node, ast.stmt)]
        return sorted(found, key=lambda node: (node.lineno, node.col_offset))

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the nodes around a node, innermost first."""
        while (above := self._parents.get(node)) is not None:
            yield above
            node = above

    def statement_at(self, line: int) -> ast.stmt | None:
        """Return the innermost statement with a line."""
        found = [node for node in self.statements if node.lineno <= line <= (node.end_lineno or node.lineno)]
        return max(found, key=lambda node: (node.lineno, node.col_offset)) if found else None

    def statement_of(self, node: ast.AST) -> ast.stmt | None:
        """Return the statement of an expression."""
        return node if isinstance(node, ast.stmt) else next((each for each in self.around(node) if isinstance(each, ast.stmt)), None)

    def function_of(self, node: ast.AST) -> Function | None:
        """Return the innermost function around a node."""
        return next((each for each in self.around(node) if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)), None)

    def class_of(self, node: ast.AST) -> ast.ClassDef | None:
        """Return the innermost class around a node."""
        return next((each for each in self.around(node) if isinstance(each, ast.ClassDef)), None)

    def loops_of(self, node: ast.AST) -> list[ast.AST]:
        """Return the loops around a node within its function, innermost first."""
        found: list[ast.AST] = []
        for each in self.around(node):
            if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                break
            if isinstance(each, LOOPS):
                found.append(each)
        return found

    def functions_named(self, name: str) -> list[Function]:
        """Return the functions and methods of a name."""
        return [node for node in self.statements if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == name]

    def site(self, node: ast.expr | ast.stmt) -> Site:
        """Return the place of a node: of a statement with a block, its first line."""
        if isinstance(node, ast.stmt) and hasattr(node, "body"):
            return Site(self.source.path, node.lineno, node.col_offset, node.lineno, node.col_offset + 1)
        return Site(self.source.path, node.lineno, node.col_offset, node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)

    def text(self, node: ast.expr | ast.stmt) -> str:
        """Return the source text of a node."""
        return ast.unparse(node)


def block_of(node: ast.AST) -> list[ast.AST]:
    """Return the nodes of a node without those of the functions and classes that it defines."""
    found, pending = [], list(ast.iter_child_nodes(node))
    while pending:
        each = pending.pop()
        found.append(each)
        if not isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            pending.extend(ast.iter_child_nodes(each))
    return found


FACTORIES = frozenset((
    "randn", "rand", "randint", "zeros", "ones", "arange", "linspace", "eye", "full", "empty", "normal", "randperm", "from_numpy", "load",
    "zeros_like", "ones_like", "randn_like", "rand_like", "Tensor", "FloatTensor", "LongTensor",
))  # fmt: skip
"""Functions of torch whose results are data or leaves."""
PLAIN = frozenset(("float", "int", "str", "len", "range", "enumerate", "zip", "bool", "open", "iter", "next", "sorted", "getenv", "get"))


def is_data(node: ast.expr) -> bool:
    """Return True for an expression that is data by its text: made by a factory of torch, a number, a setting."""
    if isinstance(node, ast.Call):
        return last_name(node.func) in FACTORIES | PLAIN
    return isinstance(node, ast.Constant | ast.Compare | ast.BoolOp)


def is_reduced(node: ast.expr) -> bool:
    """Return True for an expression that has one element by its text: a `mean()` or `sum()` without a dimension."""
    match node:
        case ast.Call(func=ast.Attribute(attr="mean" | "sum" | "item"), args=[], keywords=[]):
            return True
    return False


def returned_values(tree: SyntaxTree, function: Function) -> list[ast.expr]:
    """Return the values that a function returns."""
    returns = (node for node in ast.walk(function) if isinstance(node, ast.Return) and tree.function_of(node) is function)
    return [node.value for node in returns if node.value is not None]


def dotted(node: ast.AST) -> str:
    """Return a name or a chain of attributes as it is spelled, empty for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        inner = dotted(node.value)
        return f"{inner}.{node.attr}" if inner else ""
    return ""


def names_read(node: ast.AST) -> list[str]:
    """Return the variables and attributes of variables that an expression reads, the longest spelling of each, in order.

    Those of an index are left out: an item is not computed from its index.
    """
    found: dict[str, None] = {}
    called = {id(each.func) for each in ast.walk(node) if isinstance(each, ast.Call)}

    def visit(each: ast.AST) -> None:
        name = dotted(each) if isinstance(each, ast.Name | ast.Attribute) else ""
        if name and id(each) not in called:
            found[name] = None
            if isinstance(each, ast.Attribute):
                found[dotted(each.value)] = None
            return
        if name and isinstance(each, ast.Attribute):
            visit(each.value)
            return
        for child in ast.iter_child_nodes(each):
            if not (isinstance(each, ast.Subscript) and child is each.slice):
                visit(child)

    visit(node)
    return [name for name in found if name not in ("", "self", "cls")]
