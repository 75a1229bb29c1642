"""GL304 built-then-detached."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Certainty, Detached, Forward, Run, Site
from graphlint.autograd.reading import outermost
from graphlint.rules_api import Finding, Related, Rule, Severity


class BuiltThenDetached(Rule):
    """A forward pass whose every use is detached.

    ## What it does
    Finds the call of a module whose result is only ever used detached, so that its graph was built for nothing.

    ## Why is this bad?
    The pass records a graph and saves activations that are dropped at once: `torch.no_grad()` around it costs neither.
    """

    code = "GL304"
    name = "built-then-detached"
    severity = Severity.WARNING
    yields_to = ("GL301", "GL302", "GL107", "GL401", "GL405")

    def check(self, run: Run) -> Iterator[Finding]:
        """Each module call whose graph is cut off before anything walks it, in all of its runs."""
        if not run.complete:
            return
        cuts = [(event, run.below(event.nodes)) for event in run.of(Detached)]
        if not cuts:
            return
        by_place: dict[tuple[Site, int], list[Forward]] = {}
        for event in run.of(Forward):
            by_place.setdefault((event.site, event.object), []).append(event)
        unseen = run.within_reach | run.back_to_caller
        flagged: set[int] = set()
        for (site, _), events in sorted(by_place.items(), key=lambda item: len(item[1][0].inside)):
            if any(_may_be_walked(run, event, unseen) or flagged & set(event.inside) for event in events):
                continue
            cut = next((cut for cut, below in cuts if any(node in below for event in events for node in event.result)), None)
            if cut is None:
                continue
            flagged.update(event.number for event in events)
            yield self.finding(
                site,
                f"the graph that this call of {events[0].module} builds is cut off by {cut.how} before anything walks it: "
                "its activations and the time to record them are spent for nothing",
                (Related("it is cut off here", cut.site),),
                frozenset({("lost", cut.site), *(("forward", outermost(event)) for event in events)}),
            )


def _may_be_walked(run: Run, event: Forward, unseen: frozenset[int]) -> bool:
    """Whether a module call built no graph, or one that a backward, or code not at hand, walks."""
    if event.grad_mode is not Certainty.YES or not event.result:
        return True
    return any(node in run.walked or node in unseen for node in event.result)
