"""Read the table of expectations: the cases of published collections and the finding that each should get."""

from __future__ import annotations

import csv
import enum
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

PLACE = re.compile(r"(GL\d{3}):(\d+)")
GLOB = frozenset("*?[")
NO_PLACE = "-"


class Kind(enum.Enum):
    """The kind of a row: a case with a mistake, one without, or a finding that was read."""

    BUG = "bug"  # the case has this mistake, and a rule of the catalogue is for it
    NOTICE = "notice"  # the case uses what an optional rule reports, right or wrong
    UNCOVERED = "uncovered"  # a mistake in the autograd graph that no rule of the catalogue is for
    CLEAN = "clean"  # no rule has anything to report
    RIGHT = "right"  # a finding besides the mistake that the collection describes, and it is right
    WRONG = "wrong"  # a finding that is wrong


@dataclass(frozen=True)
class Place:
    """A rule and the line that it reports."""

    code: str
    line: int

    def __str__(self) -> str:
        return f"{self.code}:{self.line}"


@dataclass(frozen=True)
class Expectation:
    """A row of the table: any one of `places` satisfies it; `case` may be a pattern if the kind is `clean`.

    `missed` is the reason why graphlint does not report it, where that is known.
    """

    collection: str
    case: str
    kind: Kind
    places: tuple[Place, ...]
    reason: str
    missed: str = ""

    @property
    def is_pattern(self) -> bool:
        """Return whether the row stands for several cases."""
        return bool(GLOB & set(self.case))


def read_expectations(table: Path) -> list[Expectation]:
    """Return the rows of a tab-separated table with the columns collection, case, kind, places, reason and missed."""
    with table.open(encoding="utf-8", newline="") as stream:
        return [row_expectation(row) for row in csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)]


def row_expectation(row: dict[str, str]) -> Expectation:
    """Return the expectation of a row.

    Raises:
        ValueError: if the places are not codes with lines, or a kind that needs a place has none.
    """
    kind = Kind(row["kind"])
    places = tuple(row_place(text) for text in row["places"].split() if text != NO_PLACE)
    if bool(places) is (kind in {Kind.CLEAN, Kind.UNCOVERED}):
        raise ValueError(f"{row['case']}: {kind.value} with the places {row['places']!r}")
    return Expectation(row["collection"], row["case"], kind, places, row["reason"], row["missed"])


def row_place(text: str) -> Place:
    match = PLACE.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a code and a line")
    return Place(match[1], int(match[2]))


def collections_of(expectations: Sequence[Expectation]) -> list[str]:
    """Return the collections, each as owner/name, in the order of the table."""
    return list(dict.fromkeys(row.collection for row in expectations))
