"""Reasons why no run reaches a line."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphlint.autograd.events import Site
from graphlint.check.analyze import ObservedRun
from graphlint.engine.roots.runs import NEVER_ROOTS
from graphlint.ir.instructions import FunctionCode
from graphlint.ir.statements import lower_module
from graphlint.project.roots import Roots
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
        return next((code for code in reversed(self.codes) if _is_function(code)), None)

    @property
    def function_line(self) -> int:
        """The line of the innermost function, 0 in module code."""
        return self.function.at[0] if self.function is not None else 0


def why_unreached(place: Place, runs: Sequence[ObservedRun], roots: Roots) -> Iterator[str]:
    """Yield the reasons why no run reaches a line."""
    function = place.function
    if function is None:
        yield "no run reaches this line of the module's code"
        yield from _endings(place, runs)
        return
    key = (os.path.abspath(place.path), function.at[0])
    callers = [entry.site for item in runs for found, entry in item.trace.callers.items() if _absolute(found) == key]
    entries = [item for item in runs if _absolute(item.trace.place) == key]
    if callers or entries:
        how = "as a root" if entries else f"from {_at(callers[0])}"
        yield f"`{place.name}` was entered {how}, but no path reaches this line"
        yield from _endings(place, runs)
        return
    passed = [site for item in runs for found, site in item.trace.passed_by.items() if _absolute(found) == key]
    if passed:
        yield f"`{place.name}` is called at {_at(passed[0])}, but was not entered: the limit of call depth, or of steps in other files"
        return
    yield f"`{place.name}` was never entered"
    outer = next((code for code in reversed(place.codes[:-1]) if _is_function(code)), None)
    if outer is not None:
        called = f"it is a nested function: it is entered where `{outer.name}` calls it or passes it to resolved code"
        yield f"{called}, and alone if it trains, evaluates or switches a mode"
    elif function.name in NEVER_ROOTS:
        yield f"`{function.name}` runs only when its class is used, and no run uses it"
    elif not roots.contains(function):
        yield "no run calls it, and it is not a root: it neither trains, evaluates nor switches a mode"
    elif any(item.trace.spent is not None for item in runs if item.trace.root == "<module>"):
        yield "no run calls it, and it is not a root: the run of the module's code ended at its limit of steps"
    else:
        yield "no run calls it, and it is not a root: it has no name when the module's code ends, or the file's limit of steps was reached"


def _endings(place: Place, runs: Sequence[ObservedRun]) -> Iterator[str]:
    """Yield where the paths of the function around a line ended."""
    function = place.function
    first, last = (function.at[0], function.at[2]) if function is not None else (1, place.line)
    for item in runs:
        reached = [line for path, lines in item.trace.lines.items() if _same(path, place.path) for line in lines if first <= line <= last]
        before = [line for line in reached if line < place.line]
        if before:
            yield f"the run from `{item.trace.root}` reaches line {max(before)} last before it"
        for site in item.trace.raised:
            if _same(site.path, place.path) and first <= site.line < place.line:
                yield f"a path ends with an error at {_at(site)}"
        if item.trace.spent is not None:
            yield f"the run from `{item.trace.root}` reached its limit of steps at {_at(item.trace.spent)}"


def _around(code: FunctionCode, line: int) -> Iterator[FunctionCode]:
    """Yield the functions and classes around a line, outermost first."""
    yield code
    code.body()
    for child in code.children:
        if child.at[0] <= line <= child.at[2] and isinstance(child.node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from _around(child, line)
            return


def _is_function(code: FunctionCode) -> bool:
    return isinstance(code.node, ast.FunctionDef | ast.AsyncFunctionDef)


def _absolute(place: tuple[str, int]) -> tuple[str, int]:
    return os.path.abspath(place[0]), place[1]


def _same(one: str, two: str) -> bool:
    return os.path.abspath(one) == os.path.abspath(two)


def _at(site: Site) -> str:
    return f"{site.path}:{site.line}"
