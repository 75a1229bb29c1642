"""GL202 accumulated-graph."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Keeping, Kept, Run
from graphlint.autograd.reading import forwards_below, freed_below, grows_by
from graphlint.rules_api import Finding, Related, Rule, Severity


class AccumulatedGraph(Rule):
    """A sum, mean or best-so-far that carries every iteration's graph along.

    ## What it does
    Finds `total += loss` and its kin, where the total holds the graph of every iteration and no backward ever walks it.

    ## Why is this bad?
    None of these graphs can be let go: memory grows with every iteration.
    """

    code = "GL202"
    name = "accumulated-graph"
    severity = Severity.WARNING
    yields_to = ("GL301", "GL302", "GL902", "GL103", "GL104")

    def check(self, run: Run) -> Iterator[Finding]:
        """Each statement that combines graphs of several iterations which nobody walks afterwards."""
        for event in run.of(Kept):
            if event.keeping is not Keeping.COMBINED or any(node in run.walked for node in event.nodes):
                continue
            unseen = run.within_reach | run.back_to_caller
            if (not run.complete or any(node in unseen for node in event.nodes)) and not freed_below(run, event.nodes):
                continue
            holder = event.holder or "this value"
            yield self.finding(
                event.site,
                f"{holder} hangs on the graph of every iteration, and no backward walks it: {grows_by(run, event.nodes)}",
                tuple(Related("the graph is built here", run.nodes[item].site) for item in run.nodes[event.nodes[0]].inputs[-1:]),
                frozenset({("kept", event.site), *forwards_below(run, event.nodes)}),
            )
