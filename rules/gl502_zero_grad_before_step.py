"""GL502 zero-grad-before-step."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Run, Step
from graphlint.rules_api import Finding, Related, Rule, Severity


class ZeroGradBeforeStep(Rule):
    """zero_grad between backward and step.

    ## What it does
    Finds resets of gradients that a backward has made and no step has used, where the step follows.

    ## Why is this bad?
    The step finds no gradient and changes nothing: nothing is learned.
    """

    code = "GL502"
    name = "zero-grad-before-step"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Each reset that takes a step's gradients away."""
        for event in run.of(Step):
            for reset in event.cleared:
                walk = run.backwards.get(reset.backward)
                if walk is None or walk.context.turns != event.context.turns:
                    continue
                yield self.finding(
                    reset.site,
                    "the gradients are reset between the backward that made them and the step: the step finds none and changes nothing",
                    (Related("this step finds no gradient", event.site),),
                    frozenset({("step", event.number)}),
                )
