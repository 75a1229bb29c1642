"""GL102 forward-outside-loop."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Fault, Raised, Run
from graphlint.autograd.reading import Freed, freed_how, times
from graphlint.rules_api import Finding, Rule, Severity, freed_places


class ForwardOutsideLoop(Rule):
    """Backward in a loop over a graph, or a part of one, that was built once.

    ## What it does
    Finds a backward in a loop whose graph, or a part of it, was built before the loop (or by its first iteration alone) and is walked
    again in the next iteration.

    ## Why is this bad?
    The first iteration's backward frees the part that was built once, and the second iteration's backward raises.
    """

    code = "GL102"
    name = "forward-outside-loop"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Each walk of a freed graph that was built once and is walked in every iteration."""
        for event in run.of(Raised):
            if event.fault is Fault.FREED and freed_how(run, event) is Freed.BEFORE_LOOP:
                turn = event.context.turns[-1].number if event.context.turns else 2
                yield self.finding(
                    event.site,
                    f"this backward walks, in the {times(turn)} iteration, a graph that was built once and that the iteration before has "
                    'freed: PyTorch raises "Trying to backward through the graph a second time"',
                    freed_places(run, event),
                    frozenset({("raised", event.site)}),
                )
