"""Fix a whole file: pass after pass, until no permitted fix is left."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeAlias

from graphlint.fixes.applied import Applied, Fixed
from graphlint.fixes.prove import Analyze, OtherRuns, Prover
from graphlint.rule.base import Finding, Rule
from graphlint.rule.fix import Applicability, Fix
from graphlint.source.source import Source
from graphlint.source.text_edits import Edit

# Each pass removes at least one finding; no file has this many conflicting fixes.
PASSES = 100


class CallerFindings(OtherRuns, Protocol):
    """The runs of other files that lead to findings in a file."""

    def in_file(self, source: Source, /) -> Sequence[Finding]:
        """Return what the runs find in a version of the file."""


Wanted: TypeAlias = Callable[[Source, Sequence[Finding]], Sequence[Finding]]


def fix_source(
    source: Source,
    rules: Mapping[str, Rule],
    analyze: Analyze,
    wanted: Wanted,
    trusted: frozenset[Applicability],
    past_errors: Analyze | None = None,
    others: CallerFindings | None = None,
) -> Fixed:
    """Apply all fixes to a source. Of conflicting fixes, one is applied per pass.

    Args:
        past_errors: as for a `Prover`.
        others: the runs of other files that lead to findings.

    Raises:
        SyntaxProblem: the source does not parse.
    """
    made: list[Applied] = []
    for _ in range(PASSES):
        prover = Prover(source, analyze(source).findings, rules, analyze, past_errors=past_errors, others=others)
        found = prover.findings
        if others is not None:
            places = {(item.site.line, item.code) for item in found}
            found = [*found, *(item for item in others.in_file(source) if (item.site.line, item.code) not in places)]
        chosen = _pass(wanted(source, found), prover, trusted)
        if not chosen:
            break
        for finding, fix in chosen:
            position = source.position(finding.site.line, finding.site.column)
            rule = rules.get(finding.code)
            # An error hides findings.
            uncovers = fix.uncovers or (rule is not None and bool(rule.raises))
            made.append(Applied(finding.code, finding.name, position, fix.message, uncovers))
        source = source.edited(source.applicable_edits(_joined([fix for _, fix in chosen])) or ())
    return Fixed(source, tuple(made))


def preferred(findings: Sequence[Finding], prover: Prover) -> dict[Finding, Fix]:
    """Return the fix to report for each finding: one proof if the first proposals hold together; otherwise one proof each."""
    proven = together(findings, prover) if len(findings) > 1 else {}
    for item in findings:
        if item not in proven:
            fix = prover.first(item)
            if fix is not None:
                proven[item] = fix
    return proven


def together(findings: Sequence[Finding], prover: Prover) -> dict[Finding, Fix]:
    """Return the first proposals that do not conflict, if one proof shows that they hold together; otherwise none."""
    first = [(item, next(prover.proposals(item), None)) for item in findings]
    chosen = _without_conflicts([(item, fix) for item, fix in first if fix is not None])
    return dict(chosen) if chosen and _hold(chosen, prover) else {}


def _pass(findings: Sequence[Finding], prover: Prover, trusted: frozenset[Applicability]) -> list[tuple[Finding, Fix]]:
    """Return the fixes of one pass: the first proposals if they hold together; otherwise those that hold by themselves, if they also
    hold together; otherwise one."""
    first = [(item, next((fix for fix in prover.proposals(item) if fix.applicability in trusted), None)) for item in findings]
    together = _without_conflicts([(item, fix) for item, fix in first if fix is not None])
    if len(together) > 1 and _hold(together, prover):
        return together
    proven: list[tuple[Finding, Fix]] = []
    for item in findings:
        fix = prover.first(item, trusted)
        if fix is not None:
            proven.append((item, fix))
    together = _without_conflicts(proven)
    return together if len(together) < 2 or _hold(together, prover) else together[:1]


def _hold(chosen: Sequence[tuple[Finding, Fix]], prover: Prover) -> bool:
    """Return True if several fixes hold when they are applied together."""
    findings, fixes = [item for item, _ in chosen], [fix for _, fix in chosen]
    return prover.holds(_joined(fixes), findings) and not prover.has_idle_detach(fixes, findings)


def _joined(fixes: Sequence[Fix]) -> list[Edit]:
    """Return the edits of fixes that do not overlap, in order."""
    return sorted((edit for fix in fixes for edit in fix.edits), key=lambda edit: (edit.start, edit.end))


def _without_conflicts(chosen: Sequence[tuple[Finding, Fix]]) -> list[tuple[Finding, Fix]]:
    """Return the fixes, in order, that do not conflict with an earlier one: the spans from the first edit to the last do not touch."""
    kept: list[tuple[Finding, Fix]] = []
    spans: list[tuple[int, int]] = []
    for item, fix in chosen:
        start, end = fix.edits[0].start, max(edit.end for edit in fix.edits)
        if all(end < other_start or start > other_end for other_start, other_end in spans):
            kept.append((item, fix))
            spans.append((start, end))
    return kept
