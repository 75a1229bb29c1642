"""The help of a finding and its preferred fix give the same advice."""

from __future__ import annotations

import re

import pytest
from marked_programs import FOLDER

from fixes.proposed_fixes import findings_in, marked_programs, rules_of
from graphlint.fixes.prove import Prover
from graphlint.source.source import Source

PROGRAMS = [name for name in marked_programs() if name.startswith("gl101/")]
ADVICE = {
    "detach ": r"Detach ",
    "call `backward()` once on the sum": r"Call `backward\(\)` once|Pass the sum|Add `retain_graph=True`",
    "call `backward()` once, or": r"Remove the (second|first)|Add `retain_graph=True`|Call `backward\(\)` once",
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_fix_of_a_second_backward_is_what_the_help_says(program: str) -> None:
    """What separate steps share is detached, other losses are added, and a graph is retained only where no step is in between."""
    source = Source.from_bytes(program, (FOLDER / program).read_bytes())
    findings = findings_in(program, source)
    prover = Prover(source, findings, {rule.code: rule for rule in rules_of(program)}, lambda changed: findings_in(program, changed))
    for finding in findings:
        fix = prover.first(finding) if finding.code == "GL101" else None
        if fix is None:
            continue
        (pattern,) = (title for advice, title in ADVICE.items() if finding.help.startswith(advice))
        assert re.match(pattern, fix.message), (finding.help, fix.message)
        assert not fix.message.startswith("Add `retain_graph") or "retain_graph" in finding.help
