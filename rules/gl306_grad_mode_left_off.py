"""GL306 grad-mode-left-off."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Fault, Raised, Run
from graphlint.rules_api import Finding, Related, Rule, Severity


class GradModeLeftOff(Rule):
    """torch.set_grad_enabled(False) as a statement that training code runs into later.

    ## What it does
    Finds `torch.set_grad_enabled(False)` as a statement which nothing undoes before a backward.

    ## Why is this bad?
    As a statement it holds for the rest of the program: the training that follows builds no graph.
    """

    code = "GL306"
    name = "grad-mode-left-off"
    severity = Severity.WARNING

    def check(self, run: Run) -> Iterator[Finding]:
        """Each switch that a backward finds still off."""
        for event in run.of(Raised):
            if event.fault is Fault.NO_GRAPH and event.mode is not None:
                yield self.finding(
                    event.mode,
                    "grad mode is switched off here for the rest of the program, and training runs into it: it builds no graph, and its "
                    "backward raises",
                    (Related("this backward finds no graph", event.site),),
                )
