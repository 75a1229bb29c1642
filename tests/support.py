"""What test modules import from one another's house: the outcome of a run of the command."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
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
