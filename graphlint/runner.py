"""The second half of a check: from what the analyses have found in a file to what is reported of it, and how it would be fixed."""

from __future__ import annotations

import enum
import gc
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from graphlint import enclosing
from graphlint.analysis import analyze
from graphlint.autograd.assumptions import Assumptions
from graphlint.baseline import Baseline, Key
from graphlint.built_in_rules import UnusedNoqa
from graphlint.diagnostics import Diagnostic, resolve
from graphlint.displacing import displaced
from graphlint.errors import GraphlintError
from graphlint.examining import Content, Examined, Failure, examine, guarded
from graphlint.fixes.applying import Applied, Fixed, fix_source
from graphlint.fixes.files import write_whole
from graphlint.fixes.model import Applicability
from graphlint.fixes.proving import Prover
from graphlint.merging import Verdict, merge
from graphlint.project.project import Project
from graphlint.rules_api import Finding, Rule, Severity
from graphlint.source import Source
from graphlint.suppression import screening
from graphlint.suppression.adding import with_noqa
from graphlint.suppression.screening import Rulebook, Screened, Unused, without_unused

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
    it is None; `known` are the findings that are not reported. `others` are the plans of files that have one of their own, and `joint`,
    where there are such, the rules of all of them: what is found in a file may be found by the analysis of another.
    """

    rules: tuple[Rule, ...]
    judges: tuple[Rule, ...] = ()
    fixing: Fixing = Fixing.OFFER
    trusted: frozenset[Applicability] = frozenset((Applicability.SAFE,))
    severities: Mapping[str, Severity] = field(default_factory=dict)
    book: Rulebook | None = None
    known: Baseline | None = None
    assumptions: Assumptions = field(default_factory=Assumptions)
    joint: tuple[Rule, ...] = ()
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

    def codes_of(self, path: str) -> frozenset[str]:
        """The codes that are reported of a file.

        Args:
            path: the file, as it is to be displayed.
        """
        return frozenset(rule.code for rule in self.of(path).rules)

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
class Change:
    """A text without and with fixes: a file, or a cell of a notebook; `name` says which."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class FileResult:
    """What came of one file. `analyzed` says whether it was more than searched for torch; where fixes were made or shown, `applied` tells
    which, `changes` what they changed, and `content` is the file with them, `before` as it was read. `silenced` counts the findings that
    new comments silence, and `gone` the known findings that are there no more. `examined` and `verdict` are what it was made from: as long
    as they are the same, so is the result."""

    path: str
    diagnostics: tuple[Diagnostic, ...] = ()
    failure: Failure | None = None
    notes: tuple[str, ...] = ()
    analyzed: bool = False
    size: int = 0
    applied: tuple[Applied, ...] = ()
    changes: tuple[Change, ...] = ()
    content: bytes = b""
    before: bytes = b""
    silenced: int = 0
    gone: int = 0
    examined: Examined | None = None
    verdict: Verdict | None = None


def check_file(path: str, plan: Plan, project: Project | None = None) -> FileResult:
    """Check one file by itself; it never raises for what is in the file or on the disk. The file is changed if the plan says so.

    Args:
        path: the file, as it is to be displayed.
        plan: how to check it.
        project: the project that it belongs to; without one, it is checked with what it imports and no more.
    """
    try:
        content = Content.read(path)
    except GraphlintError as error:
        return FileResult(path, failure=Failure(path, str(error)))
    return written(_check(content, plan, project or Project((path,))), plan)


def check_bytes(path: str, data: bytes, plan: Plan) -> FileResult:
    """Check the bytes of a file, as `check_file` does, and write nothing.

    Args:
        path: the path to display.
        data: the bytes.
        plan: how to check them.
    """
    return _check(Content(path, data), plan, Project((path,), (), {path: data}))


def _check(content: Content, plan: Plan, project: Project) -> FileResult:
    """Check one file by itself."""
    examined = examine_by(content, plan, project)
    return judge(content, examined, verdicts([examined], plan).get(content.path, Verdict()), plan, project)


