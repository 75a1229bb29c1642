"""From the text of a traceback to its explanation."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from graphlint.autograd.raised_at import Evidence
from graphlint.autograd.sites import Site
from graphlint.check.diagnostic import Diagnostic, Place, RelatedPlace, resolve
from graphlint.common.errors import GraphlintError, SyntaxProblem
from graphlint.explain import assumed_runs, memory, source_causes
from graphlint.explain.answer import Cause, Certainty, Explanation, PlacedCause
from graphlint.explain.assumed_runs import AssumedError
from graphlint.explain.fixes import proven_fix
from graphlint.explain.locate import LocatedFrame, Locator
from graphlint.explain.messages import Message, Question, relevant_error
from graphlint.explain.parse_traceback import parse
from graphlint.explain.records import RaisedError, TracebackText
from graphlint.explain.scene import Scene
from graphlint.explain.user_code import user_frames
from graphlint.libraries.assumptions import Assumptions
from graphlint.project.project import Project
from graphlint.rule.base import Finding, Rule, Severity
from graphlint.rule.fix import Fix
from graphlint.rule.registry import Registry
from graphlint.rule.urls import address_of
from graphlint.source.source import Source

MOST_IMPORTED = 500
"""The maximum number of imported files that are searched for a cause."""

NO_TRACEBACK = "no traceback found: expected the text that Python prints when a program ends with an exception"


class NoTraceback(GraphlintError):
    """The text to explain has no traceback."""


@dataclass(frozen=True)
class Request:
    """A text with a traceback, and the folder in which its sources are searched.

    `texts` replace the content of files, by path; `notebook` is the notebook of the frames in cells.
    """

    text: str
    folder: str = "."
    notebook: str | None = None
    texts: Mapping[str, bytes | str] = field(default_factory=dict)


def explain(request: Request, registry: Registry, assumptions: Assumptions | None = None) -> Explanation:
    """Explain a traceback.

    Raises:
        GraphlintError: if the text has no traceback.
    """
    parsed = parse(request.text)
    found = relevant_error(parsed.errors)
    if found is None:
        raise NoTraceback(NO_TRACEBACK)
    error, message = found
    own = user_frames(error.frames)
    raised = (f"cell [{own[-1].cell}]" if own[-1].cell is not None else own[-1].path, own[-1].line) if own else None
    frames = Locator(request.folder, request.notebook, request.texts).locate(own)
    if message is None:
        return _unknown_error(error, raised, frames)
    if not frames or frames[-1].frame != own[-1]:
        code, name = _rule_named(message.codes, registry)
        missing = "the traceback has no frame in your code" if not own else "the source of the raising line was not found"
        return Explanation(
            code=code,
            headline=error.headline,
            means=message.means,
            certainty=Certainty.UNKNOWN,
            raised=raised,
            help=message.help,
            next=message.next,
            url=address_of(code, name) if code else None,
            notes=(missing,),
            name=name,
        )
    return _Investigation(
        request=request,
        parsed=parsed,
        error=error,
        message=message,
        frames=frames,
        raised=raised,
        registry=registry,
        assumptions=assumptions or Assumptions(),
    ).explanation()


@dataclass
class _Investigation:
    """The search for the cause of one error."""

    request: Request
    parsed: TracebackText
    error: RaisedError
    message: Message
    frames: Sequence[LocatedFrame]
    raised: tuple[str, int] | None
    registry: Registry
    assumptions: Assumptions

    def __post_init__(self) -> None:
        files = list(dict.fromkeys(frame.source.path for frame in self.frames))
        self._rules: tuple[Rule, ...] = tuple(rule() for rule in self.registry.rules)
        self._project = Project(files, (self.request.folder,), dict(self.request.texts))
        self._sources = {frame.source.path: frame.source for frame in self.frames}

    def explanation(self) -> Explanation:
        """Return the best explanation: of the analysis, of the analysis given the error, of the source's text."""
        if self.message.question is Question.MEMORY:
            causes = memory.find(self.frames, self._rules, self.assumptions, self._project)
            return self._answer(Certainty.POSSIBLE if causes else Certainty.UNKNOWN, causes)
        shown, assumed = self._analyzed(Evidence.CERTAIN), None
        if shown is None or any(iteration.number > 2 for iteration in shown.raised.context.iterations):
            assumed = self._analyzed(Evidence.LIKELY)
        if shown is not None and assumed is not None and assumed_runs.is_earlier(assumed, shown):
            shown = None
        for certainty, found in ((Certainty.SHOWN, shown), (Certainty.ASSUMED, None if shown else assumed)):
            if found is not None and (causes := assumed_runs.causes_of(found)):
                refined = source_causes.refine(causes, self.error, self.message, self.frames)
                return self._answer(
                    certainty, source_causes.with_scopes(refined, self.error, self.message, self.frames, self._imported), found
                )
        if causes := source_causes.find(self.parsed, self.error, self.message, self.frames, self._imported):
            return self._answer(Certainty.LIKELY, source_causes.with_scopes(causes, self.error, self.message, self.frames, self._imported))
        if shown is not None:
            return self._answer(Certainty.SHOWN, [], shown)
        found = self._analyzed(Evidence.POSSIBLE)
        if found is not None and (causes := assumed_runs.causes_of(found)):
            return self._answer(Certainty.LIKELY, causes, found)
        return self._answer(Certainty.STATED if self.message.question is Question.NOTHING else Certainty.UNKNOWN, [])

    def _imported(self) -> Iterator[Source]:
        """Yield the files of the project that the files of the traceback import, directly or through others."""
        pending = [os.path.abspath(frame.source.path) for frame in self.frames]
        seen = set(pending)
        for path in pending:
            for each in sorted(self._project.imported_modules(path) - seen) if len(seen) < MOST_IMPORTED else ():
                seen.add(each)
                pending.append(each)
                source = self._project.source(each)
                if source is not None:
                    yield source

    def _analyzed(self, evidence: Evidence) -> AssumedError | None:
        if self.message.fault is None:
            return None
        return assumed_runs.find_error(self.frames, self.message.fault, self._rules, self.assumptions, self._project, evidence)

    def _answer(self, certainty: Certainty, causes: Sequence[Cause], found: AssumedError | None = None) -> Explanation:
        frame = self.frames[-1]
        finding = found.finding if found is not None else None
        codes = (*(cause.code for cause in causes if cause.code), *self.message.codes)
        code, name = (finding.code, finding.name) if finding is not None else _rule_named(codes, self.registry)
        fix = proven_fix(frame, found, self._rules, self.assumptions, self._project) if found is not None else None
        help_text = finding.help if finding is not None and finding.help else self.message.help
        diagnostic = self._diagnostic(code, name, causes, finding, fix, help_text)
        placed = tuple(
            PlacedCause(cause.role, place.place.path, place.place.start, cause.message)
            for cause, place in zip(causes, diagnostic.related, strict=True)
        )
        notes = (f"{frame.source.path} has changed since: the statement is now on line {frame.line}",) if frame.moved else ()
        return Explanation(
            code=code,
            headline=self.error.headline,
            means=self.message.means,
            certainty=certainty,
            raised=self.raised,
            diagnostic=diagnostic,
            causes=placed,
            help=help_text,
            diff=tuple(_diff(frame.source, fix)),
            next=() if certainty in (Certainty.SHOWN, Certainty.ASSUMED) else self.message.next,
            url=address_of(code, name) if code else None,
            notes=notes,
            name=name,
        )

    def _diagnostic(
        self, code: str, name: str, causes: Sequence[Cause], finding: Finding | None, fix: Fix | None, help_text: str
    ) -> Diagnostic:
        frame = self.frames[-1]
        site = finding.site if finding is not None and finding.site.line <= frame.line <= finding.site.end_line else _line_site(frame)
        made = Finding(code=code, name=name, severity=Severity.ERROR, message=self.message.means, site=site, help=help_text)
        own = resolve(made, frame.source, fix, others=self._source_of)
        related = tuple(RelatedPlace(cause.message, self._place(cause.site)) for cause in causes)
        return Diagnostic(
            code=own.code,
            name=own.name,
            severity=own.severity,
            message=own.message,
            place=own.place,
            related=related,
            fix=own.fix,
            function=own.function,
            notes=(),
            help=help_text,
        )

    def _place(self, site: Site) -> Place:
        """Return a place in rows and columns."""
        return resolve(
            Finding(code="", name="", severity=Severity.INFO, message="", site=site), self._source_of(site.path) or self.frames[-1].source
        ).place

    def _source_of(self, path: str) -> Source | None:
        known = self._sources.get(path)
        if known is None:
            same = (source for name, source in self._sources.items() if os.path.abspath(name) == os.path.abspath(path))
            known = next(same, None) or self._project.source(path)
        return known


