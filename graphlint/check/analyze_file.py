"""The first half of a check: analyze one file, with what it imports, without deciding yet what is reported.

Files are isolated from each other: an error in one becomes a `Failure` of that file, and the others are checked all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graphlint.autograd.events import Site
from graphlint.check.analysis_memory import AnalysisMemory
from graphlint.check.analyze import analyze
from graphlint.check.file_analysis import FileAnalysis
from graphlint.check.suppression.comments import may_suppress
from graphlint.common.errors import SyntaxProblem
from graphlint.common.failure import Failure, catch_failures
from graphlint.common.timing import Phase
from graphlint.libraries.assumptions import Assumptions
from graphlint.project.project import Project
from graphlint.rule.base import Finding, Rule
from graphlint.rule.built_in import SyntaxErrorRule
from graphlint.source.open import Content
from graphlint.source.parse import parse
from graphlint.source.prefilter import can_hold_finding
from graphlint.source.snippets.assumed import Assumed
from graphlint.source.snippets.snippet import FragmentModule, Snippet
from graphlint.source.source import Source

LONGEST_ERROR = 10
"""The most words of a parser's error that fit into the headline."""


def analyze_file(
    content: Content, rules: Sequence[Rule], assumptions: Assumptions, project: Project, memory: AnalysisMemory | None = None
) -> FileAnalysis:
    """Analyze one file. Errors become a `Failure`; nothing is raised for the content of a file.

    Args:
        rules: the rules of all files in which this analysis may find something.
        memory: the last analysis of the file, of which results are reused.
    """
    path, size, watch = content.path, len(content.data), project.watch
    with watch.phase(Phase.SEARCH):
        may_contain_findings = can_hold_finding(content.data)
    if not (may_contain_findings or content.requested):
        return FileAnalysis.of_unrelated(path, size)

    def analyze_source() -> FileAnalysis:
        with watch.phase(Phase.READ):
            source = content.source()
        with watch.phase(Phase.SEARCH):
            suppresses = may_suppress(source.text)
        try:
            analysis = analyze(source, rules, assumptions, project, memory=memory)
        except SyntaxProblem as problem:
            finding, needs = _syntax_finding(problem, source), project.dependencies(path)
            return FileAnalysis(path, problem=finding, analyzed=True, size=size, suppresses=suppresses, dependencies=needs)
        with watch.phase(Phase.RULES):
            file_analysis = FileAnalysis.of(path, analysis.roots, analysis.notes)
        needs = project.dependencies(path)
        return replace(file_analysis, size=size, suppresses=suppresses, dependencies=needs, assumed=_assumed(source))

    def failure_result(failure: Failure) -> FileAnalysis:
        return FileAnalysis(path, failure=failure, analyzed=True, size=size, dependencies=project.dependencies(path))

    return replace(catch_failures(path, analyze_source, failure_result), only_requested=not may_contain_findings)


def _assumed(source: Source) -> Assumed | None:
    """Return what is assumed for a snippet."""
    tree = parse(source) if isinstance(source, Snippet) else None
    return tree.assumed if isinstance(tree, FragmentModule) else None


def _syntax_finding(problem: SyntaxProblem, source: Source) -> Finding:
    """Return a GL000 finding that spans one character."""
    width = len(source.line(problem.line).encode("utf-8", "surrogatepass"))
    end = min(problem.column + 1, max(width, problem.column))
    site = Site(problem.path, problem.line, problem.column, problem.line, end)
    rule = SyntaxErrorRule()
    text = problem.message.rstrip(".")
    short = len(text.split()) <= LONGEST_ERROR and text.count("`") % 2 == 0
    return rule.finding(
        site,
        f"Syntax error: {text}" if short else "Syntax error",
        notes=(*(() if short else (text,)), "nothing else in the file is checked"),
        help="fix the syntax; `...` may stand for what is left out"
        if isinstance(source, Snippet)
        else "fix the syntax, or exclude the file",
    )
