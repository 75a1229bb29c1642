"""The marked programs: graphlint reports a finding on every marked line, and on no other."""

from __future__ import annotations

from pathlib import Path

import pytest
from marked_programs import OK, PROGRAMS, exceptions, marks, name_of
from program_findings import Findings, findings_of_all_programs

from graphlint.rule.registry import discover

KNOWN_WRONG = exceptions("analysis")
# Programs about several rules at once: idioms and training scripts, none of which has a finding.
GENERAL = "general"


@pytest.fixture(scope="session")
def findings() -> Findings:
    """The findings in all programs."""
    return findings_of_all_programs()


def cases() -> list[object]:
    known = {name: pytest.mark.xfail(strict=True, reason=reason) for name, reason in KNOWN_WRONG.items()}
    return [pytest.param(path, id=name_of(path), marks=[known[name_of(path)]] if name_of(path) in known else []) for path in PROGRAMS]


@pytest.mark.parametrize("program", cases())
def test_findings_are_on_the_marked_lines(program: Path, findings: Findings) -> None:
    """A missed mark is a mistake that the user runs into; a finding elsewhere is a false positive."""
    wanted = marks(program.read_text(encoding="utf-8"))
    got = {(row, code) for row, _, code in findings.get(program.resolve(), set())}
    assert {"missed": sorted(wanted - got), "extra": sorted(got - wanted)} == {"missed": [], "extra": []}


def test_known_wrong_programs_exist() -> None:
    """An entry whose program was renamed would excuse nothing and mislead the reader."""
    assert set(KNOWN_WRONG) <= set(map(name_of, PROGRAMS))


def test_every_program_is_in_the_folder_of_its_rule() -> None:
    """A program is found by the code of a finding; a folder other than a rule's is for programs without findings."""
    codes = {rule.code.lower() for rule in discover().rules}
    assert {path.parent.name for path in PROGRAMS} <= codes | {GENERAL}
    misplaced = []
    for path in PROGRAMS:
        marked = {code.lower() for _, code in marks(path.read_text(encoding="utf-8"))}
        if path.stem.endswith(OK) == bool(marked) or (marked and path.parent.name not in marked):
            misplaced.append(name_of(path))
    assert misplaced == []
