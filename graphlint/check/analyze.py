"""From sources to findings: the one function that the command line, the server and the tests call."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from graphlint.autograd.assumptions import Assumptions
from graphlint.autograd.events import Run, Site
from graphlint.common.timing import Phase, Stopwatch
from graphlint.interpreter.entries import Entered, runs
from graphlint.ir.instructions import FunctionCode
from graphlint.ir.statements import lower_module
from graphlint.project.project import Project
from graphlint.rule.base import Finding, Rule
from graphlint.rule.precedence import settle
from graphlint.source.parse import parse
from graphlint.source.source import Source


@dataclass(frozen=True, slots=True)
class Entry:
    """What one run of a file has found, in this file and in others.

    `function` is the function that was entered without a caller in sight, by file and line, None for the module's own code; `through` are
    the functions of other files that the run has entered; `refuted` are the places, by code, at which it shows that a finding of another
    run does not hold.
    """

    function: tuple[str, int] | None
    through: frozenset[tuple[str, int]]
    findings: tuple[Finding, ...]
    refuted: frozenset[tuple[str, Site]] = frozenset()


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is found in one file by its own runs, in order; `notes` tell what a budget cut off; `entries` are for a judgement across
    files; `steps` are those of the interpreter, a measure of what it took that is the same on every machine."""

    findings: tuple[Finding, ...]
    notes: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()
    steps: int = 0

    def without(self, path: str, lines: frozenset[int]) -> tuple[Finding, ...]:
        """What is found in the file without the runs of some functions.

        Args:
            path: the file.
            lines: the lines of these functions.
        """
        if not lines:
            return self.findings
        kept = (entry for entry in self.entries if entry.function is None or entry.function[1] not in lines)
        return settle(item for entry in kept for item in entry.findings if item.site.path == path)


def analyze(source: Source, rules: Sequence[Rule], assumptions: Assumptions | None = None, project: Project | None = None) -> Analysis:
    """All findings in one file.

    Args:
        source: the file.
        rules: the rules to apply.
        assumptions: what is taken for granted of code that is not seen.
        project: the project it belongs to; without one, it stands alone.

    Raises:
        SyntaxProblem: the file does not parse.
    """
    project = Project() if project is None else project
    watch = project.watch
    with project.analyzing(source):
        code = _lowered(source, project)
        entries: list[Entry] = []
        cut_off: dict[str, bool] = {}
        steps = 0
        refutable = frozenset(rule.code for rule in rules if type(rule).refuted is not Rule.refuted)

        def doubted() -> bool:
            return any(item.code in refutable for entry in entries for item in entry.findings)

        for entered in watch.each(Phase.INTERPRET, runs(code, project.evidence(), project, assumptions=assumptions, doubted=doubted)):
            run = entered.run
            steps += entered.steps
            if entered.offered:
                entries.append(Entry(None, frozenset(), (), _refuted(run, rules, watch)))
                continue
            findings = _checked(run, rules, watch)
            if findings and entered.doubted is not None and _called(source, entered, project):
                with watch.phase(Phase.INTERPRET):
                    run = entered.doubted()
                findings = _checked(run, rules, watch)
            # The second try of a module's own code takes the place of the first.
            cut_off[run.entry] = not run.complete or (cut_off.get(run.entry, False) and run.entry != "<module>")
            through = frozenset(place for place in entered.through if place[0] != source.path)
            entries.append(Entry(entered.function, through, findings, _refuted(run, rules, watch)))
    entries = _agreed(entries)
    own = (item for entry in entries for item in entry.findings if item.site.path == source.path)
    notes = tuple(f"{source.path}: the analysis of {entry} was cut off by its budget" for entry, cut in cut_off.items() if cut)
    return Analysis(settle(own), notes, tuple(entries), steps)


def _agreed(entries: list[Entry]) -> list[Entry]:
    """The runs of a file without the findings that another of them refutes."""
    by: dict[tuple[str, Site], set[int]] = {}
    for index, entry in enumerate(entries):
        for place in entry.refuted:
            by.setdefault(place, set()).add(index)
    if not by:
        return entries
    return [
        replace(entry, findings=tuple(item for item in entry.findings if not by.get((item.code, item.site), set()) - {index}))
        for index, entry in enumerate(entries)
    ]


def _lowered(source: Source, project: Project) -> FunctionCode:
    """The instructions of a module's own code."""
    tree = project.tree(source)
    if tree is None:
        with project.watch.phase(Phase.PARSE):
            tree = parse(source)
    return lower_module(tree, source.path, project.watch)


def _called(source: Source, entered: Entered, project: Project) -> bool:
    """Whether another file seems to call the function of a run where grad mode may be off."""
    with project.watch.phase(Phase.SEARCH):
        return project.called(source.path, entered.run.entry, entered.method)


def _checked(run: Run, rules: Iterable[Rule], watch: Stopwatch) -> tuple[Finding, ...]:
    """What the rules find in a run."""
    with watch.phase(Phase.RULES):
        return tuple(item for rule in rules for item in rule.check(run))


def _refuted(run: Run, rules: Iterable[Rule], watch: Stopwatch) -> frozenset[tuple[str, Site]]:
    """Where a run shows that a finding of another one does not hold."""
    with watch.phase(Phase.RULES):
        return frozenset((rule.code, site) for rule in rules for site in rule.refuted(run))
