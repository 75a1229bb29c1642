"""The names by which a file calls functions of other files that concern graphs."""

from __future__ import annotations

from typing import NamedTuple


class RelevantNames(NamedTuple):
    """Names of functions of other files: those that run backward, and those imported by name with any effect on graphs or modes."""

    backward: frozenset[str] = frozenset()
    concerning: frozenset[str] = frozenset()


NOTHING = RelevantNames()
