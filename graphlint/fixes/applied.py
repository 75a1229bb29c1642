"""The outcome of fixing a file: the applied fixes and the changed source."""

from __future__ import annotations

from dataclasses import dataclass

from graphlint.source.source import Position, Source


@dataclass(frozen=True, slots=True)
class Applied:
    """An applied fix: its rule, the place of the finding when it was applied, its title, and whether findings hidden by an error may
    appear."""

    code: str
    name: str
    position: Position
    message: str
    uncovers: bool = False


@dataclass(frozen=True, slots=True)
class Fixed:
    """A source with the fixes that were applied to it."""

    source: Source
    applied: tuple[Applied, ...]
