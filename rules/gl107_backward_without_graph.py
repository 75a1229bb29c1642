"""GL107 backward-without-graph."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Fault, Raised, Run
from graphlint.rules_api import Finding, Related, Rule, Severity

REASONS = {
    "no_grad": "it is made here with grad mode off",
    "detach": "it is cut off from its graph here",
    "detach_": "it is cut off from its graph here",
    ".data": "it is cut off from its graph here",
    "torch.tensor": "it is made anew from values here",
    "data": "it is made of data alone here",
}


class BackwardWithoutGraph(Rule):
    """Backward on a value that has no graph.

    ## What it does
    Finds `backward()` on a tensor made with grad mode off, detached, made anew from numbers, or computed from data alone.

    ## Why is this bad?
    There is nothing to walk, and PyTorch raises.
    """

    code = "GL107"
    name = "backward-without-graph"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Each backward on a root that surely has no graph."""
        for event in run.of(Raised):
            if event.fault is not Fault.NO_GRAPH:
                continue
            text = REASONS.get(event.reason, f"it has no graph: {event.reason}")
            related = (Related(text, event.by.site),) if event.by is not None and event.by.site.line else ()
            yield self.finding(
                event.site,
                "backward on a tensor that has no graph: PyTorch raises "
                '"element 0 of tensors does not require grad and does not have a grad_fn"',
                related,
                frozenset({("raised", event.site), *((("lost", event.by.site),) if event.by is not None else ())}),
            )
