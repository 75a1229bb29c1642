"""What several test modules need: the outcome of a run of the command, and the programs that are known to be judged wrongly."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Outcome:
    """What a run of the command left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads(self.out)
        return found


Run = Callable[..., Outcome]
Offer = Callable[[str], None]


def exceptions(differing: str) -> dict[str, str]:
    """The programs that tests/programs/exceptions.tsv names for this difference, by their path below that folder: the reason.

    Args:
        differing: "analysis", "trace" or "shim".
    """
    table = Path(__file__).parent / "programs" / "exceptions.tsv"
    with table.open(encoding="utf-8", newline="") as stream:
        return {row["program"]: row["why"] for row in csv.DictReader(stream, delimiter="\t") if row["what differs"] == differing}
