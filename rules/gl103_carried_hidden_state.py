"""GL103 carried-hidden-state."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Fault, Raised, Run
from graphlint.autograd.reading import Freed, freed_how
from graphlint.rules_api import Finding, Rule, Severity, freed_places


class CarriedHiddenState(Rule):
    """State rebuilt from itself and carried into the next iteration with its graph.

    ## What it does
    Finds a backward that goes on, through a state carried from one iteration into the next, into the previous iteration's freed graph.

    ## Why is this bad?
    The state still hangs on the graph that the previous iteration's backward has freed, and this backward raises.
    """

    code = "GL103"
    name = "carried-hidden-state"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Each walk that a carried state leads into an earlier iteration's freed graph."""
        for event in run.of(Raised):
            if event.fault is Fault.FREED and freed_how(run, event) is Freed.CARRIED:
                yield self.finding(
                    event.site,
                    "a state carried over from the iteration before still hangs on that iteration's freed graph, and this backward walks "
                    'into it: PyTorch raises "Trying to backward through the graph a second time"',
                    freed_places(run, event),
                    frozenset({("raised", event.site)}),
                )
