"""GL508 scheduler-before-step."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import Certainty, SchedulerStep, Site, Step
from graphlint.autograd.run import Run
from graphlint.fixes import edits
from graphlint.fixes.queries.nodes import ancestor_in
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.hints import Hint
from graphlint.rule.wording import method


class SchedulerBeforeStep(Rule):
    """Flags a learning rate scheduler that steps before its optimizer.

    ## What it does
    Finds the `step()` of a scheduler of `torch.optim.lr_scheduler` that runs before the first `optimizer.step()`: at the start of each
    epoch, or before `optimizer.step()` in the loop over batches. The optimizer must be created by the program, and step later in the
    same iteration. Also finds a loop that only steps the scheduler, up to the epoch at which training resumes.

    ## Why is this bad?
    The first value of the schedule is never used: training starts with the second learning rate, and every change comes one epoch (or one
    batch) early. PyTorch warns: "Detected call of `lr_scheduler.step()` before `optimizer.step()`". It warns of a schedule that is advanced
    to resume training, too, and the warning then hides a real mistake: load the scheduler's state instead.

    ## Example
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=2)
    for epoch in range(4):
        scheduler.step()  # GL508
        for batch in range(3):
            optimizer.zero_grad()
            model(torch.randn(8, 3)).pow(2).mean().backward()
            optimizer.step()
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=2)
    for epoch in range(4):
        for batch in range(3):
            optimizer.zero_grad()
            model(torch.randn(8, 3)).pow(2).mean().backward()
            optimizer.step()
        scheduler.step()
    ```

    ## Fix safety
    Moving the step of the scheduler after the one of the optimizer is unsafe: every learning rate is used one epoch or one batch later.

    ## Not reported when
    - The scheduler is `ReduceLROnPlateau` or `CosineAnnealingWarmRestarts`, which PyTorch does not check, or it is not one of
      PyTorch's.
    - The step has an epoch, `scheduler.step(epoch)`: it sets the value of that epoch, so that none is skipped.
    - The scheduler is advanced in a loop of its own, and its optimizer never steps: the schedule is plotted.

    ## References
    - [How to adjust the learning rate](https://pytorch.org/docs/stable/optim.html)
    - [torch.optim.lr_scheduler.StepLR](https://pytorch.org/docs/stable/generated/torch.optim.lr_scheduler.StepLR.html)
    """

    code = "GL508"
    name = "scheduler-before-step"
    severity = Severity.WARNING
    warns = "Detected call of `lr_scheduler.step()` before `optimizer.step()`"

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each statement that, on all paths, steps a scheduler for the first time before its optimizer has stepped."""
        by_site: dict[Site, list[SchedulerStep]] = {}
        for event in run.of(SchedulerStep):
            if event.first is not Certainty.NO:
                by_site.setdefault(event.site, []).append(event)
        for site, events in by_site.items():
            early = all(event.first is Certainty.YES and event.stepped is Certainty.NO for event in events)
            step = next((found for event in events if (found := _later_step(run, event)) is not None), None)
            resumed = (
                None if step is not None else next((found for event in events if (found := _resumed_at(run, event)) is not None), None)
            )
            step = step or resumed
            if self.is_silent(run, site, Doubt.NOT_FIRST_STEP.when(not early) or Doubt.NO_LATER_STEP.when(step is None)) or step is None:
                continue
            yield self.finding(
                site,
                f"{method(run, site, 'step')} runs before the optimizer's `step()`",
                (Related("the optimizer steps only here", step.site),),
                notes=(
                    "PyTorch warns, and the first learning rate of the schedule is skipped"
                    if resumed is None
                    else "PyTorch warns of a schedule that is advanced by steps, as of one whose first value is skipped",
                ),
                help=(
                    "call the scheduler's `step()` after the optimizer's `step()`"
                    if resumed is None
                    else "load the scheduler's `state_dict()`, or pass `last_epoch` to its constructor"
                ),
                hints={Hint.STEP_CALL: step.context.calls},
            )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose to move the step of the scheduler after the statement that leads to the optimizer's step."""
        scheduler = code.statement_at(finding.site)
        if scheduler is None:
            return
        for site in (finding.related[0].site, *finding.hinted_sites(Hint.STEP_CALL)):
            step = code.statement_at(site)
            anchor = ancestor_in(code, step, code.block_of(scheduler)) if step is not None else None
            if anchor is not None and anchor is not scheduler:
                changes = edits.moved_after(code, [scheduler], anchor)
                yield Fix.of("Move the scheduler's `step()` after the optimizer's", Applicability.UNSAFE, changes)
                return


def _later_step(run: Run, event: SchedulerStep) -> Step | None:
    """Return the next step of the optimizer in the same iteration, or in a loop inside of it; outside of loops, not one in a loop."""
    iterations = event.context.iterations
    for step in run.of(Step):
        if step.optimizer != event.optimizer or step.number < event.number:
            continue
        if step.context.is_within(iterations) and (iterations or not step.context.iterations):
            return step
    return None


def _resumed_at(run: Run, event: SchedulerStep) -> Step | None:
    """Return the first step of the optimizer after a loop that advances the schedule, None if the optimizer steps in this loop."""
    loop = event.context.iterations[-1].run if event.context.iterations else 0
    steps = [step for step in run.of(Step) if step.optimizer == event.optimizer]
    if not loop or any(turn.run == loop for step in steps for turn in step.context.iterations):
        return None
    return next((step for step in steps if step.number > event.number), None)
