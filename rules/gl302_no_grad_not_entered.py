"""GL302 no-grad-not-entered."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Dropped, Forward, Run
from graphlint.autograd.reading import outermost
from graphlint.rules_api import Finding, Rule, Severity


class NoGradNotEntered(Rule):
    """`torch.no_grad()` or `torch.inference_mode()` that is never entered.

    ## What it does
    Finds a grad-mode context manager made as a bare statement, or used by `with` without the call.

    ## Why is this bad?
    An instance that is not entered changes nothing, without a warning: the code below it goes on building graphs.
    """

    code = "GL302"
    name = "no-grad-not-entered"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Each grad-mode object that was thrown away."""
        for event in run.of(Dropped):
            if event.kind in ("mode", "uncalled mode"):
                after = frozenset(
                    ("forward", outermost(item)) for item in run.of(Forward) if item.context.functions == event.context.functions
                )
                effect = (
                    "with needs an instance, and PyTorch's class is none: Python raises a TypeError"
                    if event.kind == "uncalled mode"
                    else "it has no effect: grad mode stays as it is, and graphs are built"
                )
                yield self.finding(event.site, f"{event.what} is made and never entered: {effect}", (), after)
