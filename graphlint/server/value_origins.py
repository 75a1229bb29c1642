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

ScopeNode: TypeAlias = "ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef"


@dataclass(frozen=True, slots=True)
class ValueOrigin:
    """A use of a name, and the expression assigned to the name."""

    site: Site
    value: Site


@dataclass
class _Scope:
    """Names of one scope: the assigned expressions of each with their lines, and all uses."""

    assignments: dict[str, list[tuple[int, Site]]] = field(default_factory=dict)
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
                # In a loop the use may precede every assignment; index -1 then selects the last one.
                index = bisect.bisect_right(assignments, site.line, key=lambda assignment: assignment[0]) - 1
                origins.append(ValueOrigin(site, assignments[index][1]))
    return origins


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
        elif isinstance(node, ast.Name):
            scope.uses.append((node.id, _site(node, path)))
        stack.extend(ast.iter_child_nodes(node))
    for assignments in scope.assignments.values():
        assignments.sort(key=lambda assignment: assignment[0])


def _add_assignment(target: ast.expr, value: ast.expr | ast.stmt, scope: _Scope, path: str) -> None:
    """Add the assignment of a value to each name of a target."""
    if isinstance(target, (ast.Tuple, ast.List)):
        elements = value.elts if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts) else None
        for index, element in enumerate(target.elts):
            _add_assignment(element, elements[index] if elements else value, scope, path)
    elif isinstance(target, ast.Starred):
        _add_assignment(target.value, value, scope, path)
    elif isinstance(target, ast.Name):
        scope.assignments.setdefault(target.id, []).append((target.lineno, _site(value, path)))


def _site(node: ast.expr | ast.stmt, path: str) -> Site:
    return Site(path, node.lineno, node.col_offset, node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)
