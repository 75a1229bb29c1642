"""GL502 zero-grad-before-step."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator

from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import Backward, Cleared, Site, Step, ZeroGrad
from graphlint.autograd.run import Run
from graphlint.fixes import edits, strategies
from graphlint.fixes.queries.nodes import ancestor_in
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.causes import GradientReset, OptimizerStep
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.hints import Hint
from graphlint.rule.wording import method


class ZeroGradBeforeStep(Rule):
    """Flags `zero_grad()` between the backward that computes gradients and the step that should use them.

    ## What it does
    Finds a reset (`optimizer.zero_grad()`, `model.zero_grad()`) of gradients that a backward has just computed and no step has used,
    followed by the step in the same iteration. If `zero_grad()` and `step()` are of one optimizer, its parameters need not be known.

    ## Why is this bad?
    The step finds no gradient and skips the parameters, without an error.

    ## Example
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in range(3):
        loss = model(torch.randn(8, 3)).pow(2).mean()
        loss.backward()
        optimizer.zero_grad()  # GL502
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
    Moving the reset before the backward, or after the step if the backward is elsewhere, is unsafe: the program starts to train.

    ## Not reported when
    - The gradients are set to None in a loop over the parameters (reported on the step as GL405).
    - Another step has used the gradients, or they belong to another model.
    - The reset is on one path only, as for a batch that is skipped because its gradients are not finite.

    ## References
    - [torch.optim.Optimizer.zero_grad](https://pytorch.org/docs/stable/generated/torch.optim.Optimizer.zero_grad.html)
    - [torch.optim](https://pytorch.org/docs/stable/optim.html)
    """

    code = "GL502"
    name = "zero-grad-before-step"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each reset that clears gradients before a step uses them."""
        useful = {_moment(event) for event in run.of(Step) if _uses_gradients(event)}
        for event in run.of(Step):
            for reset in (*event.cleared, *_emptied(event)):
                backward = run.backwards.get(reset.backward)
                doubt = Doubt.OTHER_ITERATION.when(backward is None or not _is_in_same_iteration(backward, event))
                if self.is_silent(run, reset.site, doubt or Doubt.GRADIENT_FOUND.when(_moment(event) in useful)):
                    continue
                yield self.finding(
                    reset.site,
                    f"{method(run, reset.site, 'zero_grad')} clears the gradients before `step()` uses them",
                    (Related("no gradient for this `step()`", event.site),),
                    frozenset({OptimizerStep(event.number), GradientReset(reset.site)}),
                    notes=("the step finds no gradient and changes nothing",),
                    help="move `zero_grad()` after `step()` or before `backward()`",
                    hints={Hint.RESET_CALL: _call_of_function(run, reset.site)},
                )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose to move the reset before the backward, or after the step."""
        sites = [finding.site, *(site for site in (finding.hint(Hint.RESET_CALL),) if site is not None)]
        step = code.statement_at(finding.related[0].site)
        for reset in (code.statement_at(site) for site in sites):
            if not isinstance(reset, ast.Expr):
                continue
            backward = strategies.training_step.first_backward(code, reset)
            if backward is not None and backward is not reset:
                yield Fix.of("Move `zero_grad()` before `backward()`", Applicability.UNSAFE, edits.moved_before(code, [reset], backward))
            anchor = ancestor_in(code, step, code.block_of(reset)) if step is not None else None
            if anchor is not None:
                yield Fix.of("Move `zero_grad()` after `step()`", Applicability.UNSAFE, edits.moved_after(code, [reset], anchor))


def _moment(step: Step) -> Hashable:
    """Return the common order of events in the executions of a step statement in one iteration, on all paths."""
    return step.site, step.context.calls, tuple((turn.loop, turn.number) for turn in step.context.iterations)


def _uses_gradients(step: Step) -> bool:
    """Return True if a step uses gradients that no earlier step has used."""
    by_leaf = (step.gradients[leaf] for leaf in step.changed)
    return any(mark.counts and not mark.used for marks in (*by_leaf, step.presumed) for mark in marks)


def _is_in_same_iteration(backward: Backward, step: Step) -> bool:
    """Return True if a step is in the iteration of a backward; it may be in a loop of its own, over several optimizers."""
    turns = backward.context.iterations
    return step.context.is_within(turns)


def _emptied(step: Step) -> Iterator[Cleared]:
    """Yield the reset of the optimizer itself after which no code can have filled its gradients. Its parameters need not be known."""
    if step.emptied is not None and not step.emptied.since and not step.cleared:
        yield Cleared(step.emptied.site, step.emptied.backward)


def _call_of_function(run: Run, site: Site) -> Site | None:
    """Return the call of the function that contains a reset."""
    return next((event.context.calls[-1] for event in run.of(ZeroGrad) if event.site == site and event.context.calls), None)
