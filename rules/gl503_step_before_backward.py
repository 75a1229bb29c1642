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
            if any(event.changed or not event.complete or not event.owned or event.cleared for event in events):
                continue
            late = next(
                (
                    walk
                    for event in events
                    for walk in run.of(Backward)
                    if walk.number > event.number and walk.context.turns == event.context.turns and walk.leaves & event.owned
                ),
                None,
            )
            if late is not None:
                yield self.finding(
                    site,
                    "this step comes before the backward that makes its gradients: it finds none and changes nothing",
                    (Related("the backward comes only here", late.site),),
                    frozenset(("step", event.number) for event in events),
                )
