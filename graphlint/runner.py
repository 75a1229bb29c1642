"""Checking: sources in, diagnostics out. The command, the server and the tests all come through here.

One file cannot harm another: whatever goes wrong in one becomes a named failure of that file, and the rest is checked all the same.
"""

from __future__ import annotations

import enum
import gc
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from graphlint import enclosing
from graphlint.analysis import analyze
from graphlint.autograd.assumptions import Assumptions
from graphlint.autograd.events import Site
from graphlint.baseline import Baseline, Key
from graphlint.built_in_rules import SyntaxErrorRule, UnusedNoqa
from graphlint.diagnostics import Diagnostic, resolve
from graphlint.errors import GraphlintError, SyntaxProblem
from graphlint.fixes.applying import Applied, Fixed, fix_source
from graphlint.fixes.files import write_whole
from graphlint.fixes.model import Applicability
from graphlint.fixes.proving import Prover
from graphlint.prefilter import can_hold_finding
from graphlint.rules_api import Finding, Rule, Severity
from graphlint.source import NOTEBOOK_SUFFIX, Source, read_source
from graphlint.suppression import screening
from graphlint.suppression.adding import with_noqa
from graphlint.suppression.screening import Rulebook, Screened, without_unused

# Objects of one file seldom hang together in cycles, so the collector finds little while it costs much; every so many bytes of source it
# runs all the same, so that what does hang together does not add up.
COLLECT_EVERY = 4_000_000


class Fixing(enum.Enum):
    """What becomes of findings: NONE leaves fixes alone, NOQA puts a comment that silences it behind each finding."""

    NONE = "none"
    NOQA = "noqa"
    OFFER = "offer"
    MAKE = "make"
    SHOW = "show"


