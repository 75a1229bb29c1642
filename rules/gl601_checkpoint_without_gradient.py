"""GL601 checkpoint-without-gradient."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import Backward, ReentrantCheckpoint, Site, Step
from graphlint.autograd.queries import may_reach_any
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.causes import LostGraph, UntrainedLeaf
from graphlint.rule.code import Code
from graphlint.rule.fix import Fix
from graphlint.rule.wording import argument, method, quoted


class CheckpointWithoutGradient(Rule):
    """Flags a reentrant checkpoint whose parameters get no gradient, because none of its inputs requires grad.

    ## What it does
    Finds `torch.utils.checkpoint.checkpoint()` and `checkpoint_sequential()` with `use_reentrant=True`, or without the argument, if none of
    the tensors that are passed to the segment requires grad, and an optimizer trains parameters of the segment: the first block of a model
    on its data, or blocks on the output of a frozen part.

    ## Why is this bad?
    A reentrant checkpoint is one operation with the arguments of the segment as its inputs, not the parameters. If none of its inputs
    requires grad, its output has no graph. No gradient reaches the parameters of the segment, so they never change. PyTorch only warns:
    "None of the inputs have requires_grad=True. Gradients will be None". Reentrant checkpointing is still the default in PyTorch 2.13. A
    tensor in a list, tuple or dict is not an input. `checkpoint_sequential()` runs its last segment without a checkpoint, so only this
    segment is trained.

    ## Example
    ```python
    import torch
    from torch import nn
    from torch.utils.checkpoint import checkpoint

    block, head = nn.Sequential(nn.Linear(3, 8), nn.ReLU()), nn.Linear(8, 1)
    optimizer = torch.optim.SGD([*block.parameters(), *head.parameters()], lr=0.1)
    for batch in torch.randn(3, 4, 3):
        features = checkpoint(block, batch, use_reentrant=True)  # GL601
        loss = head(features).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn
    from torch.utils.checkpoint import checkpoint

    block, head = nn.Sequential(nn.Linear(3, 8), nn.ReLU()), nn.Linear(8, 1)
    optimizer = torch.optim.SGD([*block.parameters(), *head.parameters()], lr=0.1)
    for batch in torch.randn(3, 4, 3):
        features = checkpoint(block, batch, use_reentrant=False)
        loss = head(features).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    ```

    ## Fix safety
    The fix passes `use_reentrant=False`. It is unsafe because it trains parameters that were not trained before.

    ## Not reported when
    - An input of the segment may require grad, or `use_reentrant` may be false.
    - No parameter of the segment is trained by a known optimizer that steps in the same iteration, or all of them receive gradients
      from another call.
    - Grad mode is off, or the parameters of the segment are frozen.

    ## References
    - [torch.utils.checkpoint](https://pytorch.org/docs/stable/checkpoint.html)
    """

    code = "GL601"
    name = "checkpoint-without-gradient"
    severity = Severity.WARNING
    may_warn = "None of the inputs have requires_grad=True"
    yields_to = ("GL107",)

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each checkpoint whose parameters a step of the same iteration finds without a gradient."""
        reported: set[Site] = set()
        for event in run.of(ReentrantCheckpoint):
            if event.site in reported:
                continue
            missed = _missed(run, event)
            if self.is_silent(run, event.site, missed.doubt) or missed.step is None:
                continue
            reported.add(event.site)
            segment = quoted(argument(run, event.site, 0, "function") or argument(run, event.site, 0, "functions"), "its segment")
            yield self.finding(
                event.site,
                f"Checkpoint computes no gradients for the parameters of {segment}",
                (Related(f"{method(run, missed.step.site, 'step')} skips these parameters", missed.step.site),),
                frozenset({LostGraph(event.site), *(UntrainedLeaf(leaf) for leaf in missed.leaves)}),
                notes=("none of its inputs requires grad, so the result of a reentrant checkpoint has no graph",),
                help="pass `use_reentrant=False`",
            )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose a checkpoint that is not reentrant."""
        call = code.node_at(finding.site, ast.Call)
        if call is not None:
            yield strategies.cut_graphs.not_reentrant(code, call)


class _Missed(NamedTuple):
    """The trained parameters of a checkpoint that get no gradient, and the step that skips them; otherwise the doubt."""

    leaves: frozenset[int] = frozenset()
    step: Step | None = None
    doubt: Doubt | None = None


def _missed(run: Run, checkpoint: ReentrantCheckpoint) -> _Missed:
    trained = [step for step in run.of(Step) if step.owned & checkpoint.leaves]
    if not trained:
        return _Missed(doubt=Doubt.PARAMETERS_UNKNOWN)
    doubt = Doubt.GRADIENT_FOUND
    for step in trained:
        leaves = step.owned & checkpoint.leaves - step.changed
        if not leaves or step.number < checkpoint.number or not _same_iteration(checkpoint, step):
            continue
        between = [event for event in run.of(Backward) if checkpoint.number < event.number < step.number and _same_iteration(event, step)]
        if not between or any(event.maybe_reached & leaves or may_reach_any(run, event) for event in between):
            continue
        outside = run.gradient_from_outside(leaves)
        if not outside.possible:
            return _Missed(leaves, step)
        doubt = outside.doubt or doubt
    return _Missed(doubt=doubt)


def _same_iteration(event: ReentrantCheckpoint | Backward, step: Step) -> bool:
    """Return True if an event is in the iteration of a step."""
    loops = step.context.iterations
    return event.context.is_within(loops)
