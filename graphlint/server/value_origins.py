"""Expression that gave each name its value, for hovers on names.

Purely syntactic: the last assignment before the use in the same function, in line order. The analysis itself does not use it.
"""

from __future__ import annotations

import ast
import bisect
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from graphlint.autograd.events import Site
from graphlint.common.names import last_name

ScopeNode: TypeAlias = "ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef"


@dataclass(frozen=True, slots=True)
class ValueOrigin:
    """A use of a name, and the expressions that gave it its value: the one assigned, and before it those of updates in place (`+=`)."""

    site: Site
    values: tuple[Site, ...]


@dataclass(frozen=True, slots=True)
class _Assignment:
    """An assigned expression, and its line; `is_update` for `+=`."""

    line: int
    value: Site
    is_update: bool


@dataclass
class _Scope:
    """Names of one scope: the assigned expressions of each with their lines, and all uses."""

    assignments: dict[str, list[_Assignment]] = field(default_factory=dict)
    returned: list[ast.expr] = field(default_factory=list)
    uses: list[tuple[str, Site]] = field(default_factory=list)


def value_origins(tree: ast.Module, path: str) -> list[ValueOrigin]:
    """Return the uses of names with an assignment in the same scope; `path` is the path of the sites."""
    origins: list[ValueOrigin] = []
    pending: list[ScopeNode] = [tree]
    while pending:
        scope = _Scope()
        pending.extend(_collect(pending.pop(), scope, path))
        for name, site in scope.uses:
            assignments = scope.assignments.get(name)
            if assignments:
                index = _index_before(assignments, site.line)
                values = [assignments[index].value]
                while assignments[index].is_update and index > 0:
                    index -= 1
                    values.append(assignments[index].value)
                origins.append(ValueOrigin(site, tuple(values)))
    return origins


def returned_values(tree: ast.Module, path: str) -> dict[str, frozenset[Site]]:
    """Return, by function, the expressions that it returns, or that were assigned to the names that it returns.

    A name that several functions have, such as a method of two classes, is left out.
    """
    found: dict[str, frozenset[Site]] = {}
    repeated: set[str] = set()
    pending: list[ScopeNode] = [tree]
    while pending:
        node, scope = pending.pop(), _Scope()
        pending.extend(_collect(node, scope, path))
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        values: set[Site] = set()
        for value in scope.returned:
            known = scope.assignments.get(value.id) if isinstance(value, ast.Name) else None
            values.add(known[_index_before(known, value.lineno)].value if known else site_of(value, path))
        repeated |= {node.name} & found.keys()
        found[node.name] = frozenset(values)
    return {name: sites for name, sites in found.items() if name not in repeated}


def assigned_names(tree: ast.Module, path: str) -> dict[Site, str]:
    """Return the name or attribute to which each expression is assigned, as spelled."""
    found: dict[Site, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name | ast.Attribute):
            found[site_of(node.value, path)] = ast.unparse(node.targets[0])
    return found


def calls_by_function(tree: ast.Module, path: str) -> Iterator[tuple[str, Site]]:
    """Yield the calls of a file, each with the name of the function or method."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and last_name(node.func):
            yield last_name(node.func), site_of(node, path)


def sites_of(statement: ast.stmt, path: str) -> Iterator[Site]:
    """Yield the sites of a statement and of the value that it assigns or returns."""
    yield site_of(statement, path)
    value = getattr(statement, "value", None)
    if isinstance(value, ast.expr):
        yield site_of(value, path)


def _index_before(assignments: list[_Assignment], line: int) -> int:
    """Return the index of the last assignment up to a line; -1, the last one, if all follow, as in a loop."""
    return bisect.bisect_right(assignments, line, key=lambda assignment: assignment.line) - 1


def _collect(scope_node: ScopeNode, scope: _Scope, path: str) -> Iterator[ScopeNode]:
    """Collect the names of a scope and yield its inner scopes."""
    body = scope_node.body if isinstance(scope_node.body, list) else [scope_node.body]
    stack: list[ast.AST] = list(reversed(body))
    while stack:
        node = stack.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            yield node
            continue
        if isinstance(node, ast.Assign):
            for target in node.targets:
                _add_assignment(target, node.value, scope, path)
        elif isinstance(node, (ast.AnnAssign, ast.NamedExpr, ast.AugAssign)) and node.value is not None:
            _add_assignment(node.target, node.value if not isinstance(node, ast.AugAssign) else node, scope, path)
        elif isinstance(node, ast.Return) and node.value is not None:
            scope.returned.append(node.value)
        elif isinstance(node, ast.Name):
            scope.uses.append((node.id, site_of(node, path)))
        stack.extend(ast.iter_child_nodes(node))
    for assignments in scope.assignments.values():
        assignments.sort(key=lambda assignment: assignment.line)


def _add_assignment(target: ast.expr, value: ast.expr | ast.stmt, scope: _Scope, path: str) -> None:
    """Add the assignment of a value to each name of a target."""
    if isinstance(target, (ast.Tuple, ast.List)):
        elements = value.elts if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts) else None
        for index, element in enumerate(target.elts):
            _add_assignment(element, elements[index] if elements else value, scope, path)
    elif isinstance(target, ast.Starred):
        _add_assignment(target.value, value, scope, path)
    elif isinstance(target, ast.Name):
        scope.assignments.setdefault(target.id, []).append(
            _Assignment(target.lineno, site_of(value, path), isinstance(value, ast.AugAssign))
        )


def site_of(node: ast.expr | ast.stmt, path: str) -> Site:
    return Site(path, node.lineno, node.col_offset, node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)
