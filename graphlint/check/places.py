"""Lines of the source, the functions around them, and locations on them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

from graphlint.autograd.events import Site
from graphlint.ir.facts.function_facts import DefinitionKind
from graphlint.ir.instructions import FunctionCode
from graphlint.ir.statements import lower_module
from graphlint.source.parse import parse
from graphlint.source.source import Source


@dataclass(frozen=True, slots=True)
class Place:
    """A line and the functions around it, outermost first; the first one is the module's code."""

    path: str
    line: int
    codes: tuple[FunctionCode, ...]

    @classmethod
    def at(cls, source: Source, line: int) -> Place:
        """Find the functions around a line."""
        return cls(source.path, line, tuple(_around(lower_module(parse(source), source.path), line)))

    @property
    def name(self) -> str:
        """The qualified name of the function, empty for module code."""
        return ".".join(code.name for code in self.codes[1:])

    @property
    def function(self) -> FunctionCode | None:
        """The innermost function, None in module code."""
        return next((code for code in reversed(self.codes) if is_function(code)), None)

    @property
    def function_line(self) -> int:
        """The line of the innermost function, 0 in module code."""
        return self.function.at[0] if self.function is not None else 0


def is_function(code: FunctionCode) -> bool:
    """Return True for the code of a function, False for that of a class, a lambda or a module."""
    return code.facts.kind.is_function


def is_at(site: Site, path: str, line: int) -> bool:
    """Return True if a location includes a line."""
    return site.line <= line <= max(site.line, site.end_line) and os.path.abspath(site.path) == os.path.abspath(path)


def _around(code: FunctionCode, line: int) -> Iterator[FunctionCode]:
    """Yield the functions and classes around a line, outermost first."""
    yield code
    code.body()
    for child in code.children:
        if child.at[0] <= line <= child.at[2] and (is_function(child) or child.facts.kind is DefinitionKind.CLASS):
            yield from _around(child, line)
            return
