"""GL104 step-between-backwards."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Change, Fault, Raised, Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Related, Rule, Severity, built_place
from graphlint.rule.code import Code
from graphlint.rule.fix import Fix, distinct


class StepBetweenBackwards(Rule):
    """Flags a backward through parameters that a step has changed in place since the forward pass saved them.

    ## What it does
    Finds `optimizer.step()`, or another in-place update of a leaf that requires grad, between a forward pass and a backward that still
    needs the old values: the discriminator stepped before the generator's loss is walked, a critic stepped before the actor's loss that
    was computed through it. Which parameters the optimizer owns, and which of them the later graph saved, decides.

    ## Why is this bad?
    A step changes parameters in place. The backward finds a newer version than the one that was saved and raises a RuntimeError: "one
    of the variables needed for gradient computation has been modified by an inplace operation".

    ## Example
    ```python
    import torch
    from torch import nn

    generator, discriminator = nn.Linear(2, 3), nn.Linear(3, 1)
    generator_optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
    discriminator_optimizer = torch.optim.SGD(discriminator.parameters(), lr=0.1)
    score = discriminator(generator(torch.randn(8, 2))).mean()
    discriminator_loss, generator_loss = score.sigmoid(), (-score).sigmoid()
    discriminator_loss.backward(retain_graph=True)
    discriminator_optimizer.step()
    generator_optimizer.zero_grad()
    generator_loss.backward()  # GL104
    generator_optimizer.step()
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    generator, discriminator = nn.Linear(2, 3), nn.Linear(3, 1)
    generator_optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
    discriminator_optimizer = torch.optim.SGD(discriminator.parameters(), lr=0.1)
    fake = generator(torch.randn(8, 2))
    discriminator_loss = discriminator(fake.detach()).mean().sigmoid()
    discriminator_loss.backward()
    discriminator_optimizer.step()
    generator_loss = (-discriminator(fake).mean()).sigmoid()
    generator_optimizer.zero_grad()
    generator_loss.backward()
    generator_optimizer.step()
    ```

    ## Fix safety
    Computing the second loss after the step is what such training is meant to do. It is unsafe: the second loss then sees the new
    parameters. Moving the step (or the clamp, or the copy) behind the backward keeps the values of both losses, and is unsafe too: the
    backward of the second loss adds its gradients to those of the first before the step uses them, unless it is given `inputs=` with the
    generator's parameters alone. So is one step for both losses, or for all iterations of a loop, and a carried state detached. Cloning
    the parameters hides the error and costs their memory.

    ## Known limits
    - A step of an optimizer that owns none of the saved parameters is fine, and so is a step that finds no gradient: both change
      nothing that the backward needs.
    - Under saved_tensors_hooks, save_on_cpu, allow_mutation_on_saved_tensors and in checkpointed code there is no version check, and no
      finding.
    - An optimizer that comes from code which is not at hand owns nobody knows what; no finding rests on it alone.

    ## References
    - [Autograd mechanics: in-place operations](https://pytorch.org/docs/stable/notes/autograd.html)
    - [torch.optim.Optimizer.step](https://pytorch.org/docs/stable/generated/torch.optim.Optimizer.step.html)
    """

    code = "GL104"
    name = "step-between-backwards"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Each backward that finds a leaf changed which the graph saved."""
        for event in run.of(Raised):
            change = event.by
            if event.fault is not Fault.CHANGED or not isinstance(change, Change) or not change.leaf:
                continue
            how = "this step changes it in place" if change.cause == "step" else "it is changed in place here"
            yield self.finding(
                event.site,
                "this backward needs parameters as they were in the forward pass, and a step has changed them in place since: "
                "PyTorch raises "
                '"one of the variables needed for gradient computation has been modified by an inplace operation"',
                (*built_place(run, event, "the graph that saves the parameter is built here"), Related(how, change.site)),
                frozenset({("raised", event.site)}),
                **strategies.places.changed_between(run, event),
            )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """What is walked computed after the step, or the step behind the walk."""
        yield from distinct(code, strategies.training_step.stepped_later(finding, code))
