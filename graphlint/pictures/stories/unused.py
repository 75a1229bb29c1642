"""The story of a module call whose graph no backward uses."""

from __future__ import annotations

from graphlint.autograd.events import Certainty, Detached, Forward, ModeSwitch
from graphlint.autograd.run import Run
from graphlint.pictures.draft import Draft, Moment, moments_at
from graphlint.pictures.record import LaneKind, MarkKind
from graphlint.rule.base import Finding


def draw(run: Run, finding: Finding, draft: Draft) -> None:
    """Draw a call that builds a graph, the eval mode in which it runs, and the place where the graph is detached."""
    forwards = [
        event for event in run.of(Forward) if finding.site in (event.site, *event.context.calls) and event.grad_mode is not Certainty.NO
    ]
    moments = list(moments_at(run, finding.site))
    if not forwards or not moments:
        return
    places = {related.site for related in finding.related}
    event = next((item for item in forwards if item.outputs), forwards[0])
    moment = _called(finding, event)
    lane = draft.lane(LaneKind.GRAPH, moment)
    lane.is_value = True
    certain = event.grad_mode is Certainty.YES
    draft.mark(
        lane,
        MarkKind.BUILT,
        moment,
        "grad mode is on: builds the graph of {name}" if certain else "grad mode may be on: builds the graph of {name}",
        certain,
    )
    for switch in run.of(ModeSwitch):
        if switch.site in places and switch.training is Certainty.NO:
            draft.mark(lane, MarkKind.MODE, Moment.of(switch), "eval mode begins")
            break
    outputs = frozenset(event.outputs)
    for detached in run.of(Detached):
        if not run.below(detached.nodes).isdisjoint(outputs):
            draft.mark(lane, MarkKind.DETACHED, Moment.of(detached), "cut off here")
            break
    lane.note = "no `backward()` ever uses the graph of {name}: it was built for nothing"


def _called(finding: Finding, event: Forward) -> Moment:
    """Return the moment of the finding's call, which is the module call or leads to it."""
    context = event.context
    if event.site == finding.site:
        return Moment.of(event)
    depth = context.calls.index(finding.site)
    return Moment(finding.site, context._replace(calls=context.calls[:depth], functions=context.functions[:depth]))
