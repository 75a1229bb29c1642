"""Proof of fixes: of what a rule proposes, only that is offered which takes the finding away and brings none. Where a statement raises and
has one meaning (`Fix.uncovers`), what the error hid may come to light.

The proof is an analysis of the changed text. It costs as much as the first one, and is asked only where there is a finding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from graphlint.editing import Edit, moved
from graphlint.errors import GraphlintError, SyntaxProblem
from graphlint.fixes.code import Code
from graphlint.fixes.model import Applicability, Fix
from graphlint.rules_api import Finding, Rule
from graphlint.source import Source

Analyze: TypeAlias = Callable[[Source], Sequence[Finding]]

# So many proposals are tried for one finding, and so many in one file: a count, so that results are the same on every machine.
TRIES_A_FINDING = 12
TRIES_A_FILE = 200
ANY = frozenset(Applicability)


@dataclass
class Prover:
    """What proves the fixes of one file.

    Args:
        source: the file as it is.
        findings: all findings in it, of the rules that are judged by.
        rules: the rules that propose, by code.
        analyze: the findings in a source, of the same rules.
    """

    source: Source
    findings: Sequence[Finding]
    rules: Mapping[str, Rule]
    analyze: Analyze
    _tries: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.code = Code(self.source)

    def proposals(self, finding: Finding) -> Iterator[Fix]:
        """What the rule proposes, unproven, the preferred one first.

        Args:
            finding: one of the findings.
        """
        rule = self.rules.get(finding.code)
        if rule is not None:
            offered = (fix for fix in rule.fixes(finding, self.code) if fix is not None)
            yield from (fix for fix in offered if self.source.in_one_part(fix.edits))

    def fixes(self, finding: Finding) -> Iterator[Fix]:
        """The fixes of one finding that hold, the preferred one first.

        Of several with one message the first that holds is enough; and what does all that an earlier one does, and more, is left out.

        Args:
            finding: one of the findings.
        """
        held: list[frozenset[Edit]] = []
        messages: set[str] = set()
        for tried, fix in enumerate(self.proposals(finding)):
            if tried >= TRIES_A_FINDING or self._tries >= TRIES_A_FILE:
                return
            if fix.message in messages or any(less <= set(fix.edits) for less in held):
                continue
            self._tries += 1
            if self.holds(fix.edits, [finding], fix.uncovers):
                held.append(frozenset(fix.edits))
                messages.add(fix.message)
                yield fix

    def first(self, finding: Finding, trusted: frozenset[Applicability] = ANY) -> Fix | None:
        """The first fix of a finding that holds; None if there is none.

        Args:
            finding: one of the findings.
            trusted: the kinds of fixes that are wanted.
        """
        return next((fix for fix in self.fixes(finding) if fix.applicability in trusted), None)

    def holds(self, edits: Sequence[Edit], taken: Iterable[Finding], uncovers: bool = False) -> bool:
        """Whether edits take findings away and bring none.

        Args:
            edits: the edits, which do not overlap, in order.
            taken: the findings that have to be gone.
            uncovers: whether findings that were hidden behind an error may come to light, anywhere but in what the edits wrote.
        """
        allowed = self.source.allowed(edits)
        if allowed is None:
            return False
        changed = self.source.edited(allowed)
        if changed.text == self.source.text:
            return False
        try:
            after = self.analyze(changed)
        except (GraphlintError, SyntaxProblem):
            return False
        gone = set(_keys(self.code, taken))
        kept = {(code, moved(offset, allowed)) for code, offset in _keys(self.code, self.findings) if (code, offset) not in gone}
        come = set(_keys(Code(changed), after)) - kept
        if not uncovers:
            return not come
        own = {(code, moved(offset, allowed)) for code, offset in gone}
        written = list(_written(allowed))
        return not come & own and not any(start <= offset <= end for _, offset in come for start, end in written)


def _written(edits: Iterable[Edit]) -> Iterator[tuple[int, int]]:
    """The spans that edits have written, in the changed text."""
    shift = 0
    for edit in edits:
        start = edit.start + shift
        yield start, start + len(edit.text)
        shift += len(edit.text) - (edit.end - edit.start)


def _keys(code: Code, findings: Iterable[Finding]) -> Iterator[tuple[str, int]]:
    """What tells findings apart: their code, and the character on which they begin."""
    return ((item.code, code.offset(item.site.line, item.site.column)) for item in findings)
