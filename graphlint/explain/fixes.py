"""The fix of an error, proven under the assumption that explains it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graphlint.autograd.raised_at import RaisedAt
from graphlint.check.analyze import analyze
from graphlint.explain.assumed_runs import AssumedError
from graphlint.explain.locate import LocatedFrame
from graphlint.fixes.prove import ProofAnalysis, Prover
from graphlint.libraries.assumptions import Assumptions
from graphlint.project.project import Project
from graphlint.rule.base import Rule
from graphlint.rule.fix import Fix
from graphlint.source.source import Source


def proven_fix(frame: LocatedFrame, found: AssumedError, rules: Sequence[Rule], assumptions: Assumptions, project: Project) -> Fix | None:
    """Return the preferred fix of the finding about an error, None if there is none in the raising file."""
    finding, source = found.finding, frame.source
    if finding is None or finding.site.path != source.path:
        return None

    def analyzed(changed: Source, past_errors: bool = False) -> ProofAnalysis:
        assumed = _moved(found.assumption, source, changed)
        return analyze(changed, rules, assumptions, project, raised_at=assumed, past_errors=past_errors, for_proof=True).proof()

    def analyzed_past_errors(changed: Source) -> ProofAnalysis:
        return analyzed(changed, past_errors=True)

    before = analyzed(source).findings
    if finding not in before:
        before = [*before, finding]
    by_code = {rule.code: rule for rule in rules}
    return Prover(source, before, by_code, analyzed, past_errors=analyzed_past_errors).first(finding)


def _moved(assumption: RaisedAt, before: Source, after: Source) -> RaisedAt:
    """Return the assumption for a changed text: the lines after the change have other numbers."""
    old, new = before.text.splitlines(), after.text.splitlines()
    same = next((index for index, (one, two) in enumerate(zip(old, new, strict=False)) if one != two), min(len(old), len(new)))
    shift = len(new) - len(old)
    path = assumption.lines[-1][0]
    return replace(
        assumption, lines=tuple((name, line + shift if name == path and line > same + 1 else line) for name, line in assumption.lines)
    )
