"""Checking: sources in, diagnostics out. The command, the server and the tests all come through here.

One file cannot harm another: whatever goes wrong in one becomes a named failure of that file, and the rest is checked all the same.
"""

from __future__ import annotations

import enum
import gc
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from graphlint.analysis import analyze
from graphlint.autograd.events import Site
from graphlint.diagnostics import Diagnostic, resolve
from graphlint.discover_rules import SyntaxErrorRule
from graphlint.errors import GraphlintError, SyntaxProblem
from graphlint.fixes.applying import Applied, Fixed, fix_source
from graphlint.fixes.files import write_whole
from graphlint.fixes.model import Applicability
from graphlint.fixes.proving import Prover
from graphlint.prefilter import can_hold_finding
from graphlint.rules_api import Finding, Rule
from graphlint.source import Source, read_source

# Objects of one file seldom hang together in cycles, so the collector finds little while it costs much; every so many bytes of source it
# runs all the same, so that what does hang together does not add up.
COLLECT_EVERY = 4_000_000


class Fixing(enum.Enum):
    """What becomes of fixes."""

    OFFER = "offer"
    MAKE = "make"
    SHOW = "show"


@dataclass(frozen=True, slots=True)
class Plan:
    """How a file is to be checked.

    `rules` are those whose findings are reported, `judges` those of which a fix must bring no finding. With `fixing` OFFER each finding
    comes with a fix where there is one; MAKE changes the file, SHOW only says how it would be changed, both by fixes that are `trusted`.
    """

    rules: tuple[Rule, ...]
    judges: tuple[Rule, ...] = ()
    fixing: Fixing = Fixing.OFFER
    trusted: frozenset[Applicability] = frozenset((Applicability.SAFE,))

    @property
    def by_code(self) -> dict[str, Rule]:
        """The rules by their codes."""
        return {rule.code: rule for rule in self.rules}


@dataclass(frozen=True, slots=True)
class Failure:
    """What could not be checked and why, in one sentence; `detail` is a traceback, for a report of an internal error."""

    path: str
    message: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """A text without and with fixes: a file, or a cell of a notebook; `name` says which."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class FileResult:
    """What came of one file. `analyzed` says whether it was more than searched for torch; where fixes were made or shown, `applied` tells
    which, `changes` what they changed, and `content` is the file with them."""

    path: str
    diagnostics: tuple[Diagnostic, ...] = ()
    failure: Failure | None = None
    notes: tuple[str, ...] = ()
    analyzed: bool = False
    size: int = 0
    applied: tuple[Applied, ...] = ()
    changes: tuple[Change, ...] = ()
    content: bytes = b""


def check_file(path: str, plan: Plan) -> FileResult:
    """Check one file; it never raises for what is in the file or on the disk. The file is changed if the plan says so.

    Args:
        path: the file, as it is to be displayed.
        plan: how to check it.
    """
    try:
        data = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return FileResult(path, failure=Failure(path, f"{path}: cannot be read: {reason}; check the path and its permissions"))
    result = check_bytes(path, data, plan)
    if plan.fixing is not Fixing.MAKE or not result.applied:
        return result
    try:
        write_whole(path, data, result.content)
    except GraphlintError as error:
        return FileResult(path, failure=Failure(path, str(error)), analyzed=True, size=len(data))
    return result


def check_bytes(path: str, data: bytes, plan: Plan) -> FileResult:
    """Check the bytes of a file, as `check_file` does, and write nothing.

    Args:
        path: the path to display.
        data: the bytes.
        plan: how to check them.
    """
    if not can_hold_finding(data):
        return FileResult(path, size=len(data))
    try:
        result, fixed = _checked(read_source(path, data), plan)
        return replace(result, content=fixed.encoded(data)) if result.applied else result
    except GraphlintError as error:
        return FileResult(path, failure=Failure(path, str(error)), analyzed=True, size=len(data))
    except Exception as error:  # noqa: BLE001  the one boundary of a file: a fault of graphlint itself must not end the run
        text = f"internal error in {path}: {_described(error)}; please report it with the file (--verbose shows the traceback)"
        detail = "".join(traceback.format_exception(error))
        return FileResult(path, failure=Failure(path, text, detail), analyzed=True, size=len(data))


def check_source(source: Source, plan: Plan) -> FileResult:
    """Check one source, whether or not it names torch; nothing is written.

    Args:
        source: the source.
        plan: how to check it.

    Raises:
        GraphlintError: if the source cannot be checked (syntax of a later Python).
    """
    result, _ = _checked(source, plan)
    return result


def _checked(source: Source, plan: Plan) -> tuple[FileResult, Source]:
    """The result of a source, and the source with the fixes that the plan asks for."""
    notes: tuple[str, ...] = ()
    fixed = Fixed(source, ())
    try:
        analysis = analyze(source, plan.rules)
        if plan.fixing is not Fixing.OFFER and analysis.findings:
            fixed = fix_source(source, plan.by_code, partial(_judged, plan=plan), partial(_reported, plan=plan), plan.trusted)
            analysis = analyze(fixed.source, plan.rules) if fixed.applied else analysis
        diagnostics = list(_diagnostics(analysis.findings, fixed.source, plan))
        notes = analysis.notes
    except SyntaxProblem as problem:
        wanted = any(isinstance(rule, SyntaxErrorRule) for rule in plan.rules)
        diagnostics = [resolve(_syntax_finding(problem, source), source)] if wanted else []
    diagnostics.sort(key=lambda diagnostic: diagnostic.order)
    changes = tuple(_changes(source, fixed.source))
    result = FileResult(source.path, tuple(diagnostics), None, notes, True, len(source.text), fixed.applied, changes)
    return result, fixed.source


def _changes(before: Source, after: Source) -> Iterator[Change]:
    """The texts that fixes have changed."""
    if after is not before:
        for (name, one), (_, two) in zip(before.parts, after.parts, strict=True):
            if one != two:
                yield Change(name, one, two)


def _diagnostics(findings: Sequence[Finding], source: Source, plan: Plan) -> Iterator[Diagnostic]:
    """The diagnostics of findings, each with its preferred fix."""
    if findings:
        before = _judged(source, plan) if plan.judges else findings
        prover = Prover(source, before, plan.by_code, partial(_judged, plan=plan))
        for finding in findings:
            yield resolve(finding, source, prover.first(finding))


def _judged(source: Source, plan: Plan) -> Sequence[Finding]:
    """The findings of all rules that are judged by."""
    return analyze(source, plan.judges or plan.rules).findings


def _reported(source: Source, findings: Sequence[Finding], plan: Plan) -> Sequence[Finding]:
    """Of findings, those that the plan reports."""
    return analyze(source, plan.rules).findings if plan.judges else findings


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
