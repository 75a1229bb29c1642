"""GL902 volatile."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Forward, Misuse, Run
from graphlint.autograd.reading import outermost
from graphlint.rules_api import Finding, Rule, Severity


class Volatile(Rule):
    """volatile=True, which has no effect any more.

    ## What it does
    Finds `Variable(..., volatile=True)`.

    ## Why is this bad?
    The keyword only warns today: the graph is built. `torch.no_grad()` is what it was.
    """

    code = "GL902"
    name = "volatile"
    severity = Severity.WARNING

    def check(self, run: Run) -> Iterator[Finding]:
        """Each use of the keyword."""
        for event in run.of(Misuse):
            if event.what == "volatile":
                after = frozenset(
                    ("forward", outermost(item)) for item in run.of(Forward) if item.context.functions == event.context.functions
                )
                yield self.finding(event.site, "volatile has no effect any more: PyTorch warns, and the graph is built", (), after)
