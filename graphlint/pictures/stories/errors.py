"""The story of a backward that raises: what built its graph, what freed or modified a saved tensor, and the error."""

from __future__ import annotations

from collections.abc import Sequence

from graphlint.autograd.events import Backward, Change, ChangedBy, Fault, Node, Raised, Site
from graphlint.autograd.run import Run
from graphlint.pictures.draft import Draft, DraftLane, Moment
from graphlint.pictures.record import LaneKind, MarkKind
from graphlint.rule.base import Finding

_NOTES = {
    Fault.FREED: "what a graph saved is there for one `backward()`, and this one needs it a second time",
    Fault.CHANGED: "`backward()` needs the values that the graph saved, and they are overwritten",
}
"""The conclusion of the picture of an error."""


def draw(run: Run, finding: Finding, draft: Draft) -> None:
    """Draw the error of a finding: nothing if no backward of the run raises it."""
    places = {related.site for related in finding.related}
    events = [event for event in run.of(Raised) if event.site == finding.site and event.chain]
    raised = max(events, key=lambda event: _shared(run, event, places), default=None)
    if raised is None:
        return
    lost = _shown_node(run, raised, places)
    calls = [raised.site, *([raised.cause.site] if raised.cause is not None else [])]
    lane = _built(draft, lost, calls, saves=raised.fault is Fault.CHANGED)
    if isinstance(raised.cause, Backward):
        _draw_freed(run, draft, lane, raised.cause)
    elif isinstance(raised.cause, Change):
        by = "`step()`" if raised.cause.by is ChangedBy.STEP else "an in-place change"
        draft.mark(lane, MarkKind.MODIFIED, Moment.of(raised.cause), f"{by} modifies what {{name}} saved")
    below = raised.chain[: raised.chain.index(lost.number)]
    reader = next((node for node in map(run.nodes.__getitem__, reversed(below)) if _is_later(node, lost)), None)
    if reader is not None:
        draft.mark(lane, MarkKind.USED, Moment.of(reader), "computes from {name}")
    if raised.chain[0] != lost.number:
        root = _built(draft, run.nodes[raised.chain[0]], calls)
        draft.mark(root, MarkKind.USED, Moment.of(raised), "`backward()` starts at {name}")
    draft.mark(lane, MarkKind.ERROR, Moment.of(raised), _error(raised))
    lane.note = _NOTES.get(raised.fault, "")


def _shared(run: Run, event: Raised, places: set[Site]) -> int:
    """Return how many of the finding's places an error explains."""
    own = {run.nodes[event.chain[-1]].site, event.cause.site if event.cause is not None else None}
    return len(own & places)


def _shown_node(run: Run, raised: Raised, places: set[Site]) -> Node:
    """Return the node of the chain that the finding names, otherwise the one whose saved tensor is lost."""
    named = [number for number in raised.chain if run.nodes[number].site in places]
    return run.nodes[named[-1] if named else raised.chain[-1]]


def _built(draft: Draft, node: Node, calls: Sequence[Site], *, saves: bool = False) -> DraftLane:
    """Add the lane of a node, with its beginning: only a backward shows that an unresolved value has a graph, wherever it was built.

    Args:
        calls: the backward passes.
    """
    lane = draft.lane(LaneKind.GRAPH, Moment.of(node))
    if node.site not in calls:
        text = "builds the graph of {name}, saves tensors for `backward()`" if saves else "builds the graph of {name}"
        draft.mark(lane, MarkKind.BUILT, Moment.of(node), text)
    return lane


def _draw_freed(run: Run, draft: Draft, lane: DraftLane, cause: Backward) -> None:
    call = "`backward()`" if cause.fills_gradients else "`grad()`"
    draft.mark(lane, MarkKind.FREED, Moment.of(cause), f"{call} frees the graph of {{name}}")
    root = run.nodes.get(cause.roots[0]) if cause.roots else None
    if root is not None:
        first = _built(draft, root, [cause.site])
        draft.mark(first, MarkKind.FREED, Moment.of(cause), f"{call} frees the graph of {{name}}")


def _is_later(node: Node, lost: Node) -> bool:
    """Return True if another statement, or the same one in another iteration or call, creates a node."""
    return (node.site.line, node.context.iterations, node.context.calls) != (lost.site.line, lost.context.iterations, lost.context.calls)


def _error(raised: Raised) -> str:
    by = " by {cause}" if raised.cause is not None else ""
    if raised.fault is Fault.FREED:
        return f"error: needs the graph of {{name}} again, freed{by}"
    if raised.fault is Fault.CHANGED:
        return f"error: needs what {{name}} saved, modified{by}"
    return "error: {name} cannot be used"
