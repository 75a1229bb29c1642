"""GL501 missing-zero-grad."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import Backward, Contribution, ResetBy, Site, Step, ZeroGrad
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.causes import AccumulatingLeaf, BackwardPass, Cause
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.hints import Hint
from graphlint.rule.shared_causes import missing_calls
from graphlint.rule.story import Story
from graphlint.rule.wording import spelling


class MissingZeroGrad(Rule):
    """Flags a backward pass that adds to gradients which an earlier step has already used.

    ## What it does
    Finds training where gradients that the previous iteration's step used are still in `.grad` when the next backward adds to them and
    the next step uses the sum. A manual update counts as a step. The optimizer may be an argument whose parameters are not known: it is
    presumed to own parameters that the backward reaches.

    Gradients that another loss has left are found, too: an optimizer is reset right after its own step, then the backward pass of another
    optimizer's loss fills its gradients, as the generator's loss does in the critic, and its next step uses them.

    ## Why is this bad?
    Backward adds to `.grad`. Without a reset every step uses the sum of all gradients so far, including those of old parameters and old
    batches.

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
    Adding `zero_grad()` before the first backward that the step uses, moving one that runs too rarely, or resetting the gradient after
    a manual update is unsafe: the updates change, and a tuned learning rate may no longer fit.

    ## Not reported when
    - Several backwards accumulate gradients for one step, also those of several losses of one iteration.
    - A caller or an outer loop calls `zero_grad()` before a second step.
    - Unresolved code receives the optimizer or its parameters in between, and may reset the gradients.

    ## References
    - [torch.optim.Optimizer.zero_grad](https://pytorch.org/docs/stable/generated/torch.optim.Optimizer.zero_grad.html)
    - [torch.optim](https://pytorch.org/docs/stable/optim.html)
    """

    code = "GL501"
    name = "missing-zero-grad"
    severity = Severity.WARNING
    story = Story.GRADIENTS
    yields_to = (
        "GL303",
        "GL403",
        "GL505",
    )

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each backward that adds gradients to those a step already used."""
        found: dict[Site, _Accumulation] = {}
        for event in run.of(Step):
            if not event.changed and not event.presumed:
                self.is_silent(run, event.site, Doubt.NO_GRADIENT)
            for marks in (*(event.gradients[leaf] for leaf in event.changed), event.presumed):
                stale = [mark for mark in marks if mark.used and mark.counts]
                fresh = [mark for mark in marks if not mark.used and mark.counts]
                if run.silences is not None and not (stale and fresh):
                    self._note(run, event, marks)
                backward = run.backwards.get(fresh[-1].backward) if stale and fresh else None
                if backward is not None:
                    found.setdefault(backward.site, _Accumulation(backward, event)).add(backward, event)
        for site, accumulation in found.items():
            yield self.finding(
                site,
                f"{spelling(run, site, '`backward()`')} adds to gradients that `step()` already used",
                (Related("used again by this `step()`", accumulation.step.site),),
                frozenset({BackwardPass(accumulation.backward.number)}),
                notes=("every `step()` uses the sum of all gradients so far",),
                help="call `zero_grad()` before `backward()`",
                parts=map(frozenset, accumulation.by_optimizer.values()),
            )
        yield from self._left_gradients(run, frozenset(found))

    def _left_gradients(self, run: Run, reported: frozenset[Site]) -> Iterator[Finding]:
        """Report each backward of another optimizer's loss whose gradients a step uses in the next iteration."""
        seen: set[Site] = set(reported)
        for left in _left_by_other_losses(run):
            if left.backward.site in seen:
                continue
            seen.add(left.backward.site)
            yield self.finding(
                left.backward.site,
                f"{spelling(run, left.backward.site, '`backward()`')} leaves gradients that the `step()` of another loss uses",
                (Related("reset before they are computed", left.reset), *left.places) if left.reset is not None else left.places,
                frozenset({BackwardPass(left.backward.number), *map(AccumulatingLeaf, left.leaves)}),
                notes=("gradients of both losses are added up in the parameters of the other optimizer",),
                help="call its `zero_grad()` before the `backward()` of its own loss",
                hints={Hint.BACKWARD: left.own.site, Hint.STEP: left.step.site},
            )

    def _note(self, run: Run, step: Step, marks: Sequence[Contribution]) -> None:
        """Note why the gradient of a leaf is not certain to be used twice, at the step and at the backwards that computed it."""
        doubt = Doubt.GRADIENT_UNCERTAIN if any(mark.used for mark in marks) else Doubt.USED_ONCE
        backwards = (run.backwards.get(mark.backward) for mark in marks)
        for site in {step.site, *(backward.site for backward in backwards if backward is not None)}:
            self.is_silent(run, site, doubt)

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose a reset for every step: moved or inserted before the backward, or after the step."""
        own, used = finding.hint(Hint.BACKWARD), finding.hint(Hint.STEP)
        backward, step = code.statement_at(own or finding.site), code.statement_at(used or finding.related[0].site)
        if backward is not None and step is not None:
            for message, edits in strategies.training_step.reset_gradients(code, backward, step):
                yield Fix.of(message, Applicability.UNSAFE, *edits)


@dataclass(slots=True)
class _Accumulation:
    """The first backward pass of a statement that adds to used gradients, the first step that uses the sum, and for each optimizer what
    may explain the missing reset."""

    backward: Backward
    step: Step
    by_optimizer: dict[int, set[Cause]] = field(default_factory=dict)

    def add(self, backward: Backward, step: Step) -> None:
        """Add a step that uses the sum of the gradients."""
        causes = self.by_optimizer.setdefault(step.optimizer, set())
        for leaf, marks in step.gradients.items():
            if any(mark.used and mark.counts for mark in marks) and any(mark.backward == backward.number for mark in marks):
                causes.add(AccumulatingLeaf(leaf))
        causes.update(missing_calls("zero_grad", (step.optimizer,), (backward.context, step.context)))


@dataclass(frozen=True, slots=True)
class _LeftGradients:
    """A backward whose gradients remain in the leaves of another optimizer, the backward of that optimizer's own loss that adds to them,
    and the step that uses the sum."""

    backward: Backward
    own: Backward
    step: Step
    reset: Site | None
    leaves: frozenset[int]

    @property
    def places(self) -> tuple[Related, ...]:
        """The backward that adds to the gradients, and the step that uses the sum."""
        return (Related("adds to them", self.own.site), Related("used by this `step()`", self.step.site))


def _left_by_other_losses(run: Run) -> Iterator[_LeftGradients]:
    """Yield the gradients that other optimizers' losses leave in a leaf between two steps of its own optimizer."""
    steps = {step.number: step for step in run.of(Step)}
    for step in steps.values():
        by_backwards: dict[tuple[int, int], set[int]] = {}
        for leaf in step.changed:
            marks = step.gradients[leaf]
            if len(marks) > 1 and all(mark.counts and not mark.used for mark in marks):
                by_backwards.setdefault((marks[0].backward, marks[-1].backward), set()).add(leaf)
        for (first, last), leaves in by_backwards.items():
            backward, own = run.backwards.get(first), run.backwards.get(last)
            if backward is not None and own is not None and _is_left(steps, step, backward, own):
                resets = [event.site for event in run.of(ZeroGrad) if leaves <= event.leaves and event.reset_by is not ResetBy.TENSOR]
                yield _LeftGradients(backward, own, step, resets[-1] if resets else None, frozenset(leaves))


def _is_left(steps: dict[int, Step], step: Step, backward: Backward, own: Backward) -> bool:
    """Return True if a backward served another optimizer, after the previous step of this one in the same iteration of a loop, and the
    loss of this one has its own backward in a later iteration."""
    previous = [steps[number] for number in backward.steps if number in steps and steps[number].optimizer == step.optimizer]
    served = [
        other
        for number in own.steps
        if number > backward.number and (other := steps.get(number)) is not None and other.optimizer != step.optimizer
        if other.owned.isdisjoint(step.owned) and _uses(other, backward)
    ]
    if (own.site, own.context.calls) == (backward.site, backward.context.calls) or not previous or not served:
        return False
    ended = backward.context.iterations
    return bool(ended) and previous[0].context.iterations[: len(ended)] == ended != own.context.iterations[: len(ended)]


def _uses(step: Step, backward: Backward) -> bool:
    """Return True if a step uses the gradients of a backward."""
    return any(mark.backward == backward.number and mark.counts for leaf in step.changed for mark in step.gradients[leaf])
