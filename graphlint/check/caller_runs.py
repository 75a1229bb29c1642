"""The runs of other files that lead to findings in a file: they are repeated to prove a fix of that file.

Only these runs are: a fix is not proven by an analysis of the whole project.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from graphlint.check.analyze import Analysis, analyze
from graphlint.check.check_config import CheckConfig
from graphlint.check.file_analysis import RootResult
from graphlint.check.line_mapping import map_lines
from graphlint.check.resolve_callers import CallerRun
from graphlint.common.errors import SyntaxProblem
from graphlint.fixes.prove import ProofAnalysis
from graphlint.ir.instructions import FunctionCode
from graphlint.project.project import Project
from graphlint.rule.base import Finding, Rule
from graphlint.rule.precedence import resolve_precedence
from graphlint.source.source import Source

MOST_RUNS = 4
"""The most runs that are repeated for one proof: what many callers lead to in the same way is proven by the first ones."""


class CallerRuns:
    """The runs of other files that lead to findings in a file, in versions of its text.

    Args:
        source: the file as it is.
        config: the configuration of all files.
        callers: the runs.
        rules: the rules by which fixes are proven.
        on_analysis: called with each analysis, which costs steps.
    """

    def __init__(
        self,
        source: Source,
        config: CheckConfig,
        project: Project,
        callers: Sequence[CallerRun],
        rules: Sequence[Rule],
        on_analysis: Callable[[Analysis], None],
    ) -> None:
        self._source, self._config, self._project, self._callers, self._rules = source, config, project, callers, rules
        self._on_analysis = on_analysis
        self._known: dict[tuple[tuple[int, ...], bool], ProofAnalysis] = {}

    def leading_to(self, source: Source, findings: Iterable[Finding]) -> tuple[int, ...]:
        """Return the runs that lead to some findings in a version of the file, by number, at most as many as are repeated."""
        places = {(finding.site.line, finding.code) for finding in findings}
        lines = map_lines(self._source.lines, source.lines) if source is not self._source and self._callers else {}
        led = [
            number
            for number, run in enumerate(self._callers)
            if any((lines.get(line, line), code) in places for line, code in run.leads_to)
        ]
        return tuple(led[:MOST_RUNS])

    def analysis(self, source: Source, runs: tuple[int, ...], past_errors: bool = False) -> ProofAnalysis:
        """Return what some runs find in any file, with a version of the file in place of its content."""
        if source is not self._source:
            return ProofAnalysis.joined(self._found(source, runs, past_errors))
        key = runs, past_errors
        if key not in self._known:
            self._known[key] = ProofAnalysis.joined(self._found(source, runs, past_errors))
        return self._known[key]

    def in_file(self, source: Source) -> tuple[Finding, ...]:
        """Return what all runs find in a version of the file, one finding for each line and code."""
        by_place: dict[tuple[int, str], Finding] = {}
        for finding in self.analysis(source, tuple(range(min(len(self._callers), MOST_RUNS)))).findings:
            if finding.site.path == source.path:
                by_place.setdefault((finding.site.line, finding.code), replace(finding, causes=frozenset(), parts=()))
        return tuple(sorted(by_place.values(), key=lambda item: (item.site, item.code)))

    def _found(self, source: Source, runs: tuple[int, ...], past_errors: bool) -> Iterator[ProofAnalysis]:
        by_file: dict[str, list[CallerRun]] = {}
        for number in runs:
            by_file.setdefault(self._callers[number].path, []).append(self._callers[number])
        for path, of_file in by_file.items():
            yield self._find(path, of_file, source, past_errors)

    def _find(self, path: str, runs: Sequence[CallerRun], source: Source, past_errors: bool) -> ProofAnalysis:
        """Return what some runs of one file find."""
        caller = self._project.source(path)
        if caller is None:
            return ProofAnalysis()
        lines = frozenset(run.line for run in runs if run.line)
        classes = frozenset(run.instance_of for run in runs if run.instance_of)

        def begins(code: FunctionCode, instance_of: str) -> bool:
            # A nested function is run after the function around it.
            return instance_of in classes if instance_of else code.path == path and any(code.at[0] <= line <= code.at[2] for line in lines)

        with self._project.replacing(source):
            try:
                analysis = analyze(
                    caller,
                    self._rules,
                    self._config.of(path).assumptions,
                    self._project,
                    begins=begins,
                    past_errors=past_errors,
                    for_proof=True,
                )
            except SyntaxProblem:
                return ProofAnalysis()
        self._on_analysis(analysis)
        off = self._config.of(path).not_in_unit_tests

        def is_reported(root_result: RootResult, finding: Finding) -> bool:
            return not (root_result.root.is_unit_test and finding.code in off)

        findings = resolve_precedence(
            finding for root_result in analysis.roots for finding in root_result.findings if is_reported(root_result, finding)
        )
        return ProofAnalysis(findings, analysis.detached())
