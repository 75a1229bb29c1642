"""GL104 step-between-backwards."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Change, Fault, Raised, Run
from graphlint.rules_api import Finding, Related, Rule, Severity, built_place


class StepBetweenBackwards(Rule):
    """An optimizer's step between a forward and a backward that still needs the old values.

    ## What it does
    Finds a backward through parameters that an optimizer's step (or another in-place update of a leaf) has changed since the forward saved
    them.

    ## Why is this bad?
    step() changes parameters in place; the backward finds a newer version than the one that was saved, and raises.
    """

    code = "GL104"
    name = "step-between-backwards"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Each backward that finds a leaf changed which the graph saved."""
        for event in run.of(Raised):
            change = event.by
            if event.fault is not Fault.CHANGED or not isinstance(change, Change) or not change.leaf:
                continue
            how = "this step changes it in place" if change.cause == "step" else "it is changed in place here"
            yield self.finding(
                event.site,
                "this backward needs parameters as they were in the forward pass, and a step has changed them in place since: PyTorch raises "
                '"one of the variables needed for gradient computation has been modified by an inplace operation"',
                (*built_place(run, event, "the graph that saves the parameter is built here"), Related(how, change.site)),
                frozenset({("raised", event.site)}),
            )
