"""The second half of a check: from the findings of the analyses to the report on a file, with proven fixes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import cached_property

from graphlint.check.analyze import Analysis, analyze
from graphlint.check.analyze_file import analyze_file
from graphlint.check.caller_runs import CallerRuns
from graphlint.check.check_config import CheckConfig, FixMode
from graphlint.check.diagnostic import Diagnostic, Fingerprints, resolve
from graphlint.check.file_analysis import FileAnalysis, RootResult
from graphlint.check.file_result import Change, FileResult, empty_result, needs_evaluation
from graphlint.check.line_mapping import map_findings
from graphlint.check.resolve_callers import MergedFindings, findings_by_file
from graphlint.check.suppression import filter
from graphlint.check.suppression.add_noqa import add_noqa
from graphlint.check.suppression.comments import may_suppress
from graphlint.check.suppression.filter import NO_UNIT_TESTS, FilterResult, UnitTestScope
from graphlint.check.suppression.unused import UnusedSuppression, remove_unused
from graphlint.common.errors import GraphlintError
from graphlint.common.failure import Failure, catch_failures
from graphlint.common.timing import Phase, Stopwatch
from graphlint.fixes.applied import Fixed
from graphlint.fixes.apply import fix_source, preferred, together
from graphlint.fixes.prove import UNREPORTED, AnalyzePart, ProofAnalysis, Prover
from graphlint.fixes.refused import NOTE
from graphlint.fixes.write import write_whole
from graphlint.project.project import Project
from graphlint.rule.base import Finding, Rule
from graphlint.rule.fix import Fix
from graphlint.source import enclosing_function
from graphlint.source.open import Content
from graphlint.source.source import Source

# A long analysis of a file takes some 45,000 steps, and as many again if its first budget was too small. For such a file, few fixes are
# proven one by one.
PROOF_STEPS = 200_000


class ProofBudgetExceeded(GraphlintError):
    """The proofs of a file's fixes have exceeded their budget of steps."""


def check_file(path: str, config: CheckConfig, project: Project | None = None) -> FileResult:
    """Check one file by itself, and change it if configured so. Errors become a `Failure`.

    Args:
        project: the project of the file; without one, the file is checked with its imports only.
    """
    try:
        content = Content.read(path, requested=True)
    except GraphlintError as error:
        return FileResult(path, failure=Failure(path, str(error), transient=True))
    return write_result(_check(content, config, project or Project((path,), parser=config.parser)), config)


def check_bytes(
    path: str, data: bytes, config: CheckConfig, folders: Sequence[str] = (), watch: Stopwatch | None = None, *, snippet: bool = False
) -> FileResult:
    """Check bytes in place of a file's content, and write nothing.

    Args:
        folders: import roots.
        snippet: the bytes are a snippet, which lacks what surrounds it.
    """
    content = Content(path, data, requested=True, snippet=snippet)
    return _check(content, config, Project((path,), folders, {path: data}, watch, config.parser))


def _check(content: Content, config: CheckConfig, project: Project) -> FileResult:
    analysis = analyze_with_config(content, config, project)
    return evaluate(content, analysis, findings_by_file([analysis], config).get(content.path, MergedFindings()), config, project)


def analyze_with_config(content: Content, config: CheckConfig, project: Project) -> FileAnalysis:
    """Run the first half of a check under the file's config."""
    return analyze_file(content, config.project_rules or config.of(content.path).rules, config.of(content.path).assumptions, project)


