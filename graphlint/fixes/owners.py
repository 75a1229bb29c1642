"""Who owns parameters: the spellings of `x.parameters()`, and the optimizers, that can be used at a place."""

from __future__ import annotations

import ast

from graphlint.fixes.code import Code
from graphlint.fixes.ordering import calls


def parameters_in_reach(code: Code, place: ast.AST) -> list[str]:
    """The spellings of `x.parameters()` that mean something at a place, those that an optimizer is given first.

    Args:
        code: the file.
        place: the place.
    """
    found = [
        call for call in calls(code.tree, "parameters") if isinstance(call.func, ast.Attribute) and in_reach(code, call.func.value, place)
    ]
    found.sort(key=lambda call: not isinstance(code.parent(call), (ast.Call, ast.keyword)))
    return list(dict.fromkeys(code.spelled(call) for call in found if not call.args and not call.keywords))


def in_reach(code: Code, owner: ast.expr, place: ast.AST) -> bool:
    """Whether an expression over a name means the same at a place: of the same function or class, or of the module.

    Args:
        code: the file.
        owner: the expression, a name or an attribute.
        place: the place.
    """
    root = owner
    while isinstance(root, (ast.Attribute, ast.Subscript)):
        root = root.value
    if not isinstance(root, ast.Name) or "\n" in code.spelled(owner):
        return False
    function, other = code.function_of(owner), code.function_of(place)
    if function is other:
        return True
    if root.id == "self":
        return (
            root is not owner and other is not None and class_of(code, owner) is not None and class_of(code, owner) is class_of(code, place)
        )
    return function is None


def class_of(code: Code, node: ast.AST) -> ast.ClassDef | None:
    """The innermost class that holds a node.

    Args:
        code: the file.
        node: the node.
    """
    return next((each for each in code.around(node) if isinstance(each, ast.ClassDef)), None)
