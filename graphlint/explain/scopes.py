"""The scopes that disabled grad mode where a value was computed: `with` statements, decorators, and functions that choose them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from graphlint.common.names import last_name
from graphlint.explain.answer import Cause, Role
from graphlint.explain.scene import Scene
from graphlint.explain.syntax import Function, SyntaxTree
from graphlint.project.effect_names import SWITCHES


def with_scopes(scene: Scene, causes: Sequence[Cause]) -> list[Cause]:
    """Return causes, after each value that was computed with grad mode disabled the statement that disabled it."""
    known = {cause.site.line for cause in causes}
    found: list[Cause] = []
    for cause in causes:
        scopes = _around(scene, cause) if cause.role is Role.NO_GRAD else ()
        found += [cause, *(scope for scope in scopes if scope.site.line not in known)]
    return found


def _around(scene: Scene, cause: Cause) -> list[Cause]:
    """Return the innermost scope around the statement of a cause, in its function or of that."""
    tree = next((tree for tree in scene.all_trees() if tree.source.path == cause.site.path), None)
    statement = tree.statement_at(cause.site.line) if tree is not None else None
    if tree is None or statement is None:
        return []
    for node in (statement, *tree.around(statement)):
        if isinstance(node, ast.With | ast.AsyncWith):
            found = [each for item in node.items for each in _opened_by(scene, tree, item.context_expr)]
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found = [each for decorator in node.decorator_list for each in _opened_by(scene, tree, decorator)]
        else:
            continue
        if found:
            return found
    return []


def _opened_by(scene: Scene, tree: SyntaxTree, scope: ast.expr) -> Iterator[Cause]:
    """Yield a context manager or a decorator that disables grad mode, and the statement of the function that returns or enters it."""
    if _names_mode(scope):
        yield Cause(Role.OTHER, tree.site(scope), "grad mode disabled here")
        return
    name = last_name(scope.func) if isinstance(scope, ast.Call) else last_name(scope)
    for other in scene.all_trees():
        for function in other.functions_named(name) if name else ():
            inner = _mode_in(other, function)
            if inner is not None:
                yield Cause(Role.OTHER, tree.site(scope), f"grad mode disabled by `{name}`")
                yield Cause(Role.OTHER, other.site(inner), "which chooses the mode here")
                return


def _mode_in(tree: SyntaxTree, function: Function) -> ast.expr | None:
    """Return the first expression of a function that names a mode, or a table of modes of its file."""
    tables = {
        target.id
        for statement in tree.statements
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Dict) and _names_mode(statement.value)
        for target in statement.targets
        if isinstance(target, ast.Name)
    }
    nodes = (node for node in ast.walk(function) if isinstance(node, ast.Attribute | ast.Name) and last_name(node) in {*SWITCHES, *tables})
    return next(nodes, None)


def _names_mode(scope: ast.expr) -> bool:
    return any(last_name(node) in SWITCHES for node in ast.walk(scope))