def evaluate(content: Content, analysis: FileAnalysis, findings: MergedFindings, config: CheckConfig, project: Project) -> FileResult:
    """Run the second half of a check; nothing is written. If an error prevents the fixes, the findings are reported without them."""
    if not needs_evaluation(analysis, findings, config):
        return empty_result(analysis, config)

    def result_under(config: CheckConfig) -> FileResult:
        result, after = _FileEvaluator(content.source(), config, project, findings).result(analysis)
        changed = result.applied or result.noqa_added
        return replace(result, content=after.encoded(content.data), before=content.data) if changed else result

    def without_report(failure: Failure) -> FileResult:
        return FileResult(content.path, failure=failure, analyzed=True, size=len(content.data))

    def without_fixes(failure: Failure) -> FileResult:
        if config.of(content.path).fix_mode is FixMode.NONE:
            return without_report(failure)
        result = catch_failures(content.path, lambda: result_under(config.with_fix_mode(FixMode.NONE)), without_report)
        return replace(result, failure=failure)

    return catch_failures(content.path, lambda: result_under(config), without_fixes)


def findings_with_prover(source: Source, config: CheckConfig, project: Project, findings: MergedFindings) -> tuple[FilterResult, Prover]:
    """Return the reported findings, and a prover for all their fixes, not only the preferred ones.

    Raises:
        SyntaxProblem: if it does not parse.
        GraphlintError: if it cannot be checked.
    """
    return _FileEvaluator(source, config, project, findings).findings_with_prover()


def write_result(result: FileResult, config: CheckConfig) -> FileResult:
    """Write the changed content of a file if configured so."""
    if config.of(result.path).fix_mode not in (FixMode.MAKE, FixMode.NOQA) or not (result.applied or result.noqa_added):
        return result
    try:
        write_whole(result.path, result.before, result.content)
    except GraphlintError as error:
        # What was found remains, and nothing of it is fixed or suppressed.
        return replace(result, failure=Failure(result.path, str(error), transient=True), applied=(), changes=(), noqa_added=0)
    return result


