"""GL201 needless-retain-graph."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Backward, Fault, Raised, Retain, Run, Site
from graphlint.rules_api import Finding, Related, Rule, Severity


class NeedlessRetainGraph(Rule):
    """retain_graph=True where no later backward can reach what it keeps.

    ## What it does
    Finds `backward(retain_graph=True)` of which no run keeps anything that a later backward walks.

    ## Why is this bad?
    The graph with all its activations stays in memory until the last reference to it is gone, for nothing.
    """

    code = "GL201"
    name = "needless-retain-graph"
    severity = Severity.WARNING
    yields_to = ("GL205", "GL308", "GL104")

    def check(self, run: Run) -> Iterator[Finding]:
        """Each backward statement whose retained graphs nobody walks again, in any of its runs."""
        if not run.complete:
            return
        needed = {number for event in run.of(Backward) for number in event.reuses}
        for event in run.of(Raised):
            if event.fault in (Fault.FREED, Fault.CHANGED):
                needed |= _keeping(run, event)
        by_site: dict[Site, list[Backward]] = {}
        for event in run.of(Backward):
            if event.call == "backward":
                by_site.setdefault(event.site, []).append(event)
        for site, events in by_site.items():
            if all(event.retain is Retain.LITERAL and not event.create_graph for event in events) and not any(
                event.number in needed or _unseen(run, event) for event in events
            ):
                first = run.nodes[events[0].roots[0]]
                yield self.finding(
                    site,
                    "retain_graph=True keeps the graph for a later backward, and none reaches it: "
                    "its activations stay in memory for nothing",
                    (Related("the graph is built here", first.site),),
                    frozenset(("backward", event.number) for event in events),
                )


def _keeping(run: Run, raised: Raised) -> set[int]:
    """The backwards that kept what a failing walk was going through."""
    below = run.below(raised.chain[:1])
    return {event.number for event in run.of(Backward) if event.retain is not Retain.NO and event.walked & below}


def _unseen(run: Run, event: Backward) -> bool:
    """Whether code that is not at hand may walk what was kept."""
    kept = {number for number in event.walked if run.nodes[number].operation != "leaf"}
    if any(run.nodes[root].operation == "unknown" and not run.nodes[root].maybe for root in event.roots):
        return True
    return bool(kept & (run.within_reach | run.back_to_caller))