@dataclass(frozen=True, slots=True)
class Plan:
    """How a file is to be checked.

    `rules` are those whose findings are reported, `judges` those of which a fix must bring no finding. With `fixing` OFFER each finding
    comes with a fix where there is one; MAKE changes the file, SHOW only says how it would be changed, both by fixes that are `trusted`.
    `severities` are those that are other than the rules' own, by code; `book` is what suppressions are judged by, the rules where
    it is None; `known` are the findings that are not reported. `others` are the plans of files that have one of their own.
    """

    rules: tuple[Rule, ...]
    judges: tuple[Rule, ...] = ()
    fixing: Fixing = Fixing.OFFER
    trusted: frozenset[Applicability] = frozenset((Applicability.SAFE,))
    severities: Mapping[str, Severity] = field(default_factory=dict)
    book: Rulebook | None = None
    known: Baseline | None = None
    assumptions: Assumptions = field(default_factory=Assumptions)
    others: Mapping[str, Plan] = field(default_factory=dict)

    def of(self, path: str) -> Plan:
        """The plan of one file.

        Args:
            path: the file, as it is to be displayed.
        """
        return self.others.get(path, self)

    def only(self, paths: Sequence[str]) -> Plan:
        """As much of it as some files need: what a process is sent.

        Args:
            paths: the files, as they are to be displayed.
        """
        others = {path: self.others[path] for path in paths if path in self.others}
        if self.known is None:
            return replace(self, others=others) if len(others) < len(self.others) else self
        known = self.known.only(paths)
        return replace(self, known=known, others={path: replace(plan, known=known) for path, plan in others.items()})

    def known_of(self, path: str) -> Counter[Key]:
        """The findings of a file that are not reported, of the rules that are checked.

        Args:
            path: the file, as it is to be displayed.
        """
        if self.known is None:
            return Counter()
        codes = self.by_code
        return Counter({key: count for key, count in self.known.of(path).items() if key[0] in codes})

    def screen(self, source: Source, findings: Sequence[Finding]) -> Screened:
        """What is reported of a file's findings, and which suppressions are not needed.

        Args:
            source: the file; it has to parse.
            findings: its findings.
        """
        return screening.screened(source, findings, self.rulebook, self.known_of(source.path), self.judges_suppressions)

    def graded(self, finding: Finding) -> Finding:
        """A finding as grave as the settings have it.

        Args:
            finding: the finding.
        """
        severity = self.severities.get(finding.code)
        return finding if severity is None else replace(finding, severity=severity)

    @property
    def rulebook(self) -> Rulebook:
        """What suppressions are judged by."""
        return self.book or Rulebook.of((*self.rules, *self.judges), self.rules)

    @property
    def judges_suppressions(self) -> bool:
        """Whether suppressions that suppress nothing are reported."""
        return any(isinstance(rule, UnusedNoqa) for rule in self.rules)

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
    which, `changes` what they changed, and `content` is the file with them. `silenced` counts the findings that new comments silence, and
    `gone` the known findings that are there no more."""

    path: str
    diagnostics: tuple[Diagnostic, ...] = ()
    failure: Failure | None = None
    notes: tuple[str, ...] = ()
    analyzed: bool = False
    size: int = 0
    applied: tuple[Applied, ...] = ()
    changes: tuple[Change, ...] = ()
    content: bytes = b""
    silenced: int = 0
    gone: int = 0


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
    plan = plan.of(path)
    result = check_bytes(path, data, plan)
    if plan.fixing not in (Fixing.MAKE, Fixing.NOQA) or not (result.applied or result.silenced):
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
    return _checked(path, data, plan.of(path), lambda: read_source(path, data))


def check_text(path: str, text: str, plan: Plan) -> FileResult:
    """Check a text that is not the file's, as an editor holds it, as `check_bytes` does.

    Args:
        path: the path to display.
        text: the text.
        plan: how to check it.
    """
    data = text.encode("utf-8", "replace")
    return _checked(path, data, plan.of(path), lambda: read_source(path, data) if path.endswith(NOTEBOOK_SUFFIX) else Source(path, text))


def _checked(path: str, data: bytes, plan: Plan, source: Callable[[], Source]) -> FileResult:
    """Check what can hold a finding, with everything that can go wrong."""
    if not can_hold_finding(data):
        return FileResult(path, size=len(data), gone=screening.gone(plan.known_of(path), ()))
    try:
        result, after = _checked_source(source(), plan)
        return replace(result, content=after.encoded(data)) if result.applied or result.silenced else result
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
    result, _ = _checked_source(source, plan)
    return result


def _checked_source(source: Source, plan: Plan) -> tuple[FileResult, Source]:
    """The result of a source, and the source as the plan wants it changed."""
    fixed = Fixed(source, ())
    notes: tuple[str, ...] = ()
    try:
        analysis = analyze(source, plan.rules, plan.assumptions)
        if plan.fixing in (Fixing.MAKE, Fixing.SHOW):
            fixed = _fix(source, analysis.findings, plan)
            analysis = analyze(fixed.source, plan.rules, plan.assumptions) if fixed.applied else analysis
        screened = plan.screen(fixed.source, analysis.findings)
        notes = analysis.notes
        diagnostics = list(_diagnostics(screened, analysis.findings, fixed.source, plan))
    except SyntaxProblem as problem:
        wanted = any(isinstance(rule, SyntaxErrorRule) for rule in plan.rules)
        screened = screening.known_left([_syntax_finding(problem, source)] if wanted else [], source, plan.known_of(source.path))
        diagnostics = [resolve(plan.graded(finding), source) for finding in screened.findings]
    diagnostics.sort(key=lambda diagnostic: diagnostic.order)
    silenced, after = 0, fixed.source
    if plan.fixing is Fixing.NOQA and screened.findings:
        after, silenced = with_noqa(source, screened.findings, plan.rulebook.names)
    return FileResult(
        source.path,
        tuple(diagnostics),
        None,
        notes,
        True,
        len(source.text),
        fixed.applied,
        tuple(_changes(source, after)),
        silenced=silenced,
        gone=screened.gone,
    ), after


def _changes(before: Source, after: Source) -> Iterator[Change]:
    """The texts that fixes have changed."""
    if after is not before:
        for (name, one), (_, two) in zip(before.parts, after.parts, strict=True):
            if one != two:
                yield Change(name, one, two)


def _fix(source: Source, findings: Sequence[Finding], plan: Plan) -> Fixed:
    """A source with all fixes made that may be, those of suppressions last: what has become of the findings decides on them."""
    fixed = Fixed(source, ())
    if plan.screen(source, findings).findings:
        fixed = fix_source(source, plan.by_code, partial(_judged, plan=plan), partial(_reported, plan=plan), plan.trusted)
    if not plan.judges_suppressions:
        return fixed
    if fixed.applied:
        findings = analyze(fixed.source, plan.rules, plan.assumptions).findings
    return without_unused(fixed, lambda changed: plan.screen(changed, findings).unused)


def _diagnostics(screened: Screened, all_: Sequence[Finding], source: Source, plan: Plan) -> Iterator[Diagnostic]:
    """The diagnostics of what is reported, each with its preferred fix."""
    names = enclosing.Functions(source) if screened.findings else None
    prover: Prover | None = None
    if screened.findings and plan.fixing not in (Fixing.NONE, Fixing.NOQA):
        prover = Prover(source, _judged(source, plan) if plan.judges else all_, plan.by_code, partial(_judged, plan=plan))
    for finding in screened.findings:
        function = names.at(finding.site.line) if names is not None else ""
        yield resolve(plan.graded(finding), source, prover.first(finding) if prover is not None else None, function)
    for unused in screened.unused:
        fix = unused.fix if plan.fixing is not Fixing.NONE and unused.can_be_fixed(source) else None
        yield resolve(plan.graded(unused.finding), source, fix)


def _judged(source: Source, plan: Plan) -> Sequence[Finding]:
    """The findings of all rules that are judged by."""
    return analyze(source, plan.judges or plan.rules, plan.assumptions).findings


def _reported(source: Source, findings: Sequence[Finding], plan: Plan) -> Sequence[Finding]:
    """Of findings, those that the plan reports."""
    found = analyze(source, plan.rules, plan.assumptions).findings if plan.judges else findings
    return plan.screen(source, found).findings


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
