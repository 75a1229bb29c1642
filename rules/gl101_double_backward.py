"""GL101 double-backward."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Fault, Raised, Run
from graphlint.autograd.reading import Freed, freed_how
from graphlint.rules_api import Finding, Rule, Severity, freed_places


class DoubleBackward(Rule):
    """A backward that reaches saved tensors which an earlier backward has freed.

    ## What it does
    Finds a `backward()` (or `torch.autograd.grad`) whose graph, or a part of it, was walked before by a backward that did not retain it.

    ## Why is this bad?
    Backward frees the tensors that operations saved for their derivatives. The second walk asks for them and raises a RuntimeError.
    """

    code = "GL101"
    name = "double-backward"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Each walk of a freed graph that no loop explains."""
        for event in run.of(Raised):
            if event.fault is Fault.FREED and freed_how(run, event) is Freed.TWICE:
                yield self.finding(
                    event.site,
                    "this backward walks a graph that an earlier backward has freed: "
                    'PyTorch raises "Trying to backward through the graph a second time"',
                    freed_places(run, event),
                    frozenset({("raised", event.site)}),
                )
