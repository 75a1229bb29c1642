"""GL905 grad-variables."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Misuse, Run
from graphlint.rules_api import Finding, Rule, Severity


class GradVariables(Rule):
    """The deprecated keyword grad_variables.

    ## What it does
    Finds `torch.autograd.backward(..., grad_variables=...)`.

    ## Why is this bad?
    The keyword is named grad_tensors now; the old one gives a FutureWarning and will be removed.
    """

    code = "GL905"
    name = "grad-variables"
    severity = Severity.WARNING

    def check(self, run: Run) -> Iterator[Finding]:
        """Each call with the deprecated keyword."""
        for event in run.of(Misuse):
            if event.what == "grad_variables":
                yield self.finding(event.site, "grad_variables was renamed to grad_tensors: PyTorch gives a FutureWarning")
