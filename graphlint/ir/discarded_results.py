"""Expression statements: which method's result is thrown away, and whether anybody holds what it was called on."""

from __future__ import annotations

import ast

COPIES = frozenset(("detach", "cpu", "cuda", "clone", "to", "float", "half", "double"))
"""Methods of a tensor that return a new one and leave their own as it is."""


def method_of_kept(node: ast.expr) -> str:
    """The method that a call names, of what a name, an attribute or a slot holds; "" for any other expression.

    What a call has only just made (`torch.zeros(1).cuda()`) nobody holds: nobody can take it for changed when the statement is over.

    Args:
        node: the expression of a statement.
    """
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return ""
    receiver = node.func.value
    while isinstance(receiver, ast.Call) and isinstance(receiver.func, ast.Attribute) and receiver.func.attr in COPIES:
        receiver = receiver.func.value
    return node.func.attr if isinstance(receiver, ast.Name | ast.Attribute | ast.Subscript) else ""
