"""GL501 missing-zero-grad."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Run, Site, Step
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix


class MissingZeroGrad(Rule):
    """Flags a backward that adds to gradients which an earlier step has used already.

    ## What it does
    Finds training in which gradients of an earlier iteration, used by that iteration's step, are still in `.grad` when the next
    backward adds to them and the next step uses the sum. The finding stands on the backward; an update by hand counts as a step.

    ## Why is this bad?
    A backward adds to `.grad`. Without a reset every step uses the sum of all gradients so far, those of old parameters and old batches
    included: the steps grow, and point where the loss was once.

    ## Example
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in range(3):
        loss = model(torch.randn(8, 3)).pow(2).mean()
        loss.backward()  # GL501
        optimizer.step()
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in range(3):
        loss = model(torch.randn(8, 3)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    ```

    ## Fix safety
    `optimizer.zero_grad()` is inserted, or moved from where it runs too seldom, before the first backward that the step uses; where
    backwards are accumulated, behind the step; for an update by hand the gradient is reset behind it. It is unsafe: the steps change,
    which is its purpose, and a learning rate that was tuned with the mistake may no longer suit.

    ## Known limits
    - Gradients that are accumulated over several backwards and then used by one step are right, and so is a zero_grad in the caller or
      the outer loop if no second step comes before it.
    - Parameters that no optimizer steps may add up their gradients; that is no finding.

    ## References
    - [torch.optim.Optimizer.zero_grad](https://pytorch.org/docs/stable/generated/torch.optim.Optimizer.zero_grad.html)
    - [torch.optim](https://pytorch.org/docs/stable/optim.html)
    """

    code = "GL501"
    name = "missing-zero-grad"
    severity = Severity.WARNING
    yields_to = (
        "GL303",
        "GL403",
    )

    def check(self, run: Run) -> Iterator[Finding]:
        """Each backward whose gradients add up on what a step has used."""
        flagged: set[Site] = set()
        for event in run.of(Step):
            for leaf in event.changed:
                marks = event.gradients[leaf]
                stale = [mark for mark in marks if mark.used and mark.counts]
                fresh = [mark for mark in marks if not mark.used and mark.counts]
                walk = run.backwards.get(abs(fresh[-1].backward)) if stale and fresh else None
                if walk is not None and walk.site not in flagged:
                    flagged.add(walk.site)
                    yield self.finding(
                        walk.site,
                        "this backward adds to gradients that an earlier step has used already, and nothing zeroes them between: every "
                        "step uses the sum of all gradients so far",
                        (Related("this step uses them again", event.site),),
                        frozenset({("backward", walk.number), ("leaf", leaf), ("function", walk.context.functions)}),
                    )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """A reset for every step: moved or inserted before the backward, or behind the step."""
        walk, step = code.statement_at(finding.site), code.statement_at(finding.related[0].site)
        if walk is not None and step is not None:
            for message, edits in strategies.training_step.zeroed(code, walk, step):
                yield Fix.of(message, Applicability.UNSAFE, *edits)
