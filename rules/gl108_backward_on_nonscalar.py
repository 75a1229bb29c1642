"""GL108 backward-on-nonscalar."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Fault, Raised, Run
from graphlint.rules_api import Finding, Related, Rule, Severity


class BackwardOnNonscalar(Rule):
    """backward() without a gradient on what is surely not a single number.

    ## What it does
    Finds `backward()` without arguments on a per-sample loss (`reduction="none"`) or a tensor of a known shape.

    ## Why is this bad?
    PyTorch can make up the gradient of a single number only, and raises.
    """

    code = "GL108"
    name = "backward-on-nonscalar"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Each backward whose root is surely no single number."""
        for event in run.of(Raised):
            if event.fault is Fault.NOT_SCALAR:
                root = run.nodes.get(event.root)
                yield self.finding(
                    event.site,
                    "backward without a gradient on a tensor of more than one element: PyTorch raises "
                    '"grad can be implicitly created only for scalar outputs"',
                    (Related("it is computed here", root.site),) if root is not None else (),
                    frozenset({("raised", event.site)}),
                )
