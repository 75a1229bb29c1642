"""What remains of the findings of several runs of the same code."""

from __future__ import annotations

import pytest

from graphlint.autograd.sites import Site
from graphlint.check.settlement import Settlement
from graphlint.rule.base import Finding, Placement, Severity
from graphlint.rule.evidence import Evidence, EvidenceKind

HERE, CALL, OUTER = (Site("a.py", line, 0, line, 9) for line in (1, 2, 3))
CODE = "GL301"
FUNCTION = ("a.py", 1)


def finding(origin: Site | None = None, ways: tuple[tuple[Site, ...], ...] | None = None) -> Finding:
    placed = None if ways is None else tuple(tuple(Placement(site, "moved", ()) for site in way) for way in ways)
    return Finding(CODE, "name", Severity.WARNING, "here", HERE, origin=origin, ways=placed)


def remaining(
    item: Finding, *evidence: Evidence, source: int = 1, is_used: bool = True, entered: tuple[tuple[str, int], ...] = ()
) -> list[Site]:
    """Return the places of a finding of the run 0, which begins in a function, after evidence of a run."""
    settlement = Settlement()
    settlement.add(source, evidence, entered, is_used=is_used)
    return [found.site for found in settlement.remaining(item, 0, FUNCTION)]


def at(kind: EvidenceKind, site: Site = HERE, code: str = CODE) -> Evidence:
    return Evidence(kind, code, site)


def test_another_run_refutes_a_finding_or_the_graph_that_it_is_about() -> None:
    refuted = at(EvidenceKind.REFUTED)
    assert remaining(finding()) == [HERE]
    assert remaining(finding(), refuted) == []
    assert remaining(finding(), at(EvidenceKind.REFUTED, code="GL304")) == [HERE]
    assert remaining(finding(), at(EvidenceKind.REFUTED, CALL)) == [HERE]
    assert remaining(finding(origin=CALL), at(EvidenceKind.REFUTED, CALL)) == []
    assert remaining(finding(), refuted, source=0) == [HERE]


def test_a_run_whose_findings_are_not_used_only_shows_what_its_code_does_for_some_arguments() -> None:
    assert remaining(finding(), at(EvidenceKind.REFUTED), is_used=False) == [HERE]
    assert remaining(finding(), at(EvidenceKind.REFUTED_ALONE), is_used=False) == []
    assert remaining(finding(), at(EvidenceKind.REFUTED_ALONE), source=0) == []
    assert remaining(finding(ways=()), at(EvidenceKind.SHARED), is_used=False) == []


@pytest.mark.parametrize(("entered", "places"), [((FUNCTION,), []), ((("a.py", 2),), [HERE]), ((), [HERE])])
def test_a_caller_refutes_findings_of_runs_that_begin_in_what_it_enters(entered: tuple[tuple[str, int], ...], places: list[Site]) -> None:
    refuted = at(EvidenceKind.REFUTED_IN_CALLEES)
    assert remaining(finding(), refuted, entered=entered) == places
    assert remaining(finding(), refuted, entered=entered, is_used=False) == [HERE]
    settlement = Settlement()
    settlement.add(1, (refuted,), entered)
    assert list(settlement.remaining(finding(), 0, None)) == [finding()]


def test_a_finding_moves_to_the_first_call_on_each_way_that_is_not_shared() -> None:
    shared = at(EvidenceKind.SHARED)
    assert remaining(finding(ways=((CALL, OUTER),)), shared) == [CALL]
    assert remaining(finding(ways=((CALL, OUTER),)), shared, source=0) == [HERE]
    assert remaining(finding(ways=((CALL, OUTER),)), shared, at(EvidenceKind.SHARED, CALL)) == [OUTER]
    assert remaining(finding(ways=((CALL,),)), shared, at(EvidenceKind.SHARED, CALL)) == []
    assert remaining(finding(ways=((CALL,), (OUTER,), (CALL, OUTER))), shared) == [CALL, OUTER]
    assert remaining(finding(ways=((CALL,), (OUTER,))), shared, at(EvidenceKind.REFUTED, CALL)) == [OUTER]
    assert remaining(finding(), shared) == [HERE]
