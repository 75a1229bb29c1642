"""Tables: long displays of data. They hold no name, no call and no tensor, so that nothing needs to visit their elements."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Iterator, Sequence

LONGEST_DISPLAY = 64
"""The most elements of a display of constants that is executed, so that its elements are known; a longer one is a table."""


def is_table(node: ast.AST) -> bool:
    """Return True for a display of many elements, all of them data."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return holds_data(node.elts)
    return isinstance(node, ast.Dict) and holds_data(node.values) and all(map(_is_data, node.keys))


def holds_data(elements: Sequence[ast.expr]) -> bool:
    """Return True if the elements of a display are many, and all of them data."""
    return len(elements) > LONGEST_DISPLAY and all(map(_is_data, elements))


def nodes_outside_tables(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and all nodes in it, as `ast.walk` does, without the elements of tables."""
    pending = deque([node])
    while pending:
        found = pending.popleft()
        yield found
        if not is_table(found):
            pending.extend(ast.iter_child_nodes(found))


def _is_data(node: ast.expr | None) -> bool:
    """Return True for a constant, a signed number, and a display of them."""
    if isinstance(node, ast.Constant):
        return True
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return all(map(_is_data, node.elts))
    if isinstance(node, ast.Dict):
        return all(map(_is_data, node.keys)) and all(map(_is_data, node.values))
    return isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant)
