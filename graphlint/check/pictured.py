"""Pictures of findings: the lifetime of the graphs of each, from the run that has found it.

A file with findings is analyzed once more, observed, so that a check which draws nothing pays nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from graphlint.autograd.events import Site
from graphlint.autograd.run import Run
from graphlint.check.analyze import Observation, analyze
from graphlint.check.check_config import CheckConfig
from graphlint.check.diagnostic import Diagnostic
from graphlint.check.file_result import FileResult
from graphlint.common.errors import SyntaxProblem
from graphlint.engine.roots.observation import Observer
from graphlint.pictures.life import life_of, life_of_line
from graphlint.pictures.record import Life
from graphlint.project.project import Project
from graphlint.rule.base import Finding
from graphlint.rule.story import Story
from graphlint.source.enclosing_function import Functions
from graphlint.source.source import Source

LONGEST_LINE = 100_000
"""The end of a site that spans whole lines."""
MOST_CALLERS = 8
"""The most other files that are analyzed for the findings of one file: those whose runs lead to its functions."""


class Pictures:
    """Draws the findings of files of one project."""

    def __init__(self, config: CheckConfig, project: Project) -> None:
        self._config, self._project = config, project
        rules = (*config.rules, *config.project_rules, *(rule for other in config.others.values() for rule in other.rules))
        self._stories = {rule.code: rule.story for rule in rules}
        self._observed: dict[str, Observation] = {}

    def of_line(self, path: str, row: int) -> Life | None:
        """Return the lifetime of the graph that the statement on a row of a file builds or frees, None if no run of the file has one."""
        source = self._project.source(path)
        if source is None:
            return None
        lines = [line for line in range(1, len(source.lines) + 1) if source.place(line, 1).row == row]
        for first, last in dict.fromkeys(map(Functions(source).statement_at, lines)):
            statement = Site(path, first, 0, last, LONGEST_LINE)
            for run in self.runs(source):
                life = life_of_line(run, statement, lambda other: source if other == path else self._project.source(other))
                if life is not None:
                    return life
        return None

    def of_result(self, result: FileResult) -> list[Life | None]:
        """Return the lifetime of the graphs of each finding of a checked file."""
        source = self._project.source(result.path) if result.diagnostics else None
        if source is None:
            return [None] * len(result.diagnostics)
        callers = result.findings.callers if result.findings is not None else ()
        return self.lives(source, result.diagnostics, (run.path for run in callers))

    def lives(self, source: Source, diagnostics: Sequence[Diagnostic], callers: Iterable[str] = ()) -> list[Life | None]:
        """Return the lifetime of the graphs of each finding in a file, None for one that no run has found, such as a syntax error.

        Args:
            callers: the other files whose runs lead to findings in the file.
        """
        drawn = {diagnostic: self._life(source, diagnostic, source) for diagnostic in dict.fromkeys(diagnostics)}
        for path in list(dict.fromkeys(callers))[:MOST_CALLERS]:
            caller = self._project.source(path)
            if caller is None or None not in drawn.values():
                continue
            drawn = {diagnostic: life or self._life(source, diagnostic, caller) for diagnostic, life in drawn.items()}
        return [drawn[diagnostic] for diagnostic in diagnostics]

    def _life(self, source: Source, diagnostic: Diagnostic, analyzed: Source) -> Life | None:
        """Return the lifetime of the graphs of a finding in the runs that begin in a file."""
        matching = [item for item in self.findings(analyzed) if _is_reported_as(item[1], diagnostic, source)]
        same = [item for item in matching if item[1].message == diagnostic.message] or matching
        if not same:
            return None
        run, finding = same[0]

        def open_source(path: str) -> Source | None:
            return source if path == source.path else analyzed if path == analyzed.path else self._project.source(path)

        return life_of(run, finding, self._stories.get(finding.code, Story.PLACES), open_source)

    def findings(self, source: Source) -> list[tuple[Run, Finding]]:
        """Return each finding of the runs that begin in a file, at each place where it may be reported, with its run."""
        runs = self._observation(source).runs
        return [(observed.run, finding) for observed in runs for original in observed.findings for finding in _placements(original)]

    def runs(self, source: Source) -> list[Run]:
        """Return the runs that begin in a file."""
        return [observed.run for observed in self._observation(source).runs]

    def _observation(self, source: Source) -> Observation:
        """Return the observed runs that begin in a file."""
        if source.path not in self._observed:
            observation = Observation(Observer({}))
            rules = self._config.project_rules or self._config.of(source.path).rules
            try:
                analyze(source, rules, self._config.of(source.path).assumptions, self._project, observation)
            except SyntaxProblem:
                observation.runs.clear()
            self._observed[source.path] = observation
        return self._observed[source.path]


def _placements(finding: Finding) -> Iterator[Finding]:
    """Yield a finding at its own place and at the calls to which it may move."""
    yield finding
    for way in finding.ways or ():
        for place in way:
            yield replace(finding, site=place.site, message=place.message, related=place.related)


def _is_reported_as(finding: Finding, diagnostic: Diagnostic, source: Source) -> bool:
    """Return True if a diagnostic reports a finding."""
    site = finding.site
    if finding.code != diagnostic.code or site.path != source.path:
        return False
    return source.position(site.line, site.column) == diagnostic.place.start
