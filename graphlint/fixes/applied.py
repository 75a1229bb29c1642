"""What fixes have come to: which were made, and the source with them."""

from __future__ import annotations

from dataclasses import dataclass

from graphlint.source.source import Position, Source


@dataclass(frozen=True, slots=True)
class Applied:
    """A fix that was made: of which rule, where the finding stood when it was made, what was done, and whether what was hidden behind the
    finding may come to light."""

    code: str
    name: str
    position: Position
    message: str
    uncovers: bool = False


@dataclass(frozen=True, slots=True)
class Fixed:
    """A source with fixes made, and what was made."""

    source: Source
    applied: tuple[Applied, ...]
