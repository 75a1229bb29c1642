"""The outcome of a run of the command line, shared by several test modules."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Outcome:
    """Exit status and output of a run of the command."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads(self.out)
        return found


Run = Callable[..., Outcome]
Offer = Callable[[str], None]
