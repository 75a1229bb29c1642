"""The function and the statement around a line, the identity of a finding when its line moves."""

from __future__ import annotations

import ast
import bisect
from functools import cached_property

from graphlint.common.errors import GraphlintError, SyntaxProblem
from graphlint.source.parse import parse
from graphlint.source.source import Source
from graphlint.source.statements import statements

NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Functions:
    """The functions and classes of a file; none if it does not parse."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def at(self, line: int) -> str:
        """Return the qualified name of the function around a line (from 1); empty for module code."""
        names = [name for first, last, name in self._spans if first <= line <= last]
        return ".".join(names)

    def statement_at(self, line: int) -> tuple[int, int]:
        """Return the first and the last line of the statements on a line; of those with a block, only the header counts."""
        index = bisect.bisect_right(self._statement_lines, (line, len(self._source.lines))) - 1
        first, last = self._statement_lines[index] if index >= 0 else (line, line)
        return (first, last) if line <= last else (line, line)

    @property
    def any(self) -> bool:
        """True if there is a function or a class."""
        return bool(self._spans)

    @cached_property
    def called(self) -> frozenset[str]:
        """The names of functions and methods that the file calls."""
        functions = (node.func for node in ast.walk(self._tree) if isinstance(node, ast.Call))
        return frozenset(
            item.id if isinstance(item, ast.Name) else item.attr for item in functions if isinstance(item, ast.Name | ast.Attribute)
        )

    @cached_property
    def _tree(self) -> ast.Module:
        """The tree; an empty one if the file does not parse."""
        try:
            return parse(self._source)
        except (SyntaxProblem, GraphlintError):
            return ast.Module([], [])

    @cached_property
    def _statement_lines(self) -> list[tuple[int, int]]:
        """The lines of all statements in order; those of statements that share a line are joined."""
        joined: list[tuple[int, int]] = []
        for first, last in sorted(_header(node) for node in statements(self._tree)):
            if joined and first <= joined[-1][1]:
                joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
            else:
                joined.append((first, last))
        return joined

    @cached_property
    def _spans(self) -> list[tuple[int, int, str]]:
        """The first and last line and the name of each function and class, outer ones first."""
        found = []
        for node in statements(self._tree):
            if isinstance(node, NAMED):
                first = _first_line(node)
                found.append((first, node.end_lineno or first, node.name))
        return sorted(found, key=lambda span: (span[0], -span[1]))


def _header(node: ast.stmt) -> tuple[int, int]:
    """Return the lines of a statement without its block."""
    block = getattr(node, "body", None) or getattr(node, "cases", None)
    if not block:
        return node.lineno, node.end_lineno or node.lineno
    inner = block[0].pattern if isinstance(block[0], ast.match_case) else block[0]
    return node.lineno, max(node.lineno, _first_line(inner) - 1)


def _first_line(node: ast.stmt | ast.pattern) -> int:
    """Return the first line of a statement with its decorators, or of a pattern."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])
