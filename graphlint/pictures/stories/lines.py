"""The story of a line without a finding: the graph that its statement builds or backpropagates through, and what happens to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphlint.autograd.events import Backward, Certainty, Detached, Node, Origin, Raised, Retain, RetainedGraph
from graphlint.autograd.run import Run
from graphlint.pictures.draft import Draft, DraftLane, Moment
from graphlint.pictures.record import End, LaneKind, MarkKind
from graphlint.rule.base import Finding
from graphlint.rule.wording import holder

MOST_MARKS = 3
"""The most uses, and the most backward passes, that are shown."""


def draw(run: Run, finding: Finding, draft: Draft) -> None:
    """Draw the graph of the statement at the finding's site; nothing if the run builds none there and frees none."""
    nodes = _first(node for node in run.nodes.values() if finding.site.contains(node.site) and node.origin is not Origin.LEAF)
    if not nodes:
        event = next((event for event in run.of(Backward) if finding.site.contains(event.site) and event.roots), None)
        nodes = [run.nodes[event.roots[0]]] if event is not None else []
    if not nodes:
        return
    node = nodes[-1]
    lane = draft.lane(LaneKind.GRAPH, Moment.of(node))
    saves = any(each.saves is Certainty.YES for each in nodes)
    draft.mark(lane, MarkKind.BUILT, Moment.of(node), "builds the graph of {name}" + (", saves tensors for `backward()`" if saves else ""))
    for user in _users(run, nodes):
        draft.mark(lane, MarkKind.USED, Moment.of(user), "computes from {name}")
    reached = _draw_backwards(run, draft, lane, node, nodes)
    _draw_end(run, draft, lane, node)
    if not reached and lane.end is End.DONE:
        lane.note = "no `backward()` in the analyzed code runs through the graph of {name}"


def _first(nodes: Iterator[Node]) -> list[Node]:
    """Return the nodes of the first execution of a statement, in the order in which it creates them."""
    found = sorted(nodes, key=lambda node: node.number)
    return [node for node in found if node.context.iterations == found[0].context.iterations]


def _users(run: Run, nodes: Sequence[Node]) -> Iterator[Node]:
    """Yield a node of each of the first statements that compute from a graph."""
    numbers, lines = {node.number for node in nodes}, {node.site.line for node in nodes}
    for node in run.nodes.values():
        if len(lines) <= MOST_MARKS and not numbers.isdisjoint(node.inputs) and node.site.line not in lines:
            lines.add(node.site.line)
            yield node


def _draw_backwards(run: Run, draft: Draft, lane: DraftLane, node: Node, nodes: Sequence[Node]) -> bool:
    """Draw the first backward passes through a node; return False if there are none."""
    events = [event for event in run.of(Backward) if node.number in event.possibly_reached][:MOST_MARKS]
    for event in events:
        call = "`backward()`" if event.fills_gradients else "`grad()`"
        if any(each.number in event.freed for each in nodes):
            kind, text = MarkKind.FREED, f"{call} frees the graph of {{name}}"
        elif event.retain is not Retain.NO:
            kind, text = MarkKind.RETAINED, f"{call} does not free the graph of {{name}}"
        else:
            kind, text = MarkKind.USED, f"{call} runs through the graph of {{name}}"
        draft.mark(lane, kind, Moment.of(event), text, node.number in event.reached)
    return bool(events)


def _draw_end(run: Run, draft: Draft, lane: DraftLane, node: Node) -> None:
    """Draw the error of a backward, what detaches the graph, and what keeps it."""
    raised = next((event for event in run.of(Raised) if node.number in event.chain), None)
    if raised is not None:
        draft.mark(lane, MarkKind.ERROR, Moment.of(raised), "error: needs the graph of {name}")
    detached = next((event for event in run.of(Detached) if node.number in event.nodes), None)
    if detached is not None:
        draft.mark(lane, MarkKind.DETACHED, Moment.of(detached), "cut off here")
    kept = next((event for event in run.of(RetainedGraph) if node.number in run.below(event.nodes)), None)
    if kept is not None:
        owner = holder(run, kept.site, kept.owner, "the program")
        draft.mark(lane, MarkKind.KEPT, Moment.of(kept), f"{owner} keeps the graph of {{name}} alive")
        lane.end = End.ALIVE
