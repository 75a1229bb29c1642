"""The fixes that are offered for the marked programs: collected once, read by several test modules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from graphlint.check.analyze import analyze
from graphlint.fixes.prove import Prover
from graphlint.rule.base import Finding, Rule
from graphlint.rule.fix import Fix
from graphlint.rule.registry import discover
from graphlint.source.source import Source
from graphlint.source.text_edits import applied

PROGRAMS = Path(__file__).resolve().parents[1] / "programs"
MARK = re.compile(r"# ! (GL\d+)")
OFF_BY_DEFAULT = "off_by_default"


@dataclass(frozen=True)
class Offer:
    """A finding in a program, and the fixes that are offered for it."""

    program: str
    source: Source
    finding: Finding
    fixes: tuple[Fix, ...]

    @property
    def name(self) -> str:
        """What tests call it."""
        return f"{self.program}:{self.finding.site.line}:{self.finding.code}"

    def results(self) -> Iterator[tuple[str, Fix, str]]:
        """Each fix with a name, and the text that it makes."""
        for number, fix in enumerate(self.fixes):
            yield f"{self.name}:{number}", fix, applied(self.source.text, fix.edits)


@cache
def rules_for(program: str) -> tuple[Rule, ...]:
    """The rules that a program is held against."""
    every = program.startswith(OFF_BY_DEFAULT)
    return tuple(rule() for rule in discover().rules if every or rule.default)


def findings_in(program: str, source: Source) -> Sequence[Finding]:
    """The findings in a source, by the rules of a program."""
    return analyze(source, rules_for(program)).findings


@cache
def marked_programs() -> tuple[str, ...]:
    """The programs with a mark, by their paths below tests/programs."""
    paths = sorted(PROGRAMS.rglob("*.py"))
    return tuple(path.relative_to(PROGRAMS).as_posix() for path in paths if MARK.search(path.read_text(encoding="utf-8")))


@cache
def offers() -> tuple[Offer, ...]:
    """All findings in all marked programs, with their fixes."""
    found: list[Offer] = []
    for program in marked_programs():
        source = Source.from_bytes(program, (PROGRAMS / program).read_bytes())
        findings = findings_in(program, source)
        by_code = {rule.code: rule for rule in rules_for(program)}
        prover = Prover(source, findings, by_code, lambda changed, program=program: findings_in(program, changed))  # type: ignore[misc]
        found += (Offer(program, source, finding, tuple(prover.fixes(finding))) for finding in findings)
    return tuple(found)
