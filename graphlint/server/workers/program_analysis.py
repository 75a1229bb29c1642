"""One program examined by itself: what its analysis finds, here and in other files, and what is known of its graphs."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from graphlint.autograd.events import Run, Site
from graphlint.check.analyze_file import analyze_file
from graphlint.check.check_config import CheckConfig
from graphlint.check.file_analysis import Content, FileAnalysis
from graphlint.check.suppression.comments import suppressions
from graphlint.common.errors import GraphlintError, SyntaxProblem
from graphlint.project.project import Project
from graphlint.rule.base import Finding, Rule, Severity
from graphlint.server.graph_lifetimes import Built, Gatherer, Hold, Walking
from graphlint.server.value_origins import named
from graphlint.server.workers import messages
from graphlint.server.workers.messages import Program, Span
from graphlint.source.parse import parse
from graphlint.source.source import Position, Source

NOTEBOOK = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}}


class Watcher(Rule):
    """Sees every run of an analysis, as a rule does, and finds nothing."""

    code = "watcher"
    name = "watcher"
    severity = Severity.INFO

    def __init__(self) -> None:
        self.runs: list[Run] = []

    def check(self, run: Run) -> Iterator[Finding]:
        """Keep a run."""
        self.runs.append(run)
        yield from ()


class Examination:
    """A program, as it was when it was examined.

    Args:
        program: the program.
        plan: how it and the files around it are checked.
        project: the project that it belongs to.
        examined: what its analysis has come to, where that is known.
    """

    def __init__(self, program: Program, plan: CheckConfig, project: Project, examined: FileAnalysis | None = None) -> None:
        self.program = program
        self.plan = plan
        self.project = project
        self.content = _content(program)
        self._watcher = Watcher()
        self._known_spans: dict[Site, Span] = {}
        self._given = examined
        if examined is not None:
            project.note(examined.path, examined.dependencies)
        self.examined = examined or self._own

    def holds(self, examined: FileAnalysis | None) -> bool:
        """Whether this is what the server takes for known. What another worker has found out was given to this one, who has not read what
        that rests on, and is not told when it no longer holds.

        Args:
            examined: what the server takes the analysis to have come to; None if it knows nothing.
        """
        return self._given is None or self._given == examined

    @cached_property
    def _own(self) -> FileAnalysis:
        """What the analysis comes to; its runs are kept."""
        own = self.plan.of(self.program.name)
        return analyze_file(self.content, (*(self.plan.project_rules or own.rules), self._watcher), own.assumptions, self.project)

    @cached_property
    def source(self) -> Source:
        """The program as the engine reads it.

        Raises:
            GraphlintError: if it cannot be read.
        """
        return self.content.source()

    @cached_property
    def facts(self) -> messages.Facts:
        """What is known of the graphs, and of the comments that silence findings."""
        try:
            silencers = tuple(self._silencers())
            tree = parse(self.source)
        except (GraphlintError, SyntaxProblem):
            return messages.Facts()
        if not self._own.analyzed:
            return messages.Facts(silencers=silencers)
        gatherer = Gatherer(self.source.path)
        for run in self._watcher.runs:
            gatherer.add(run)
        self._watcher.runs.clear()
        lifelines = gatherer.lifelines()
        graphs = tuple(self._graph(item) for item in lifelines.built)
        names = tuple(self._names(tree, lifelines.built))
        walks = tuple(self._walk(item) for item in lifelines.walking)
        return messages.Facts(graphs, names, walks, tuple(self._keeper(item) for item in lifelines.kept), silencers)

    def _silencers(self) -> Iterator[tuple[Span, str]]:
        """The codes and names in comments that silence findings."""
        for item in suppressions(self.source, self.plan.of(self.source.path).suppression_rules.names):
            for word in item.words or ():
                start, end = self.source.place(item.row, word.start + 1), self.source.place(item.row, word.end + 1)
                yield Span(self.source.path, start, end), word.text

    def _names(self, tree: ast.Module, built: Sequence[Built]) -> Iterator[tuple[Span, int]]:
        """The names that hold a graph, each with the index of the graph: the widest that its value builds."""
        by_line: dict[int, list[int]] = {}
        for index, item in enumerate(built):
            by_line.setdefault(item.site.line, []).append(index)
        for name in named(tree, self.source.path):
            value = name.value
            inside = [
                index
                for line in range(value.line, value.end_line + 1)
                for index in by_line.get(line, ())
                if _contains(value, built[index].site)
            ]
            if inside:
                yield self._span(name.site), max(inside, key=lambda index: (_size(built[index].site), -index))

    def _span(self, site: Site) -> Span:
        """The span of a site: one record for all that speak of it, so that it is sent once."""
        if site not in self._known_spans:
            self._known_spans[site] = self._span_of(site)
        return self._known_spans[site]

    def _span_of(self, site: Site) -> Span:
        if site.path != self.source.path:
            return Span(site.path, Position(site.line, site.column + 1), Position(site.end_line, site.end_column + 1))
        start = self.source.position(site.line, site.column)
        return Span(site.path, start, max(start, self.source.position(site.end_line, site.end_column)))

    def _spans(self, sites: Iterable[Site]) -> tuple[Span, ...]:
        return tuple(self._span(site) for site in sites)

    def _keeper(self, hold: Hold) -> messages.Keeper:
        return messages.Keeper(hold.holder, self._span(hold.site), self._span(hold.loop))

    def _graph(self, item: Built) -> messages.Graph:
        return messages.Graph(
            self._span(item.site),
            item.what,
            item.module,
            item.records,
            item.saves,
            item.saves_more,
            self._spans(item.walked),
            self._spans(item.perhaps),
            self._spans(item.freed),
            self._spans(item.raises),
            tuple(self._keeper(hold) for hold in item.kept),
            self._spans(item.detached),
        )

    def _walk(self, item: Walking) -> messages.Walk:
        return messages.Walk(self._span(item.site), item.call, self._spans(item.walks), self._spans(item.frees), item.raises)


def _content(program: Program) -> Content:
    """A program as the engine takes it."""
    if program.cells is None:
        return Content.of_text(program.name, program.text)
    return Content(program.name, _stored(program.cells))


def _stored(cells: Sequence[str | None]) -> bytes:
    """A notebook's file with these cells."""
    stored: list[dict[str, object]] = [
        {"cell_type": "markdown", "metadata": {}, "source": ""}
        if text is None
        else {"cell_type": "code", "metadata": {}, "source": text, "outputs": [], "execution_count": None}
        for text in cells
    ]
    return json.dumps({**NOTEBOOK, "cells": stored}).encode("ascii")


def _contains(outer: Site, inner: Site) -> bool:
    return outer[1:3] <= inner[1:3] and inner[3:5] <= outer[3:5]


def _size(site: Site) -> tuple[int, int]:
    return site.end_line - site.line, site.end_column - site.column if site.end_line == site.line else 0
