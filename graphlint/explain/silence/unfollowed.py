"""Why an analysis does not reach a line, and the code that it does not follow there, with what lets it."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import Site
from graphlint.check.analyze import ObservedRun
from graphlint.common.errors import GraphlintError, SyntaxProblem
from graphlint.engine.roots.observation import UnfollowedCall
from graphlint.ir.facts.function_facts import DefinitionKind
from graphlint.ir.instructions import FunctionCode, Parameter
from graphlint.ir.names import dotted
from graphlint.ir.statements import lower_module
from graphlint.project.roots import Roots
from graphlint.source.open import Content
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
    callers = [entry.site for observed in runs for found, entry in observed.trace.callers.items() if _absolute(found) == key]
    if callers or any(_absolute(observed.trace.place) == key for observed in runs):
        how = f"from {_at(callers[0])}" if callers else "on its own, with unknown arguments"
        yield f"`{place.name}` is followed {how}, but not up to this line"
        yield from _endings(place, runs)
        return
    passed = [site for observed in runs for found, site in observed.trace.passed_by.items() if _absolute(found) == key]
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
    elif any(observed.trace.spent is not None for observed in runs if observed.trace.root == "<module>"):
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
    for observed in runs:
        for site in observed.trace.raised:
            if (
                _same(site.path, place.path)
                and first <= site.line < place.line
                and (function is not None or observed.trace.root == "<module>")
            ):
                found[f"line {site.line} before it raises{_codes(site, runs)}"] = None
        if observed.trace.spent is not None and (_is_in(observed, place) or function is None):
            found[f"the limit of steps is reached at {_at(observed.trace.spent)}: split the function"] = None
    if not found:
        reached = [line for item in runs if _is_in(item, place) for line in _lines(item, place) if first <= line < place.line]
        if reached:
            found[f"line {max(reached)} is the last one before it that is reached: no path continues from there to this line"] = None
    yield from found


def _is_in(observed: ObservedRun, place: Place) -> bool:
    """Return True if a run executes the function around a line."""
    function = place.function
    if function is None:
        return observed.trace.root == "<module>"
    key = (os.path.abspath(place.path), function.at[0])
    return _absolute(observed.trace.place) == key or any(_absolute(found) == key for found in observed.trace.callers)


def _lines(observed: ObservedRun, place: Place) -> Iterator[int]:
    return (line for path, lines in observed.trace.lines.items() if _same(path, place.path) for line in lines)


def _blocked_calls(name: str, runs: Sequence[ObservedRun]) -> Iterator[str]:
    """Yield the calls by this name that no path reaches because a line before them raises."""
    for path in dict.fromkeys(path for observed in runs for path in observed.trace.lines):
        reached = {line for observed in runs for line in observed.trace.lines.get(path, ())}
        raised = sorted({site.line: site for observed in runs for site in observed.trace.raised if _same(site.path, path)}.items())
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
    found = {finding.code for run in runs for finding in run.findings if finding.code.startswith("GL1") and _at(finding.site) == _at(site)}
    return f" ({', '.join(sorted(found))})" if found else ""


def _absolute(place: tuple[str, int]) -> tuple[str, int]:
    return os.path.abspath(place[0]), place[1]


def _same(one: str, two: str) -> bool:
    return os.path.abspath(one) == os.path.abspath(two)


def _at(site: Site) -> str:
    return f"{site.path}:{site.line}"


MOST_PLACES = 3
"""The most places that are named for one cause."""

CALLER_UNKNOWN = frozenset((Doubt.RETURNED, Doubt.NEVER_CALLED))
"""The doubts that a known caller would remove."""

SPELLED = re.compile(r"[^\W\d]\w*(\.\w+)*(?=\()")
"""The dotted name of a callee, at the beginning of a call's text."""

