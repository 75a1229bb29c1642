"""What a rule is, and how rules are found.

A rule is a class in a module of its own; it reads the events of a `Run` and yields findings. Rules are discovered: every module in
`graphlint.rules`, and every entry point of the group "graphlint.rules".
"""

from __future__ import annotations

import enum
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from graphlint.autograd.sites import Site

if TYPE_CHECKING:
    from graphlint.autograd.events import Raised, Run
    from graphlint.rule.code import Code
    from graphlint.rule.fix import Fix


class Severity(enum.Enum):
    """How grave a finding is."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Tag(enum.Enum):
    """How editors may render a finding."""

    UNNECESSARY = "unnecessary"
    """The code can be removed without changing what is computed."""
    DEPRECATED = "deprecated"


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that belongs to a finding, and what happens there."""

    message: str
    site: Site


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: its place, its text, and the related places in the order in which they happen.

    The text has three parts: `message` is a headline of at most twelve words, `notes` are the consequences at run time and the evidence,
    `help` says what to do. No behavior depends on the wording of any of them.

    `causes` are the events (or their numbers) that it explains: of two findings that share one, the rule that yields gives way.
    `hints` are places that the rule's fixes start from, by what they are to the finding ("freed by", "loop").
    """

    code: str
    name: str
    severity: Severity
    message: str
    site: Site
    related: tuple[Related, ...] = ()
    causes: frozenset[Hashable] = frozenset()
    yields_to: tuple[str, ...] = ()
    hints: tuple[tuple[str, Site], ...] = ()
    notes: tuple[str, ...] = ()
    help: str = ""
    tags: frozenset[Tag] = frozenset()

    def hint(self, name: str) -> Site | None:
        """The place of a hint; None if there is none of this name.

        Args:
            name: what the place is to the finding.
        """
        return next(iter(self.hinted_sites(name)), None)

    def hinted_sites(self, name: str) -> list[Site]:
        """All places of a hint, in order.

        Args:
            name: what the places are to the finding.
        """
        return [site for key, site in self.hints if key == name]


class Rule:
    """The base of all rules. The class docstring is the user's explanation.

    `yields_to` names the codes before which this rule gives way where both would report one cause. A rule that proposes no fix says in
    `no_fix` why not.

    `raises` is a regular expression for the error that PyTorch always raises at a finding; `may_raise` one for the error that some forms
    of the mistake raise; `warns` is part of PyTorch's warning. Tests compare them with runs. `tags` are for editors.
    """

    code: ClassVar[str]
    name: ClassVar[str]
    severity: ClassVar[Severity]
    default: ClassVar[bool] = True
    yields_to: ClassVar[tuple[str, ...]] = ()
    no_fix: ClassVar[str] = ""
    raises: ClassVar[str] = ""
    may_raise: ClassVar[str] = ""
    warns: ClassVar[str] = ""
    tags: ClassVar[frozenset[Tag]] = frozenset()

    def check(self, run: Run) -> Iterator[Finding]:
        """The findings of this rule in one run.

        Args:
            run: all that happened from one entry point.
        """
        raise NotImplementedError

    def refuted(self, run: Run) -> Iterator[Site]:  # noqa: ARG002  what overrides it needs it
        """The places at which what the rule says of all runs of a statement does not hold, as this run shows: no other run's finding
        stands there either.

        Args:
            run: all that happened from one entry point.
        """
        yield from ()

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:  # noqa: ARG002  what overrides it needs both
        """Ways to take a finding away, the preferred one first; a None is one that cannot be made here.

        What is proposed is proven before it is offered: a fix that leaves its finding or brings another is dropped. So a proposal may be
        a guess, and a rule may propose several where only the analysis can tell which is right.

        Args:
            finding: a finding of this rule.
            code: the file that it stands in.
        """
        yield from ()

    def finding(
        self,
        site: Site,
        message: str,
        related: tuple[Related, ...] = (),
        causes: frozenset[Hashable] = frozenset(),
        *,
        notes: tuple[str, ...] = (),
        help: str = "",
        hints: Mapping[str, Site | Sequence[Site] | None] | None = None,
    ) -> Finding:
        """A finding of this rule.

        Args:
            site: the place on which it stands.
            message: the headline: at most twelve words, names of the checked code in backticks, no period.
            related: the other places, in the order in which they happen.
            causes: what the finding explains, for the precedence among rules.
            notes: the consequences at run time and the evidence; where PyTorch raises, its error text.
            help: what to do.
            hints: the places that its fixes start from, where they are known: one or several of a name.
        """
        known: list[tuple[str, Site]] = []
        for name, places in (hints or {}).items():
            known.extend((name, place) for place in ([places] if isinstance(places, Site) else places or ()))
        return Finding(
            self.code, self.name, self.severity, message, site, related, causes, self.yields_to, tuple(known), notes, help, self.tags
        )


def freed_places(run: Run, raised: Raised) -> tuple[Related, ...]:
    """The places that lead to a `backward()` through a freed graph: the operation that built it, and the `backward()` that freed it."""
    lost = run.nodes[raised.chain[-1]]
    places = [Related("graph built here", lost.site)]
    if raised.by is not None:
        places.append(Related("freed by this `backward()`", raised.by.site))
    return tuple(places)


def built_place(run: Run, raised: Raised, message: str) -> tuple[Related, ...]:
    """The place of the operation whose saved tensor is gone or changed."""
    return (Related(message, run.nodes[raised.chain[-1]].site),) if raised.chain else ()
