"""GL105 inplace-on-saved."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Change, Fault, Raised, Run
from graphlint.rules_api import Finding, Related, Rule, Severity, built_place


class InplaceOnSaved(Rule):
    """An in-place change of a tensor that the graph saved, and then a backward.

    ## What it does
    Finds a backward through an operation that saved a tensor which was changed in place since, directly or through a view.

    ## Why is this bad?
    The version counter tells the backward that the saved values are gone, and it raises.
    """

    code = "GL105"
    name = "inplace-on-saved"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Each backward that finds a saved tensor changed which is no leaf."""
        for event in run.of(Raised):
            change = event.by
            if event.fault is not Fault.CHANGED or (isinstance(change, Change) and change.leaf):
                continue
            changed = (Related("it is changed in place here", change.site),) if isinstance(change, Change) else ()
            yield self.finding(
                event.site,
                "this backward needs a tensor as it was when it was saved, and it has been changed in place since: PyTorch raises "
                '"one of the variables needed for gradient computation has been modified by an inplace operation"',
                (*built_place(run, event, "the tensor is saved for backward here"), *changed),
                frozenset({("raised", event.site)}),
            )
