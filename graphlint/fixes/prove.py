"""Proofs of fixes: a proposal is accepted only if it removes the finding and causes none. If a statement raises and has one possible
meaning (`Fix.uncovers`), findings hidden by the error may appear.

The proof is an analysis of the changed text. It costs as much as the first analysis, and runs only if there is a finding. An accepted text
must not use a name before it is bound, unless the original does.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import TypeAlias

from graphlint.common.errors import GraphlintError, SyntaxProblem
from graphlint.fixes.queries.affected import affected_definitions
from graphlint.fixes.queries.definite_assignment import names_are_equal
from graphlint.fixes.queries.detaches import detaches_among_others, repeats_detach, without_one_detach
from graphlint.fixes.queries.nodes import changed_statements
from graphlint.fixes.queries.unbound_names import names_stay_bound
from graphlint.fixes.refused import refused_in
from graphlint.rule.base import Finding, Rule
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.source.source import Source
from graphlint.source.text_edits import Edit, shift_offset, written_spans

Analyze: TypeAlias = Callable[[Source], Sequence[Finding]]
AnalyzePart: TypeAlias = Callable[[Source, frozenset[str] | None], Sequence[Finding]]

# Limits on proposals for one finding and for one file: counts, so that results are the same on every machine.
TRIES_A_FINDING = 12
TRIES_A_FILE = 200
ANY = frozenset(Applicability)


@dataclass
class Prover:
    """The proofs of the fixes of one file.

    With `analyze_part`, a fix of a function or a class is proven by an analysis of what it may affect, before and after the change.
    """

    source: Source
    findings: Sequence[Finding]
    rules: Mapping[str, Rule]
    analyze: Analyze
    analyze_part: AnalyzePart | None = None
    refused: set[Finding] = field(default_factory=set, init=False)
    """The findings with a fix that cannot be made because the code is nested too deeply."""
    _tries: int = field(default=0, init=False)
    _parts: dict[frozenset[str], Sequence[Finding]] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.code = Code(self.source)

    def proposals(self, finding: Finding) -> Iterator[Fix]:
        """Return the unproven proposals of the rule, the preferred one first."""
        rule = self.rules.get(finding.code)
        if rule is not None:
            refused = refused_in(self.code)
            before = refused.count
            offered = (fix for fix in rule.fixes(finding, self.code) if fix is not None)
            yield from (fix for fix in offered if self.source.in_one_part(fix.edits))
            if refused.count > before:
                self.refused.add(finding)

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
        if allowed is None or self.source.edited(allowed).text == self.source.text:
            return False
        changed = Code(self.source.edited(allowed))
        removed = set(_keys(self.code, taken))
        try:
            old, new = changed_statements(self.code, changed, allowed)
            if repeats_detach(old, new) or not (names_are_equal(old, new) or names_stay_bound(self.code, changed, allowed)):
                return False
            part, before = self._affected(old, new, removed)
            after = self._analyzed(changed.source, part)
        except (GraphlintError, SyntaxProblem):
            return False
        others = {(rule, shift_offset(offset, allowed)) for rule, offset in _keys(self.code, before) if (rule, offset) not in removed}
        caused = set(_keys(changed, after)) - others
        if not uncovers:
            return not caused
        remaining = {(rule, shift_offset(offset, allowed)) for rule, offset in removed}
        written = list(written_spans(allowed))
        return not (caused & remaining or any(start <= offset <= end for _, offset in caused for start, end in written))

    def _affected(
        self, old: Sequence[ast.stmt], new: Sequence[ast.stmt], removed: AbstractSet[tuple[str, int]]
    ) -> tuple[frozenset[str] | None, Sequence[Finding]]:
        """Return the definitions that a change of statements may affect, None for all, and the findings in them before the change."""
        part = affected_definitions(self.code.tree, old, new) if self.analyze_part is not None else None
        if part is not None:
            if part not in self._parts:
                self._parts[part] = self._analyzed(self.source, part)
            if removed <= set(_keys(self.code, self._parts[part])):
                return part, self._parts[part]
        return None, self.findings

    def _analyzed(self, source: Source, part: frozenset[str] | None) -> Sequence[Finding]:
        return self.analyze(source) if part is None or self.analyze_part is None else self.analyze_part(source, part)

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
        part, _ = self._affected(*changed_statements(self.code, code, allowed), frozenset())
        found = set(_keys(code, self._analyzed(changed, part)))
        for taken_out in without_one_detach(code, allowed, wanted):
            less = changed.edited(taken_out)
            if set(_keys(Code(less), self._analyzed(less, part))) == {(rule, shift_offset(offset, taken_out)) for rule, offset in found}:
                return True
        return False


def _keys(code: Code, findings: Iterable[Finding]) -> Iterator[tuple[str, int]]:
    """Return the identities of findings: code, and offset of the first character."""
    return ((item.code, code.offset(item.site.line, item.site.column)) for item in findings)
