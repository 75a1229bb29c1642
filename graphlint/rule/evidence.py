"""Evidence of one run about the findings of others: the same code is executed in several runs of a project."""

from __future__ import annotations

import enum
from typing import NamedTuple

from graphlint.autograd.sites import Site


class EvidenceKind(enum.Enum):
    """The meaning of a run for findings of other runs at the same place.

    `REFUTED`: the run disproves findings of all other runs. `DOUBTED`: the run does not follow what may use a graph. It disproves findings
    of the runs that know no more: those that have not executed the function in which it begins to its end. `REFUTED_ALONE`: a run that
    begins in a function disproves them, and its own, whatever the callers of the function pass. `REFUTED_IN_CALLEES`: the run disproves
    findings of runs that begin in a function which it enters, as these know less of the state in which the function is called. `SHARED`:
    the run executes the place for another purpose, and a finding moves from there to a call that leads there (`Finding.ways`).
    """

    REFUTED = "refuted"
    DOUBTED = "doubted"
    REFUTED_ALONE = "refuted alone"
    REFUTED_IN_CALLEES = "refuted in callees"
    SHARED = "shared"


class Evidence(NamedTuple):
    """Evidence about the findings of a rule at a place."""

    kind: EvidenceKind
    code: str
    site: Site
