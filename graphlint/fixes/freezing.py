"""Freezing a module: where it is made, or before the loop that calls it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.fixes.code import FUNCTIONS, Code, Function
from graphlint.fixes.edits import Edits, inserted_after, inserted_before


def frozen(code: Code, call: ast.Call) -> Iterator[Edits]:
    """`module.requires_grad_(False)` for the module of a call.

    Args:
        code: the file.
        call: the module's call.
    """
    module, root = call.func, call.func
    while isinstance(root, ast.Subscript):
        if not isinstance(root.slice, ast.Constant):
            return
        root = root.value
    line = f"{code.spelled(module)}.requires_grad_(False)"
    if "\n" in line or "\r" in line:
        return
    function = code.function_of(call)
    if isinstance(root, ast.Attribute) and isinstance(root.value, ast.Name) and root.value.id == "self":
        yield from _after_binding(code, _constructor(code, call), ast.unparse(root), line)
    elif isinstance(root, ast.Name) and function is not None and root.id in _parameters(function):
        loops = code.loops_of(call)
        if loops:
            yield inserted_before(code, loops[-1], line)
    elif isinstance(root, ast.Name):
        bound = function if function is not None and _binds(function, root.id) else code.tree
        yield from _after_binding(code, bound, root.id, line)


def _after_binding(code: Code, scope: ast.AST | None, name: str, line: str) -> Iterator[Edits]:
    """A line behind the last statement of a scope that binds a name."""
    if scope is None:
        return
    function = scope if isinstance(scope, FUNCTIONS) else None
    own = [each for each in ast.walk(scope) if isinstance(each, ast.Assign | ast.AnnAssign) and code.function_of(each) is function]
    bindings = [each for each in own if _bound(each, name)]
    if bindings and not any(code.loops_of(each) for each in bindings):
        yield inserted_after(code, max(bindings, key=lambda each: each.lineno), line)


def _bound(statement: ast.Assign | ast.AnnAssign, name: str) -> bool:
    """Whether an assignment binds a name, alone or in a tuple."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    parts = [part for target in targets for part in (target.elts if isinstance(target, ast.Tuple | ast.List) else [target])]
    return any(ast.unparse(part) == name for part in parts)


def _binds(function: Function, name: str) -> bool:
    """Whether a function binds a name of its own."""
    return any(isinstance(each, ast.Name) and each.id == name and isinstance(each.ctx, ast.Store) for each in ast.walk(function))


def _parameters(function: Function) -> frozenset[str]:
    arguments = function.args
    return frozenset(each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs))


def _constructor(code: Code, call: ast.Call) -> Function | None:
    """The `__init__` of the class that a call stands in."""
    owner = next((each for each in code.around(call) if isinstance(each, ast.ClassDef)), None)
    return next((each for each in owner.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"), None) if owner else None
