"""The statements of a tree, without what is in their expressions: a table may have a hundred thousand of those."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Iterator

BLOCKS = ("body", "handlers", "orelse", "finalbody", "cases")
"""The fields that hold statements, or the handlers and cases that do."""


def statements(tree: ast.AST) -> Iterator[ast.stmt]:
    """Yield all statements in a node, outer ones before those in them."""
    pending = deque([tree])
    while pending:
        node = pending.popleft()
        if isinstance(node, ast.stmt):
            yield node
        for name in BLOCKS:
            pending.extend(getattr(node, name, ()))
