"""The fixes proposed for the findings in the marked programs: collected once in a session, read by several test modules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from marked_programs import FOLDER, PROGRAMS, marks, name_of, rules_for
from shared_results import shared_parts

from graphlint.check.analyze import analyze
from graphlint.fixes.prove import Prover
from graphlint.rule.base import Finding, Rule
from graphlint.rule.fix import Fix
from graphlint.source.source import Source
from graphlint.source.text_edits import apply_edits

PARTS = 64
"""Parts of the programs, each of which is analyzed by one process: none waits long for another."""


@dataclass(frozen=True)
class Offer:
    """A finding in a program, and its fixes."""

    program: str
    source: Source
    finding: Finding
    fixes: tuple[Fix, ...]

    @property
    def name(self) -> str:
        """The name of the finding in test ids."""
        return f"{self.program}:{self.finding.site.line}:{self.finding.code}"

    def results(self) -> Iterator[tuple[str, Fix, str]]:
        """Yield the name, the fix and the fixed text of each fix."""
        for number, fix in enumerate(self.fixes):
            yield f"{self.name}:{number}", fix, apply_edits(self.source.text, fix.edits)


@cache
def rules_of(program: str) -> tuple[Rule, ...]:
    """Return an instance of each rule that checks a program."""
    return tuple(rule() for rule in rules_for(program))


def findings_in(program: str, source: Source) -> Sequence[Finding]:
    """Return the findings in a source, by the rules of a program."""
    return analyze(source, rules_of(program)).findings


@cache
def marked_programs() -> tuple[str, ...]:
    """Return the programs with a mark, by their paths below tests/programs."""
    return tuple(name_of(path) for path in PROGRAMS if marks(path.read_text(encoding="utf-8")))


@cache
def offers() -> tuple[Offer, ...]:
    """Return all findings in all marked programs, with their fixes."""
    programs = marked_programs()
    parts = shared_parts("offers", range(PARTS), lambda first: [tuple(offers_in(program)) for program in programs[first::PARTS]])
    by_program = {program: found for first, part in enumerate(parts) for program, found in zip(programs[first::PARTS], part, strict=True)}
    return tuple(offer for program in programs for offer in by_program[program])


def offers_in(program: str) -> Iterator[Offer]:
    """Yield the findings in a program, with their fixes."""
    source = Source.from_bytes(program, (FOLDER / program).read_bytes())
    findings = findings_in(program, source)
    by_code = {rule.code: rule for rule in rules_of(program)}
    prover = Prover(
        source,
        findings,
        by_code,
        lambda changed: analyze(changed, rules_of(program), for_proof=True).proof(),
        past_errors=lambda text: analyze(text, rules_of(program), past_errors=True, for_proof=True).proof(),
    )
    for finding in findings:
        yield Offer(program, source, finding, tuple(prover.fixes(finding)))
