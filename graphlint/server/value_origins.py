"""Which place gave a name its value: for people who point at a name and mean what it holds.

It is read from the text alone: the assignment above the use, in the same function, in the order of lines. The analysis itself never asks.
"""

from __future__ import annotations

import ast
import bisect
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from graphlint.autograd.events import Site

Scope: TypeAlias = "ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef"


@dataclass(frozen=True, slots=True)
class Named:
    """A name as it stands somewhere, and the expression whose value it was given."""

    site: Site
    value: Site


@dataclass
class _Names:
    """The names of one scope: where each was given which value, and where it stands."""

    given: dict[str, list[tuple[int, Site]]] = field(default_factory=dict)
    stands: list[tuple[str, Site]] = field(default_factory=list)


def named(tree: ast.Module, path: str) -> list[Named]:
    """The names in a file that an assignment has given a value.

    Args:
        tree: the file's tree.
        path: the file, as sites are to call it.
    """
    found: list[Named] = []
    waiting: list[Scope] = [tree]
    while waiting:
        names = _Names()
        waiting.extend(_gathered(waiting.pop(), names, path))
        for name, site in names.stands:
            given = names.given.get(name)
            if given:
                # In a loop the use may stand above: then the last one is meant.
                index = bisect.bisect_right(given, site.line, key=lambda item: item[0]) - 1
                found.append(Named(site, given[index][1]))
    return found


def _gathered(scope: Scope, names: _Names, path: str) -> Iterator[Scope]:
    """Gather the names of a scope; yields the scopes inside of it."""
    body = scope.body if isinstance(scope.body, list) else [scope.body]
    stack: list[ast.AST] = list(reversed(body))
    while stack:
        node = stack.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            yield node
            continue
        if isinstance(node, ast.Assign):
            for target in node.targets:
                _give(target, node.value, names, path)
        elif isinstance(node, (ast.AnnAssign, ast.NamedExpr, ast.AugAssign)) and node.value is not None:
            _give(node.target, node.value if not isinstance(node, ast.AugAssign) else node, names, path)
        elif isinstance(node, ast.Name):
            names.stands.append((node.id, _site(node, path)))
        stack.extend(ast.iter_child_nodes(node))
    for given in names.given.values():
        given.sort(key=lambda item: item[0])


def _give(target: ast.expr, value: ast.expr | ast.stmt, names: _Names, path: str) -> None:
    """Note what the names in a target are given."""
    if isinstance(target, (ast.Tuple, ast.List)):
        parts = value.elts if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts) else None
        for index, item in enumerate(target.elts):
            _give(item, parts[index] if parts else value, names, path)
    elif isinstance(target, ast.Starred):
        _give(target.value, value, names, path)
    elif isinstance(target, ast.Name):
        names.given.setdefault(target.id, []).append((target.lineno, _site(value, path)))


def _site(node: ast.expr | ast.stmt, path: str) -> Site:
    return Site(path, node.lineno, node.col_offset, node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)
