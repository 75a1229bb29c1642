"""GL903 variable-wrapper."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Misuse, Run
from graphlint.rules_api import Finding, Rule, Severity


class VariableWrapper(Rule):
    """Variable(...), which only returns its tensor.

    ## What it does
    Finds calls of `torch.autograd.Variable`.

    ## Why is this bad?
    Tensors and variables are one since PyTorch 0.4: the call does nothing.
    """

    code = "GL903"
    name = "variable-wrapper"
    severity = Severity.INFO
    default = False
    yields_to = ("GL902",)

    def check(self, run: Run) -> Iterator[Finding]:
        """Each call of Variable."""
        for event in run.of(Misuse):
            if event.what == "Variable":
                yield self.finding(event.site, "Variable returns the tensor that it is given: the call has no effect")
