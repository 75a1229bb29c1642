"""Expression statements: the method whose result is discarded, if its receiver is still referenced."""

from __future__ import annotations

import ast

COPIES = frozenset(("detach", "cpu", "cuda", "clone", "to", "float", "half", "double"))
"""Tensor methods that return a new tensor and leave their receiver unchanged."""


def discarded_method(node: ast.expr) -> str:
    """Return the method of a call whose receiver is a name, an attribute or an item; "" for any other expression.

    A temporary receiver (`torch.zeros(1).cuda()`) is unreachable after the statement, so its unchanged state does not matter.
    """
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return ""
    receiver = node.func.value
    while isinstance(receiver, ast.Call) and isinstance(receiver.func, ast.Attribute) and receiver.func.attr in COPIES:
        receiver = receiver.func.value
    return node.func.attr if isinstance(receiver, ast.Name | ast.Attribute | ast.Subscript) else ""
