"""GL405 unreached-parameters."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Backward, Run, Site, Step
from graphlint.rules_api import Finding, Rule, Severity


class UnreachedParameters(Rule):
    """Flags a step of an optimizer whose parameters no backward since the last zero_grad can have reached.

    ## What it does
    Finds `optimizer.step()` where, in all of its runs, none of the optimizer's parameters has a gradient: a detach in the generator's
    step, a loss that was computed through another model, the wrong optimizer's step.

    ## Why is this bad?
    A step skips a parameter without a gradient. The step does nothing, without an error, and the parameters stay as they were.

    ## Example
    ```python
    import torch
    from torch import nn

    generator, discriminator = nn.Linear(2, 3), nn.Linear(3, 1)
    optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
    for batch in range(3):
        with torch.no_grad():
            fake = generator(torch.randn(8, 2))
        loss = -discriminator(fake).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()  # GL405
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    generator, discriminator = nn.Linear(2, 3), nn.Linear(3, 1)
    optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
    for batch in range(3):
        fake = generator(torch.randn(8, 2))
        loss = -discriminator(fake).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    ```

    ## Fix safety
    The right edit lets the gradient through (takes the detach or the no_grad away), or gives the optimizer the parameters that are to
    be trained. Which of them is meant only the author knows, so none is safe: the program trains something that it did not train
    before.

    ## Known limits
    - An optimizer over parameters that code which is not at hand may have walked has no finding.
    - A step that finds a gradient in one of its runs is no finding.

    ## References
    - [torch.optim](https://pytorch.org/docs/stable/optim.html)
    - [torch.optim.Optimizer.zero_grad](https://pytorch.org/docs/stable/generated/torch.optim.Optimizer.zero_grad.html)
    """

    code = "GL405"
    name = "unreached-parameters"
    severity = Severity.WARNING
    yields_to = (
        "GL303",
        "GL401",
        "GL502",
        "GL503",
        "GL403",
    )

    def check(self, run: Run) -> Iterator[Finding]:
        """Each step statement that never finds a gradient."""
        by_site: dict[Site, list[Step]] = {}
        for event in run.of(Step):
            by_site.setdefault(event.site, []).append(event)
        reached_elsewhere = run.within_reach | run.handed
        walks = list(run.of(Backward))
        for site, events in by_site.items():
            idle = [event for event in events if event.complete and event.owned and not event.changed]
            if len(idle) < len(events) or not walks or any(event.owned & reached_elsewhere for event in events):
                continue
            if any(_unknown(run, walk) or walk.perhaps & event.owned or _walked_next(walk, event) for walk in walks for event in events):
                continue
            yield self.finding(
                site,
                "no backward since the last zero_grad reaches a parameter of this optimizer: the step finds no gradient and "
                "changes nothing",
                (),
                frozenset({*(("step", event.number) for event in events), ("function", events[0].context.functions)}),
            )


def _unknown(run: Run, walk: Backward) -> bool:
    """Whether a backward started from a value that code not at hand made: it may have reached anything."""
    operations = {run.nodes[number].operation for number in walk.walked | walk.perhaps}
    return "unknown" in operations or ("unseen" in operations and not walk.leaves & walk.walked)


def _walked_next(walk: Backward, step: Step) -> bool:
    """Whether the iteration's backward comes only after the step: then it is in the wrong place, and not unreached."""
    return walk.number > step.number and walk.context.turns == step.context.turns and bool(walk.leaves & step.owned)
