"""Places in a text."""

from __future__ import annotations

import ast
from typing import TypeAlias

from graphlint.autograd.events import Site

Span: TypeAlias = tuple[int, int, int, int]
"""Start and end, each as a line from 1 and a UTF-8 column from 0."""


def span(node: ast.expr | ast.stmt | ast.arg | ast.excepthandler) -> Span:
    """Return the span of a node, as counted by `ast`."""
    return (node.lineno, node.col_offset, node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)


def site(path: str, node: ast.expr | ast.stmt) -> Site:
    """Return the place of a node of a file."""
    return Site(path, *span(node))
