"""GL509 step-missing."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import Backward, OptimizerCreated, Raised, Step, UnusedGradients
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.causes import BackwardPass, GradientReset, OptimizerStep
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.shared_causes import missing_calls
from graphlint.rule.wording import method


class StepMissing(Rule):
    """Flags a training loop that computes and resets gradients, but never calls the optimizer's `step()`.

    ## What it does
    Finds loops with `loss.backward()` and `optimizer.zero_grad()` of an optimizer whose `step()` the program calls nowhere. The backward
    pass must fill gradients of parameters of this optimizer.

    ## Why is this bad?
    The parameters never change: the loss stays where it was, without an error. The mistake is hard to see in a loop that calls
    `scheduler.step()`.

    ## Example
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in range(3):
        optimizer.zero_grad()
        loss = model(torch.randn(8, 3)).pow(2).mean()
        loss.backward()  # GL509
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
    Inserting the step is unsafe: the parameters are trained from then on.

    ## Not reported when
    - The gradients may be wanted, or are a by-product: the loop calls `model.zero_grad()` only, or the loss runs through the parameters
      into a part that another optimizer steps, as through a critic into the generator.
    - Code anywhere in these files may step the optimizer: under a condition, in a hook or another function, or through a
      `GradScaler`.
    - Unresolved code has received the optimizer, or the program did not create it.

    ## References
    - [torch.optim](https://pytorch.org/docs/stable/optim.html)
    - [torch.optim.Optimizer.step](https://pytorch.org/docs/stable/generated/torch.optim.Optimizer.step.html)
    """

    code = "GL509"
    name = "step-missing"
    severity = Severity.WARNING
    yields_to = ("GL303", "GL405")

    def check(self, run: Run) -> Iterator[Finding]:
        """Report, for each optimizer that never steps, the backward whose gradients it resets in a loop."""
        by_optimizer: dict[int, list[UnusedGradients]] = {}
        for event in run.of(UnusedGradients):
            by_optimizer.setdefault(event.optimizer, []).append(event)
        for created in run.of(OptimizerCreated):
            resets = by_optimizer.pop(created.optimizer, [])
            discarded = [(reset, backward) for reset in resets if (backward := _discarded_in_loop(run, reset)) is not None]
            if not discarded or not created.complete or _may_be_used(run, discarded[0][0]):
                continue
            event, backward = discarded[0]
            doubt = (
                # Code after an error may step.
                Doubt.CUT_OFF.when(not run.complete or any(run.of(Raised)))
                or Doubt.STEPPED_ELSEWHERE.when(not all(reset.unstepped for reset in resets))
                or run.gradient_read(backward.filled_leaves).doubt
            )
            if self.is_silent(run, backward.site, doubt):
                continue
            # Another optimizer steps in its place, and finds no gradient.
            idle = (OptimizerStep(step.number) for step in run.of(Step) if step.complete and not step.changed)
            stepped = missing_calls("step", (created.optimizer,), (backward.context,))
            yield self.finding(
                backward.site,
                "The optimizer never steps with the gradients computed here",
                (Related("the optimizer is created here", created.site), Related("its gradients are reset here", event.site)),
                frozenset((BackwardPass(backward.number), GradientReset(event.site), *stepped, *idle)),
                notes=(f"{method(run, event.site, 'zero_grad')} discards them, and the parameters never change",),
                help="call the optimizer's `step()` after `backward()`",
            )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose to step after the backward and the clipping that follows it."""
        backward, reset = (code.node_at(site, ast.Call) for site in (finding.site, finding.related[1].site))
        if backward is not None and reset is not None:
            yield Fix.of(
                "Insert the optimizer's `step()`", Applicability.UNSAFE, strategies.scaled_steps.step_inserted(code, backward, reset)
            )


def _discarded_in_loop(run: Run, event: UnusedGradients) -> Backward | None:
    """Return the backward whose gradients a reset of the same loop discards, None if it is of another loop or of none."""
    backward = run.backwards.get(event.backwards[-1])
    if backward is None or not backward.fills_gradients or backward.filled_leaves.isdisjoint(event.leaves):
        return None
    inner, outer = backward.context.iterations, event.context.iterations
    same = inner and len(outer) >= len(inner) and outer[: len(inner) - 1] == inner[:-1] and outer[len(inner) - 1].run == inner[-1].run
    return backward if same else None


def _may_be_used(run: Run, event: UnusedGradients) -> bool:
    """Return True if a step may use the gradients that a reset discards, or if they are a by-product of those that another step uses."""
    for step in run.of(Step):
        if step.optimizer == event.optimizer or not step.complete or not step.owned.isdisjoint(event.leaves):
            return True
        backwards = {mark.backward for marks in step.gradients.values() for mark in marks}.intersection(event.backwards)
        if any(_leads_through(run, run.backwards[number], event.leaves, step.changed) for number in backwards if number in run.backwards):
            return True
    return False


def _leads_through(run: Run, backward: Backward, leaves: frozenset[int], trained: frozenset[int]) -> bool:
    """Return True if a backward pass reaches trained leaves through operations on other leaves: those of a critic between the generator and
    the loss, but not those of an encoder whose output the trained part receives."""
    using = (number for number in backward.reached if not leaves.isdisjoint(run.nodes[number].inputs))
    return any(not trained.isdisjoint(run.below((number,))) for number in using)
