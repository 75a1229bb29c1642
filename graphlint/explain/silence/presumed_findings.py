"""The presumptions on which the findings of a line rest, and those that silence one: the file is analyzed again without each."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphlint.autograd.presumptions import Presumption
from graphlint.autograd.sites import Site

if TYPE_CHECKING:
    from graphlint.check.analyze import Analysis
    from graphlint.rule.base import Finding

STEPS = 20_000
"""The number of steps of a file's analyses after which no more presumptions are examined: a few seconds."""


class PresumedEffect(enum.Enum):
    """The effect of a presumption on a finding of a line."""

    REPORTS = "reports"
    """The finding rests on it."""
    SILENCES = "silences"
    UNKNOWN = "not examined"
    """The analyses of the file have taken too many steps."""


@dataclass(frozen=True, slots=True)
class PresumedFinding:
    """A presumption that decides about a finding of a line, or may; the code is empty if the effect is not known."""

    presumption: Presumption
    code: str
    effect: PresumedEffect


class PresumedFindings:
    """The findings of one file without each presumption that has decided something in its runs.

    Args:
        findings: the findings with all presumptions.
        analyze_without: analyzes the file without some presumptions.
    """

    def __init__(self, findings: Sequence[Finding], analyze_without: Callable[[frozenset[Presumption]], Analysis]) -> None:
        self._findings, self._analyze_without = findings, analyze_without
        self._without: dict[Presumption, Sequence[Finding]] = {}
        self._steps = 0

    def of_line(self, decided: Iterable[Presumption], is_there: Callable[[Site], bool]) -> Iterator[PresumedFinding]:
        """Yield the effects on the findings of a line.

        Args:
            decided: the presumptions that have decided something in the runs through the line.
            is_there: returns True for a place on the line.
        """
        found = {finding.code for finding in self._findings if is_there(finding.site)}
        for presumption in sorted(decided, key=lambda item: item.name):
            findings = self._findings_without(presumption)
            if findings is None:
                yield PresumedFinding(presumption, "", PresumedEffect.UNKNOWN)
                continue
            without = {finding.code for finding in findings if is_there(finding.site)}
            yield from (PresumedFinding(presumption, code, PresumedEffect.REPORTS) for code in sorted(found - without))
            yield from (PresumedFinding(presumption, code, PresumedEffect.SILENCES) for code in sorted(without - found))

    def _findings_without(self, presumption: Presumption) -> Sequence[Finding] | None:
        """Return the findings without a presumption, None if the analyses so far have taken too many steps."""
        if presumption not in self._without:
            if self._steps > STEPS:
                return None
            analysis = self._analyze_without(frozenset((presumption,)))
            self._steps += analysis.steps
            self._without[presumption] = analysis.findings
        return self._without[presumption]
