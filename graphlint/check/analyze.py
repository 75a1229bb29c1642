"""From a source to findings: the entry point of the command line, the server and the tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from operator import methodcaller

from graphlint.autograd.events import Site
from graphlint.autograd.run import Run
from graphlint.common.timing import Phase, Stopwatch
from graphlint.engine.roots.observation import Observer, Trace
from graphlint.engine.roots.runs import RootRun, runs
from graphlint.ir.statements import lower_module
from graphlint.libraries.assumptions import Assumptions
from graphlint.project.project import Project
from graphlint.rule.base import Finding, Rule
from graphlint.rule.precedence import resolve_precedence
from graphlint.source.source import Source


@dataclass(frozen=True, slots=True)
class RootResult:
    """The findings of one run of a file, in this file and in others.

    `function` is the root, by file and line: a function without a resolved caller, or None for the module's own code. `executed` are the
    functions of other files that the run executed, `undecided` those of them that a call did not run to their end. `refuted` are the
    places, by code, at which the run disproves a finding of another run, `refuted_in_callees` those at which it disproves a finding of a
    run that begins in a function which it enters.
    """

    function: tuple[str, int] | None
    executed: frozenset[tuple[str, int]]
    findings: tuple[Finding, ...]
    refuted: frozenset[tuple[str, Site]] = frozenset()
    undecided: frozenset[tuple[str, int]] = frozenset()
    refuted_in_callees: frozenset[tuple[str, Site]] = frozenset()


@dataclass(frozen=True, slots=True)
class Analysis:
    """The findings of a file's own runs, in order. `notes` report exhausted budgets, `roots` are for the resolution across files,
    `steps` counts interpreter steps: a measure of cost that does not depend on the machine."""

    findings: tuple[Finding, ...]
    notes: tuple[str, ...] = ()
    roots: tuple[RootResult, ...] = ()
    steps: int = 0

    def without(self, path: str, lines: frozenset[int]) -> tuple[Finding, ...]:
        """Return the findings in a file without the runs of the functions at some lines."""
        if not lines:
            return self.findings
        remaining = (entry for entry in self.roots if entry.function is None or entry.function[1] not in lines)
        return resolve_precedence(item for entry in remaining for item in entry.findings if item.site.path == path)


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
) -> Analysis:
    """Find everything in one file. Without a project, the file stands alone.

    Args:
        observation: records the runs.

    Raises:
        SyntaxProblem: the file does not parse.
    """
    project = Project() if project is None else project
    watch = project.watch
    with project.analyzing(source):
        tree = project.tree(source)
        if not project.summary(source.path).can_hold_finding:
            return Analysis(())
        if observation is None and _is_silent(source, assumptions or Assumptions(), project):
            return Analysis(())
        code = lower_module(tree, source.path, project.watch)
        roots: list[RootResult] = []
        refuted_in_callees: dict[tuple[str, int], set[tuple[str, Site]]] = {}
        cut_off: dict[str, bool] = {}
        steps = 0
        refutable = frozenset(rule.code for rule in rules if type(rule).refuted is not Rule.refuted)

        def needs_callbacks() -> bool:
            return any(item.code in refutable for entry in roots for item in entry.findings)

        def text(site: Site) -> str:
            known = source if site.path == source.path else project.source(site.path)
            return known.span(*site[1:]) if known is not None and site.line > 0 else ""

        observer = None if observation is None else observation.observer
        every_run = runs(code, project.evidence(), project, assumptions=assumptions, needs_callbacks=needs_callbacks, observer=observer)
        for root_run in watch.each(Phase.INTERPRET, every_run):
            run = replace(root_run.run, text=text, silences=None if observation is None else [])
            steps += root_run.steps
            if root_run.is_callback:
                roots.append(RootResult(None, frozenset(), (), _places(rules, watch, methodcaller("refuted", run))))
                continue
            findings = _run_rules(run, rules, watch)
            uncalled = bool(findings) and root_run.under_unknown_mode is not None and _is_uncalled(source, root_run, project)
            if findings and root_run.under_unknown_mode is not None and (uncalled or _is_called_elsewhere(source, root_run, project)):
                with watch.phase(Phase.INTERPRET):
                    run = replace(root_run.under_unknown_mode(), text=text, silences=run.silences, uncalled=uncalled)
                findings = _run_rules(run, rules, watch)
            if observation is not None:
                observation.runs.append(ObservedRun(observation.observer.trace, run, findings))
            # The second run of a module's own code replaces the first.
            cut_off[run.root] = not run.complete or (cut_off.get(run.root, False) and run.root != "<module>")
            functions, undecided = (
                frozenset(place for place in places if place[0] != source.path) for places in (root_run.executed, root_run.unfinished)
            )
            in_callees = _places(rules, watch, methodcaller("refuted_in_callees", run))
            for function in root_run.executed if in_callees else ():
                refuted_in_callees.setdefault(function, set()).update(in_callees)
            refuted = _places(rules, watch, methodcaller("refuted", run))
            roots.append(RootResult(root_run.function, functions, findings, refuted, undecided, in_callees if functions else frozenset()))
            alone = _places(rules, watch, methodcaller("refuted_alone", run)) if root_run.function is not None else frozenset()
            if alone:
                # Callers of other files may replace the root, but not what it disproves.
                roots.append(RootResult(None, frozenset(), (), alone))
        roots = _before_failing_import(roots, source.path, project)
    roots = _without_refuted(roots, refuted_in_callees)
    own = (item for entry in roots for item in entry.findings if item.site.path == source.path)
    notes = tuple(f"{source.path}: the analysis of {entry} was cut off by its budget" for entry, cut in cut_off.items() if cut)
    return Analysis(resolve_precedence(own), notes, tuple(roots), steps)


def _before_failing_import(roots: list[RootResult], path: str, project: Project) -> list[RootResult]:
    """Drop findings in code that does not run, because an import at the top of the file surely raises an error."""
    line = project.line_of_failing_import(path) if any(entry.findings for entry in roots) else None
    if line is None:
        return roots
    return [
        replace(entry, findings=tuple(item for item in entry.findings if item.site.path == path and item.site.line < line))
        for entry in roots
    ]


def _without_refuted(roots: list[RootResult], in_callees: Mapping[tuple[str, int], Set[tuple[str, Site]]]) -> list[RootResult]:
    """Drop findings that another run of the file refutes; `in_callees` are the places refuted for runs that begin in a function."""
    by: dict[tuple[str, Site], set[int]] = {}
    for index, entry in enumerate(roots):
        for place in entry.refuted:
            by.setdefault(place, set()).add(index)
    if not by and not in_callees:
        return roots

    def is_refuted(index: int, entry: RootResult, place: tuple[str, Site]) -> bool:
        by_caller = entry.function is not None and place in in_callees.get(entry.function, ())
        return by_caller or bool(by.get(place, set()) - {index})

    return [
        replace(entry, findings=tuple(item for item in entry.findings if not is_refuted(index, entry, (item.code, item.site))))
        for index, entry in enumerate(roots)
    ]


def _is_silent(source: Source, assumptions: Assumptions, project: Project) -> bool:
    """Return True if the summaries of a file, and of those that it imports, show that no run of it can have a finding."""
    if not project.is_silent(source.path):
        return False
    summary = project.summary(source.path)
    repeating = assumptions.repeating(item.module.partition(".")[0] for item in summary.imports if not item.level)
    return repeating.isdisjoint(summary.called) and repeating.isdisjoint(item.name for item in summary.functions)


def _is_called_elsewhere(source: Source, root_run: RootRun, project: Project) -> bool:
    """Return True if another file seems to call the function where grad mode may be disabled."""
    with project.watch.phase(Phase.SEARCH):
        return project.called(source.path, root_run.run.root, root_run.is_method)


def _is_uncalled(source: Source, root_run: RootRun, project: Project) -> bool:
    """Return True if the run begins in a function of a script that nothing calls, and that does not train: its grad mode is unknown."""
    if root_run.function is None or root_run.is_method or root_run.trains:
        return False
    with project.watch.phase(Phase.SEARCH):
        return project.uncalled(source, root_run.run.root, root_run.function[1])


def _run_rules(run: Run, rules: Iterable[Rule], watch: Stopwatch) -> tuple[Finding, ...]:
    with watch.phase(Phase.RULES):
        return tuple(item for rule in rules for item in rule.check(run))


def _places(rules: Iterable[Rule], watch: Stopwatch, query: Callable[[Rule], Iterator[Site]]) -> frozenset[tuple[str, Site]]:
    """Return the places, by code, at which a run disproves findings of other runs, as the query of each rule yields them."""
    with watch.phase(Phase.RULES):
        return frozenset((rule.code, site) for rule in rules for site in query(rule))
