"""The first half of a check: what the analysis of one file finds, here and in other files, before anything is reported of it.

One file cannot harm another: whatever goes wrong in one becomes a named failure of that file, and the rest is checked all the same.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from typing import TypeVar

from graphlint.autograd.assumptions import Assumptions
from graphlint.autograd.events import Site
from graphlint.check.analyze import analyze
from graphlint.check.failure import Failure
from graphlint.check.file_analysis import Content, Examined
from graphlint.check.resolve_callers import Judgement
from graphlint.check.suppression.comments import HINT
from graphlint.common.errors import GraphlintError, SyntaxProblem
from graphlint.common.timing import Phase
from graphlint.project.project import Project
from graphlint.rule.base import Finding, Rule
from graphlint.rule.built_in import SyntaxErrorRule
from graphlint.source.prefilter import can_hold_finding
from graphlint.source.source import Source

Result = TypeVar("Result")


def examine(content: Content, rules: Sequence[Rule], assumptions: Assumptions, project: Project) -> Examined:
    """Analyse one file; it never raises for what is in the file.

    Args:
        content: what the file holds.
        rules: the rules of all files in which something may be found.
        assumptions: what is taken for granted of code that is not seen.
        project: the project that it belongs to.
    """
    path, size, watch = content.path, len(content.data), project.watch
    with watch.phase(Phase.SEARCH):
        worth_a_parse = can_hold_finding(content.data)
    if not worth_a_parse:
        return Examined(path, size=size)

    def made() -> Examined:
        with watch.phase(Phase.READ):
            source = content.source()
        with watch.phase(Phase.SEARCH):
            suppresses = HINT.search(source.text) is not None
        try:
            analysis = analyze(source, rules, assumptions, project)
        except SyntaxProblem as problem:
            found, needs = _syntax_finding(problem, source), project.dependencies(path)
            return Examined(path, problem=found, analyzed=True, size=size, suppresses=suppresses, dependencies=needs)
        with watch.phase(Phase.RULES):
            judgement = Judgement.of(analysis)
        return Examined(path, judgement, None, None, analysis.notes, True, size, suppresses, project.dependencies(path))

    def failed(failure: Failure) -> Examined:
        return Examined(path, failure=failure, analyzed=True, size=size, dependencies=project.dependencies(path))

    return guarded(path, made, failed)


def guarded(path: str, check: Callable[[], Result], failed: Callable[[Failure], Result]) -> Result:
    """Do something with a file, with everything that can go wrong.

    Args:
        path: the file, as it is to be displayed.
        check: does it.
        failed: makes a result of what went wrong.
    """
    try:
        return check()
    except GraphlintError as error:
        return failed(Failure(path, str(error)))
    except Exception as error:  # noqa: BLE001  the one boundary of a file: a fault of graphlint itself must not end the run
        text = f"internal error in {path}: {_described(error)}; please report it with the file (--verbose shows the traceback)"
        passing = isinstance(error, (OSError, MemoryError))
        return failed(Failure(path, text, "".join(traceback.format_exception(error)), passing))


def _syntax_finding(problem: SyntaxProblem, source: Source) -> Finding:
    """GL000, on one character."""
    width = len(source.line(problem.line).encode("utf-8", "surrogatepass"))
    end = min(problem.column + 1, max(width, problem.column))
    site = Site(problem.path, problem.line, problem.column, problem.line, end)
    rule = SyntaxErrorRule()
    return rule.finding(site, f"this file does not parse: {problem.message}")


def _described(error: BaseException) -> str:
    """An exception in one line."""
    first = next(iter(str(error).splitlines()), "")
    return f"{type(error).__name__}: {first}" if first else type(error).__name__
