"""The function around a line, part of the identity of a finding when its line moves."""

from __future__ import annotations

import ast
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
    def _spans(self) -> list[tuple[int, int, str]]:
        """The first and last line and the name of each function and class, outer ones first."""
        found = []
        for node in statements(self._tree):
            if isinstance(node, NAMED):
                first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                found.append((first, node.end_lineno or first, node.name))
        return sorted(found, key=lambda span: (span[0], -span[1]))
