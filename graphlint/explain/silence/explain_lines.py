"""Explain a line without a finding: what the analysis sees there, what it did not follow, and why each rule is silent.

The answer is for users, in the words of their program. The calls that lead to a line and the values of its calls are in it for those who
write rules.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from graphlint.autograd.doubts import Doubt, Silence
from graphlint.autograd.events import Backward, Event, Havoc, Origin, Raised
from graphlint.autograd.presumptions import Presumption
from graphlint.autograd.run import DOUBTS
from graphlint.autograd.sites import Site
from graphlint.check.analyze import Analysis, Observation, ObservedRun, analyze
from graphlint.check.check_config import CheckConfig
from graphlint.check.checker import Checker
from graphlint.check.file_analysis import FileAnalysis
from graphlint.check.resolve_callers import MergedFindings, merge
from graphlint.common.big_stack import run_with_big_stack
from graphlint.common.errors import GraphlintError, SyntaxProblem
from graphlint.engine.roots.observation import CALLS, Observer
from graphlint.explain.silence.event_texts import describe_event
from graphlint.explain.silence.presumed_findings import PresumedFinding, PresumedFindings
from graphlint.explain.silence.unfollowed import MOST_PLACES, Obstacle, Place, is_at, obstacles, why_no_code, why_unreached
from graphlint.project.project import Project
from graphlint.rule.base import Finding
from graphlint.rule.evidence import EvidenceKind
from graphlint.rule.precedence import superseding
from graphlint.source.open import Content
from graphlint.source.prefilter import can_hold_finding
from graphlint.source.source import Source

BUILT = "operations on this line build or extend a graph"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer of one rule for a line. `reported` is true for a finding that the check reports; `text` is its message, or the doubt that
    silenced the rule; `causes` are the places that caused the doubt, which is `doubt` unless the rule has found something."""

    code: str
    reported: bool
    text: str
    causes: tuple[Site, ...] = ()
    doubt: Doubt | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class LineRun:
    """The part of one run that concerns a line: the calls that led there from its root, the calls and the events on the line."""

    file: str
    root: str
    way: tuple[Site, ...]
    calls: tuple[str, ...]
    events: tuple[str, ...]
    limits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LineExplanation:
    """The explanation of one line. `unreached` says why the analysis does not reach it; it is empty if it does. `presumed` are the findings
    that a presumption decides about."""

    path: str
    line: int
    function: str
    unreached: tuple[str, ...]
    runs: tuple[LineRun, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    obstacles: tuple[Obstacle, ...] = ()
    presumed: tuple[PresumedFinding, ...] = ()


def explain_lines(
    checker: Checker, files: Sequence[str], places: Mapping[str, frozenset[int]], folders: Sequence[str] = ()
) -> list[LineExplanation]:
    """Explain what the analysis of files did at some of their lines, and why each rule is silent there.

    Args:
        checker: has the settings of the files.
        places: the lines, by file.
        folders: the folders on the command line, which are import roots.

    Raises:
        SettingsError: if a settings file is wrong.
    """
    config, project = checker.analyzed_project(files, folders)
    return run_with_big_stack(lambda: list(_Explainer(files, config, project, places).explanations()))


class _Explainer:
    """Analyzes files once, observed, and explains lines.

    Args:
        places: the lines to explain, by file.
    """

    def __init__(self, paths: Sequence[str], config: CheckConfig, project: Project, places: Mapping[str, frozenset[int]]) -> None:
        self._config, self._project, self._places = config, project, places
        self._observed: dict[str, list[ObservedRun]] = {}
        self._problems: dict[str, str] = {}
        self._presumed: dict[str, PresumedFindings] = {}
        by_file: dict[str, FileAnalysis] = {}
        # The engine knows an imported file by its absolute path.
        lines = {name: found for path, found in places.items() for name in (path, os.path.abspath(path))}
        for path in paths:
            observation = Observation(Observer(lines))
            by_file[path] = self._analyze(path, observation)
            self._observed[path] = observation.runs
        self._names = {rule.code: rule.name for rule in (*config.rules, *config.project_rules)}
        self._merged = merge(by_file, config.reported_codes)
        self._refuted = dict(pair for path in paths for pair in _refutations(path, by_file[path]))

    def explanations(self) -> Iterator[LineExplanation]:
        """Yield the explanation of each line, in order."""
        for path, lines in self._places.items():
            for line in sorted(lines):
                yield self._explain(path, line)

    def _analyze(self, path: str, observation: Observation) -> FileAnalysis:
        try:
            content = Content.read(path)
            if not can_hold_finding(content.data):
                self._problems[path] = "the file does not use PyTorch: it is not analyzed"
                return FileAnalysis(path)
            source = content.source()
            rules, assumptions = self._config.project_rules or self._config.of(path).rules, self._config.of(path).assumptions
            analysis = analyze(source, rules, assumptions, self._project, observation)

            def analyze_without(off: frozenset[Presumption]) -> Analysis:
                return analyze(source, rules, replace(assumptions, without=assumptions.without | off), self._project)

            self._presumed[path] = PresumedFindings(analysis.findings, analyze_without)
            return FileAnalysis.of(path, analysis.roots, analysis.notes)
        except SyntaxProblem as problem:
            self._problems[path] = f"the file does not parse: {problem.message}"
        except GraphlintError as error:
            self._problems[path] = str(error)
        return FileAnalysis(path)

    def _explain(self, path: str, line: int) -> LineExplanation:
        problem = self._problems.get(path)
        if problem is not None or path not in self._observed:
            return LineExplanation(path, line, "", (problem or "the file is not among those that are checked",))
        source = Content.read(path).source()
        if nothing := why_no_code(source, line):
            return LineExplanation(path, line, "", (nothing,))
        place = Place.at(source, line)
        here = [(file, observed) for file, runs in self._observed.items() for observed in runs if _reaches(observed, path, line)]
        if not here:
            every_run = [observed for runs in self._observed.values() for observed in runs]
            roots = self._project.evidence().roots(path)
            return LineExplanation(path, line, place.name, tuple(why_unreached(place, every_run, roots)))
        reaching = [observed for _, observed in here]
        verdicts = sorted(self._verdicts(source, path, line, reaching), key=lambda item: (item.code, not item.reported))
        silent = [item for item in verdicts if not item.reported]
        causes, doubts = {cause for item in silent for cause in item.causes}, {item.doubt for item in silent if item.doubt is not None}
        return LineExplanation(
            path=path,
            line=line,
            function=place.name,
            unreached=(),
            runs=tuple(_line_run(file, observed, place) for file, observed in here),
            verdicts=tuple(replace(item, name=self._names.get(item.code, "")) for item in verdicts),
            obstacles=tuple(obstacles(place, reaching, causes, doubts)),
            presumed=tuple(self._presumed_findings(path, line, here)),
        )

    def _presumed_findings(self, path: str, line: int, here: Sequence[tuple[str, ObservedRun]]) -> Iterator[PresumedFinding]:
        """Yield the findings of a line that presumptions decide about, in an analysis of its file on its own."""
        decided = frozenset[Presumption]().union(*(observed.run.presumptions.decided for file, observed in here if file == path))
        if path in self._presumed:
            yield from self._presumed[path].of_line(decided, lambda site: is_at(site, path, line))

    def _verdicts(self, source: Source, path: str, line: int, runs: Iterable[ObservedRun]) -> list[Verdict]:
        merged = self._merged[path]
        shown = set(self._config.of(path).filter_findings(source, merged.findings).findings)
        runs = list(runs)
        found: dict[tuple[str, str], Verdict] = {}
        every_finding = [item for run in runs for item in run.findings]
        for finding in every_finding:
            if is_at(finding.site, path, line):
                verdict = self._of_finding(finding, path, merged, shown, every_finding)
                found.setdefault((verdict.code, verdict.text), verdict)
        for observed in runs:
            for silence in (*observed.trace.silences, *(observed.run.silences or ())):
                if is_at(silence.site, path, line):
                    text = silence.doubt.value
                    key = (silence.code, text)
                    causes = dict.fromkeys((*(found[key].causes if key in found else ()), *_causes(observed, silence)))
                    found[key] = Verdict(
                        code=silence.code, reported=False, text=text, causes=tuple(causes)[:MOST_PLACES], doubt=silence.doubt
                    )
        return list(found.values())

    def _of_finding(self, finding: Finding, path: str, merged: MergedFindings, shown: set[Finding], others: Sequence[Finding]) -> Verdict:
        def matches(other: Finding) -> bool:
            return (other.code, other.site.line, other.message) == (finding.code, finding.site.line, finding.message)

        if any(matches(other) for other in shown):
            return Verdict(finding.code, True, finding.message)
        if any(matches(other) for other in merged.findings):
            return Verdict(finding.code, False, "found, but suppressed by a comment or by the baseline")
        if any(matches(other) for other in merged.in_unit_tests):
            return Verdict(finding.code, False, "found, but not reported in unit tests (setting unit-tests)")
        refuting = self._refuted.get((finding.code, finding.site))
        if refuting is not None:
            return Verdict(finding.code, False, f"found, but the graph is used when {refuting} runs")
        first = [others[group[0]] for group in superseding(finding, others)]
        if first:
            codes = " and ".join(dict.fromkeys(other.code for other in first))
            causes = tuple(dict.fromkeys(other.site for other in first))[:MOST_PLACES]
            return Verdict(finding.code, False, f"found, but {codes} is reported for the same cause", causes)
        if finding.code not in self._config.codes_of(path):
            return Verdict(finding.code, False, "found, but the rule is not selected for this file")
        failing = self._project.line_of_failing_import(path)
        if failing is not None and finding.site.line >= failing:
            text = "found, but the code does not run: an import before it raises an error"
            return Verdict(finding.code, False, text, (Site(path, failing, 0, failing, 0),))
        return Verdict(finding.code, False, "found, but not when the function is called as in other files")


def _refutations(path: str, analysis: FileAnalysis) -> Iterator[tuple[tuple[str, Site], str]]:
    """Yield each place, by code, at which a run of a file refutes or moves findings, with the root of that run."""
    for root in analysis.roots:
        for evidence in root.evidence:
            if evidence.kind is not EvidenceKind.REFUTED_IN_CALLEES:
                yield (evidence.code, evidence.site), path if root.function is None else f"{root.function[0]}:{root.function[1]}"


def _reaches(observed: ObservedRun, path: str, line: int) -> bool:
    lines = observed.trace.lines
    return line in lines.get(path, ()) or line in lines.get(os.path.abspath(path), ())


def _line_run(file: str, observed: ObservedRun, place: Place) -> LineRun:
    """Describe what one run did at a line."""
    trace = observed.trace
    calls = [
        f"{observed.run.text(fact.site) or 'a call'}: callee {fact.callee}; arguments: {', '.join(fact.arguments) or 'none'}; "
        f"result: {fact.result}"
        for fact in trace.calls
        if is_at(fact.site, place.path, place.line)
    ]
    here = (event for event in observed.run.events if event.site.line == place.line and is_at(event.site, place.path, place.line))
    events = dict.fromkeys(describe_event(observed.run, event) for event in here if not _is_unfollowed_call(observed, event))
    built = (node.site for node in observed.run.nodes.values() if node.origin is Origin.OPERATION)
    if not events and any(site.line == place.line and is_at(site, place.path, place.line) for site in built):
        events[BUILT] = None
    limits = []
    if trace.spent is not None:
        limits.append(f"the limit of steps was reached at {trace.spent.path}:{trace.spent.line}")
    limits.extend(f"paths were not followed further at {site.path}:{site.line}: too many" for site in list(trace.dropped)[:MOST_PLACES])
    return LineRun(
        file=file,
        root=trace.root,
        way=tuple(_way(observed, place)),
        calls=tuple(dict.fromkeys(calls)),
        events=tuple(events),
        limits=tuple(limits),
    )


def _is_unfollowed_call(observed: ObservedRun, event: Event) -> bool:
    """Return True if an event is a call that the explanation names among what is not followed."""
    return isinstance(event, Havoc) and event.cause in CALLS and event.site in observed.trace.unfollowed


def _way(observed: ObservedRun, place: Place) -> list[Site]:
    """Return the calls that lead from a run's root to the function around a line, outermost first."""
    way: list[Site] = []
    entries = {(os.path.abspath(path), line): entry for (path, line), entry in observed.trace.callers.items()}
    function = (os.path.abspath(place.path), place.function_line)
    while function in entries and len(way) < len(entries):
        way.append(entries[function].site)
        path, line = entries[function].caller
        function = (os.path.abspath(path), line)
    return way[::-1]


def _causes(observed: ObservedRun, silence: Silence) -> list[Site]:
    """Return the places that caused a doubt."""
    run, doubt = observed.run, silence.doubt
    if doubt is Doubt.CUT_OFF:
        return [observed.trace.spent] if observed.trace.spent is not None else []
    nodes = set(silence.nodes)
    if doubt in (Doubt.BACKPROPAGATED, Doubt.REUSED, Doubt.NEEDED_AFTER_LOOP):
        return [
            event.site
            for event in run.events
            if (isinstance(event, Backward) and nodes & event.possibly_reached)
            or (isinstance(event, Raised) and nodes & run.below(event.chain[:1]))
        ]
    first: dict[int, Site] = {}
    for event in run.of(Havoc):
        if doubt is (Doubt.HANDED if event.leaves else DOUBTS.get(event.cause)):
            for node in event.nodes | event.leaves:
                first.setdefault(node, event.site)
    return list(dict.fromkeys(site for node, site in sorted(first.items()) if nodes & run.below((node,))))
