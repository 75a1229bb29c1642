"""Findings that cost memory, for a program that has run out of it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from graphlint.check.analyze import analyze
from graphlint.common.errors import GraphlintError, SyntaxProblem
from graphlint.explain.answer import Cause, Role
from graphlint.explain.locate import LocatedFrame
from graphlint.libraries.assumptions import Assumptions
from graphlint.project.project import Project
from graphlint.rule.base import Finding, Rule

MOST_CAUSES = 8
"""The maximum number of findings in an answer: those nearest to the raising line come first."""

BUILT_FOR_NOTHING = frozenset(("GL301", "GL302", "GL304", "GL305", "GL306", "GL308"))
"""The rules of GL3 that are about graphs which take memory; the others are about modes and methods."""


def find(frames: Sequence[LocatedFrame], rules: Sequence[Rule], assumptions: Assumptions, project: Project) -> list[Cause]:
    """Return the findings on retained and needless graphs in the files of a traceback, and in what these call."""
    lines = {os.path.abspath(frame.source.path): frame.line for frame in frames}
    found = {(item.site, item.code): item for item in _findings(frames, rules, assumptions, project)}
    order = sorted(found.values(), key=lambda item: _distance(item, lines))[:MOST_CAUSES]
    return [Cause(Role.OTHER, item.site, f"{item.message} ({item.code})") for item in order]


def _findings(frames: Sequence[LocatedFrame], rules: Sequence[Rule], assumptions: Assumptions, project: Project) -> Iterator[Finding]:
    for source in dict.fromkeys(frame.source for frame in reversed(frames)):
        try:
            analysis = analyze(source, rules, assumptions, project)
        except (GraphlintError, SyntaxProblem):
            continue
        yield from (item for item in analysis.findings if item.code.startswith("GL2") or item.code in BUILT_FOR_NOTHING)


def _distance(item: Finding, lines: dict[str, int]) -> tuple[bool, int, str]:
    """Return the order of a finding: by its distance from the line of the stack in its file; those in other files come last."""
    line = lines.get(os.path.abspath(item.site.path))
    return line is None, abs(item.site.line - line) if line is not None else item.site.line, item.site.path
