"""GL503 step-before-backward."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graphlint.autograd.events import Backward, Run, Site, Step, Turn
from graphlint.fixes import strategies
from graphlint.fixes.edits import moved_after
from graphlint.fixes.lookups import ancestor_in
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.wording import method


class StepBeforeBackward(Rule):
    """Flags a step between the forward pass and the backward pass of its iteration.

    ## What it does
    Finds `optimizer.step()` that, in all of its executions, runs before the backward of the same iteration, so that it cannot use that
    backward's gradients.

    ## Why is this bad?
    The step skips parameters without a gradient. If `zero_grad()` runs between this backward and the next step, no gradient is ever
    used; otherwise each step uses the gradients of the previous iteration.

    ## Example
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in range(3):
        optimizer.zero_grad()
        loss = model(torch.randn(8, 3)).pow(2).mean()
        optimizer.step()  # GL503
        loss.backward()
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in range(3):
        optimizer.zero_grad()
        loss = model(torch.randn(8, 3)).pow(2).mean()
        loss.backward()
        optimizer.step()
    ```

    ## Fix safety
    Moving the step after the backward is unsafe: the updates change, or the program starts to train.

    ## Not reported when
    - The step is at the start of the iteration, before the forward pass, and applies the previous iteration's gradients.
    - The step makes the backward after it raise (reported as GL104).

    ## References
    - [torch.optim](https://pytorch.org/docs/stable/optim.html)
    - [torch.optim.Optimizer.step](https://pytorch.org/docs/stable/generated/torch.optim.Optimizer.step.html)
    """

    code = "GL503"
    name = "step-before-backward"
    severity = Severity.WARNING
    yields_to = ("GL502",)

    def check(self, run: Run) -> Iterator[Finding]:
        """Each step statement that never finds a gradient, and is followed by the backward that makes it."""
        by_site: dict[Site, list[Step]] = {}
        for event in run.of(Step):
            by_site.setdefault(event.site, []).append(event)
        if not by_site:
            return
        walks: dict[tuple[Turn, ...], list[Backward]] = {}
        for walk in run.of(Backward):
            walks.setdefault(walk.context.turns, []).append(walk)
        for site, events in by_site.items():
            late = [_late(run, event, walks.get(event.context.turns, ())) for event in events]
            if late and all(late) and late[0] is not None:
                yield self.finding(
                    site,
                    f"{method(run, site, 'step')} runs before the iteration's `backward()`",
                    (Related("gradients computed only here", late[0].site),),
                    frozenset({*(("step", event.number) for event in events)}),
                    notes=("the step uses no gradient of the current iteration",),
                    help="move `step()` after `backward()`",
                )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """The step moved behind the backward."""
        step, walk = code.statement_at(finding.site), code.statement_at(finding.related[0].site)
        behind = ancestor_in(code, walk, code.block_of(step)) if step is not None and walk is not None else None
        if step is not None and behind is not None:
            yield Fix.of(
                "Move `step()` after `backward()`",
                Applicability.UNSAFE,
                moved_after(code, strategies.training_step.with_update(code, step), behind),
            )


def _late(run: Run, step: Step, walks: Iterable[Backward]) -> Backward | None:
    """The iteration's backward, of all its `walks`, that comes only after the step, over a graph that was built before it."""
    if not step.complete or not step.owned:
        return None
    reaching = [walk for walk in walks if not walk.leaves.isdisjoint(step.owned)]
    if any(walk.number < step.number for walk in reaching):
        return None
    surely = (walk for walk in reaching if not walk.reached.isdisjoint(step.owned))
    return next((walk for walk in surely if not step.changed or _built_before(run, walk, step)), None)


def _built_before(run: Run, walk: Backward, step: Step) -> bool:
    """Whether a walk goes through what the iteration had recorded before the step."""
    nodes = (run.nodes[number] for number in walk.walked if number < step.number)
    return any(node.operation != "leaf" and node.context.turns == step.context.turns for node in nodes)