class _FileEvaluator:
    """The evaluation of one file."""

    def __init__(self, source: Source, config: CheckConfig, project: Project, findings: MergedFindings) -> None:
        self._source, self._config, self._project, self._findings = source, config.of(source.path), project, findings
        self._steps = 0
        self._proof_rules = self._config.verification_rules or self._config.rules
        self._callers = CallerRuns(source, config, project, findings.callers, self._proof_rules, self._count_steps)
        functions = enclosing_function.Functions(source)
        self._called_elsewhere, self._called_by_tests = (
            frozenset(map(functions.at, lines)) for lines in (findings.called_elsewhere, findings.called_by_tests)
        )

    @cached_property
    def _tests(self) -> UnitTestScope:
        """The unit tests of the file, for its suppressions."""
        codes, path = self._config.not_in_unit_tests, self._source.path
        if not codes or not may_suppress(self._source.text):
            return NO_UNIT_TESTS
        functions = enclosing_function.Functions(self._source)
        names = frozenset(map(functions.at, self._project.unit_tests.of(path).lines))
        return UnitTestScope(names, codes, self._findings.in_unit_tests)

    def _tests_in(self, changed: Source) -> UnitTestScope:
        """Return the unit tests of the file after a change."""
        return replace(self._tests, findings=map_findings(self._tests.findings, self._source, changed))

    def result(self, analysis: FileAnalysis) -> tuple[FileResult, Source]:
        """Return the result, and the source with the configured changes."""
        source, config = self._source, self._config
        fixed = Fixed(source, ())
        if analysis.problem is not None:
            is_enabled = analysis.problem.code in config.by_code
            filtered = filter.filter_baseline([analysis.problem] if is_enabled else [], source, config.baseline_of(source.path))
            diagnostics = [
                resolve(config.with_severity(finding), source, fingerprints=Fingerprints(source)) for finding in filtered.findings
            ]
        else:
            local, cross_file, tests = self._findings.local, self._findings.cross_file, self._tests
            if config.fix_mode in (FixMode.MAKE, FixMode.SHOW):
                with self._project.watch.phase(Phase.PROVE):
                    fixed = self._apply_fixes()
                if fixed.applied:
                    local = self._find(fixed.source)
                    cross_file, tests = map_findings(cross_file, source, fixed.source), self._tests_in(fixed.source)
            filtered = config.filter_findings(fixed.source, MergedFindings(local, cross_file).findings, tests)
            diagnostics = list(self._diagnostics(filtered, local, fixed.source))
        diagnostics.sort(key=lambda diagnostic: diagnostic.order)
        noqa_added, after = 0, fixed.source
        if config.fix_mode is FixMode.NOQA and filtered.findings:
            after, noqa_added = add_noqa(source, filtered.findings, config.suppression_rules.names)
        return FileResult(
            path=source.path,
            diagnostics=tuple(diagnostics),
            failure=None,
            notes=analysis.notes,
            analyzed=True,
            size=analysis.size,
            applied=fixed.applied,
            changes=tuple(_changes(source, after)),
            noqa_added=noqa_added,
            stale_baseline_entries=filtered.stale_baseline_entries if config.has_all_callers(source.path) else 0,
            assumed=analysis.assumed,
        ), after

    def findings_with_prover(self) -> tuple[FilterResult, Prover]:
        source, config, local = self._source, self._config, self._findings.local
        findings = MergedFindings(local, self._findings.cross_file).findings
        return config.filter_findings(source, findings, self._tests), self._prover(source, local, self._check_proof)

    def _prover(self, source: Source, local: Sequence[Finding], analyze_part: AnalyzePart | None = None) -> Prover:
        """Return the prover of the fixes of a version of the file with some findings of its own runs."""
        config = self._config
        findings = self._proof_analysis(source).findings if config.verification_rules else local
        return Prover(
            source=source,
            findings=findings,
            rules=config.by_code,
            analyze=self._check_proof,
            analyze_part=analyze_part,
            past_errors=self._analysis_past_errors,
            others=self._callers,
        )

    def _count_steps(self, analysis: Analysis) -> None:
        """Count the steps of a proof.

        Raises:
            ProofBudgetExceeded: if the proofs of the file have exceeded their budget.
        """
        self._steps += analysis.steps
        if self._steps > PROOF_STEPS:
            raise ProofBudgetExceeded(f"{self._source.path}: no more fixes are proven")

    def _proof_analysis(self, source: Source, definitions: AbstractSet[str] | None = None) -> ProofAnalysis:
        """Return what the file's own runs find for a proof."""
        return self._analyzed(source, self._proof_rules, definitions, for_proof=True)

    def _analysis_past_errors(self, source: Source) -> ProofAnalysis:
        """Return what the file's own runs find for a proof if they continue after errors."""
        return self._analyzed(source, self._proof_rules, past_errors=True, for_proof=True)

    def _find(self, source: Source) -> tuple[Finding, ...]:
        """Return the findings of the configured rules in a version of the file."""
        return tuple(self._analyzed(source, self._config.rules).findings)

    def _analyzed(
        self,
        source: Source,
        rules: Sequence[Rule],
        definitions: AbstractSet[str] | None = None,
        *,
        past_errors: bool = False,
        for_proof: bool = False,
    ) -> ProofAnalysis:
        """Return what the file's own runs find in a version of it, without functions that other files call, and without findings that
        are not reported in unit tests."""
        analysis = analyze(
            source,
            rules,
            self._config.assumptions,
            self._project,
            definitions=definitions,
            past_errors=past_errors,
            for_proof=for_proof,
        )
        self._steps += analysis.steps
        off = self._config.not_in_unit_tests
        if not (
            self._called_elsewhere
            or self._called_by_tests
            or (off and any(root_result.root.is_unit_test for root_result in analysis.roots))
        ):
            return analysis.proof()
        functions = enclosing_function.Functions(source)

        def is_reported(root_result: RootResult, code: str) -> bool:
            if code in off and root_result.root.is_unit_test:
                return False
            name = functions.at(root_result.root.function[1]) if root_result.root.function is not None else ""
            return name not in self._called_elsewhere and (code in off or name not in self._called_by_tests)

        # A detach has no code, and so none that unit tests leave out.
        return ProofAnalysis(
            analysis.reported(source.path, is_reported), analysis.detached(lambda root_result: is_reported(root_result, ""))
        )

    def _reported_findings(self, source: Source, findings: Sequence[Finding]) -> Sequence[Finding]:
        """Filter findings to those that are reported."""
        if self._config.verification_rules:
            codes = self._config.by_code
            callers = (finding for finding in self._callers.in_file(source) if finding.code in codes)
            findings = MergedFindings(self._find(source), tuple(callers)).findings
        return self._config.filter_findings(source, [finding for finding in findings if finding.code != UNREPORTED]).findings

    def _apply_fixes(self) -> Fixed:
        """Apply all permitted fixes. Unused suppressions come last, since they depend on the remaining findings."""
        source, config = self._source, self._config
        local, cross_file = self._findings.local, self._findings.cross_file
        fixed = Fixed(source, ())
        if config.filter_findings(source, (*local, *cross_file)).findings:
            fixed = fix_source(
                source,
                config.by_code,
                self._proof_analysis,
                self._reported_findings,
                config.applicabilities,
                self._analysis_past_errors,
                self._callers,
            )
        if not config.reports_unused_suppressions:
            return fixed
        if fixed.applied:
            local, cross_file = self._find(fixed.source), map_findings(cross_file, source, fixed.source)

        def unused(changed: Source) -> Sequence[UnusedSuppression]:
            findings = map_findings((*local, *cross_file), fixed.source, changed)
            return config.filter_findings(changed, findings, self._tests_in(changed)).unused

        return remove_unused(fixed, unused)

    def _diagnostics(self, filtered: FilterResult, local: Sequence[Finding], source: Source) -> Iterator[Diagnostic]:
        """Yield the diagnostics, each with its preferred fix."""
        config, watch = self._config, self._project.watch
        fingerprints = Fingerprints(source)
        proven: Mapping[Finding, Fix] = {}
        refused: AbstractSet[Finding] = frozenset()
        if filtered.findings and config.fix_mode not in (FixMode.NONE, FixMode.NOQA):
            with watch.phase(Phase.PROVE):
                prover = self._prover(source, local)
                proven = self._proven_fixes(filtered.findings, prover)
                refused = prover.refused
        for finding in filtered.findings:
            with watch.phase(Phase.POSITIONS):
                shown = config.with_severity(finding)
                if finding in refused and finding not in proven:
                    shown = replace(shown, notes=(*shown.notes, NOTE))
                placed = resolve(shown, source, proven.get(finding), fingerprints, self._project.source)
            yield placed
        for unused in filtered.unused:
            fix = unused.fix if config.fix_mode is not FixMode.NONE and unused.can_be_fixed(source) else None
            with watch.phase(Phase.POSITIONS):
                placed = resolve(config.with_severity(unused.finding), source, fix, fingerprints)
            yield placed

    def _proven_fixes(self, findings: Sequence[Finding], prover: Prover) -> Mapping[Finding, Fix]:
        """Return the preferred fix of each finding that has one."""
        if self._config.fix_mode is FixMode.MARK:
            return preferred(findings, prover)
        proven: dict[Finding, Fix] = {}
        for index, finding in enumerate(findings):
            if self._steps > PROOF_STEPS:
                # Prove all remaining fixes together, in one more analysis.
                self._steps = PROOF_STEPS
                return proven | together(findings[index:], prover)
            fix = prover.first(finding)
            if fix is not None:
                proven[finding] = fix
        return proven

    def _check_proof(self, source: Source, definitions: AbstractSet[str] | None = None) -> ProofAnalysis:
        """Return what a proof asks of a changed source, or of some of its definitions, within the budget of this file."""
        if self._steps > PROOF_STEPS:
            raise ProofBudgetExceeded(f"{source.path}: no more fixes are proven")
        return self._proof_analysis(source, definitions)


def _changes(before: Source, after: Source) -> Iterator[Change]:
    """Yield the parts (cells) that fixes have changed."""
    if after is not before:
        for (name, one), (_, two) in zip(before.parts, after.parts, strict=True):
            if one != two:
                yield Change(name, one, two)
