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
    item: Finding,
    *evidence: Evidence,
    source: int = 1,
    is_used: bool = True,
    begun: tuple[str, int] | None = None,
    entered: tuple[tuple[str, int], ...] = (),
    executed: frozenset[tuple[str, int]] = frozenset(),
) -> list[Site]:
    """Return the places of a finding of the run 0, which begins in a function, after evidence of a run.

    Args:
        begun: the function in which the run with the evidence begins.
        entered: the functions that it has entered.
        executed: the functions that the run 0 has executed to their end.
    """
    settlement = Settlement()
    settlement.add(source, evidence, begun, entered, is_used=is_used)
    return [found.site for found in settlement.remaining(item, 0, FUNCTION, executed)]


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
    settlement.add(1, (refuted,), None, entered)
    assert list(settlement.remaining(finding(), 0, None, frozenset())) == [finding()]


def test_the_doubts_of_a_function_on_its_own_refute_no_caller_that_has_executed_it() -> None:
    doubted, callee = at(EvidenceKind.DOUBTED), ("a.py", 2)
    assert remaining(finding(), doubted, begun=callee) == []
    assert remaining(finding(), doubted, begun=callee, executed=frozenset((callee,))) == [HERE]
    assert remaining(finding(), doubted, begun=None, executed=frozenset((callee,))) == []
    assert remaining(finding(), doubted, begun=callee, is_used=False) == [HERE]
    assert remaining(finding(), doubted, begun=callee, source=0) == [HERE]


def test_a_finding_moves_to_the_first_call_on_each_way_that_is_not_shared() -> None:
    shared = at(EvidenceKind.SHARED)
    assert remaining(finding(ways=((CALL, OUTER),)), shared) == [CALL]
    assert remaining(finding(ways=((CALL, OUTER),)), shared, source=0) == [HERE]
    assert remaining(finding(ways=((CALL, OUTER),)), shared, at(EvidenceKind.SHARED, CALL)) == [OUTER]
    assert remaining(finding(ways=((CALL,),)), shared, at(EvidenceKind.SHARED, CALL)) == []
    assert remaining(finding(ways=((CALL,), (OUTER,), (CALL, OUTER))), shared) == [CALL, OUTER]
    assert remaining(finding(ways=((CALL,), (OUTER,))), shared, at(EvidenceKind.REFUTED, CALL)) == [OUTER]
    assert remaining(finding(), shared) == [HERE]
