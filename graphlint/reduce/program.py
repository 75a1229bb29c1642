"""A program whose syntax trees are changed step by step, and the statement that has the finding."""

from __future__ import annotations

import ast
import symtable
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass


@dataclass(slots=True)
class Program:
    """The trees of a program, by path relative to its folder, and the statement of the file `main` that has the finding.

    `kept` are the statements that a reduction neither deletes nor changes, `bound_at_first` the names that the whole program binds,
    `undefined_at_first` those that it reads without binding them; None for a program with other names.
    """

    trees: dict[str, ast.Module]
    main: str
    target: ast.stmt
    kept: tuple[ast.stmt, ...] = ()
    bound_at_first: frozenset[str] = frozenset()
    undefined_at_first: frozenset[str] | None = None

    @classmethod
    def parse(cls, texts: dict[str, str], main: str, row: int, kept_rows: Iterable[int] = ()) -> Program | None:
        """Parse the files of a program; None if there is no statement on the row of the finding.

        Raises:
            SyntaxError: if a file does not parse.
        """
        trees = {path: ast.parse(text) for path, text in texts.items()}
        target = _statement_at(trees[main], row)
        kept = tuple(found for number in kept_rows if (found := _statement_at(trees[main], number)) is not None)
        return (
            None
            if target is None
            else cls(trees, main, target, kept, frozenset(_bound(trees.values())), frozenset(_undefined(texts.values())))
        )

    def texts(self) -> dict[str, str]:
        """Return the texts of the files, without comments and in a uniform layout."""
        return {path: ast.unparse(ast.fix_missing_locations(tree)) + "\n" for path, tree in self.trees.items()}

    def rows(self, text: str) -> range:
        """Return the rows of the finding's statement in the text of its file, of a compound statement those of its header."""
        statement = _statements(ast.parse(text))[_statements(self.trees[self.main]).index(self.target)]
        body = getattr(statement, "body", None)
        end = body[0].lineno if isinstance(body, list) and body else (statement.end_lineno or statement.lineno) + 1
        return range(statement.lineno, max(end, statement.lineno + 1))

    def is_closed(self, texts: dict[str, str]) -> bool:
        """Return True if nothing that the program reads has become undefined: no variable in its scope, no attribute anywhere."""
        if self.undefined_at_first is None:
            return True
        trees = self.trees.values()
        return (_used(trees) & self.bound_at_first) <= _bound(trees) and _undefined(texts.values()) <= self.undefined_at_first

    def copy(self) -> Program:
        """Return a copy that shares no syntax tree."""
        return deepcopy(self)

    def kept_nodes(self) -> set[int]:
        """Return the identities of the nodes of the statements that are kept."""
        return {id(inner) for item in self.kept for inner in ast.walk(item)}

    def is_fixed(self, node: ast.AST) -> bool:
        """Return True if a node is or contains the statement of the finding, or one that is kept."""
        fixed = {id(self.target), *map(id, self.kept)}
        return any(id(inner) in fixed for inner in ast.walk(node))


def _statements(tree: ast.AST) -> list[ast.stmt]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]


def _statement_at(tree: ast.Module, row: int) -> ast.stmt | None:
    """Return the smallest statement around a row, one that begins there if there is one."""
    around = [item for item in _statements(tree) if item.lineno <= row <= (item.end_lineno or item.lineno)]
    return max(around, key=lambda item: (item.lineno, -(item.end_lineno or item.lineno)), default=None)


def _bound(trees: Iterable[ast.AST]) -> set[str]:
    """Return the names of variables, parameters, attributes, functions, classes and imports that trees bind."""
    found: set[str] = set()
    nodes = [node for tree in trees for node in ast.walk(tree)]
    # `total += loss` and `total = total + loss` need an earlier value.
    added_to = {id(node.target) for node in nodes if isinstance(node, ast.AugAssign)}
    for node in nodes:
        if isinstance(node, ast.Assign):
            read = {item.id for item in ast.walk(node.value) if isinstance(item, ast.Name)}
            added_to.update(
                id(item) for target in node.targets for item in ast.walk(target) if isinstance(item, ast.Name) and item.id in read
            )
    for node in nodes:
        match node:
            case ast.Name(ctx=ast.Store()) if id(node) in added_to:
                pass
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()) | ast.arg(arg=name):
                found.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.alias():
                found.add(node.asname or node.name.split(".")[0])
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                found.add(name)
    return found


def _used(trees: Iterable[ast.AST]) -> set[str]:
    """Return the names of variables and attributes that trees read or add to."""
    found: set[str] = set()
    for node in (node for tree in trees for node in ast.walk(tree)):
        match node:
            case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name, ctx=ast.Load()):
                found.add(name)
            case ast.AugAssign(target=ast.Name(id=name)):
                found.add(name)
    return found


def _undefined(texts: Iterable[str]) -> set[str]:
    """Return the names that texts read in scopes in which nothing binds them."""
    found: set[str] = set()
    for text in texts:
        table = symtable.symtable(text, "program", "exec")
        scopes = [table]
        for scope in scopes:
            scopes.extend(scope.get_children())
        bound = {item.get_name() for item in table.get_symbols() if item.is_assigned() or item.is_imported()}
        bound |= {item.get_name() for scope in scopes for item in scope.get_symbols() if item.is_declared_global() and item.is_assigned()}
        for scope in scopes:
            free = (item.get_name() for item in scope.get_symbols() if item.is_referenced() and (scope is table or item.is_global()))
            found.update(name for name in free if name not in bound)
    return found
