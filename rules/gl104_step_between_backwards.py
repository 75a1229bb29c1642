"""GL104 step-between-backwards."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Change, ChangedBy, Fault, Raised
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Related, Rule, Severity, built_place
from graphlint.rule.causes import ErrorAt
from graphlint.rule.code import Code
from graphlint.rule.fix import Fix, distinct_fixes
from graphlint.rule.hints import Hint
from graphlint.rule.story import Story
from graphlint.rule.wording import bound_name, carried_name, method, quoted, raises, receiver, spelling


class StepBetweenBackwards(Rule):
    """Flags a backward pass through parameters that a step has modified since the forward pass saved them.

    ## What it does
    Finds an `optimizer.step()`, or another in-place update of a leaf that requires grad, between a forward pass and a backward that
    still needs the old values. A typical case is a discriminator that is stepped before the generator's backward.

    ## Why is this bad?
    A step modifies parameters in place and increments their version counters. Backward compares versions and raises a RuntimeError:
    "one of the variables needed for gradient computation has been modified by an inplace operation".

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
    All fixes are unsafe. Computing the second loss after the step uses the new parameters; moving the step after the second backward
    adds both losses' gradients unless `inputs=` limits them. One step for both losses, or detaching a carried state or what both losses
    share, changes what is trained.

    ## Not reported when
    - The optimizer owns none of the saved parameters, or none of them has a gradient.
    - The tensors were saved under `saved_tensors_hooks`, `save_on_cpu`, `allow_mutation_on_saved_tensors` or activation
      checkpointing, where PyTorch does not check versions.
    - The optimizer comes from unresolved code, so that its parameters are unknown.

    ## References
    - [Autograd mechanics: in-place operations](https://pytorch.org/docs/stable/notes/autograd.html)
    - [torch.optim.Optimizer.step](https://pytorch.org/docs/stable/generated/torch.optim.Optimizer.step.html)
    """

    code = "GL104"
    name = "step-between-backwards"
    severity = Severity.ERROR
    story = Story.ERROR
    raises = "modified by an inplace operation"

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each `backward()` that needs a saved leaf after it was modified."""
        for event in run.of(Raised):
            change = event.cause
            if event.fault is not Fault.CHANGED or not isinstance(change, Change) or not change.leaf:
                continue
            if change.by is ChangedBy.STEP:
                headline = f"{method(run, change.site, 'step')} modified parameters that a later `backward()` needs"
                label = "parameter modified by this `step()`"
            else:
                headline = f"{spelling(run, change.site, 'In-place operation')} modified a parameter that a later `backward()` needs"
                label = "parameter modified in place here"
            places = strategies.places.sites_of_change(run, event)
            yield self.finding(
                event.site,
                headline,
                (*built_place(run, event, "graph that saves the parameter built here"), Related(label, change.site)),
                frozenset({ErrorAt(event.site)}),
                notes=(raises(event.fault),),
                help=_help(run, event, change, places),
                hints=places,
            )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose to recompute the loss after the step, or to move the step after `backward()`."""
        yield from distinct_fixes(code, strategies.training_step.step_later(finding, code))


def _help(run: Run, raised: Raised, change: Change, places: strategies.places.Places) -> str:
    """Return what to do: detach what the step trains, take one step for all losses, or compute again what needs the new parameters."""
    if places.get(Hint.TAKEN):
        state = quoted(carried_name(run, places.get(Hint.CARRIED, ()), places[Hint.TAKEN]), "the state")
        return f"detach {state} at the start of each iteration"
    shared = quoted(_shared_name(run, raised, places), "")
    loss = quoted(receiver(run, raised.site), "the loss", longest=24)
    if change.by is not ChangedBy.STEP:
        return f"change the parameters after `backward()`, or compute {loss} after the change"
    if places.get(Hint.EDGE):
        return f"compute {loss} in every iteration"
    if places.get(Hint.STEPPED_SHARED):
        name = carried_name(run, reversed(places.get(Hint.SHARED, [])), places.get(Hint.FED_AGAIN, ()))
        return f"detach {quoted(name, 'what both losses share')} for the later loss, or compute it again after the step"
    if places.get(Hint.STEPPED_ALL):
        repeated = places.get(Hint.EARLIER) == places[Hint.AGAIN]
        return f"call `step()` once, after {'the loop' if repeated else 'both `backward()` calls'}, or compute {loss} after the step"
    again = f"{shared} again" if shared else loss
    if places.get(Hint.INPUT):
        name = carried_name(run, reversed(places[Hint.INPUT]), places.get(Hint.TAKES_INPUT, ()))
        return f"detach {quoted(name, 'what both losses share')} for the earlier loss, and compute {again} after the step"
    return f"compute {again} after the step; a step after both `backward()` calls would use the gradients of both"


def _shared_name(run: Run, raised: Raised, places: strategies.places.Places) -> str:
    """Return the variable through which the later loss uses what both share, in the function of the failing backward."""
    calls = tuple(reversed(raised.context.calls))
    shared, fed = (
        sites[len(sites) - len(calls) - 1] if len(sites) > len(calls) and tuple(sites[len(sites) - len(calls) :]) == calls else None
        for sites in (places.get(Hint.SHARED, []), places.get(Hint.FED_AGAIN, []))
    )
    if shared is None or fed is None:
        return ""
    return bound_name(run, shared) if shared == fed else carried_name(run, (shared,), (fed,))
