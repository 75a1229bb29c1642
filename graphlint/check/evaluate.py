"""The second half of a check: from what the analyses have found in a file to what is reported of it, and how it would be fixed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from graphlint.check.analyze import analyze
from graphlint.check.analyze_file import examine, guarded
from graphlint.check.check_config import Fixing, Plan
from graphlint.check.diagnostic import Diagnostic, resolve
from graphlint.check.failure import Failure
from graphlint.check.file_analysis import Content, Examined
from graphlint.check.file_findings import silent, tells, verdicts
from graphlint.check.file_result import Change, FileResult
from graphlint.check.line_mapping import displaced
from graphlint.check.resolve_callers import Verdict
from graphlint.check.suppression import filter
from graphlint.check.suppression.add_noqa import with_noqa
from graphlint.check.suppression.filter import Screened, Unused, without_unused
from graphlint.common.errors import GraphlintError
from graphlint.common.timing import Phase, Stopwatch
from graphlint.fixes.applied import Fixed
from graphlint.fixes.apply import fix_source, preferred, together
from graphlint.fixes.prove import Prover
from graphlint.fixes.write import write_whole
from graphlint.project.project import Project
from graphlint.rule.base import Finding, Rule
from graphlint.rule.fix import Fix
from graphlint.source import enclosing_function
from graphlint.source.source import Source

# A long run of a file's code takes some 45,000 steps, and as many again where that was too few; of such a file few fixes are
# proven one by one.
PROOF_STEPS = 200_000


class ProofsSpent(GraphlintError):
    """The proofs of a file's fixes have used up their budget."""


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
        return FileResult(path, failure=Failure(path, str(error), passing=True))
    return written(_check(content, plan, project or Project((path,))), plan)


def check_bytes(path: str, data: bytes, plan: Plan, folders: Sequence[str] = (), watch: Stopwatch | None = None) -> FileResult:
    """Check the bytes of a file, as `check_file` does, and write nothing.

    Args:
        path: the path to display.
        data: the bytes.
        plan: how to check them.
        folders: the folders from which imports may start.
        watch: measures what it takes.
    """
    return _check(Content(path, data), plan, Project((path,), folders, {path: data}, watch))


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


def offering(source: Source, plan: Plan, project: Project, verdict: Verdict) -> tuple[Screened, Prover]:
    """What is reported of a source, and what proves the fixes of each finding: for those who want all of them, not only the preferred one.

    Args:
        source: the source.
        plan: how to check it.
        project: the project that it belongs to.
        verdict: what was found in it.

    Raises:
        SyntaxProblem: if it does not parse.
        GraphlintError: if it cannot be checked.
    """
    return _Bench(source, plan, project, verdict).offering()


def written(result: FileResult, plan: Plan) -> FileResult:
    """A result after the file was changed as the plan says.

    Args:
        result: the result.
        plan: how it was checked.
    """
    if plan.of(result.path).fixing not in (Fixing.MAKE, Fixing.NOQA) or not (result.applied or result.silenced):
        return result
    try:
        write_whole(result.path, result.before, result.content)
    except GraphlintError as error:
        return FileResult(result.path, failure=Failure(result.path, str(error), passing=True), analyzed=True, size=result.size)
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
        self._steps = 0
        functions = enclosing_function.Functions(source) if verdict.apart else None
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
            screened = filter.known_left([examined.problem] if wanted else [], source, plan.known_of(source.path))
            diagnostics = [resolve(plan.graded(finding), source) for finding in screened.findings]
        else:
            own, foreign = self._verdict.own, self._verdict.foreign
            if plan.fixing in (Fixing.MAKE, Fixing.SHOW):
                with self._project.watch.phase(Phase.PROVE):
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
            gone=screened.gone if plan.knows_callers(source.path) else 0,
        ), after

    def offering(self) -> tuple[Screened, Prover]:
        """What is reported, and what proves the fixes of it."""
        source, plan = self._source, self._plan
        own = self._found(source, plan.rules)
        judged = self._judged(source) if plan.judges else own
        return plan.screen(source, Verdict(own, self._verdict.foreign).findings), Prover(source, judged, plan.by_code, self._proof)

    def _found(self, source: Source, rules: Sequence[Rule]) -> tuple[Finding, ...]:
        """What the file's own runs find in a version of it, without those that do not count."""
        analysis = analyze(source, rules, self._plan.assumptions, self._project)
        self._steps += analysis.steps
        if not self._apart:
            return analysis.findings
        functions = enclosing_function.Functions(source)
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
        plan, watch = self._plan, self._project.watch
        names = enclosing_function.Functions(source) if screened.findings else None
        mine = frozenset(own)
        proven: Mapping[Finding, Fix] = {}
        if mine & set(screened.findings) and plan.fixing not in (Fixing.NONE, Fixing.NOQA):
            with watch.phase(Phase.PROVE):
                prover = Prover(source, self._judged(source) if plan.judges else own, plan.by_code, self._proof)
                proven = self._proven([finding for finding in screened.findings if finding in mine], prover)
        for finding in screened.findings:
            with watch.phase(Phase.POSITIONS):
                function = names.at(finding.site.line) if names is not None else ""
                placed = resolve(plan.graded(finding), source, proven.get(finding), function, self._project.source)
            yield placed
        for unused in screened.unused:
            fix = unused.fix if plan.fixing is not Fixing.NONE and unused.can_be_fixed(source) else None
            with watch.phase(Phase.POSITIONS):
                placed = resolve(plan.graded(unused.finding), source, fix)
            yield placed

    def _proven(self, findings: Sequence[Finding], prover: Prover) -> Mapping[Finding, Fix]:
        """The preferred fix of each finding that has one."""
        if self._plan.fixing is Fixing.TELL:
            return preferred(findings, prover)
        proven: dict[Finding, Fix] = {}
        for index, finding in enumerate(findings):
            if self._steps > PROOF_STEPS:
                # One proof more, of all that are left.
                self._steps = PROOF_STEPS
                return proven | together(findings[index:], prover)
            fix = prover.first(finding)
            if fix is not None:
                proven[finding] = fix
        return proven

    def _proof(self, source: Source) -> Sequence[Finding]:
        """The findings in a changed source, as long as the proofs of this file have not become too dear."""
        if self._steps > PROOF_STEPS:
            raise ProofsSpent(f"{source.path}: no more fixes are proven")
        return self._judged(source)


def _changes(before: Source, after: Source) -> Iterator[Change]:
    """The texts that fixes have changed."""
    if after is not before:
        for (name, one), (_, two) in zip(before.parts, after.parts, strict=True):
            if one != two:
                yield Change(name, one, two)
