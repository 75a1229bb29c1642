"""The function around a line: what a finding is known by when its line moves."""

from __future__ import annotations

import ast
from functools import cached_property

from graphlint.common.errors import GraphlintError, SyntaxProblem
from graphlint.source.parse import parse
from graphlint.source.source import Source

NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Functions:
    """The functions and classes of a file.

    Args:
        source: the file; of one that does not parse no function is known.
    """

    def __init__(self, source: Source) -> None:
        self._source = source

    def at(self, line: int) -> str:
        """The name of the function around a line, behind those of what it stands in; empty in module code.

        Args:
            line: the line, from 1.
        """
        around = [name for first, last, name in self._spans if first <= line <= last]
        return ".".join(around)

    @property
    def any(self) -> bool:
        """Whether there is one."""
        return bool(self._spans)

    @cached_property
    def _spans(self) -> list[tuple[int, int, str]]:
        """The lines of each function and class, those that hold others first."""
        try:
            tree = parse(self._source)
        except (SyntaxProblem, GraphlintError):
            return []
        found = []
        for node in ast.walk(tree):
            if isinstance(node, NAMED):
                first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                found.append((first, node.end_lineno or first, node.name))
        return sorted(found, key=lambda span: (span[0], -span[1]))