def _line_site(frame: LocatedFrame) -> Site:
    """Return the place of a frame's statement, or of the line if the statement begins above it."""
    try:
        site = Scene.statement_site(frame.source, frame.line)
    except SyntaxProblem:
        site = None
    if site is not None and site.line == site.end_line == frame.line:
        return site
    line = frame.source.line(frame.line)
    text = line.rstrip("\r\n")
    start = len(text) - len(text.lstrip())
    return Site(frame.source.path, frame.line, len(text[:start].encode()), frame.line, len(text.encode()))


def _rule_named(codes: Sequence[str], registry: Registry) -> tuple[str, str]:
    """Return the code and name of the first of some rules that exists; empty if there is none."""
    for code in codes:
        rule = registry.find(code)
        if rule is not None:
            return rule.code, rule.name
    return "", ""


def _diff(source: Source, fix: Fix | None) -> list[str]:
    """Return the lines of a fix as a unified diff."""
    allowed = source.applicable_edits(fix.edits) if fix is not None else None
    if allowed is None:
        return []
    lines: list[str] = []
    for (name, before), (_, after) in zip(source.parts, source.edited(allowed).parts, strict=True):
        if before != after:
            lines.extend(difflib.unified_diff(before.splitlines(), after.splitlines(), name, name, lineterm="", n=1))
    return lines


def _unknown_error(error: RaisedError, raised: tuple[str, int] | None, frames: Sequence[LocatedFrame]) -> Explanation:
    """Return the answer to an exception that is not about a graph."""
    diagnostic = None
    if frames and raised is not None and frames[-1].frame.line == raised[1]:
        made = Finding(code="", name="", severity=Severity.ERROR, message=error.headline, site=_line_site(frames[-1]))
        diagnostic = resolve(made, frames[-1].source)
    return Explanation(
        code="",
        headline=error.headline,
        means="this is not an error about an autograd graph that graphlint knows",
        certainty=Certainty.UNKNOWN,
        raised=raised,
        diagnostic=diagnostic,
    )
