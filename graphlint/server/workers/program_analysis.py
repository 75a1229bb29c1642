"""Analysis of one program: its findings, here and in other files, and a description of its graphs."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from graphlint.autograd.events import Site
from graphlint.autograd.run import Run
from graphlint.autograd.shifted_runs import shift_run
from graphlint.check.analysis_memory import AnalysisMemory
from graphlint.check.analyze_file import analyze_file
from graphlint.check.check_config import CheckConfig
from graphlint.check.definition_changes import DefinitionChange
from graphlint.check.file_analysis import FileAnalysis
from graphlint.check.suppression.comments import suppressions
from graphlint.common.errors import GraphlintError, SyntaxProblem
from graphlint.project.project import Project
from graphlint.rule.base import Finding, Rule, Severity
from graphlint.server.descriptions import GRAD_MODES, Describer, Description, grad_mode_description, unreached_description
from graphlint.server.grad_mode_uses import grad_mode_lines, grad_mode_uses
from graphlint.server.graph_lifetimes import GraphLifetime, LifetimeCollector, Lifetimes, Retention
from graphlint.server.leaf_effects import Effects
from graphlint.server.value_origins import assigned_names, calls_by_function, returned_values, sites_of, value_origins
from graphlint.server.workers import graph_messages
from graphlint.server.workers.messages import Program, Span
from graphlint.source.enclosing_function import Functions
from graphlint.source.open import Content
from graphlint.source.parse import parse
from graphlint.source.source import Position, Source
from graphlint.source.statements import statements

CONDITIONAL = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.Match)
NOTEBOOK = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}}


class RunRecorder(Rule):
    """Pseudo-rule that records every run of an analysis and reports nothing."""

    code = "run-recorder"
    name = "run-recorder"
    severity = Severity.INFO

    def __init__(self) -> None:
        self._runs: list[tuple[Run, DefinitionChange | None]] = []

    def check(self, run: Run) -> Iterator[Finding]:
        self._runs.append((run, None))
        yield from ()

    def recall(self, run: Run, change: DefinitionChange) -> None:
        """Record a run that an earlier analysis of the program has executed."""
        self._runs.append((run, change))

    def take(self, path: str) -> Iterator[Run]:
        """Yield the runs with the lines of the present text, and remove them."""
        runs, self._runs = self._runs, []
        for run, change in runs:
            yield run if change is None or not change.moves_lines else shift_run(run, path, change.line)


class ProgramAnalysis:
    """A program and its analysis.

    Args:
        program: the program.
        plan: plan of the program and the files around it.
        project: the program's project.
        examined: the program's analysis if another worker has already done it; None to analyze it here.
        memory: the last analysis of the program by this worker.
    """

    def __init__(
        self,
        program: Program,
        check_config: CheckConfig,
        project: Project,
        file_analysis: FileAnalysis | None = None,
        memory: AnalysisMemory | None = None,
    ) -> None:
        self.program = program
        self.check_config = check_config
        self.project = project
        self.content = _content(program)
        self._run_recorder = RunRecorder()
        self._memory = memory
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
        rules = (*(self.check_config.project_rules or check_config.rules), self._run_recorder)
        if self._memory is not None:
            self._memory.on_recall = self._run_recorder.recall
        return analyze_file(self.content, rules, check_config.assumptions, self.project, self._memory)

    @cached_property
    def source(self) -> Source:
        """Source of the program.

        Raises:
            GraphlintError: if it cannot be read.
        """
        return self.content.source()

    @cached_property
    def graph_info(self) -> graph_messages.GraphInfo:
        """Graphs and suppression comments of the program."""
        try:
            noqa_words = tuple(self._noqa_words())
            tree = parse(self.source)
        except (GraphlintError, SyntaxProblem):
            return graph_messages.GraphInfo()
        if not self._local.analyzed:
            return graph_messages.GraphInfo(noqa_words=noqa_words)
        path = self.source.path
        returned = returned_values(tree, path)
        results = {site: returned[name] for name, site in calls_by_function(tree, path) if name in returned}
        collector, effects = LifetimeCollector(path, results), Effects()
        for run in self._run_recorder.take(path):
            # The sites of a reused run are those of the present text.
            collector.add(replace(run, text=self._text))
            effects.add(run)
        lifetimes = collector.lifetimes()
        described = list(self._descriptions(tree, lifetimes, effects))
        by_site = {item.site: index for index, item in reversed(list(enumerate(described)))}
        # A name on the left of an update in place is the tensor, not the statement.
        statements = effects.steps.keys() | effects.resets.keys() | effects.modes.keys()
        return graph_messages.GraphInfo(
            graphs=tuple(self._graph(graph, by_site[graph.site]) for graph in lifetimes.graphs),
            descriptions=tuple(self._description(item) for item in described),
            names=tuple(self._names(tree, {site: index for site, index in by_site.items() if site not in statements})),
            errors=tuple(self._errors(lifetimes)),
            retained=tuple(self._retention(item) for item in lifetimes.retained),
            noqa_words=noqa_words,
        )

    def _descriptions(self, tree: ast.Module, lifetimes: Lifetimes, effects: Effects) -> Iterator[Description]:
        """Yield the descriptions of this file; of several for one place, the first one counts."""
        path = self.source.path
        names = assigned_names(tree, path)
        describer = Describer(self._text, names, effects)
        yield from (describer.graph(graph) for graph in lifetimes.graphs)
        yield from (describer.backward(backward) for backward in lifetimes.backward_calls)
        yield from (describer.graph(graph, own_function=True) for graph in lifetimes.results.values())
        yield from (item for item in describer.all() if item.site.path == path)
        yield from (describer.parameters(call, tuple(leaves)) for call, leaves in effects.created_by.items() if call.path == path)
        parameters = [site for site, leaf in effects.leaves.items() if leaf.parameters and site.path == path]
        for value in names:
            inside = [site for site in parameters if _contains(value, site)]
            if len(inside) > 1:
                yield describer.parameters(value, inside)
        yield from (grad_mode_description(use.site, use.mode) for use in grad_mode_uses(tree, path, GRAD_MODES))
        yield from self._unreached(tree, lifetimes)

    def _unreached(self, tree: ast.Module, lifetimes: Lifetimes) -> Iterator[Description]:
        """Yield the statements after a backward that always raises, in the same function."""
        functions = self._functions
        conditional = [node for node in statements(tree) if isinstance(node, CONDITIONAL)]
        for effects in lifetimes.backward_calls:
            here, line = functions.at(effects.site.line), effects.site.line
            within = (node for node in conditional if node.lineno <= line <= (node.end_lineno or line))
            if not effects.failures or effects.reaches or any(functions.at(node.lineno) == here for node in within):
                continue
            for node in statements(tree):
                if node.lineno > effects.site.end_line and not hasattr(node, "body") and functions.at(node.lineno) == here:
                    yield from (unreached_description(site, effects.site) for site in sites_of(node, self.source.path))

    def _text(self, site: Site) -> str:
        """Return the source text of a site."""
        source = self.source if site.path == self.source.path else self.project.source(site.path)
        return source.span(*site[1:]) if source is not None else ""

    def _noqa_words(self) -> Iterator[tuple[Span, str]]:
        """Yield the rule codes and names in suppression comments."""
        for suppression in suppressions(self.source, self.check_config.of(self.source.path).suppression_rules.names):
            for word in suppression.words or ():
                row = suppression.row
                yield Span(self.source.path, self.source.place(row, word.start + 1), self.source.place(row, word.end + 1)), word.text

    def _names(self, tree: ast.Module, described: Mapping[Site, int]) -> Iterator[tuple[Span, int]]:
        """Yield the names whose value is described, each with the index of the widest description inside the value."""
        by_line: dict[int, list[Site]] = {}
        for site in described:
            by_line.setdefault(site.line, []).append(site)
        for origin in value_origins(tree, self.source.path):
            for value in origin.values:
                inside = (site for line in range(value.line, value.end_line + 1) for site in by_line.get(line, ()))
                # What an update in place adds is not the value of the name.
                candidates = [site for site in inside if (site == value if value is not origin.values[-1] else _contains(value, site))]
                if candidates:
                    yield self._span(origin.site), described[max(candidates, key=lambda site: (_size(site), -described[site]))]
                    break

    def _span(self, site: Site) -> Span:
        """Return the span of a site; equal sites share one record, which is pickled once."""
        if site not in self._span_cache:
            self._span_cache[site] = self._make_span(site)
        return self._span_cache[site]

    def _make_span(self, site: Site) -> Span:
        if site.path != self.source.path:
            return Span(site.path, Position(site.line, site.column + 1), Position(site.end_line, site.end_column + 1))
        start = self.source.position(site.line, site.column)
        end = max(start, self.source.position(site.end_line, site.end_column))
        return Span(site.path, start, end, self._functions.at(site.line))

    @cached_property
    def _functions(self) -> Functions:
        return Functions(self.source)

    @cached_property
    def _grad_mode_lines(self) -> list[tuple[int, int]]:
        return list(grad_mode_lines(parse(self.source), GRAD_MODES))

    def _spans(self, sites: Iterable[Site]) -> tuple[Span, ...]:
        return tuple(self._span(site) for site in sites)

    def _retention(self, retention: Retention) -> graph_messages.Retention:
        return graph_messages.Retention(retention.owner, self._span(retention.site), self._span(retention.loop))

    def _description(self, item: Description) -> graph_messages.Description:
        facts = tuple(graph_messages.Fact(fact.text, self._spans(fact.sites)) for fact in item.facts)
        return graph_messages.Description(self._span(item.site), item.title, facts)

    def _errors(self, lifetimes: Lifetimes) -> Iterator[graph_messages.Error]:
        for effects in lifetimes.backward_calls:
            for failure in effects.failures:
                cause = self._span(failure.cause) if failure.cause is not None else None
                yield graph_messages.Error(self._span(failure.site), failure.fault, cause)

    def _graph(self, graph: GraphLifetime, description: int) -> graph_messages.Graph:
        return graph_messages.Graph(
            self._span(graph.site),
            graph.is_module,
            graph.records,
            description,
            any(first <= graph.site.line <= last for first, last in self._grad_mode_lines),
            self._spans(graph.used_by),
            self._spans(graph.freed_by),
            tuple(self._retention(retention) for retention in graph.retained_by),
        )


def _content(program: Program) -> Content:
    if program.cells is None:
        return Content.of_text(program.name, program.text, requested=True)
    return Content(program.name, _notebook_bytes(program.cells), requested=True)


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
