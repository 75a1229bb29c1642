"""From a source to findings: the entry point of the command line, the server and the tests."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import chain

from graphlint.autograd.events import DetachCall, Site
from graphlint.autograd.presumptions import Presumption
from graphlint.autograd.raised_at import RaisedAt
from graphlint.autograd.run import Run
from graphlint.check.analysis_memory import AnalysisMemory, Session
from graphlint.check.entered_callers import ExecutedCode, resolved
from graphlint.check.file_analysis import RootResult, RootSummary
from graphlint.check.settlement import Settlement
from graphlint.common.timing import Phase, Stopwatch
from graphlint.engine.roots.execution import Root
from graphlint.engine.roots.observation import Observer, Trace
from graphlint.engine.roots.runs import RootRun, runs
from graphlint.fixes.prove import PROOF_RULES, ProofAnalysis
from graphlint.fixes.queries.affected import lines_of_definitions
from graphlint.ir.instructions import FunctionCode, FunctionId
from graphlint.ir.statements import lower_module
from graphlint.libraries.assumptions import Assumptions
from graphlint.project.project import Project
from graphlint.project.unit_tests import NO_UNIT_TESTS
from graphlint.rule.base import Finding, Rule
from graphlint.rule.evidence import Evidence, EvidenceKind
from graphlint.rule.precedence import resolve_precedence
from graphlint.rule.unit_tests import is_reported_in_unit_tests
from graphlint.source.source import Source


@dataclass(frozen=True, slots=True)
class Analysis:
    """The findings of a file's own runs, in order. `notes` report exhausted budgets, `roots` are for the resolution across files,
    `steps` counts interpreter steps: a measure of cost that does not depend on the machine."""

    findings: tuple[Finding, ...]
    notes: tuple[str, ...] = ()
    roots: tuple[RootResult, ...] = ()
    steps: int = 0

    @property
    def presumptions(self) -> frozenset[Presumption]:
        """The presumptions that have decided something in a run."""
        return frozenset[Presumption]().union(*(root_result.presumptions for root_result in self.roots))

    def proof(self) -> ProofAnalysis:
        """Return what a proof asks of an analysis for a proof."""
        return ProofAnalysis(self.findings, self.detached())

    def detached(self, is_reported: Callable[[RootResult], bool] = lambda _: True) -> frozenset[Site]:
        """Return the calls of `detach()` on values that may have a graph, in some roots of an analysis for a proof."""
        return frozenset[Site]().union(*(root_result.detached for root_result in self.roots if is_reported(root_result)))

    def reported(self, path: str, is_reported: Callable[[RootResult, str], bool]) -> tuple[Finding, ...]:
        """Return the findings in a file.

        Args:
            is_reported: returns True if findings of a root with a code are reported.
        """
        findings = resolve_precedence(
            finding for root_result in self.roots for finding in root_result.findings if is_reported(root_result, finding.code)
        )
        return tuple(finding for finding in findings if finding.site.path == path)


@dataclass(slots=True)
class ObservedRun:
    """A run that is observed, for an explanation: its record, its events, its findings, and the doubts of the rules."""

    trace: Trace
    run: Run
    findings: tuple[Finding, ...]


@dataclass(slots=True)
class Observation:
    """The observed runs of one file."""

    observer: Observer
    runs: list[ObservedRun] = field(default_factory=list)


def analyze(
    source: Source,
    rules: Sequence[Rule],
    assumptions: Assumptions | None = None,
    project: Project | None = None,
    observation: Observation | None = None,
    raised_at: RaisedAt | None = None,
    definitions: Set[str] | None = None,
    memory: AnalysisMemory | None = None,
    begins: Callable[[FunctionCode, str], bool] | None = None,
    past_errors: bool = False,
    for_proof: bool = False,
) -> Analysis:
    """Find everything in one file. Without a project, the file stands alone.

    Args:
        observation: records the runs.
        raised_at: the error that the runs assume.
        definitions: the functions and classes of the module that are analyzed, besides what its own code calls; None for all.
        memory: the last analysis of the file, of which results are reused.
        begins: returns True for a function in which a run begins, and for an inherited method by the name of its class; None for all.
        past_errors: runs continue after errors of PyTorch, which shows the findings that these errors hide.
        for_proof: also finds what a proof of fixes asks for: errors that have no rule, and detaches.

    Raises:
        SyntaxProblem: the file does not parse.
    """
    project = Project() if project is None else project
    watch = project.watch
    with project.analyzing(source):
        tree = project.tree(source)
        if raised_at is None and not project.summary(source.path).can_hold_finding:
            return Analysis(())
        if observation is None and _is_silent(source, assumptions or Assumptions(), project):
            return Analysis(())
        code = lower_module(tree, source.path, project.watch)
        session = None if memory is None else memory.begin(source, tree, project, rules, assumptions)
        results = _RunResults(source, (*rules, *PROOF_RULES) if for_proof else rules, project, observation, session, for_proof)
        every_run = runs(
            code,
            project.evidence(),
            project,
            assumptions=assumptions,
            needs_callbacks=results.need_callbacks,
            observer=None if observation is None else observation.observer,
            raised_at=raised_at,
            past_errors=past_errors,
            selects=_selection(tree, source.path, definitions, begins),
            memory=None if session is None else session.roots,
        )
        for root_run in watch.each(Phase.INTERPRET, every_run):
            results.add(root_run)
        roots = _with_unit_tests(_before_failing_import(results.roots, source.path, project), source.path, project)
        roots = results.with_coverage(roots)
    if memory is not None and session is not None:
        memory.end(session, project)
    return results.analysis(roots)


_OF_FUNCTIONS = frozenset(EvidenceKind)
_OF_MODULES = _OF_FUNCTIONS - {EvidenceKind.REFUTED_ALONE}
_OF_CALLBACKS = frozenset((EvidenceKind.REFUTED, EvidenceKind.DOUBTED, EvidenceKind.SHARED))
"""The kinds of evidence that a run has, by where it begins."""


class _RunResults:
    """The results of the runs of a file so far. `cut_off` says by name whether a budget has cut off the run of a function."""

    def __init__(
        self,
        source: Source,
        rules: Sequence[Rule],
        project: Project,
        observation: Observation | None,
        session: Session | None,
        for_proof: bool,
    ) -> None:
        self._source, self._rules, self._project, self._watch = source, rules, project, project.watch
        self._observation, self._session, self._for_proof = observation, session, for_proof
        self._refutable = frozenset(rule.code for rule in rules if rule.holds_in_all_runs)
        self._settlement = Settlement()
        self._ended: list[frozenset[FunctionId]] = []
        self.roots: list[RootResult] = []
        self.cut_off: dict[str, bool] = {}
        self.executed = ExecutedCode(source)
        self.steps = 0

    def need_callbacks(self) -> bool:
        """Return True if a callback could refute a finding."""
        return any(finding.code in self._refutable for root_result in self.roots for finding in root_result.findings)

    def add(self, root_run: RootRun) -> None:
        """Add a run."""
        run = self._readable(root_run.run)
        self.steps += root_run.steps
        self.executed.add(root_run)
        if root_run.is_callback:
            evidence = self._evidence(run, _OF_CALLBACKS)
            self._add_result(root_run, RootResult(RootSummary(evidence=evidence)))
        elif self._session is not None and root_run.is_recalled and root_run.record is not None:
            self.cut_off[run.root] = self.cut_off.get(run.root, False)
            self._add_result(root_run, self._session.recall(root_run.record))
        else:
            result = self._evaluated(root_run, run)
            self._add_result(root_run, result)
            if self._session is not None:
                self._session.keep(root_run.record, result)

    def analysis(self, roots: Sequence[RootResult]) -> Analysis:
        """Return the analysis of the file: the findings of some roots that no other run refutes."""
        path = self._source.path
        remaining = [self._settled(index, root_result) for index, root_result in enumerate(roots)]
        findings = resolve_precedence(finding for root_result in remaining for finding in root_result.findings)
        notes = tuple(f"{path}: the analysis of {entry} was cut off by its budget" for entry, cut in self.cut_off.items() if cut)
        return Analysis(tuple(finding for finding in findings if finding.site.path == path), notes, tuple(remaining), self.steps)

    def _settled(self, index: int, root_result: RootResult) -> RootResult:
        """Return the result of a run with the findings that no other run refutes, where they are reported."""
        executed = self._ended[index]
        left = (self._settlement.remaining(finding, index, root_result.root.function, executed) for finding in root_result.findings)
        return replace(root_result, findings=tuple(chain.from_iterable(left)))

    def with_coverage(self, roots: Sequence[RootResult]) -> Sequence[RootResult]:
        """Resolve the coverage of findings by what all runs have executed."""
        return [
            replace(root_result, findings=tuple(resolved(finding, self.executed, self._project) for finding in root_result.findings))
            if any(finding.coverage.functions for finding in root_result.findings)
            else root_result
            for root_result in roots
        ]

    def _add_result(self, root_run: RootRun, result: RootResult) -> None:
        self._settlement.add(len(self.roots), result.root.evidence, root_run.function, root_run.executed)
        self._ended.append(root_run.executed - root_run.not_ended)
        self.roots.append(result)

    def _without_avoided_errors(self, root_run: RootRun, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
        """Drop errors that are only raised where grad mode is on, if the function may be called where it is off: there it was run."""
        raising = {rule.code for rule in self._rules if rule.raises}
        if root_run.under_unknown_mode is None or raising.isdisjoint(finding.code for finding in findings):
            return findings
        with self._project.watch.phase(Phase.SEARCH):
            if not self._project.may_be_called_without_grad(self._source, root_run.run.root, root_run.is_method):
                return findings
        with self._project.watch.phase(Phase.INTERPRET):
            run = self._readable(root_run.under_unknown_mode())
        left = {(finding.code, finding.site) for finding in _run_rules(run, self._rules, self._project.watch)}
        return tuple(finding for finding in findings if finding.code not in raising or (finding.code, finding.site) in left)

    def _evaluated(self, root_run: RootRun, run: Run) -> RootResult:
        """Return the result of a run that was executed."""
        source, rules, project, watch = self._source, self._rules, self._project, self._watch
        findings = _run_rules(run, rules, watch)
        matters = bool(findings or self._detached(run))
        uncalled = matters and root_run.under_unknown_mode is not None and _is_uncalled(source, root_run, project)
        if matters and root_run.under_unknown_mode is not None and (uncalled or _is_called_elsewhere(source, root_run, project)):
            with watch.phase(Phase.INTERPRET):
                run = replace(self._readable(root_run.under_unknown_mode()), silences=run.silences, uncalled=uncalled)
            findings = _run_rules(run, rules, watch)
        elif root_run.under_unknown_mode is not None and not root_run.trains:
            findings = self._without_avoided_errors(root_run, findings)
        evidence = self._evidence(run, _OF_FUNCTIONS if root_run.function is not None else _OF_MODULES)
        if self._observation is not None:
            self._observation.runs.append(ObservedRun(self._observation.observer.trace, run, findings))
        self.cut_off[run.root] = not run.complete or self.cut_off.get(run.root, False)
        functions, undecided = (
            frozenset(place for place in places if place.path != source.path) for places in (root_run.executed, root_run.unfinished)
        )
        summary = RootSummary(
            function=root_run.function,
            executed=functions,
            undecided=undecided,
            evidence=evidence,
            instance_of=root_run.instance_of,
        )
        return RootResult(summary, findings, self._detached(run), frozenset(run.presumptions.decided))

    def _evidence(self, run: Run, kinds: Set[EvidenceKind]) -> frozenset[Evidence]:
        """Return what a run shows about findings of other runs."""
        with self._watch.phase(Phase.RULES):
            return frozenset(evidence for rule in self._rules for evidence in rule.evidence(run) if evidence.kind in kinds)

    def _detached(self, run: Run) -> frozenset[Site]:
        """Return the calls of `detach()` on values that may have a graph, for a proof."""
        return frozenset(event.site for event in run.of(DetachCall)) if self._for_proof else frozenset()

    def _readable(self, run: Run) -> Run:
        """Return a run from which rules can read the source, and to which they add what silences them if that is observed."""
        return replace(
            run,
            text=self._text,
            displays=self._displays,
            is_test=self._project.is_test_file,
            silences=None if self._observation is None else [],
        )

    def _text(self, site: Site) -> str:
        known = self._source_of(site)
        return known.span(*site[1:]) if known is not None and site.line > 0 else ""

    def _displays(self, site: Site) -> bool:
        known = self._source_of(site)
        return known is not None and known.displays(site.end_line)

    def _source_of(self, site: Site) -> Source | None:
        return self._source if site.path == self._source.path else self._project.source(site.path)


def _selection(
    tree: ast.Module, path: str, definitions: Set[str] | None, begins: Callable[[FunctionCode, str], bool] | None
) -> Callable[[Root], bool]:
    """Return a function that selects the roots in some definitions of a module; an inherited method is one of its subclass, too."""
    if begins is not None:
        return lambda root: begins(root.function.code, root.owner.name if root.inherited and root.owner is not None else "")
    if definitions is None:
        return lambda _: True
    others = [lines for name, lines in lines_of_definitions(tree).items() if name not in definitions]

    def selects(root: Root) -> bool:
        code = root.function.code
        if root.inherited and root.owner is not None and root.owner.name in definitions:
            return True
        return code.path == path and not any(code.at[0] in lines for lines in others)

    return selects


def _before_failing_import(roots: list[RootResult], path: str, project: Project) -> list[RootResult]:
    """Drop findings in code that does not run, because an import at the top of the file surely raises an error."""
    line = project.line_of_failing_import(path) if any(root_result.findings or root_result.detached for root_result in roots) else None
    if line is None:
        return roots
    return [
        replace(
            root_result,
            findings=tuple(finding for finding in root_result.findings if finding.site.path == path and finding.site.line < line),
            detached=frozenset(site for site in root_result.detached if site.path == path and site.line < line),
        )
        for root_result in roots
    ]


def _with_unit_tests(roots: Sequence[RootResult], path: str, project: Project) -> Sequence[RootResult]:
    """Mark the roots that are unit tests. The files that import the file are searched only if a finding depends on them."""
    begun = [root_result for root_result in roots if root_result.root.function is not None or root_result.root.instance_of]
    depends = any(not is_reported_in_unit_tests(finding.code) for root_result in begun for finding in root_result.findings)
    tests = project.unit_tests.of(path, imported=depends) if begun else NO_UNIT_TESTS

    def marked(root_result: RootResult) -> RootResult:
        function = root_result.root.function
        is_test = root_result.root.instance_of in tests.classes if function is None else function[1] in tests.lines
        return replace(root_result, root=replace(root_result.root, is_unit_test=True)) if is_test else root_result

    return list(map(marked, roots)) if tests.lines or tests.classes else roots


def _is_silent(source: Source, assumptions: Assumptions, project: Project) -> bool:
    """Return True if the summaries of a file, and of those that it imports, show that no run of it can have a finding."""
    if not project.is_silent(source.path):
        return False
    summary = project.summary(source.path)
    repeating = assumptions.repeating(item.module.partition(".")[0] for item in summary.imports if not item.level)
    return repeating.isdisjoint(summary.called) and repeating.isdisjoint(function.name for function in summary.functions)


def _is_called_elsewhere(source: Source, root_run: RootRun, project: Project) -> bool:
    """Return True if another file seems to call the function, or one of its callers, where grad mode may be disabled."""
    name = root_run.run.root
    with project.watch.phase(Phase.SEARCH):
        callers = {(function.name, bool(function.owner)) for _, function in project.summary(source.path).callers(name)}
        return any(project.called(source, *called) for called in sorted({(name, root_run.is_method), *callers}))


def _is_uncalled(source: Source, root_run: RootRun, project: Project) -> bool:
    """Return True if the run begins in a function of a script, or in a method of a module beside its `forward`, that nothing calls, and
    that does not train: its grad mode is unknown."""
    if root_run.function is None or root_run.trains:
        return False
    with project.watch.phase(Phase.SEARCH):
        if root_run.is_method:
            return project.uncalled_method(source, root_run.run.root, root_run.function[1])
        return project.uncalled(source, root_run.run.root, root_run.function[1])


def _run_rules(run: Run, rules: Iterable[Rule], watch: Stopwatch) -> tuple[Finding, ...]:
    with watch.phase(Phase.RULES):
        return tuple(finding for rule in rules for finding in rule.check(run))
