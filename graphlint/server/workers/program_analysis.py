"""Analysis of one program: its findings, here and in other files, and a description of its graphs."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from graphlint.autograd.events import Site
from graphlint.autograd.run import Run
from graphlint.check.analyze_file import analyze_file
from graphlint.check.check_config import CheckConfig
from graphlint.check.file_analysis import Content, FileAnalysis
from graphlint.check.suppression.comments import suppressions
from graphlint.common.errors import GraphlintError, SyntaxProblem
from graphlint.project.project import Project
from graphlint.rule.base import Finding, Rule, Severity
from graphlint.server.graph_lifetimes import BackwardEffects, GraphLifetime, LifetimeCollector, Retention
from graphlint.server.value_origins import value_origins
from graphlint.server.workers import messages
from graphlint.server.workers.messages import Program, Span
from graphlint.source.parse import parse
from graphlint.source.source import Position, Source

NOTEBOOK = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}}


class RunRecorder(Rule):
    """Pseudo-rule that records every run of an analysis and reports nothing."""

    code = "run-recorder"
    name = "run-recorder"
    severity = Severity.INFO

    def __init__(self) -> None:
        self.runs: list[Run] = []

    def check(self, run: Run) -> Iterator[Finding]:
        self.runs.append(run)
        yield from ()


class ProgramAnalysis:
    """A program and its analysis.

    Args:
        program: the program.
        plan: plan of the program and the files around it.
        project: the program's project.
        examined: the program's analysis if another worker has already done it; None to analyze it here.
    """

    def __init__(self, program: Program, check_config: CheckConfig, project: Project, file_analysis: FileAnalysis | None = None) -> None:
        self.program = program
        self.check_config = check_config
        self.project = project
        self.content = _content(program)
        self._run_recorder = RunRecorder()
        self._span_cache: dict[Site, Span] = {}
        self._received = file_analysis
        if file_analysis is not None:
            project.note(file_analysis.path, file_analysis.dependencies)
        self.file_analysis = file_analysis or self._local

    def is_consistent_with(self, file_analysis: FileAnalysis | None) -> bool:
        """Return whether this still rests on the analysis that the server holds (None: it holds none).

        An analysis received from another worker can become stale unnoticed: this worker has not read the files it depends on.
        """
        return self._received is None or self._received == file_analysis

    @cached_property
    def _local(self) -> FileAnalysis:
        """Analysis done by this worker; `_run_recorder` has its runs."""
        check_config = self.check_config.of(self.program.name)
        return analyze_file(
            self.content,
            (*(self.check_config.project_rules or check_config.rules), self._run_recorder),
            check_config.assumptions,
            self.project,
        )

    @cached_property
    def source(self) -> Source:
        """Source of the program.

        Raises:
            GraphlintError: if it cannot be read.
        """
        return self.content.source()

    @cached_property
    def graph_info(self) -> messages.GraphInfo:
        """Graphs and suppression comments of the program."""
        try:
            noqa_words = tuple(self._noqa_words())
            tree = parse(self.source)
        except (GraphlintError, SyntaxProblem):
            return messages.GraphInfo()
        if not self._local.analyzed:
            return messages.GraphInfo(noqa_words=noqa_words)
        collector = LifetimeCollector(self.source.path)
        for run in self._run_recorder.runs:
            collector.add(run)
        self._run_recorder.runs.clear()
        lifetimes = collector.lifetimes()
        graphs = tuple(self._graph(graph) for graph in lifetimes.graphs)
        names = tuple(self._names(tree, lifetimes.graphs))
        backward_calls = tuple(self._backward_call(effects) for effects in lifetimes.backward_calls)
        return messages.GraphInfo(graphs, names, backward_calls, tuple(self._retention(item) for item in lifetimes.retained), noqa_words)

    def _noqa_words(self) -> Iterator[tuple[Span, str]]:
        """Yield the rule codes and names in suppression comments."""
        for suppression in suppressions(self.source, self.check_config.of(self.source.path).suppression_rules.names):
            for word in suppression.words or ():
                row = suppression.row
                yield Span(self.source.path, self.source.place(row, word.start + 1), self.source.place(row, word.end + 1)), word.text

    def _names(self, tree: ast.Module, graphs: Sequence[GraphLifetime]) -> Iterator[tuple[Span, int]]:
        """Yield the names whose value has a graph, each with the index of the graph with the widest source span inside the value."""
        by_line: dict[int, list[int]] = {}
        for index, graph in enumerate(graphs):
            by_line.setdefault(graph.site.line, []).append(index)
        for origin in value_origins(tree, self.source.path):
            value = origin.value
            candidates = [
                index
                for line in range(value.line, value.end_line + 1)
                for index in by_line.get(line, ())
                if _contains(value, graphs[index].site)
            ]
            if candidates:
                yield self._span(origin.site), max(candidates, key=lambda index: (_size(graphs[index].site), -index))

    def _span(self, site: Site) -> Span:
        """Return the span of a site; equal sites share one record, which is pickled once."""
        if site not in self._span_cache:
            self._span_cache[site] = self._make_span(site)
        return self._span_cache[site]

    def _make_span(self, site: Site) -> Span:
        if site.path != self.source.path:
            return Span(site.path, Position(site.line, site.column + 1), Position(site.end_line, site.end_column + 1))
        start = self.source.position(site.line, site.column)
        return Span(site.path, start, max(start, self.source.position(site.end_line, site.end_column)))

    def _spans(self, sites: Iterable[Site]) -> tuple[Span, ...]:
        return tuple(self._span(site) for site in sites)

    def _retention(self, retention: Retention) -> messages.Retention:
        return messages.Retention(retention.owner, self._span(retention.site), self._span(retention.loop))

    def _graph(self, graph: GraphLifetime) -> messages.Graph:
        return messages.Graph(
            self._span(graph.site),
            graph.builder,
            graph.is_module,
            graph.records,
            graph.saves,
            graph.saves_more,
            self._spans(graph.used_by),
            self._spans(graph.maybe_used_by),
            self._spans(graph.freed_by),
            self._spans(graph.raised_by),
            tuple(self._retention(retention) for retention in graph.retained_by),
            self._spans(graph.detached_at),
        )

    def _backward_call(self, effects: BackwardEffects) -> messages.BackwardCall:
        return messages.BackwardCall(
            self._span(effects.site), effects.call, self._spans(effects.reaches), self._spans(effects.frees), effects.raises
        )


def _content(program: Program) -> Content:
    if program.cells is None:
        return Content.of_text(program.name, program.text)
    return Content(program.name, _notebook_bytes(program.cells))


def _notebook_bytes(cells: Sequence[str | None]) -> bytes:
    """Return the notebook file with these cells."""
    json_cells: list[dict[str, object]] = [
        {"cell_type": "markdown", "metadata": {}, "source": ""}
        if text is None
        else {"cell_type": "code", "metadata": {}, "source": text, "outputs": [], "execution_count": None}
        for text in cells
    ]
    return json.dumps({**NOTEBOOK, "cells": json_cells}).encode("ascii")


def _contains(outer: Site, inner: Site) -> bool:
    return outer[1:3] <= inner[1:3] and inner[3:5] <= outer[3:5]


def _size(site: Site) -> tuple[int, int]:
    return site.end_line - site.line, site.end_column - site.column if site.end_line == site.line else 0
