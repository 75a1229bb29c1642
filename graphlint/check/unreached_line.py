"""Reasons why the analysis does not reach a line."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterable, Iterator, Sequence

from graphlint.autograd.events import Site
from graphlint.check.analyze import ObservedRun
from graphlint.check.file_analysis import Content
from graphlint.check.places import Place, is_function
from graphlint.common.errors import GraphlintError, SyntaxProblem
from graphlint.ir.instructions import FunctionCode
from graphlint.ir.names import dotted
from graphlint.project.roots import Roots
from graphlint.source.parse import parse
from graphlint.source.source import Source

NO_REGISTRIES = frozenset("abc contextlib contextmanager classmethod dataclass functools property staticmethod torch typing".split())
"""The first names of decorators that hold nothing for others to call."""


def why_no_code(source: Source, line: int) -> str:
    """Return why there is no code on a line, an empty string if there is some."""
    lines = re.split(r"\r\n|\r|\n", source.text.rstrip("\r\n"))
    if not 1 <= line <= len(lines):
        return f"the file has {len(lines)} line{'' if len(lines) == 1 else 's'}"
    text = lines[line - 1].strip()
    return "" if text and not text.startswith("#") else "the line is blank" if not text else "the line is a comment"


def why_unreached(place: Place, runs: Sequence[ObservedRun], roots: Roots) -> Iterator[str]:
    """Yield the reasons why the analysis does not reach a line, and what to do about it."""
    function = place.function
    if function is None:
        yield "the module's code is not followed up to this line"
        yield from _endings(place, runs)
        return
    key = (os.path.abspath(place.path), function.at[0])
    callers = [entry.site for item in runs for found, entry in item.trace.callers.items() if _absolute(found) == key]
    if callers or any(_absolute(item.trace.place) == key for item in runs):
        how = f"from {_at(callers[0])}" if callers else "on its own, with unknown arguments"
        yield f"`{place.name}` is followed {how}, but not up to this line"
        yield from _endings(place, runs)
        return
    passed = [site for item in runs for found, site in item.trace.passed_by.items() if _absolute(found) == key]
    if passed:
        yield f"{_at(passed[0])} calls `{place.name}`, but the call is not followed: the limit of nested calls or of steps is reached"
        yield "split the function that contains the call, or state in the setting `effects` what other long functions do"
        return
    blocked = list(_blocked_calls(function.name, runs))
    if blocked:
        yield from blocked
        return
    yield from _never_called(place, function, runs, roots)


def _never_called(place: Place, function: FunctionCode, runs: Sequence[ObservedRun], roots: Roots) -> Iterator[str]:
    """Yield the reasons why a function is analyzed neither by a call nor on its own."""
    outer = next((code for code in reversed(place.codes[:-1]) if is_function(code)), None)
    alone = "and on its own only if it trains, evaluates or switches a mode"
    if outer is not None:
        yield f"`{place.name}` is followed where `{outer.name}` calls it or passes it to a function of the checked files, {alone}"
    elif not roots.contains(function) and (holder := _holder(place)):
        yield f"{holder}, and no call of what is found there is followed"
        yield f"`{place.name}` is analyzed on its own only if it trains, evaluates or switches a mode"
    elif not roots.contains(function) and (lines := [line for line, _ in _calls_by_name(place.path, function.name)]):
        yield f"`{place.name}` is followed where it is called, {alone}: no path reaches the call on line {lines[0]}"
        yield f"ask why for line {lines[0]}"
    elif not roots.contains(function):
        yield f"`{place.name}` is followed where it is called, {alone}: nothing in the checked files calls it"
        yield "check the code that calls it in the same run, as in `graphlint .`"
    elif any(item.trace.spent is not None for item in runs if item.trace.root == "<module>"):
        yield f"nothing is known to call `{place.name}`: the module's code is not followed to its end (limit of steps)"
    else:
        yield f"nothing calls `{place.name}`, and its name is bound to something else at the end, or the limit of steps is reached"


def _holder(place: Place) -> str:
    """Return that a decorator receives the function around a line, or its class, and may hold it, as a registry does; "" if none does."""
    try:
        tree = parse(Content.read(place.path).source())
    except (SyntaxProblem, GraphlintError, OSError):
        return ""
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        is_around = node.lineno <= place.line <= (node.end_lineno or node.lineno)
        for decorator in node.decorator_list if is_around else ():
            name = dotted(decorator.func if isinstance(decorator, ast.Call) else decorator)
            if name and name.partition(".")[0] not in NO_REGISTRIES:
                return f"`@{name}` on line {decorator.lineno} receives `{node.name}`"
    return ""


def _endings(place: Place, runs: Sequence[ObservedRun]) -> Iterator[str]:
    """Yield where the paths of the function around a line ended."""
    function = place.function
    first = place.function_line or 1
    found: dict[str, None] = {}
    for item in runs:
        for site in item.trace.raised:
            if _same(site.path, place.path) and first <= site.line < place.line and (function is not None or item.trace.root == "<module>"):
                found[f"line {site.line} before it raises{_codes(site, runs)}"] = None
        if item.trace.spent is not None and (_is_in(item, place) or function is None):
            found[f"the limit of steps is reached at {_at(item.trace.spent)}: split the function"] = None
    if not found:
        reached = [line for item in runs if _is_in(item, place) for line in _lines(item, place) if first <= line < place.line]
        if reached:
            found[f"line {max(reached)} is the last one before it that is reached: no path continues from there to this line"] = None
    yield from found


def _is_in(item: ObservedRun, place: Place) -> bool:
    """Return True if a run executes the function around a line."""
    function = place.function
    if function is None:
        return item.trace.root == "<module>"
    key = (os.path.abspath(place.path), function.at[0])
    return _absolute(item.trace.place) == key or any(_absolute(found) == key for found in item.trace.callers)


def _lines(item: ObservedRun, place: Place) -> Iterator[int]:
    return (line for path, lines in item.trace.lines.items() if _same(path, place.path) for line in lines)


def _blocked_calls(name: str, runs: Sequence[ObservedRun]) -> Iterator[str]:
    """Yield the calls by this name that no path reaches because a line before them raises."""
    for path in dict.fromkeys(path for item in runs for path in item.trace.lines):
        reached = {line for item in runs for line in item.trace.lines.get(path, ())}
        raised = sorted({site.line: site for item in runs for site in item.trace.raised if _same(site.path, path)}.items())
        for line, first in _calls_by_name(path, name) if raised else ():
            before = [site for number, site in raised if first <= number < line]
            if line not in reached and before:
                yield f"{path}:{line} calls it after line {before[-1].line}, which raises{_codes(before[-1], runs)}"


def _calls_by_name(path: str, name: str) -> Iterator[tuple[int, int]]:
    """Yield the line of each call of a function or method of this name in a file, and the first line of the function around the call."""
    try:
        tree = parse(Content.read(path).source())
    except (SyntaxProblem, GraphlintError, OSError):
        return
    yield from _calls_in(tree, name, 1)


def _calls_in(node: ast.AST, name: str, first: int) -> Iterator[tuple[int, int]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call) and dotted(child.func).rpartition(".")[2] == name:
            yield child.lineno, first
        yield from _calls_in(child, name, child.lineno if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) else first)


def _codes(site: Site, runs: Iterable[ObservedRun]) -> str:
    """Return the code of the finding that says why a line raises."""
    found = {item.code for run in runs for item in run.findings if item.code.startswith("GL1") and _at(item.site) == _at(site)}
    return f" ({', '.join(sorted(found))})" if found else ""


def _absolute(place: tuple[str, int]) -> tuple[str, int]:
    return os.path.abspath(place[0]), place[1]


def _same(one: str, two: str) -> bool:
    return os.path.abspath(one) == os.path.abspath(two)


def _at(site: Site) -> str:
    return f"{site.path}:{site.line}"
