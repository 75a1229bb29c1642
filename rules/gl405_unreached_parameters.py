"""GL405 unreached-parameters."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Backward, Run, Site, Step
from graphlint.rules_api import Finding, Rule, Severity


class UnreachedParameters(Rule):
    """A step of an optimizer whose parameters no backward has reached.

    ## What it does
    Finds `optimizer.step()` where, in all of its runs, none of the optimizer's parameters has a gradient.

    ## Why is this bad?
    A parameter without a gradient is skipped: the step does nothing.
    """

    code = "GL405"
    name = "unreached-parameters"
    severity = Severity.WARNING
    yields_to = (
        "GL303",
        "GL401",
        "GL502",
        "GL503",
        "GL403",
    )

    def check(self, run: Run) -> Iterator[Finding]:
        """Each step statement that never finds a gradient."""
        by_site: dict[Site, list[Step]] = {}
        for event in run.of(Step):
            by_site.setdefault(event.site, []).append(event)
        reached_elsewhere = run.within_reach | run.handed
        walks = list(run.of(Backward))
        for site, events in by_site.items():
            idle = [event for event in events if event.complete and event.owned and not event.changed]
            if len(idle) < len(events) or not walks or any(event.owned & reached_elsewhere for event in events):
                continue
            if any(_unknown(run, walk) or walk.perhaps & event.owned or _walked_next(walk, event) for walk in walks for event in events):
                continue
            yield self.finding(
                site,
                "no backward since the last zero_grad reaches a parameter of this optimizer: the step finds no gradient and changes nothing",
                (),
                frozenset({*(("step", event.number) for event in events), ("function", events[0].context.functions)}),
            )


def _unknown(run: Run, walk: Backward) -> bool:
    """Whether a backward started from a value that code not at hand made: it may have reached anything."""
    return any(run.nodes[root].operation == "unknown" and not run.nodes[root].maybe for root in walk.roots)


def _walked_next(walk: Backward, step: Step) -> bool:
    """Whether the iteration's backward comes only after the step: then it is in the wrong place, and not unreached."""
    return walk.number > step.number and walk.context.turns == step.context.turns and bool(walk.leaves & step.owned)
