"""The story of a statement that keeps the graph of each iteration alive."""

from __future__ import annotations

from graphlint.autograd.events import Backward, Node, Origin, RetainedGraph
from graphlint.autograd.run import Run
from graphlint.pictures.draft import Draft, Moment
from graphlint.pictures.record import End, LaneKind, MarkKind
from graphlint.rule.base import Finding
from graphlint.rule.wording import holder

SHOWN = 2
"""The iterations that are drawn: the second one shows that the graphs add up."""


def draw(run: Run, finding: Finding, draft: Draft) -> None:
    """Draw the graphs of the first iterations that a statement keeps."""
    event = next((item for item in run.of(RetainedGraph) if item.site == finding.site), None)
    if event is None:
        return
    owner = holder(run, event.site, event.owner, "the program")
    places = [related.site for related in finding.related]
    by_turn: dict[int, list[Node]] = {}
    for number in sorted(run.below(event.nodes)):
        node = run.nodes[number]
        turn = node.context.iteration_of(event.loop.run)
        if turn and node.origin is not Origin.LEAF:
            by_turn.setdefault(turn, []).append(node)
    for turn in sorted(by_turn)[:SHOWN]:
        nodes = by_turn[turn]
        others = [node for node in nodes if node.site.line != event.site.line]
        named = [node for node in others if node.site in places] or others or nodes
        _draw_iteration(run, draft, event, named[-1], nodes, turn, owner)
    if draft.lanes:
        draft.lanes[-1].note = f"{owner} keeps one more graph alive in each iteration"


def _draw_iteration(run: Run, draft: Draft, event: RetainedGraph, node: Node, nodes: list[Node], turn: int, owner: str) -> None:
    lane = draft.lane(LaneKind.GRAPH, Moment.of(node))
    lane.end = End.ALIVE
    draft.mark(lane, MarkKind.BUILT, Moment.of(node), "builds the graph of {name}")
    for backward in run.of(Backward):
        if node.number in backward.possibly_reached and backward.context.iteration_of(event.loop.run) == turn:
            frees = any(item.number in backward.freed for item in nodes)
            text = "`backward()` frees what the graph saved, not its nodes" if frees else "`backward()` uses the graph of {name}"
            kind = MarkKind.FREED if frees else MarkKind.USED
            draft.mark(lane, kind, Moment.of(backward), text, node.number in backward.reached)
    iterations = tuple(item._replace(number=turn) if item.run == event.loop.run else item for item in event.context.iterations)
    draft.mark(
        lane, MarkKind.KEPT, Moment(event.site, event.context._replace(iterations=iterations)), f"{owner} keeps the graph of {{name}} alive"
    )
