"""GL901 retain-variables."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Misuse, Run
from graphlint.rules_api import Finding, Rule, Severity


class RetainVariables(Rule):
    """The keyword retain_variables, which PyTorch has removed.

    ## What it does
    Finds `backward(retain_variables=...)`.

    ## Why is this bad?
    The keyword is named retain_graph now; the old one raises a TypeError.
    """

    code = "GL901"
    name = "retain-variables"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Each call with the removed keyword."""
        for event in run.of(Misuse):
            if event.what == "retain_variables":
                yield self.finding(event.site, "retain_variables was renamed to retain_graph: Python raises a TypeError")
