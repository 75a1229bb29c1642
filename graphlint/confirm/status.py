"""Statuses of findings after a run, and what the run showed of each."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from graphlint.check.diagnostic import Diagnostic, RelatedPlace
from graphlint.pictures.record import Life


class Status(enum.Enum):
    """The status of a finding after a run.

    CONFIRMED: the run showed it. REFUTED: the run showed the opposite. UNDECIDED: its line ran, which neither shows nor disproves it.
    NOT_REACHED: its line did not run.
    """

    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    UNDECIDED = "undecided"
    NOT_REACHED = "not-reached"

    @property
    def decides(self) -> bool:
        """True if the run has shown the finding or its opposite."""
        return self in (Status.CONFIRMED, Status.REFUTED)


@dataclass(frozen=True)
class Bytes:
    """Bytes of saved tensors that were retained, or built for nothing: in one iteration or call, and in all that ran."""

    per_iteration: int
    total: int


@dataclass(frozen=True)
class Witness:
    """The evidence of a run for a finding: `message` is PyTorch's message, or the reason of the status; `iteration` counts from 1."""

    message: str = ""
    iteration: int | None = None
    bytes: Bytes | None = None
    places: tuple[RelatedPlace, ...] = ()


@dataclass(frozen=True)
class RunFinding:
    """A finding with its status. `only_in_run` marks one that the analysis did not report; `life` is the picture of what the run showed."""

    diagnostic: Diagnostic
    status: Status
    witness: Witness
    only_in_run: bool = False
    life: Life | None = None
