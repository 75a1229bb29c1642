"""GL904 data-index."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Misuse, Run
from graphlint.rules_api import Finding, Rule, Severity


class DataIndex(Rule):
    """`.data[0]` of a single number.

    ## What it does
    Finds `loss.data[0]` where the loss is known to have no dimension.

    ## Why is this bad?
    A 0-dim tensor has nothing to index: PyTorch raises an IndexError. `.item()` gives the number.
    """

    code = "GL904"
    name = "data-index"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Each index into a single number."""
        for event in run.of(Misuse):
            if event.what == "data_index":
                yield self.finding(event.site, ".data[0] of a tensor that is a single number: PyTorch raises an IndexError")
