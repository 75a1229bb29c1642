"""GL303 uncalled-mode-switch."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Dropped, Run
from graphlint.rules_api import Finding, Rule, Severity


class UncalledModeSwitch(Rule):
    """A method of a module, an optimizer or a tensor that is named and not called.

    ## What it does
    Finds `model.eval`, `model.train`, `optimizer.zero_grad`, `optimizer.step` and `loss.backward` as statements without the call.

    ## Why is this bad?
    Naming a method does nothing: the mode is not switched, the gradients are not zeroed, the weights never move.
    """

    code = "GL303"
    name = "uncalled-mode-switch"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Each method that was named as a statement."""
        effects = {
            "eval": "the module stays in training mode",
            "train": "the module stays in the mode it is in",
            "zero_grad": "the gradients are not reset and go on adding up",
            "step": "the parameters never change",
            "backward": "no gradient is computed",
            "requires_grad_": "the parameters stay as they are",
        }
        for event in run.of(Dropped):
            if event.kind == "uncalled":
                around = frozenset(("function", item.context.functions) for item in (event,))
                yield self.finding(event.site, f"{event.what} is named and not called: {effects[event.what]}", (), around)
