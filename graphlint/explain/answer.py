"""The answer to a traceback: what raised, what caused it, what to do."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from graphlint.autograd.sites import Site
from graphlint.check.diagnostic import Diagnostic
from graphlint.source.source import Position


class Role(enum.Enum):
    """The part of a place in the history of an error."""

    BUILT = "built"
    FREED = "freed"
    CHANGED = "changed"
    DETACHED = "detached"
    NO_GRAD = "no_grad"
    LEAF = "leaf"
    OTHER = "other"


class Certainty(enum.Enum):
    """The way in which the causes were found.

    SHOWN: the analysis shows the error without the traceback. ASSUMED: it does so given that the line has raised. LIKELY: the source
    suggests it. POSSIBLE: the source has mistakes that may be the cause. UNKNOWN: no cause was found. STATED: the message itself says
    everything.
    """

    SHOWN = "shown"
    ASSUMED = "assumed"
    LIKELY = "likely"
    POSSIBLE = "possible"
    STATED = "stated"
    UNKNOWN = "unknown"

    @property
    def degree(self) -> str:
        """The adjective before a cause that is not certain, with a space, empty if it is."""
        return "possible " if self is Certainty.POSSIBLE else "likely " if self.note else ""

    @property
    def note(self) -> str:
        """The note for people about it, empty if there is nothing to say."""
        return {
            Certainty.ASSUMED: "the source alone leaves this open; given that the line raised, this is what happened",
            Certainty.LIKELY: "likely, not certain: a part of the code is not resolved, so values were followed by their names",
            Certainty.POSSIBLE: "possible causes: what takes memory on the way to this line, and may be avoided",
            Certainty.UNKNOWN: "the cause was not found in the source",
        }.get(self, "")


@dataclass(frozen=True, slots=True)
class Cause:
    """One place that led to an error, with what happened there; `code` is the rule about it, if it is known."""

    role: Role
    site: Site
    message: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class PlacedCause:
    """A cause in rows for users."""

    role: Role
    path: str
    position: Position
    message: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """The explanation of a traceback.

    `code` and `name` are the rule, empty if there is none. `headline` is the exception as Python prints it, `diagnostic` the raising line
    with its causes as related places; it is None if no source of the traceback was found. `raised` is the last frame in the user's code as
    the traceback names it, None if there is none.
    """

    code: str
    headline: str
    means: str
    certainty: Certainty
    raised: tuple[str, int] | None = None
    diagnostic: Diagnostic | None = None
    causes: tuple[PlacedCause, ...] = ()
    help: str = ""
    diff: tuple[str, ...] = ()
    next: tuple[str, ...] = ()
    url: str | None = None
    notes: tuple[str, ...] = field(default=())
    name: str = ""

    @property
    def is_determined(self) -> bool:
        """True if the cause is known or likely."""
        return self.certainty is not Certainty.UNKNOWN
