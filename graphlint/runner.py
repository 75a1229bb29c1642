"""Checking: sources in, diagnostics out. The command, the server and the tests all come through here.

One file cannot harm another: whatever goes wrong in one becomes a named failure of that file, and the rest is checked all the same.
"""

from __future__ import annotations

import gc
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from graphlint.analysis import Analysis, analyze
from graphlint.autograd.events import Site
from graphlint.diagnostics import Diagnostic, resolve
from graphlint.discover_rules import SyntaxErrorRule
from graphlint.errors import GraphlintError, SyntaxProblem
from graphlint.merging import Judgement, Reported
from graphlint.precedence import gives_way
from graphlint.prefilter import can_hold_finding
from graphlint.project.project import Project
from graphlint.project.tracing import Dependencies
from graphlint.rules_api import Finding, Rule
from graphlint.source import Source

# Objects of one file seldom hang together in cycles, so the collector finds little while it costs much; every so many bytes of source it
# runs all the same, so that what does hang together does not add up.
COLLECT_EVERY = 4_000_000


@dataclass(frozen=True, slots=True)
class Failure:
    """What could not be checked and why, in one sentence; `detail` is a traceback, for a report of an internal error."""

    path: str
    message: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class FileResult:
    """What came of one file. `analyzed` says whether it was more than searched for torch."""

    path: str
    diagnostics: tuple[Diagnostic, ...] = ()
    failure: Failure | None = None
    notes: tuple[str, ...] = ()
    analyzed: bool = False
    size: int = 0
    judgement: Judgement | None = None
    dependencies: Dependencies = field(default_factory=Dependencies)


def check_file(path: str, rules: Sequence[Rule], project: Project | None = None) -> FileResult:
    """Check one file; it never raises for what is in the file or on the disk.

    Args:
        path: the file, as it is to be displayed.
        rules: the rules to hold against it.
        project: the project it belongs to; without one, it is checked with what it imports and no more.
    """
    try:
        data = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return FileResult(path, failure=Failure(path, f"{path}: cannot be read: {reason}; check the path and its permissions"))
    return check_bytes(path, data, rules, project)


def check_bytes(path: str, data: bytes, rules: Sequence[Rule], project: Project | None = None) -> FileResult:
    """Check the bytes of a file, as `check_file` does.

    Args:
        path: the path to display.
        data: the bytes.
        rules: the rules to hold against them.
        project: the project that the file belongs to.
    """
    if not can_hold_finding(data):
        return FileResult(path, size=len(data))
    try:
        source = Source.from_bytes(path, data)
        return check_source(source, rules, project)
    except GraphlintError as error:
        return FileResult(path, failure=Failure(path, str(error)), analyzed=True, size=len(data))
    except Exception as error:  # noqa: BLE001  the one boundary of a file: a fault of graphlint itself must not end the run
        text = f"internal error in {path}: {_described(error)}; please report it with the file (--verbose shows the traceback)"
        detail = "".join(traceback.format_exception(error))
        return FileResult(path, failure=Failure(path, text, detail), analyzed=True, size=len(data))


def check_source(source: Source, rules: Sequence[Rule], project: Project | None = None) -> FileResult:
    """Check one source, whether or not it names torch.

    Args:
        source: the source.
        rules: the rules to hold against it.
        project: the project that it belongs to.

    Raises:
        GraphlintError: if the source cannot be checked (syntax of a later Python).
    """
    project = Project((source.path,)) if project is None else project
    try:
        analysis = analyze(source, [rule for rule in rules if not isinstance(rule, SyntaxErrorRule)], project)
    except SyntaxProblem as problem:
        wanted = any(isinstance(rule, SyntaxErrorRule) for rule in rules)
        diagnostics = [resolve(_syntax_finding(problem, source), source)] if wanted else []
        return FileResult(source.path, tuple(diagnostics), analyzed=True, size=len(source.text))
    diagnostics = sorted((resolve(finding, source, project.source) for finding in analysis.findings), key=lambda item: item.order)
    return FileResult(
        source.path, tuple(diagnostics), None, analysis.notes, True, len(source.text), _judgement(analysis, source, project),
        project.dependencies(source.path),
    )  # fmt: skip


def _judgement(analysis: Analysis, source: Source, project: Project) -> Judgement:
    """What the runs of an analysis have found, for a judgement across files."""
    findings = [(index, item) for index, entry in enumerate(analysis.entries) for item in entry.findings]
    reported = tuple(
        Reported(
            resolve(item, source, project.source),
            index,
            tuple(number for number, (_, other) in enumerate(findings) if gives_way(item, other)) if item.yields_to else (),
        )
        for index, item in findings
    )
    entries = analysis.entries
    return Judgement(tuple(entry.function for entry in entries), tuple(entry.through for entry in entries), reported)


@contextmanager
def batch() -> Iterator[Callable[[int], None]]:
    """Run many checks without Python's cyclic garbage collector getting in between.

    Yields:
        A function to call after each file with its size: it collects now and then.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    gc.freeze()
    pending = 0

    def checked(size: int) -> None:
        nonlocal pending
        pending += size
        if pending > COLLECT_EVERY:
            pending = 0
            gc.collect()

    try:
        yield checked
    finally:
        gc.unfreeze()
        if was_enabled:
            gc.enable()


def _syntax_finding(problem: SyntaxProblem, source: Source) -> Finding:
    """GL000, on one character."""
    width = len(source.line(problem.line).encode("utf-8", "surrogatepass"))
    end = min(problem.column + 1, max(width, problem.column))
    site = Site(problem.path, problem.line, problem.column, problem.line, end)
    rule = SyntaxErrorRule()
    return rule.finding(site, f"this file does not parse: {problem.message}")


def _described(error: BaseException) -> str:
    """An exception in one line."""
    first = next(iter(str(error).splitlines()), "")
    return f"{type(error).__name__}: {first}" if first else type(error).__name__