EFFECTS = "docs/configuration.md lists the effects"
SPLIT = "split the function, or state in the setting `effects` what a long function that it calls does"


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Code that was not followed: what it is, where, and what lets the analysis follow it."""

    what: str
    sites: tuple[Site, ...]
    remedy: str


def obstacles(place: Place, runs: Iterable[ObservedRun], causes: Collection[Site], doubts: Collection[Doubt]) -> list[Obstacle]:
    """Return what was not followed on a line and at the places that cause the silence of a rule there, each once.

    Args:
        causes: the places where the doubts of rules arise.
        doubts: the doubts of the rules at the line.
    """
    found: dict[tuple[str, str], dict[tuple[str, Site], None]] = {}
    for observed in runs:
        for what, text, site, remedy in (*_calls(place, observed, causes), *_limits(observed)):
            found.setdefault((what, remedy), {})[text, site] = None
    result = [_obstacle(what, places, remedy) for (what, remedy), places in found.items()]
    if CALLER_UNKNOWN & set(doubts) and place.function is not None:
        remedy = f"check the code that calls `{place.function.name}` in the same run, as in `graphlint .`"
        result.append(Obstacle(f"no call of `{place.name}` is known", (), remedy))
    return result


def _obstacle(what: str, places: Collection[tuple[str, Site]], remedy: str) -> Obstacle:
    """Join the calls that are not followed for one reason."""
    texts = list(dict.fromkeys(f"`{text}`" for text, _ in places if text))[:MOST_PLACES]
    by_line = {(site.path, site.line): site for _, site in places}
    return Obstacle(f"{', '.join(texts)}: {what}" if texts else what, tuple(by_line.values())[:MOST_PLACES], remedy)


def _calls(place: Place, observed: ObservedRun, causes: Collection[Site]) -> Iterator[tuple[str, str, Site, str]]:
    for site, call in observed.trace.unfollowed.items():
        if is_at(site, place.path, place.line) or (call.passes_graph and any(is_at(cause, site.path, site.line) for cause in causes)):
            text = observed.run.text(site)
            what, remedy = _described(call, text, _place_of(site, place))
            yield what, text, site, remedy
    for function, site in observed.trace.passed_by.items():
        if is_at(site, place.path, place.line):
            what = f"the call of the function at {function.path}:{function.line}: the limit of nested calls or of steps is reached"
            yield what, "", site, "state in the setting `effects` what this function does"


def _limits(observed: ObservedRun) -> Iterator[tuple[str, str, Site, str]]:
    trace = observed.trace
    root = f"`{trace.root}`" if trace.root != "<module>" else "the module's code"
    if trace.spent is not None:
        yield f"the rest of {root}: the limit of steps is reached", "", trace.spent, SPLIT
    for site in list(trace.dropped)[:MOST_PLACES]:
        yield f"some paths through {root}: there are too many", "", site, SPLIT


def _place_of(site: Site, place: Place) -> Place:
    if os.path.abspath(site.path) == os.path.abspath(place.path) and site.line == place.line:
        return place
    return Place.at(Content.read(site.path).source(), site.line)


def _described(call: UnfollowedCall, text: str, place: Place) -> tuple[str, str]:
    """Return why a call is not followed, and the remedy."""
    if call.is_library:
        state = f'state its effect in the settings, such as effects = {{ "{call.name}" = "no effect" }}; {EFFECTS}'
        return f"the source of `{call.name}` is not among the checked files", state
    if call.method:
        return f"the class of the object has no known method `{call.method}`", f"state its effect in the setting `effects`; {EFFECTS}"
    spelled = SPELLED.match(text)
    if spelled is None:
        return "the called value is not known", "bind it to a variable with an annotation first, such as `layer: nn.Module = ...`"
    head, _, rest = spelled[0].partition(".")
    if head in ("self", "cls") and rest:
        attribute = rest.partition(".")[0]
        return f"the value of `{head}.{attribute}` is not known", f"annotate it in the class body, such as `{attribute}: nn.Module`"
    parameter = _parameter(head, place)
    annotation = f"annotate it with its class, such as `{head}: {'torch.Tensor' if rest else 'nn.Module'}`"
    if parameter is None:
        return (
            f"the value of `{head}` is not known",
            f"{annotation}, where it is bound, or state the effect of the function that returns it",
        )
    if parameter.annotation is None:
        return f"the parameter `{head}` has no type", f"{annotation}, or check the code that calls the function in the same run"
    kind = parameter.annotation.name
    method = f"{kind}.{rest}" if rest else kind
    remedy = f'state the effect in the settings, by the qualified name, such as effects = {{ "{method}" = "no effect" }}; {EFFECTS}'
    return f"the source of `{kind}`, the type of `{head}`, is not among the checked files", remedy


def _parameter(name: str, place: Place) -> Parameter | None:
    """Return the parameter of this name of the functions around a place."""
    return next((parameter for code in reversed(place.codes) for parameter in code.parameters if parameter.name == name), None)
