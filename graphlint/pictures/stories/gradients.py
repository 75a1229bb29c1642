"""The story of gradients: the backward that fills them, the step that uses them, the reset that discards them."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Backward, Contribution, Step, ZeroGrad
from graphlint.autograd.run import Run
from graphlint.pictures.draft import Draft, DraftLane, Moment, moments_at
from graphlint.pictures.record import LaneKind, MarkKind
from graphlint.rule.base import Finding
from graphlint.rule.wording import callee, receiver


def draw(run: Run, finding: Finding, draft: Draft) -> None:
    """Draw gradients that a step uses twice, or that a reset discards unused."""
    places = [related.site for related in finding.related]
    for step in run.of(Step):
        for stale, fresh in _added(step):
            backward = run.backwards.get(fresh.backward)
            if step.site in places and backward is not None and backward.site == finding.site:
                _draw_accumulated(run, draft, step, stale, backward)
                return
    for step in run.of(Step):
        for left, own in _left(run, step):
            if step.site in places and left.site == finding.site and own.site in places:
                _draw_left(run, finding, draft, step, left, own)
                return
    events = [event for event in run.of(Backward) if event.site == finding.site]
    for event in events:
        reset = next((item for item in run.of(ZeroGrad) if event.number in item.unused), None)
        if reset is not None:
            _draw_discarded(run, finding, draft, event, reset)
            return


def _added(step: Step) -> Iterator[tuple[Contribution, Contribution]]:
    """Yield each pair of a contribution that a step has used before, and a new one to the same gradient."""
    for marks in (*(step.gradients[leaf] for leaf in sorted(step.changed) if leaf in step.gradients), step.presumed):
        stale = [mark for mark in marks if mark.used and mark.counts]
        fresh = [mark for mark in marks if not mark.used and mark.counts]
        if stale and fresh:
            yield stale[-1], fresh[-1]


def _left(run: Run, step: Step) -> Iterator[tuple[Backward, Backward]]:
    """Yield the first and the last backward whose parts in a gradient a step is the first one to use."""
    for leaf in sorted(step.changed):
        marks = step.gradients.get(leaf, ())
        first, last = (run.backwards.get(mark.backward) for mark in (marks[0], marks[-1])) if len(marks) > 1 else (None, None)
        if first is not None and last is not None and not any(mark.used for mark in marks):
            yield first, last


def _draw_left(run: Run, finding: Finding, draft: Draft, step: Step, left: Backward, own: Backward) -> None:
    lane = draft.lane(LaneKind.GRADIENTS, None, f".grad of {receiver(run, step.site) or 'the optimizer'}")
    resets = (event for event in run.of(ZeroGrad) if any(event.site == related.site for related in finding.related))
    reset = next((event for event in resets if event.context.iterations == left.context.iterations), None)
    if reset is not None:
        draft.mark(lane, MarkKind.RESET, Moment.of(reset), "`zero_grad()` resets the gradients")
    draft.mark(lane, MarkKind.FILLED, Moment.of(left), "`backward()` of another loss fills them")
    draft.mark(lane, MarkKind.FILLED, Moment.of(own), "`backward()` of the own loss adds to them")
    draft.missing.append((Moment.of(own), "no zero_grad() before this line"))
    draft.mark(lane, MarkKind.STEPPED, Moment.of(step), "`step()` uses the gradients of both losses")
    lane.note = "no `zero_grad()` between: the `step()` uses gradients of another loss, too"


def _draw_accumulated(run: Run, draft: Draft, step: Step, stale: Contribution, backward: Backward) -> None:
    lane = draft.lane(LaneKind.GRADIENTS, None, f".grad of {receiver(run, step.site) or 'the optimizer'}")
    first = run.backwards.get(stale.backward)
    if first is not None:
        draft.mark(lane, MarkKind.FILLED, Moment.of(first), "`backward()` fills the gradients")
    used = next((item for item in run.of(Step) if item.number < step.number and _uses(item, stale)), None)
    if used is not None:
        draft.mark(lane, MarkKind.STEPPED, Moment.of(used), "`step()` uses them")
    draft.mark(lane, MarkKind.FILLED, Moment.of(backward), "`backward()` adds to the old gradients")
    draft.missing.append((Moment.of(backward), "no zero_grad() before this line"))
    draft.mark(lane, MarkKind.STEPPED, Moment.of(step), "`step()` uses the old gradients again, with the new ones")
    lane.note = "no `zero_grad()` between: every `step()` uses the sum of all gradients so far"


def _uses(step: Step, stale: Contribution) -> bool:
    """Return True if a step is the first one to use a contribution."""
    every = (*(mark for marks in step.gradients.values() for mark in marks), *step.presumed)
    return any(mark.backward == stale.backward and not mark.used for mark in every)


def _draw_discarded(run: Run, finding: Finding, draft: Draft, event: Backward, reset: ZeroGrad) -> None:
    built = next((moment for related in finding.related for moment in _before(run, related.site, event)), None)
    name = callee(run, finding.related[0].site, "the parameters").strip("`") if finding.related else "the parameters"
    lane = draft.lane(LaneKind.GRADIENTS, None, f".grad of {name}")
    if built is not None:
        graph: DraftLane = draft.lane(LaneKind.GRAPH, built)
        draft.mark(graph, MarkKind.BUILT, built, "builds the graph of {name}")
        draft.mark(graph, MarkKind.USED, Moment.of(event), "`backward()` runs through the graph of {name}")
    draft.mark(lane, MarkKind.FILLED, Moment.of(event), f"fills the gradients of `{name}`")
    draft.mark(lane, MarkKind.RESET, Moment.of(reset), "discards them: no `step()` has used them")
    lane.note = f"the gradients of `{name}` are computed for nothing"


def _before(run: Run, site: object, event: Backward) -> list[Moment]:
    """Return the moments of a call in the same iterations as a backward."""
    found = [moment for related in (site,) for moment in moments_at(run, related)]  # type: ignore[arg-type]
    return [item for item in found if item.context.iterations[:1] == event.context.iterations[:1]] or found
