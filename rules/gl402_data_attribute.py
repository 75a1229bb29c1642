"""GL402 data-attribute."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Misuse, Run
from graphlint.rules_api import Finding, Rule, Severity


class DataAttribute(Rule):
    """The attribute .data, which autograd cannot see.

    ## What it does
    Finds reads of `.data`.

    ## Why is this bad?
    What is done through `.data` escapes the graph and the version check: wrong gradients are not noticed.
    """

    code = "GL402"
    name = "data-attribute"
    severity = Severity.INFO
    default = False

    def check(self, run: Run) -> Iterator[Finding]:
        """Each read of .data."""
        for event in run.of(Misuse):
            if event.what == "data":
                yield self.finding(event.site, ".data escapes autograd: an in-place change through it is not noticed by any backward")
