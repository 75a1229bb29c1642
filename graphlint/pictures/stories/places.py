"""The story of a finding without a story of its own: the graphs that are built at its places, and the backward passes there."""

from __future__ import annotations

from graphlint.autograd.events import Backward, Origin, Site
from graphlint.autograd.run import Run
from graphlint.pictures.draft import Draft, DraftLane, Moment
from graphlint.pictures.record import LaneKind, MarkKind
from graphlint.rule.base import Finding


def draw(run: Run, finding: Finding, draft: Draft) -> None:
    """Draw the first graph that each place of a finding builds, and what a backward at one of them does to it."""
    sites = dict.fromkeys((finding.site, *(related.site for related in finding.related)))
    lanes: list[tuple[DraftLane, int]] = []
    for site in sites:
        node = next((item for item in run.nodes.values() if _is_at(item.site, site) and item.origin is not Origin.LEAF), None)
        if node is not None:
            lane = draft.lane(LaneKind.GRAPH, Moment.of(node))
            draft.mark(lane, MarkKind.BUILT, Moment.of(node), "builds the graph of {name}")
            lanes.append((lane, node.number))
    for event in run.of(Backward):
        if event.site in sites:
            for lane, number in lanes:
                if number in event.reached:
                    kind = MarkKind.FREED if number in event.freed else MarkKind.USED
                    draft.mark(
                        lane,
                        kind,
                        Moment.of(event),
                        "`backward()` uses the graph of {name}" + (" and frees it" if number in event.freed else ""),
                    )
            break


def _is_at(site: Site, place: Site) -> bool:
    return site == place or place.contains(site)
