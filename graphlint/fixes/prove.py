"""Proofs of fixes: a proposal is accepted only if it removes the finding and causes none. If a statement raises and has one possible
meaning (`Fix.uncovers`), findings hidden by the error may appear.

The proof is an analysis of the changed text. It costs as much as the first analysis, and runs only if there is a finding. An accepted text
must not use a name before it is bound, unless the original does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from graphlint.common.errors import GraphlintError, SyntaxProblem
from graphlint.fixes.definite_assignment import Risk, UnboundUse, leaves_names_alone, unbound_uses
from graphlint.fixes.detaches import detaches_among_others, may_repeat_detach, repeated_detaches, without_one_detach
from graphlint.rule.base import Finding, Rule
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.source.source import Source
from graphlint.source.text_edits import Edit, shift_offset

Analyze: TypeAlias = Callable[[Source], Sequence[Finding]]

# Limits on proposals for one finding and for one file: counts, so that results are the same on every machine.
TRIES_A_FINDING = 12
TRIES_A_FILE = 200
ANY = frozenset(Applicability)


@dataclass
class Prover:
    """The proofs of the fixes of one file."""

    source: Source
    findings: Sequence[Finding]
    rules: Mapping[str, Rule]
    analyze: Analyze
    _tries: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.code = Code(self.source)

    def proposals(self, finding: Finding) -> Iterator[Fix]:
        """Return the unproven proposals of the rule, the preferred one first."""
        rule = self.rules.get(finding.code)
        if rule is not None:
            offered = (fix for fix in rule.fixes(finding, self.code) if fix is not None)
            yield from (fix for fix in offered if self.source.in_one_part(fix.edits))

    def fixes(self, finding: Finding) -> Iterator[Fix]:
        """Return the fixes of one finding that hold, the preferred one first.

        Of several with one title, only the first that holds is returned. A fix that does everything that an earlier one does, and more, is
        left out.
        """
        held: list[frozenset[Edit]] = []
        messages: set[str] = set()
        for tried, fix in enumerate(self.proposals(finding)):
            if tried >= TRIES_A_FINDING or self._tries >= TRIES_A_FILE:
                return
            if fix.message in messages or any(less <= set(fix.edits) for less in held):
                continue
            self._tries += 1
            if self.holds(fix.edits, [finding], fix.uncovers) and not self.has_idle_detach([fix]):
                held.append(frozenset(fix.edits))
                messages.add(fix.message)
                yield fix

    def first(self, finding: Finding, trusted: frozenset[Applicability] = ANY) -> Fix | None:
        """Return the first fix of a finding that holds; None if there is none."""
        return next((fix for fix in self.fixes(finding) if fix.applicability in trusted), None)

    def holds(self, edits: Sequence[Edit], taken: Iterable[Finding], uncovers: bool = False) -> bool:
        """Return True if edits remove findings and cause none."""
        allowed = self.source.applicable_edits(edits)
        if allowed is None:
            return False
        changed = self.source.edited(allowed)
        if changed.text == self.source.text:
            return False
        code = Code(changed)
        try:
            # The analysis goes over the same tree.
            tree = code.tree
            if not leaves_names_alone(self.source.text, allowed) and not self._names_stay_bound(code, allowed):
                return False
            if may_repeat_detach(self.source.text, allowed) and repeated_detaches(tree) > self._repeated:
                return False
            after = self.analyze(changed)
        except (GraphlintError, SyntaxProblem):
            return False
        gone = set(_keys(self.code, taken))
        kept = {(rule, shift_offset(offset, allowed)) for rule, offset in _keys(self.code, self.findings) if (rule, offset) not in gone}
        come = set(_keys(code, after)) - kept
        if come and not uncovers:
            return False
        own = {(rule, shift_offset(offset, allowed)) for rule, offset in gone}
        written = list(_written(allowed))
        return not (come & own or any(start <= offset <= end for _, offset in come for start, end in written))

    @cached_property
    def _repeated(self) -> int:
        return repeated_detaches(self.code.tree)

    def has_idle_detach(self, fixes: Sequence[Fix]) -> bool:
        """Return True if fixes that hold would also hold without one of their detaches: the detached value has no graph.

        For a fix that only adds one detach, the proof has already shown that the detach matters.
        """
        wanted = {edit for fix in fixes for edit in detaches_among_others(fix.edits)}
        if not wanted:
            return False
        edits = sorted((edit for fix in fixes for edit in fix.edits), key=lambda edit: (edit.start, edit.end))
        allowed = self.source.applicable_edits(edits) or ()
        changed = self.source.edited(allowed)
        code = Code(changed)
        found = set(_keys(code, self.analyze(changed)))
        for taken_out in without_one_detach(code, allowed, wanted):
            less = changed.edited(taken_out)
            if set(_keys(Code(less), self.analyze(less))) == {(rule, shift_offset(offset, taken_out)) for rule, offset in found}:
                return True
        return False

    @cached_property
    def _unbound(self) -> list[tuple[int, UnboundUse]]:
        """The uses of names in the original text that may execute before the name is bound, by their offsets."""
        return [(self.code.offset(use.line, use.column), use) for use in unbound_uses(self.code.tree)]

    def _names_stay_bound(self, changed: Code, edits: Sequence[Edit]) -> bool:
        """Return True if no use of a name is less certainly bound than in the original text.

        A use outside of the edits is compared with itself, a use within an edit with the others of the same variable.
        """
        found = unbound_uses(changed.tree)
        if not found:
            return True
        written = list(_written(edits))
        before: dict[int | tuple[str, str], Risk] = {}
        for offset, use in self._unbound:
            keys: list[int | tuple[str, str]] = [(use.scope, use.name)]
            if not any(edit.start <= offset < edit.end for edit in edits):
                keys.append(shift_offset(offset, edits))
            for key in keys:
                before[key] = max(use.risk, before.get(key, use.risk))
        for use in found:
            offset = changed.offset(use.line, use.column)
            inside = any(start <= offset < end for start, end in written)
            known = before.get((use.scope, use.name) if inside else offset)
            if known is None or known < use.risk:
                return False
        return True


def _written(edits: Iterable[Edit]) -> Iterator[tuple[int, int]]:
    """Return the spans written by edits, in the changed text."""
    shift = 0
    for edit in edits:
        start = edit.start + shift
        yield start, start + len(edit.text)
        shift += len(edit.text) - (edit.end - edit.start)


def _keys(code: Code, findings: Iterable[Finding]) -> Iterator[tuple[str, int]]:
    """Return the identities of findings: code, and offset of the first character."""
    return ((item.code, code.offset(item.site.line, item.site.column)) for item in findings)
