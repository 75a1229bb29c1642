"""GL307 discarded-detach."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Dropped, Run
from graphlint.rules_api import Finding, Rule, Severity


class DiscardedDetach(Rule):
    """detach() or cpu() as a statement on a tensor.

    ## What it does
    Finds `h.detach()`, `h.cpu()` and their kin as statements, and loop variables bound to the detached value of an element.

    ## Why is this bad?
    They return a new tensor and leave the old one as it is: the graph is still there.
    """

    code = "GL307"
    name = "discarded-detach"
    severity = Severity.WARNING

    def check(self, run: Run) -> Iterator[Finding]:
        """Each copy that was thrown away."""
        for event in run.of(Dropped):
            if event.kind == "copy":
                yield self.finding(
                    event.site,
                    f"{event.what}() returns a new tensor, which is dropped here: the tensor itself keeps its graph and its place",
                )
