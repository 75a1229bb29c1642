"""Proofs of fixes: a proposal is accepted only if it removes the finding and causes none.

A fix that removes an error may uncover findings that the error has hidden, which it does not cause. They are those of runs that continue
after errors (`past_errors`); if a statement raises and has one possible meaning (`Fix.uncovers`), all findings on other lines.

Neither may it cause an error that no rule reports, such as `detach()` of a number, nor detach what cannot have a graph, nor detach on one
path what another one uses as before, where the finding is only uncertain then.

The proof is an analysis of the changed text, and of the runs of other files that lead to the finding. It costs as much as the first
analysis, and runs only if there is a finding. An accepted text must not use a name before it is bound, unless the original does.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeAlias

from graphlint.autograd.events import WrongOperand
from graphlint.autograd.run import Run
from graphlint.autograd.sites import Site
from graphlint.common.errors import GraphlintError, SyntaxProblem
from graphlint.fixes.queries.affected import affected_definitions
from graphlint.fixes.queries.definite_assignment import names_are_equal
from graphlint.fixes.queries.detaches import adds_detach, detaches_among_others, repeats_detach, without_one_detach, written_detaches
from graphlint.fixes.queries.nodes import changed_statements
from graphlint.fixes.queries.other_paths import other_paths
from graphlint.fixes.queries.unbound_names import names_stay_bound
from graphlint.fixes.refused import refused_in
from graphlint.rule.base import Finding, Rule, Severity
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.source.source import Source
from graphlint.source.text_edits import Edit, shift_offset, written_spans

Key: TypeAlias = "tuple[str, int | Site]"
"""The identity of a finding: its code, and the offset of its first character, or its place in another file."""

# Limits on proposals for one finding and for one file: counts, so that results are the same on every machine.
TRIES_A_FINDING = 12
TRIES_A_FILE = 200
ANY = frozenset(Applicability)
UNREPORTED = "error"
"""The code of errors without a rule that an analysis finds for a proof. The findings of a check do not include them."""


class WrongOperands(Rule):
    """An operation that raises because an operand is of another kind."""

    code = UNREPORTED
    name = "wrong-operand"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Yield each operation that raises for the kind of its operand."""
        for event in run.of(WrongOperand):
            yield self.finding(event.site, f"`{event.operation}` raises an error")


PROOF_RULES = (WrongOperands(),)
"""These rules are added to those by whose findings a fix is proven."""


@dataclass(frozen=True, slots=True)
class ProofAnalysis:
    """The result of the analysis of a text for a proof; `detached` are the calls of `detach()` on values that may have a graph."""

    findings: Sequence[Finding] = ()
    detached: frozenset[Site] = frozenset()

    @classmethod
    def joined(cls, parts: Iterable[ProofAnalysis]) -> ProofAnalysis:
        """Return what several analyses find."""
        every = list(parts)
        return cls([item for part in every for item in part.findings], frozenset[Site]().union(*(part.detached for part in every)))


Analyze: TypeAlias = Callable[[Source], ProofAnalysis]
AnalyzePart: TypeAlias = Callable[[Source, frozenset[str] | None], ProofAnalysis]


class OtherRuns(Protocol):
    """The runs of other files that lead to findings in a file, by their numbers."""

    def leading_to(self, source: Source, findings: Iterable[Finding], /) -> tuple[int, ...]:
        """Return the runs that lead to some findings in a version of the file."""

    def analysis(self, source: Source, runs: tuple[int, ...], past_errors: bool = False, /) -> ProofAnalysis:
        """Return what some runs find in any file, with a version of the file in place of its content."""