def examine_by(content: Content, plan: Plan, project: Project) -> Examined:
    """The first half of a check.

    Args:
        content: what a file holds.
        plan: how to check it.
        project: the project that it belongs to.
    """
    return examine(content, plan.joint or plan.of(content.path).rules, plan.of(content.path).assumptions, project)


def verdicts(examined: Iterable[Examined], plan: Plan) -> dict[str, Verdict]:
    """What was found in each file, whoever has found it.

    Args:
        examined: what the analysis of each file has come to.
        plan: how to check them.
    """
    return merge({item.path: item.judgement for item in examined}, plan.codes_of)


def tells(examined: Examined, verdict: Verdict, plan: Plan) -> bool:
    """Whether a file has to be looked at again for what is reported of it; else `silent` is its result.

    Args:
        examined: what its analysis has come to.
        verdict: what was found in it.
        plan: how to check it.
    """
    if examined.failure is not None:
        return False
    return bool(verdict.own or verdict.foreign or examined.problem or (examined.suppresses and plan.of(examined.path).judges_suppressions))


def silent(examined: Examined, plan: Plan) -> FileResult:
    """The result of a file of which nothing is to be told.

    Args:
        examined: what its analysis has come to.
        plan: how to check it.
    """
    gone = screening.gone(plan.of(examined.path).known_of(examined.path), ()) if examined.failure is None else 0
    return FileResult(examined.path, (), examined.failure, examined.notes, examined.analyzed, examined.size, gone=gone)


def judge(content: Content, examined: Examined, verdict: Verdict, plan: Plan, project: Project) -> FileResult:
    """The second half of a check; nothing is written.

    Args:
        content: what the file holds.
        examined: what its analysis has come to.
        verdict: what was found in it.
        plan: how to check it.
        project: the project that it belongs to.
    """
    if not tells(examined, verdict, plan):
        return silent(examined, plan)

    def made() -> FileResult:
        result, after = _Bench(content.source(), plan.of(content.path), project, verdict).result(examined)
        changed = result.applied or result.silenced
        return replace(result, content=after.encoded(content.data), before=content.data) if changed else result

    return guarded(content.path, made, lambda failure: FileResult(content.path, failure=failure, analyzed=True, size=len(content.data)))


def written(result: FileResult, plan: Plan) -> FileResult:
    """A result after the file was changed as the plan says.

    Args:
        result: the result.
        plan: how it was checked.
    """
    if plan.fixing not in (Fixing.MAKE, Fixing.NOQA) or not (result.applied or result.silenced):
        return result
    try:
        write_whole(result.path, result.before, result.content)
    except GraphlintError as error:
        return FileResult(result.path, failure=Failure(result.path, str(error)), analyzed=True, size=result.size)
    return result


