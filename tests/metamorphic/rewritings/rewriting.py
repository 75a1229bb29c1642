"""The common parts of the rewritings: statements that keep the number of the line they come from."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import libcst as cst
from libcst.metadata import MetadataWrapper, ParentNodeProvider, PositionProvider

PROGRAM = "program.py"
MARK = "#@"

Files: TypeAlias = "Mapping[str, cst.Module]"
Rewriting: TypeAlias = "Callable[[cst.Module], Files | None]"
Statement: TypeAlias = "cst.SimpleStatementLine | cst.BaseCompoundStatement"


@dataclass(frozen=True)
class Usage:
    """The variables that a piece of a program reads, those that it binds, and those that it binds on every path."""

    reads: frozenset[str]
    writes: frozenset[str]
    certain: frozenset[str]


class Marks(cst.CSTTransformer):
    """Ends each statement with a comment of the number of its line."""

    METADATA_DEPENDENCIES = (ParentNodeProvider, PositionProvider)

    def _mark(self, node: cst.CSTNode) -> cst.TrailingWhitespace:
        line = self.get_metadata(PositionProvider, node).start.line
        return cst.TrailingWhitespace(cst.SimpleWhitespace("  "), cst.Comment(f"{MARK}{line}"))

    def leave_SimpleStatementLine(
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> cst.SimpleStatementLine:
        return updated_node.with_changes(trailing_whitespace=self._mark(original_node))

    def leave_SimpleStatementSuite(
        self, original_node: cst.SimpleStatementSuite, updated_node: cst.SimpleStatementSuite
    ) -> cst.SimpleStatementSuite:
        return updated_node.with_changes(trailing_whitespace=self._mark(original_node))

    def leave_Decorator(self, original_node: cst.Decorator, updated_node: cst.Decorator) -> cst.Decorator:
        return updated_node.with_changes(trailing_whitespace=self._mark(original_node))

    def leave_IndentedBlock(self, original_node: cst.IndentedBlock, updated_node: cst.IndentedBlock) -> cst.IndentedBlock:
        line = self.get_metadata(ParentNodeProvider, original_node)
        return updated_node.with_changes(header=self._mark(line))


def marked(text: str) -> cst.Module:
    """Return a program whose statements carry their line numbers in place of their comments."""
    return MetadataWrapper(cst.parse_module(text)).visit(Marks())


def mark_of(statement: cst.CSTNode) -> cst.TrailingWhitespace:
    """Return the mark of a statement: of a compound one that of its first line."""
    if isinstance(statement, cst.SimpleStatementLine):
        return statement.trailing_whitespace
    body = getattr(statement, "body", None)
    if isinstance(body, cst.IndentedBlock):
        return body.header
    return body.trailing_whitespace if isinstance(body, cst.SimpleStatementSuite) else cst.TrailingWhitespace()


def statement(text: str, like: cst.CSTNode | None = None) -> Statement:
    """Return a parsed statement with the mark of another one."""
    made = cst.parse_statement(text)
    if like is None:
        return made
    if isinstance(made, cst.SimpleStatementLine):
        return made.with_changes(trailing_whitespace=mark_of(like))
    return made.with_changes(body=made.body.with_changes(header=mark_of(like)))


def visited(items: Iterable[cst.CSTNode], change: cst.CSTTransformer) -> list[Statement]:
    """Return statements after a change that neither removes nor adds any."""
    found: list[Statement] = []
    for item in items:
        new = item.visit(change)
        assert isinstance(new, cst.SimpleStatementLine | cst.BaseCompoundStatement)
        found.append(new)
    return found


def single(module: cst.Module) -> Files | None:
    """Return a program of one file, None if it cannot be compiled."""
    return several({PROGRAM: module})


def several(files: Mapping[str, cst.Module]) -> Files | None:
    """Return a program, None if one of its files cannot be compiled."""
    try:
        for name, module in files.items():
            compile(module.code, name, "exec")
    except SyntaxError:
        return None
    return files


def code(statements: Sequence[cst.CSTNode]) -> str:
    return "".join(cst.Module(()).code_for_node(item) for item in statements)


def usage(statements: Sequence[cst.CSTNode]) -> Usage:
    """Return the variables of statements, without those of nested functions, classes and comprehensions."""
    tree = ast.parse(code(statements))
    reads: set[str] = set()
    writes: set[str] = set()
    _collect(tree, frozenset(), reads, writes)
    return Usage(frozenset(reads), frozenset(writes), frozenset(_certain(tree.body)))


def _collect(node: ast.AST, local: frozenset[str], reads: set[str], writes: set[str]) -> None:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
        own = {item.id for item in ast.walk(node) if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Store)}
        own |= {item.arg for item in ast.walk(node) if isinstance(item, ast.arg)}
        if not isinstance(node, ast.Lambda):
            writes.add(node.name)
        for item in ast.walk(node):
            if isinstance(item, ast.Name) and item.id not in own | local:
                reads.add(item.id)
        return
    if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        local |= {item.id for part in node.generators for item in ast.walk(part.target) if isinstance(item, ast.Name)}
    if isinstance(node, ast.Name) and node.id not in local:
        (reads if isinstance(node.ctx, ast.Load) else writes).add(node.id)
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        reads.add(node.target.id)
    if isinstance(node, ast.ExceptHandler) and node.name:
        writes.add(node.name)
    if isinstance(node, ast.Import | ast.ImportFrom):
        writes.update((item.asname or item.name).split(".", 1)[0] for item in node.names)
    for child in ast.iter_child_nodes(node):
        _collect(child, local, reads, writes)


def _certain(block: Sequence[ast.stmt]) -> set[str]:
    found: set[str] = set()
    for item in block:
        if isinstance(item, ast.With):
            found |= _certain(item.body)
            found |= {
                name.id
                for entry in item.items
                if entry.optional_vars
                for name in ast.walk(entry.optional_vars)
                if isinstance(name, ast.Name)
            }
        elif isinstance(item, ast.Assign | ast.AnnAssign | ast.AugAssign):
            found |= {name.id for name in ast.walk(item) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)}
    return found


def is_docstring(item: cst.CSTNode) -> bool:
    return (
        isinstance(item, cst.SimpleStatementLine)
        and isinstance(item.body[0], cst.Expr)
        and isinstance(item.body[0].value, cst.SimpleString | cst.ConcatenatedString)
    )


def is_import(item: cst.CSTNode) -> bool:
    return isinstance(item, cst.SimpleStatementLine) and isinstance(item.body[0], cst.Import | cst.ImportFrom)


def is_future(item: cst.CSTNode) -> bool:
    return is_import(item) and "__future__" in code([item])


def is_definition(item: cst.CSTNode) -> bool:
    return isinstance(item, cst.FunctionDef | cst.ClassDef)


def reflects(module: cst.Module) -> bool:
    """Return whether a program looks at its own variables."""
    names = {item.id for item in ast.walk(ast.parse(module.code)) if isinstance(item, ast.Name)}
    return bool(names & {"globals", "locals", "vars", "exec", "eval", "__file__", "inspect"})
