"""The presumptions on which the findings of a line rest, and those that silence one: the line is analyzed again without each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from graphlint.autograd.presumptions import Presumption

Codes = frozenset[str]
"""The codes of the findings of a line."""


@dataclass(frozen=True, slots=True)
class PresumedFinding:
    """A presumption that decides about a finding of a line: with `reports`, the finding rests on it, else it silences the finding."""

    presumption: Presumption
    code: str
    reports: bool


def of_line(codes_without: Callable[[frozenset[Presumption]], Codes], decided: Iterable[Presumption]) -> Iterator[PresumedFinding]:
    """Yield what each presumption decides about the findings of a line.

    Args:
        codes_without: returns the findings of the line in an analysis without some presumptions.
        decided: the presumptions that have decided something in the runs through the line.
    """
    found = codes_without(frozenset())
    for presumption in sorted(decided, key=lambda item: item.name):
        without = codes_without(frozenset((presumption,)))
        yield from (PresumedFinding(presumption, code, True) for code in sorted(found - without))
        yield from (PresumedFinding(presumption, code, False) for code in sorted(without - found))
