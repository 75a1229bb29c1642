"""The base class of rules, and findings.

A rule is a class in a module of its own; it reads the events of a `Run` and yields findings. Rules are discovered: every module in
`graphlint.rules`, and every entry point of the group "graphlint.rules".
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from graphlint.autograd.coverage import COVERED, Coverage
from graphlint.autograd.doubts import Doubt, Silence
from graphlint.autograd.sites import Site
from graphlint.rule.causes import Cause
from graphlint.rule.evidence import Evidence, EvidenceKind
from graphlint.rule.hints import Hint
from graphlint.rule.story import Story

if TYPE_CHECKING:
    from graphlint.autograd.events import Raised
    from graphlint.autograd.run import Run
    from graphlint.rule.code import Code
    from graphlint.rule.fix import Fix


class Severity(enum.Enum):
    """The severity of a finding, the most severe first."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Tag(enum.Enum):
    """The rendering of a finding in editors."""

    UNNECESSARY = "unnecessary"
    """The code can be removed without changing what is computed."""
    DEPRECATED = "deprecated"


@dataclass(frozen=True, slots=True)
class Related:
    """A secondary location of a finding, with a message."""

    message: str
    site: Site


@dataclass(frozen=True, slots=True)
class Placement:
    """Another place of a finding, with its headline and related places there: a call that leads to the first one."""

    site: Site
    message: str
    related: tuple[Related, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: its place, its text, and the related places in the order in which they happen.

    The text has three parts: `message` is a headline of at most twelve words, `notes` are the consequences at run time and the evidence,
    `help` says what to do. No behavior depends on the wording of any of them.

    `causes` are what it explains: of two findings with a common cause, one yields to the other. A finding on a graph yields only to
    findings that explain all its `parts`; each part has several causes if several findings may explain it. `hints` are the starting points
    of the rule's fixes, by their role in the finding. `ways` are the calls that lead to the place, innermost first, one tuple for each way:
    the finding moves there if the place is shared (`EvidenceKind.SHARED`). None is a finding that stays where it is.
    `coverage` is that of the graph which the fixes detach or free: unless it is complete, no fix is safe.
    `subject` is the source of the value that the finding is about, by which its texts and the titles of its fixes name it.
    `origin` is the operation that built the graph which the finding is about: a caller's run in which it builds none disproves the finding.
    """

    code: str
    name: str
    severity: Severity
    message: str
    site: Site
    related: tuple[Related, ...] = ()
    causes: frozenset[Cause] = frozenset()
    yields_to: tuple[str, ...] = ()
    hints: tuple[tuple[Hint, Site], ...] = ()
    notes: tuple[str, ...] = ()
    help: str = ""
    tags: frozenset[Tag] = frozenset()
    ways: tuple[tuple[Placement, ...], ...] | None = None
    parts: tuple[frozenset[Cause], ...] = ()
    coverage: Coverage = COVERED
    subject: str = ""
    origin: Site | None = None

    def hint(self, role: Hint) -> Site | None:
        """Return the first place of a role; None if there is none."""
        return next(iter(self.hinted_sites(role)), None)

    def hinted_sites(self, role: Hint) -> list[Site]:
        """Return all places of a role, in order."""
        return [site for each, site in self.hints if each is role]


class Rule:
    """The base of all rules. The class docstring is the explanation for users.

    `preview` marks a new rule: without the setting of this name, only its full code or name selects it. `yields_to` lists the codes that
    take precedence over this rule for a common cause. A rule without fixes gives the reason in `no_fix`.

    `raises` is a regular expression for the error that PyTorch always raises at a finding; `may_raise` one for the error that some forms of
    the mistake raise; `warns` is part of PyTorch's warning, `may_warn` part of a warning that is not evidence of the mistake. Tests compare
    them with runs. `raises_later` states that a later statement than the reported one raises. `claims_never` states that a finding says
    what never happens in the rest of the program, so that a run which was ended early does not confirm it. `tags` are for editors. `story`
    says which events the picture of a finding shows. `holds_in_all_runs` states that a finding must hold in all runs of a statement, those
    of callbacks included: the rule has evidence of the kind REFUTED.
    """

    code: ClassVar[str]
    name: ClassVar[str]
    severity: ClassVar[Severity]
    default: ClassVar[bool] = True
    preview: ClassVar[bool] = False
    yields_to: ClassVar[tuple[str, ...]] = ()
    no_fix: ClassVar[str] = ""
    raises: ClassVar[str] = ""
    may_raise: ClassVar[str] = ""
    raises_later: ClassVar[bool] = False
    claims_never: ClassVar[bool] = False
    warns: ClassVar[str] = ""
    may_warn: ClassVar[str] = ""
    tags: ClassVar[frozenset[Tag]] = frozenset()
    story: ClassVar[Story] = Story.PLACES
    holds_in_all_runs: ClassVar[bool] = False

    def check(self, run: Run) -> Iterator[Finding]:
        """Yield the findings of this rule in one run."""
        raise NotImplementedError

    def evidence(self, run: Run) -> Iterator[Evidence]:  # noqa: ARG002  overriding methods use it
        """Yield what this run shows about findings of other runs at the same places (`EvidenceKind`)."""
        yield from ()

    def evidence_at(self, kind: EvidenceKind, sites: Iterable[Site]) -> Iterator[Evidence]:
        """Yield evidence of a kind about the findings of this rule at some places."""
        return (Evidence(kind, self.code, site) for site in sites)

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:  # noqa: ARG002  overriding methods use both
        """Propose fixes, the preferred one first; None is a fix that cannot be made here.

        Each proposal is proven before it is offered: a fix that leaves its finding or causes another is dropped. So a rule may propose
        several fixes if only the analysis can tell the right one.
        """
        yield from ()

    def is_silent(self, run: Run, site: Site, doubt: Doubt | None, nodes: Iterable[int] = ()) -> bool:
        """Return True if there is a doubt, which then silences the rule at a place; it is recorded if silences are to be explained."""
        if doubt is not None and run.silences is not None:
            run.silences.append(Silence(self.code, site, doubt, tuple(nodes)))
        return doubt is not None

    def finding(
        self,
        site: Site,
        message: str,
        related: tuple[Related, ...] = (),
        causes: frozenset[Cause] = frozenset(),
        *,
        notes: tuple[str, ...] = (),
        help: str = "",
        hints: Mapping[Hint, Site | Sequence[Site] | None] | None = None,
        ways: tuple[tuple[Placement, ...], ...] | None = None,
        parts: Iterable[frozenset[Cause]] = (),
        coverage: Coverage = COVERED,
        subject: str = "",
        origin: Site | None = None,
    ) -> Finding:
        """Create a finding of this rule."""
        known: list[tuple[Hint, Site]] = []
        for role, places in (hints or {}).items():
            known.extend((role, place) for place in ([places] if isinstance(places, Site) else places or ()))
        return Finding(
            code=self.code,
            name=self.name,
            severity=self.severity,
            message=message,
            site=site,
            related=related,
            causes=causes,
            yields_to=self.yields_to,
            hints=tuple(known),
            notes=notes,
            help=help,
            tags=self.tags,
            ways=ways,
            parts=tuple(dict.fromkeys(parts)),
            coverage=coverage,
            subject=subject,
            origin=origin,
        )


def built_site(run: Run, raised: Raised) -> Site:
    """Return the operation that built the part of a graph which is freed."""
    return run.nodes[raised.chain[-1]].site


def freed_places(run: Run, raised: Raised) -> tuple[Related, ...]:
    """Return the places that lead to a `backward()` through a freed graph: the operation that built it, and the `backward()` that freed
    it."""
    places = [Related("graph built here", built_site(run, raised))]
    if raised.cause is not None:
        places.append(Related("freed by this `backward()`", raised.cause.site))
    return tuple(places)


def built_place(run: Run, raised: Raised, message: str) -> tuple[Related, ...]:
    """Return the place of the operation whose saved tensor is freed or modified."""
    return (Related(message, run.nodes[raised.chain[-1]].site),) if raised.chain else ()
