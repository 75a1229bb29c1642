"""The place of a finding in code that is also executed for another purpose."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias

from graphlint.autograd.sites import Site
from graphlint.rule.base import Finding

RuleSite: TypeAlias = "tuple[str, Site]"
"""A site, by the code of a rule."""


def placed(finding: Finding, is_refuted: Callable[[RuleSite], bool], is_shared: Callable[[RuleSite], bool]) -> Iterator[Finding]:
    """Yield a finding where it is reported: at its place, or on the first call of each way to it that is not shared. It is dropped where it
    is refuted, or the graph that it is about."""
    if is_refuted((finding.code, finding.site)) or (finding.origin is not None and is_refuted((finding.code, finding.origin))):
        return
    if finding.ways is None or not is_shared((finding.code, finding.site)):
        yield finding
        return
    moved: dict[Site, Finding] = {}
    for way in finding.ways:
        index = next((index for index, place in enumerate(way) if not is_shared((finding.code, place.site))), None)
        if index is None or is_refuted((finding.code, way[index].site)):
            continue
        place, outer = way[index], way[index + 1 :]
        earlier = moved[place.site].ways if place.site in moved else None
        moved[place.site] = replace(finding, site=place.site, message=place.message, related=place.related, ways=(*(earlier or ()), outer))
    yield from moved.values()
