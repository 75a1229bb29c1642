"""GL503 step-before-backward."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Backward, Run, Site, Step
from graphlint.rules_api import Finding, Related, Rule, Severity


class StepBeforeBackward(Rule):
    """A step before the iteration's backward.

    ## What it does
    Finds `optimizer.step()` that, in all of its runs, finds no gradient because the backward comes after it.

    ## Why is this bad?
    Parameters without a gradient are skipped: the step changes nothing.
    """

    code = "GL503"
    name = "step-before-backward"
    severity = Severity.WARNING
    yields_to = ("GL502",)

    def check(self, run: Run) -> Iterator[Finding]:
        """Each step statement that never finds a gradient, and is followed by the backward that makes it."""
        by_site: dict[Site, list[Step]] = {}
        for event in run.of(Step):
            by_site.setdefault(event.site, []).append(event)
        for site, events in by_site.items():
            late = [_late(run, event) for event in events]
            if late and all(late) and late[0] is not None:
                yield self.finding(
                    site,
                    "this step stands between the iteration's forward pass and its backward: it finds no gradient of this iteration, and what "
                    "the backward makes is not used by it",
                    (Related("the backward comes only here", late[0].site),),
                    frozenset({*(("step", event.number) for event in events)}),
                )


def _late(run: Run, step: Step) -> Backward | None:
    """The iteration's backward where it comes only after the step, over a graph that was built before it."""
    if not step.complete or not step.owned:
        return None
    turns = step.context.turns
    walks = [walk for walk in run.of(Backward) if walk.context.turns == turns and walk.leaves & step.owned]
    if any(walk.number < step.number for walk in walks):
        return None
    for walk in walks:
        built = [number for number in walk.walked if run.nodes[number].operation != "leaf" and run.nodes[number].context.turns == turns]
        if any(number < step.number for number in built) or not step.changed:
            return walk
    return None
