"""The names by which a file calls functions of other files that concern graphs."""

from __future__ import annotations

from typing import NamedTuple


class RelevantNames(NamedTuple):
    """Names of functions of other files: those that run backward, those imported by name with any effect on graphs or modes, and those
    whose run may lead to a finding. A class is a function that runs its constructor."""

    backward: frozenset[str] = frozenset()
    concerning: frozenset[str] = frozenset()
    active: frozenset[str] = frozenset()


NOTHING = RelevantNames()
