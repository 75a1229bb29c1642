"""GL403 rebound-parameter."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Rebound, Run
from graphlint.rules_api import Finding, Rule, Severity


class ReboundParameter(Rule):
    """`w = w - lr * w.grad`: the name of a leaf bound to a new tensor.

    ## What it does
    Finds updates by hand that bind the leaf's name, or a loop's variable over leaves, to a new tensor.

    ## Why is this bad?
    The leaf itself stays as it was; the new tensor is no leaf, and its .grad is None.
    """

    code = "GL403"
    name = "rebound-parameter"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Each leaf whose name was bound to its update."""
        for event in run.of(Rebound):
            yield self.finding(
                event.site,
                f"{event.name} is bound to a new tensor here, the leaf itself does not change: nothing is learned, and .grad of the new tensor is None",
                (),
                frozenset({("made", event.made), ("leaf", event.leaf)}),
            )
