"""One program looked into: its diagnostics, the fixes of each, what is known of its graphs; each worked out when it is first asked for."""

from __future__ import annotations

import ast
import difflib
import itertools
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from graphlint.autograd.events import Run, Site
from graphlint.diagnostics import PlacedEdit, PlacedFix, placed_fix, resolve
from graphlint.errors import GraphlintError, SyntaxProblem
from graphlint.fixes.proving import Prover
from graphlint.lifelines import Built, Gatherer, Hold, Walking
from graphlint.merging import Verdict
from graphlint.naming import named
from graphlint.parsing import parse
from graphlint.plans import Plan
from graphlint.project.project import Project
from graphlint.project.tracing import Dependencies
from graphlint.results import Content, FileResult
from graphlint.rules_api import Finding, Rule, Severity
from graphlint.runner import examine_by, judge, offering
from graphlint.server.workers import records
from graphlint.server.workers.records import Identity, Program, Span
from graphlint.source import LINE_END, Position, Source
from graphlint.suppression.adding import NEVER, with_noqa
from graphlint.suppression.comments import suppressions
from graphlint.suppression.screening import Screened
from graphlint.verdicts import verdicts

CELL = re.compile(r"\.ipynb:cell (\d+)\Z")
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


class Inspection:
    """A program, as it was when it was looked into.

    Args:
        program: the program.
        plan: how it is checked.
        project: the project that it belongs to.
    """

    def __init__(self, program: Program, plan: Plan, project: Project) -> None:
        self._program = program
        self._plan = plan
        self._project = project
        self._watcher = Watcher()
        self._fixes: dict[Identity, tuple[PlacedFix, ...]] = {}

    @cached_property
    def result(self) -> FileResult:
        """What the check comes to."""
        plan = replace(self._plan, rules=(*self._plan.rules, self._watcher), book=self._plan.rulebook)
        return checked_with(self._program, plan, self._project)

    @property
    def dependencies(self) -> Dependencies:
        """What the check has looked at in other files."""
        return self._project.dependencies(self._program.name) if self.result.analyzed else Dependencies()

    @cached_property
    def source(self) -> Source:
        """The program as the engine reads it.

        Raises:
            GraphlintError: if it cannot be read.
        """
        return source_of(self._program)

    @cached_property
    def facts(self) -> records.Facts:
        """What is known of the graphs, and of the comments that silence findings."""
        try:
            silencers = tuple(self._silencers())
            tree = parse(self.source)
        except (GraphlintError, SyntaxProblem):
            return records.Facts()
        if not self.result.analyzed:
            return records.Facts(silencers=silencers)
        gatherer = Gatherer(self.source.path)
        for run in self._watcher.runs:
            gatherer.add(run)
        self._watcher.runs.clear()
        lifelines = gatherer.lifelines()
        graphs = tuple(self._graph(item) for item in lifelines.built)
        names = tuple(self._names(tree, lifelines.built))
        walks = tuple(self._walk(item) for item in lifelines.walking)
        return records.Facts(graphs, names, walks, tuple(self._keeper(item) for item in lifelines.kept), silencers)

    def offers(self, identities: Iterable[Identity]) -> Iterator[tuple[Identity, tuple[PlacedFix, ...]]]:
        """All fixes of some findings.

        Args:
            identities: the findings.
        """
        wanted = set(identities)
        if self._offering is None:
            return
        screened, prover = self._offering
        for finding in screened.findings:
            identity = self._identity(finding)
            if identity in wanted:
                if identity not in self._fixes:
                    self._fixes[identity] = tuple(placed_fix(fix, self.source) for fix in prover.fixes(finding))
                if self._fixes[identity]:
                    yield identity, self._fixes[identity]
        for unused in screened.unused:
            identity = self._identity(unused.finding)
            if identity in wanted and unused.fix is not None and unused.can_be_fixed(self.source):
                yield identity, (placed_fix(unused.fix, self.source),)

    def silenced(self, identity: Identity) -> records.Edits:
        """The comment that silences a finding.

        Args:
            identity: the finding.
        """
        reported = self._offering[0].findings if self._offering is not None else ()
        finding = next((item for item in reported if self._identity(item) == identity), None)
        if finding is None or finding.code in NEVER:
            return records.Edits()
        after, count = with_noqa(self.source, [finding], self._plan.rulebook.names)
        pairs = zip(self.source.parts, after.parts, strict=True) if count else ()
        edits = tuple(edit for (name, one), (_, two) in pairs for edit in text_edits(one, two, _cell_of(name)))
        return records.Edits(f"Ignore {finding.code} for this line", edits)

    @cached_property
    def _offering(self) -> tuple[Screened, Prover] | None:
        """What is reported and what proves fixes; None where there is nothing to fix."""
        try:
            return offering(self.source, self._plan, self._project)
        except (GraphlintError, SyntaxProblem):
            return None

    def _identity(self, finding: Finding) -> Identity:
        return Identity.of(resolve(finding, self.source))

    def _silencers(self) -> Iterator[tuple[Span, str]]:
        """The codes and names in comments that silence findings."""
        for item in suppressions(self.source, self._plan.rulebook.names):
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
        if site.path != self.source.path:
            return Span(site.path, Position(site.line, site.column + 1), Position(site.end_line, site.end_column + 1))
        start = self.source.position(site.line, site.column)
        return Span(site.path, start, max(start, self.source.position(site.end_line, site.end_column)))

    def _spans(self, sites: Iterable[Site]) -> tuple[Span, ...]:
        return tuple(self._span(site) for site in sites)

    def _keeper(self, hold: Hold) -> records.Keeper:
        return records.Keeper(hold.holder, self._span(hold.site), self._span(hold.loop))

    def _graph(self, item: Built) -> records.Graph:
        return records.Graph(
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

    def _walk(self, item: Walking) -> records.Walk:
        return records.Walk(self._span(item.site), item.call, self._spans(item.walks), self._spans(item.frees), item.raises)


def checked_with(program: Program, plan: Plan, project: Project) -> FileResult:
    """What the check of a program comes to.

    Args:
        program: the program.
        plan: how to check it.
        project: the project that it belongs to.
    """
    content = _content(program)
    examined = examine_by(content, plan, project)
    return judge(content, examined, verdicts([examined], plan).get(content.path, Verdict()), plan, project)


def source_of(program: Program) -> Source:
    """A program as the engine reads it.

    Args:
        program: the program.

    Raises:
        GraphlintError: if it cannot be read.
    """
    return _content(program).source()


def _content(program: Program) -> Content:
    """A program as the engine takes it."""
    if program.cells is None:
        return Content.of_text(program.name, program.text)
    return Content(program.name, _stored(program.cells))


def fixed_edits(result: FileResult) -> Iterator[PlacedEdit]:
    """What the fixes of a result have changed.

    Args:
        result: what a check that shows its fixes has come to.
    """
    for change in result.changes:
        yield from text_edits(change.before, change.after, _cell_of(change.name))


def text_edits(before: str, after: str, cell: int | None = None) -> Iterator[PlacedEdit]:
    """The lines in which two texts differ, as edits of the first.

    Args:
        before: the one.
        after: the other.
        cell: the cell that holds them.
    """
    one, two = _lines(before), _lines(after)
    # What is the same at both ends is most of a long text, and the comparison is slow where many lines are alike.
    shorter = min(len(one), len(two))
    head = next((index for index in range(shorter) if one[index] != two[index]), shorter)
    tail = next((index for index in range(shorter - head) if one[-1 - index] != two[-1 - index]), shorter - head)
    matcher = difflib.SequenceMatcher(None, one[head : len(one) - tail], two[head : len(two) - tail], autojunk=False)
    for tag, start, end, other_start, other_end in matcher.get_opcodes():
        if tag != "equal":
            text = "".join(two[head + other_start : head + other_end])
            yield PlacedEdit(_line_place(one, head + start, cell), _line_place(one, head + end, cell), text)


def _lines(text: str) -> list[str]:
    """The lines of a text with their ends."""
    starts = [0, *(found.end() for found in LINE_END.finditer(text)), len(text)]
    return [text[start:end] for start, end in itertools.pairwise(starts) if start < end]


def _line_place(lines: Sequence[str], index: int, cell: int | None) -> Position:
    """Where a line begins; behind the last one, where the text ends."""
    if index < len(lines) or not lines or lines[-1].endswith(("\n", "\r")):
        return Position(index + 1, 1, cell)
    return Position(index, len(lines[-1]) + 1, cell)


def _stored(cells: Sequence[str | None]) -> bytes:
    """A notebook's file with these cells."""
    stored: list[dict[str, object]] = [
        {"cell_type": "markdown", "metadata": {}, "source": ""}
        if text is None
        else {"cell_type": "code", "metadata": {}, "source": text, "outputs": [], "execution_count": None}
        for text in cells
    ]
    return json.dumps({**NOTEBOOK, "cells": stored}).encode("ascii")


def _cell_of(name: str) -> int | None:
    """The number of the cell that a part of a source is; None where it is the whole."""
    found = CELL.search(name)
    return int(found.group(1)) if found else None


def _contains(outer: Site, inner: Site) -> bool:
    return outer[1:3] <= inner[1:3] and inner[3:5] <= outer[3:5]


def _size(site: Site) -> tuple[int, int]:
    return site.end_line - site.line, site.end_column - site.column if site.end_line == site.line else 0