class _Bench:
    """Where one file is judged.

    Args:
        source: the file.
        plan: how to check it.
        project: the project that it belongs to.
        verdict: what was found in it.
    """

    def __init__(self, source: Source, plan: Plan, project: Project, verdict: Verdict) -> None:
        self._source, self._plan, self._project, self._verdict = source, plan, project, verdict
        functions = enclosing.Functions(source) if verdict.apart else None
        self._apart = frozenset(functions.at(line) for line in verdict.apart) if functions is not None else frozenset()

    def result(self, examined: Examined) -> tuple[FileResult, Source]:
        """The result, and the source as the plan wants it changed.

        Args:
            examined: what the analysis of the file has come to.
        """
        source, plan = self._source, self._plan
        fixed = Fixed(source, ())
        if examined.problem is not None:
            wanted = examined.problem.code in plan.by_code
            screened = screening.known_left([examined.problem] if wanted else [], source, plan.known_of(source.path))
            diagnostics = [resolve(plan.graded(finding), source) for finding in screened.findings]
        else:
            own, foreign = self._verdict.own, self._verdict.foreign
            if plan.fixing in (Fixing.MAKE, Fixing.SHOW):
                fixed = self._fixed()
                if fixed.applied:
                    own, foreign = self._found(fixed.source, plan.rules), displaced(foreign, source, fixed.source)
            screened = plan.screen(fixed.source, Verdict(own, foreign).findings)
            diagnostics = list(self._diagnostics(screened, own, fixed.source))
        diagnostics.sort(key=lambda diagnostic: diagnostic.order)
        silenced, after = 0, fixed.source
        if plan.fixing is Fixing.NOQA and screened.findings:
            after, silenced = with_noqa(source, screened.findings, plan.rulebook.names)
        return FileResult(
            source.path,
            tuple(diagnostics),
            None,
            examined.notes,
            True,
            examined.size,
            fixed.applied,
            tuple(_changes(source, after)),
            silenced=silenced,
            gone=screened.gone,
        ), after

    def _found(self, source: Source, rules: Sequence[Rule]) -> tuple[Finding, ...]:
        """What the file's own runs find in a version of it, without those that do not count."""
        analysis = analyze(source, rules, self._plan.assumptions, self._project)
        if not self._apart:
            return analysis.findings
        functions = enclosing.Functions(source)
        lines = (entry.function[1] for entry in analysis.entries if entry.function is not None)
        return analysis.without(source.path, frozenset(line for line in lines if functions.at(line) in self._apart))

    def _judged(self, source: Source) -> Sequence[Finding]:
        """The findings of all rules that are judged by."""
        return self._found(source, self._plan.judges or self._plan.rules)

    def _reported(self, source: Source, findings: Sequence[Finding]) -> Sequence[Finding]:
        """Of findings, those that the plan reports."""
        found = self._found(source, self._plan.rules) if self._plan.judges else findings
        return self._plan.screen(source, found).findings

    def _fixed(self) -> Fixed:
        """The file with all fixes made that may be, those of suppressions last: what has become of the findings decides on them."""
        source, plan, own, foreign = self._source, self._plan, self._verdict.own, self._verdict.foreign
        fixed = Fixed(source, ())
        if plan.screen(source, own).findings:
            fixed = fix_source(source, plan.by_code, self._judged, self._reported, plan.trusted)
        if not plan.judges_suppressions:
            return fixed
        if fixed.applied:
            own, foreign = self._found(fixed.source, plan.rules), displaced(foreign, source, fixed.source)

        def unused(changed: Source) -> Sequence[Unused]:
            return plan.screen(changed, displaced((*own, *foreign), fixed.source, changed)).unused

        return without_unused(fixed, unused)

    def _diagnostics(self, screened: Screened, own: Sequence[Finding], source: Source) -> Iterator[Diagnostic]:
        """The diagnostics of what is reported, each with its preferred fix: of findings of other files' runs no fix is proven."""
        plan = self._plan
        names = enclosing.Functions(source) if screened.findings else None
        mine = frozenset(own)
        prover: Prover | None = None
        if mine & set(screened.findings) and plan.fixing not in (Fixing.NONE, Fixing.NOQA):
            prover = Prover(source, self._judged(source) if plan.judges else own, plan.by_code, self._judged)
        for finding in screened.findings:
            function = names.at(finding.site.line) if names is not None else ""
            fix = prover.first(finding) if prover is not None and finding in mine else None
            yield resolve(plan.graded(finding), source, fix, function, self._project.source)
        for unused in screened.unused:
            fix = unused.fix if plan.fixing is not Fixing.NONE and unused.can_be_fixed(source) else None
            yield resolve(plan.graded(unused.finding), source, fix)


def _changes(before: Source, after: Source) -> Iterator[Change]:
    """The texts that fixes have changed."""
    if after is not before:
        for (name, one), (_, two) in zip(before.parts, after.parts, strict=True):
            if one != two:
                yield Change(name, one, two)


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
