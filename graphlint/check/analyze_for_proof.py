"""The analysis of a text for the proof of a fix."""

from __future__ import annotations

from collections.abc import Sequence, Set

from graphlint.autograd.raised_at import RaisedAt
from graphlint.check.analyze import analyze
from graphlint.fixes.prove import ProofAnalysis
from graphlint.libraries.assumptions import Assumptions
from graphlint.project.project import Project
from graphlint.rule.base import Rule
from graphlint.source.source import Source


def analyze_for_proof(
    source: Source,
    rules: Sequence[Rule],
    assumptions: Assumptions | None = None,
    project: Project | None = None,
    *,
    raised_at: RaisedAt | None = None,
    definitions: Set[str] | None = None,
    past_errors: bool = False,
) -> ProofAnalysis:
    """Return what a proof asks of a text; the arguments are those of `analyze`.

    Raises:
        SyntaxProblem: the file does not parse.
    """
    found = analyze(
        source, rules, assumptions, project, raised_at=raised_at, definitions=definitions, past_errors=past_errors, for_proof=True
    )
    return ProofAnalysis(found.findings, found.detached())