@dataclass
class Prover:
    """The proofs of the fixes of one file.

    With `analyze_part`, a fix of a function or a class is proven by an analysis of what it may affect, before and after the change.
    `past_errors` analyzes a text with runs that continue after errors. `others` are the runs of other files that lead to findings.
    """

    source: Source
    findings: Sequence[Finding]
    rules: Mapping[str, Rule]
    analyze: Analyze
    analyze_part: AnalyzePart | None = None
    past_errors: Analyze | None = None
    others: OtherRuns | None = None
    refused: set[Finding] = field(default_factory=set, init=False)
    """The findings with a fix that cannot be made because the code is nested too deeply."""
    _tries: int = field(default=0, init=False)
    _parts: dict[frozenset[str], Sequence[Finding]] = field(default_factory=dict, init=False)
    _hidden: Sequence[Finding] | None = field(default=None, init=False)
    _unreported: Sequence[Finding] | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.code = Code(self.source)

    def proposals(self, finding: Finding) -> Iterator[Fix]:
        """Return the unproven proposals of the rule, the preferred one first."""
        rule = self.rules.get(finding.code)
        if rule is not None:
            refused = refused_in(self.code)
            before = refused.count
            offered = (fix for fix in rule.fixes(finding, self.code) if fix is not None)
            yield from (_limited_by_coverage(finding, fix) for fix in offered if self.source.in_one_part(fix.edits))
            if refused.count > before:
                self.refused.add(finding)

    def fixes(self, finding: Finding) -> Iterator[Fix]:
        """Return the fixes of one finding that hold, the preferred one first.

        Of several with one title or one result, only the first that holds is returned. A fix that does everything that an earlier one does,
        and more, is left out.
        """
        held: list[frozenset[Edit]] = []
        messages: set[str] = set()
        results: set[str] = set()
        for tried, fix in enumerate(self.proposals(finding)):
            if tried >= TRIES_A_FINDING or self._tries >= TRIES_A_FILE:
                return
            if fix.message in messages or any(less <= set(fix.edits) for less in held):
                continue
            result = self._result(fix)
            if result in results:
                continue
            self._tries += 1
            if self.holds(fix.edits, [finding], fix.uncovers) and not self.has_idle_detach([fix], [finding]):
                held.append(frozenset(fix.edits))
                messages.add(fix.message)
                results.add(result)
                yield fix

    def _result(self, fix: Fix) -> str:
        """Return the text with a fix, the same text if the fix cannot be made."""
        allowed = self.source.applicable_edits(fix.edits)
        return self.source.text if allowed is None else self.source.edited(allowed).text

    def first(self, finding: Finding, trusted: frozenset[Applicability] = ANY) -> Fix | None:
        """Return the first fix of a finding that holds; None if there is none."""
        return next((fix for fix in self.fixes(finding) if fix.applicability in trusted), None)

    def holds(self, edits: Sequence[Edit], taken: Iterable[Finding], uncovers: bool = False) -> bool:
        """Return True if edits remove findings and cause none."""
        allowed, taken = self.source.applicable_edits(edits), tuple(taken)
        if allowed is None or self.source.edited(allowed).text == self.source.text:
            return False
        changed = Code(self.source.edited(allowed))
        try:
            old, new = changed_statements(self.code, changed, allowed)
            if repeats_detach(old, new) or not (names_are_equal(old, new) or names_stay_bound(self.code, changed, allowed)):
                return False
            own = self._own_runs_that_hold(changed, allowed, old, new, taken, uncovers)
            others = self._other_runs_that_hold(changed, allowed, taken, uncovers) if own is not None else None
            if own is None or others is None:
                return False
            path = changed.source.path
            detaching = {changed.offset(site.line, site.column) for site in own.detached | others.detached if site.path == path}
            if not adds_detach(old, new):
                return True
            written = list(written_detaches(changed, new, allowed))
            return detaching.issuperset(map(changed.start, written)) and not self._remains_on_other_path(changed, allowed, written, taken)
        except (GraphlintError, SyntaxProblem):
            return False

    def _remains_on_other_path(
        self, changed: Code, allowed: Sequence[Edit], detaches: Iterable[ast.Call], taken: Sequence[Finding]
    ) -> bool:
        """Return True if a finding remains on a path that passes by a written `detach()`: both may run."""
        wanted = set(_keys(self.code, taken))
        for other in other_paths(changed, detaches):
            passing = changed.source.edited((other,))
            if {_shifted(_shifted(key, allowed), (other,)) for key in wanted} & set(_keys(Code(passing), self.analyze(passing).findings)):
                return True
        return False

    def _own_runs_that_hold(
        self,
        changed: Code,
        allowed: Sequence[Edit],
        old: Sequence[ast.stmt],
        new: Sequence[ast.stmt],
        taken: Sequence[Finding],
        uncovers: bool,
    ) -> ProofAnalysis | None:
        """Return what the file's own runs find after a change if it removes findings and causes none, else None.

        Args:
            old: the statements that change.
            new: these statements after the change.
        """
        removed = set(_keys(self.code, taken))
        if self.others is not None:
            removed &= set(_keys(self.code, self.findings))
        part, before = self._affected(old, new, removed)
        after = self._analyzed(changed.source, part)
        return None if self._caused(changed, allowed, before, after.findings, taken, uncovers, self._hidden_findings) else after

    def _other_runs_that_hold(
        self, changed: Code, allowed: Sequence[Edit], taken: Sequence[Finding], uncovers: bool
    ) -> ProofAnalysis | None:
        """Return what the runs of other files that lead to findings find after a change if it removes these and causes none, else None."""
        others = self.others
        if others is None:
            return ProofAnalysis()
        foreign = set(_keys(self.code, taken)) - set(_keys(self.code, self.findings))
        runs = others.leading_to(self.source, taken)
        before = others.analysis(self.source, runs).findings if runs else ()
        if not foreign <= set(_keys(self.code, before)):
            return None
        if not runs:
            return ProofAnalysis()
        after = others.analysis(changed.source, runs)

        def hidden() -> Sequence[Finding]:
            return others.analysis(self.source, runs, True).findings

        caused = self._caused(changed, allowed, before, after.findings, taken, uncovers, hidden)
        return None if caused else after

    def _caused(
        self,
        changed: Code,
        allowed: Sequence[Edit],
        before: Sequence[Finding],
        after: Sequence[Finding],
        taken: Sequence[Finding],
        uncovers: bool,
        hidden: Callable[[], Sequence[Finding]],
    ) -> set[Key]:
        """Return the findings after a change that remain although they were to be removed, or that the change has caused.

        Args:
            hidden: returns the findings before the change of runs that continue after errors.
        """
        removed = set(_keys(self.code, taken))

        def moved(findings: Iterable[Finding]) -> set[Key]:
            return {_shifted(key, allowed) for key in _keys(self.code, findings) if key not in removed}

        caused = set(_keys(changed, after)) - moved(before)
        if any(code == UNREPORTED for code, _ in caused):
            caused -= moved(self._unreported_errors())
        if caused and any(self._raises(item) for item in taken):
            caused -= moved(hidden())
        if not caused or not uncovers:
            return caused
        remaining = {_shifted(key, allowed) for key in removed}
        written = list(written_spans(allowed))
        return {
            (code, place)
            for code, place in caused
            if (code, place) in remaining or (isinstance(place, int) and any(start <= place <= end for start, end in written))
        }

    def _raises(self, finding: Finding) -> bool:
        """Return True if PyTorch raises an error at a finding."""
        rule = self.rules.get(finding.code)
        return rule is not None and bool(rule.raises)

    def _hidden_findings(self) -> Sequence[Finding]:
        if self._hidden is None:
            self._hidden = self.past_errors(self.source).findings if self.past_errors is not None else ()
        return self._hidden

    def _unreported_errors(self) -> Sequence[Finding]:
        """Return the errors without a rule in the file as it is."""
        if self._unreported is None:
            self._unreported = [item for item in self.analyze(self.source).findings if item.code == UNREPORTED]
        return self._unreported

    def _affected(
        self, old: Sequence[ast.stmt], new: Sequence[ast.stmt], removed: AbstractSet[Key]
    ) -> tuple[frozenset[str] | None, Sequence[Finding]]:
        """Return the definitions that a change of statements may affect, None for all, and the findings in them before the change."""
        part = affected_definitions(self.code.tree, old, new) if self.analyze_part is not None else None
        if part is not None:
            if part not in self._parts:
                self._parts[part] = self._analyzed(self.source, part).findings
            if removed <= set(_keys(self.code, self._parts[part])):
                return part, self._parts[part]
        return None, self.findings

    def _analyzed(self, source: Source, part: frozenset[str] | None) -> ProofAnalysis:
        return self.analyze(source) if part is None or self.analyze_part is None else self.analyze_part(source, part)

    def has_idle_detach(self, fixes: Sequence[Fix], taken: Sequence[Finding] = ()) -> bool:
        """Return True if fixes of findings that hold would also hold without one of their detaches: the detached value has no graph.

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
        runs = self.others.leading_to(self.source, taken) if self.others is not None else ()

        def found(text: Source) -> Iterator[Key]:
            others = self.others.analysis(text, runs).findings if self.others is not None and runs else ()
            yield from _keys(Code(text), (*self._analyzed(text, part).findings, *others))

        with_all = set(found(changed))
        for taken_out in without_one_detach(code, allowed, wanted):
            if set(found(changed.edited(taken_out))) == {_shifted(key, taken_out) for key in with_all}:
                return True
        return False


def _limited_by_coverage(finding: Finding, fix: Fix) -> Fix:
    """Return a fix, as an unsafe one if code that was not analyzed may use the graph that it detaches or frees."""
    if fix.applicability is Applicability.SAFE and not finding.coverage.is_complete:
        return replace(fix, applicability=Applicability.UNSAFE)
    return fix


def _keys(code: Code, findings: Iterable[Finding]) -> Iterator[Key]:
    """Return the identities of findings."""
    path = code.source.path
    return (
        (item.code, code.offset(item.site.line, item.site.column)) if item.site.path == path else (item.code, item.site)
        for item in findings
    )


def _shifted(key: Key, edits: Sequence[Edit]) -> Key:
    """Return the identity of a finding after edits of the file."""
    code, place = key
    return (code, shift_offset(place, edits)) if isinstance(place, int) else (code, place)
