"""Decides what remains of the findings of several runs of the same code, by what the runs state of each other's.

The runs of a file are settled when it is analyzed, and those of all files when they are merged.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Set
from dataclasses import replace
from typing import TypeAlias

from graphlint.autograd.sites import Site
from graphlint.check.file_analysis import Function
from graphlint.rule.base import Finding
from graphlint.rule.evidence import Evidence, EvidenceKind

_Place: TypeAlias = "tuple[str, Site]"
"""A place, by the code of a rule."""


class Settlement:
    """The evidence of runs, which are grouped by their sources: a source states nothing of its own findings."""

    def __init__(self) -> None:
        self._refuted: dict[_Place, set[Hashable]] = defaultdict(set)
        self._doubted: dict[_Place, set[tuple[Hashable, Function | None]]] = defaultdict(set)
        self._shared: dict[_Place, set[Hashable]] = defaultdict(set)
        self._in_callees: dict[Function, set[_Place]] = defaultdict(set)

    def add(
        self,
        source: Hashable,
        evidence: Iterable[Evidence],
        function: Function | None,
        entered: Iterable[Function],
        *,
        is_used: bool = True,
    ) -> None:
        """Add the evidence of a run.

        Args:
            source: the run or its file.
            evidence: the evidence.
            function: the function in which the run begins.
            entered: the functions that the run has entered.
            is_used: False for a run whose findings are not used, because its function is evaluated in the runs of its callers. It still
                shows what the code does for some arguments.
        """
        in_callees: set[_Place] = set()
        for kind, code, site in evidence:
            match kind:
                case EvidenceKind.SHARED:
                    self._shared[code, site].add(source)
                case EvidenceKind.REFUTED_ALONE:
                    self._refuted[code, site].add(None)
                case EvidenceKind.REFUTED if is_used:
                    self._refuted[code, site].add(source)
                case EvidenceKind.DOUBTED if is_used:
                    self._doubted[code, site].add((source, function))
                case EvidenceKind.REFUTED_IN_CALLEES if is_used:
                    in_callees.add((code, site))
        for callee in entered if in_callees else ():
            self._in_callees[callee] |= in_callees

    def remaining(self, finding: Finding, source: Hashable, function: Function | None, executed: Set[Function]) -> Iterator[Finding]:
        """Yield a finding where it is reported: at its place, or on the first call of each way to it that is not shared. It is dropped
        where it is refuted, or the graph that it is about.

        Args:
            finding: the finding.
            source: the source of the run that has found it.
            function: the function in which that run begins.
            executed: the functions that it has executed to their end.
        """
        refuted_here = self._in_callees.get(function, ()) if function is not None else ()

        def is_refuted(site: Site) -> bool:
            place = finding.code, site
            doubted = any(by != source and begun not in executed for by, begun in self._doubted.get(place, ()))
            return doubted or place in refuted_here or bool(self._refuted.get(place, set()) - {source})

        def is_shared(site: Site) -> bool:
            return bool(self._shared.get((finding.code, site), set()) - {source})

        if is_refuted(finding.site) or (finding.origin is not None and is_refuted(finding.origin)):
            return
        if finding.ways is None or not is_shared(finding.site):
            yield finding
            return
        moved: dict[Site, Finding] = {}
        for way in finding.ways:
            index = next((index for index, place in enumerate(way) if not is_shared(place.site)), None)
            if index is None or is_refuted(way[index].site):
                continue
            place, outer = way[index], way[index + 1 :]
            earlier = moved[place.site].ways if place.site in moved else None
            moved[place.site] = replace(
                finding, site=place.site, message=place.message, related=place.related, ways=(*(earlier or ()), outer)
            )
        yield from moved.values()
