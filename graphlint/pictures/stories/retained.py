"""The story of a backward that retains its graph."""

from __future__ import annotations

from collections.abc import Sequence

from graphlint.autograd.events import Backward, Node, Retain
from graphlint.autograd.run import Run
from graphlint.pictures.draft import Draft, DraftCycle, Moment
from graphlint.pictures.record import End, LaneKind, MarkKind
from graphlint.rule.base import Finding


def draw(run: Run, finding: Finding, draft: Draft) -> None:
    """Draw a retaining backward: with the later one that uses the graph again, if the finding is about both."""
    events = [event for event in run.of(Backward) if event.site == finding.site]
    if not events:
        return
    for event in events:
        if _draw_reused(run, finding, draft, event):
            return
    event = next((item for item in events if item.retain is not Retain.NO), events[0])
    places = [related.site for related in finding.related]
    roots = [run.nodes[number] for number in event.roots] or [node for node in run.nodes.values() if node.site in places]
    lane = draft.lane(LaneKind.GRAPH, Moment.of(roots[0]) if roots else Moment.of(event))
    if roots:
        draft.mark(lane, MarkKind.BUILT, Moment.of(roots[0]), "builds the graph of {name}")
    lane.end = End.ALIVE
    if event.create_graph:
        draft.mark(lane, MarkKind.RETAINED, Moment.of(event), "`create_graph=True`: the gradients have a graph, too")
        lane.note = "each parameter and its `.grad` keep each other and the whole graph alive"
        if event.fills_gradients:
            gradients = draft.lane(LaneKind.GRADIENTS, None, ".grad")
            gradients.end = End.ALIVE
            draft.mark(gradients, MarkKind.FILLED, Moment.of(event), "stored in `.grad`")
            draft.cycles.append(DraftCycle(lane, gradients, Moment.of(event)))
    else:
        draft.mark(lane, MarkKind.RETAINED, Moment.of(event), "`retain_graph=True`: the graph of {name} is not freed")
        lane.note = "no later `backward()` uses the graph of {name}: it stays in memory for nothing"


def _draw_reused(run: Run, finding: Finding, draft: Draft, later: Backward) -> bool:
    """Draw a backward that runs through a graph of an earlier iteration, retained by the same call; return False if this one does not."""
    retaining = (run.backwards[number] for number in sorted(later.reuses) if number in run.backwards)
    earlier = next((event for event in retaining if event.site == later.site), None)
    if earlier is None:
        return False
    places = [related.site for related in finding.related]
    shared = [run.nodes[number] for number in sorted(later.reached & earlier.reached) if run.nodes[number].context.iterations]
    new = [run.nodes[number] for number in sorted(later.reached - earlier.reached)]
    first, second = _named(shared, places), _named(new, places)
    if first is None:
        return False
    lane = draft.lane(LaneKind.GRAPH, Moment.of(first))
    draft.mark(lane, MarkKind.BUILT, Moment.of(first), "builds the graph of {name}")
    draft.mark(lane, MarkKind.RETAINED, Moment.of(earlier), "`retain_graph=True`: the graph of {name} is not freed")
    draft.mark(lane, MarkKind.USED, Moment.of(later), "`backward()` runs through that of iteration {turn} again")
    lane.end = End.ALIVE
    lane.note = "each iteration runs through all earlier ones, whose graphs stay in memory"
    if second is not None:
        other = draft.lane(LaneKind.GRAPH, Moment.of(second))
        draft.mark(other, MarkKind.BUILT, Moment.of(second), "builds the graph of {name} on the earlier one")
        draft.mark(other, MarkKind.RETAINED, Moment.of(later), "and its own graph is not freed")
        other.end = End.ALIVE
    return True


def _named(nodes: Sequence[Node], places: Sequence[object]) -> Node | None:
    """Return the last node at a place of the finding, otherwise the last one."""
    at = [node for node in nodes if node.site in places]
    found = at or nodes
    return found[-1] if found else None
