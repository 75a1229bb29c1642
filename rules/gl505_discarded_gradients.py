"""GL505 discarded-gradients."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise

from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import Backward, Certainty, Contribution, LoopIteration, Site, Step, UnusedGradients
from graphlint.autograd.run import Run
from graphlint.fixes import edits, strategies
from graphlint.fixes.queries.nodes import ancestor_in
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.causes import BackwardPass, GradientReset
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.shared_causes import missing_calls
from graphlint.rule.wording import method


class DiscardedGradients(Rule):
    """Flags `zero_grad()` for each micro-batch of a loop that accumulates gradients for a later step.

    ## What it does
    Finds `zero_grad()` that resets the gradients of a backward which no step has used, while the step runs only every k-th time
    (`(i + 1) % k == 0`), or only once after the loop over the micro-batches.

    ## Why is this bad?
    The step uses only the gradients of the last micro-batch. The others are computed and discarded, so that the effective batch is not
    larger. If the loss is divided by the number of micro-batches, the updates are also too small by that factor.

    ## Example
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for i in range(8):
        optimizer.zero_grad()  # GL505
        loss = model(torch.randn(8, 3)).pow(2).mean() / 4
        loss.backward()
        if (i + 1) % 4 == 0:
            optimizer.step()
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for i in range(8):
        loss = model(torch.randn(8, 3)).pow(2).mean() / 4
        loss.backward()
        if (i + 1) % 4 == 0:
            optimizer.step()
            optimizer.zero_grad()
    ```

    ## Fix safety
    Moving the reset after the step, or before the loop over the micro-batches, or removing it where another follows the step, is unsafe:
    each update uses more gradients than before, and a tuned learning rate may no longer fit.

    ## Not reported when
    - The step is left out for another reason than a counter, such as a loss that is not finite.
    - Another optimizer steps in the same loop: the gradients may be a by-product of its backward.
    - The program reads the gradients, or unresolved code receives the optimizer or its parameters.

    ## References
    - [torch.optim.Optimizer.zero_grad](https://pytorch.org/docs/stable/generated/torch.optim.Optimizer.zero_grad.html)
    - [torch.optim](https://pytorch.org/docs/stable/optim.html)
    """

    code = "GL505"
    name = "discarded-gradients"
    severity = Severity.WARNING
    yields_to = ("GL303", "GL502", "GL509")

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each reset of gradients that a step in the same loop, or after it, should have used."""
        reported: set[Site] = set()
        for event in run.of(UnusedGradients):
            # A by-product of another optimizer's backward may be the latest one: the step's own backward is an earlier one.
            candidates = [
                (backward, _step_of(run, event, backward))
                for number in reversed(event.backwards)
                if number > event.others_step
                and (backward := run.backwards.get(number)) is not None
                and backward.fills_gradients
                and backward.context.iterations
            ]
            if event.site in reported or not candidates:
                continue
            backward, step = next((item for item in candidates if _doubt(run, event, *item) is None), candidates[0])
            if self.is_silent(run, event.site, _doubt(run, event, backward, step)) or step is None:
                continue
            reported.add(event.site)
            yield self.finding(
                event.site,
                f"{method(run, event.site, 'zero_grad')} discards gradients that `step()` has not used",
                (Related("computed here", backward.site), Related("the step uses only the later ones", step.site)),
                frozenset({BackwardPass(backward.number), GradientReset(event.site), *missing_calls("step", (event.optimizer,), ())}),
                notes=(
                    "the step uses the gradients after this reset only"
                    if _is_between_runs(event, backward)
                    else "the step uses the gradients of the last micro-batch only",
                ),
                help="call `zero_grad()` only after `step()`",
            )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose to reset the gradients after the step, or before the loop over the micro-batches."""
        reset, step = code.statement_at(finding.site), code.statement_at(finding.related[1].site)
        if reset is None or step is None or code.function_of(reset) is not code.function_of(step):
            return
        loop = next(iter(code.loops_of(reset)), None)
        anchor = ancestor_in(code, step, code.block_of(loop)) if loop is not None else None
        if loop is not None and anchor is not None and anchor is not loop:
            yield Fix.of("Move `zero_grad()` before the loop", Applicability.UNSAFE, edits.moved_before(code, [reset], loop))
            return
        last = strategies.training_step.with_update(code, step)[-1]
        block = code.block_of(last)
        if any(ast.dump(each) == ast.dump(reset) for each in block[block.index(last) + 1 :]):
            yield Fix.of("Remove `zero_grad()`: another one follows `step()`", Applicability.UNSAFE, edits.removed(code, reset))
        yield Fix.of("Move `zero_grad()` after `step()`", Applicability.UNSAFE, edits.moved_after(code, [reset], last))


def _doubt(run: Run, event: UnusedGradients, backward: Backward, step: Step | None) -> Doubt | None:
    """Return the doubt that a step should have used the gradients of a backward that a reset discards."""
    left_out = not _is_between_runs(event, backward) and _accumulates_elsewhere(run, event, backward)
    return Doubt.NOT_ACCUMULATED.when(step is None or left_out) or Doubt.OTHER_OPTIMIZER.when(
        _another_steps(run, event, backward, step) or _is_read(run, backward.filled_leaves & event.leaves)
    )


def _is_read(run: Run, leaves: frozenset[int]) -> bool:
    """Return True if the program reads a gradient, or unresolved code may read all: from a single parameter it takes no update."""
    return run.gradient_read(leaves).certainty is Certainty.YES or (
        bool(leaves) and all(run.gradient_read((leaf,)).possible for leaf in leaves)
    )


def _follows(event: UnusedGradients, backward: Backward) -> bool:
    """Return True if a reset is in the iteration of a backward or in a later one of its innermost loop."""
    inner, outer = backward.context.iterations, event.context.iterations
    depth = len(inner)
    return outer[: depth - 1] == inner[:-1] and len(outer) >= depth and outer[depth - 1].run == inner[-1].run


def _is_between_runs(event: UnusedGradients, backward: Backward) -> bool:
    """Return True if a reset is in the loop around the innermost loop of a backward, outside of that loop."""
    inner, outer = backward.context.iterations, event.context.iterations
    return len(inner) >= 2 and len(outer) == len(inner) - 1 and outer[:-1] == inner[:-2] and outer[-1].run == inner[-2].run


def _step_of(run: Run, event: UnusedGradients, backward: Backward) -> Step | None:
    """Return the step that should have used the gradients of a backward which a reset discards."""
    return _step_every_few(run, event, backward) or _step_after_loop(run, event, backward) or _step_of_window(run, event, backward)


def _step_of_window(run: Run, event: UnusedGradients, backward: Backward) -> Step | None:
    """Return a step in the innermost loop of a backward whose counter continues over the runs of this loop, between which the reset is.

    With a counter that starts again for each run, the reset drops the remainder of an epoch, as a program may want.
    """
    if not _is_between_runs(event, backward):
        return None
    loop = backward.context.iterations[-1].loop
    steps = [step for step in run.of(Step) if _may_own(step, event) and step.counted and step.context.iterations]
    steps = [step for step in steps if step.context.iterations[-1].loop == loop]
    before = {test.before for step in steps for test in step.counted or () if test.before is not None}
    return steps[0] if len(before) > 1 else None


def _step_every_few(run: Run, event: UnusedGradients, backward: Backward) -> Step | None:
    """Return a step in a loop with a backward and a reset that runs every k-th time, as a counter says, and not on the path of the reset.

    It is the innermost loop of the backward, or the loop around that if the reset and the step are between the runs of the innermost one.
    """
    turns, found = backward.context.iterations, list[Step]()
    if _is_between_runs(event, backward):
        turns = turns[:-1]
    elif not _follows(event, backward):
        return None
    loop = turns[-1]
    for step in run.of(Step):
        if _is_in_loop(step, loop) and _may_own(step, event):
            if turns != backward.context.iterations and len(step.context.iterations) > len(turns):
                return None
            found.append(step)
    if event.counted is not None:
        left_out = {test.opposite for test in event.counted}
        same = [step for step in found if step.context.is_within(turns)]
        # A reset under a test of its own is at the start of a group of micro-batches.
        own = {test for test in event.counted if test.holds}.difference(*(step.counted or () for step in same))
        if not own and all(step.counted is not None and step.counted & left_out for step in same):
            # Without a step in the iteration on any path, the program has decided the counter by constants.
            return next(iter(same or found), None)
        return None
    numbers = sorted({turn.number for step in found for turn in step.context.iterations if turn.run == loop.run})
    gaps = {later - earlier for earlier, later in pairwise(numbers)}
    return found[0] if len(gaps) == 1 and min(gaps) > 1 else None


def _step_after_loop(run: Run, event: UnusedGradients, backward: Backward) -> Step | None:
    """Return a step after the innermost loop of a backward that uses the gradients of its last execution only; the loop has no step."""
    turns = backward.context.iterations
    if not _follows(event, backward) or event.context.iterations == turns or len(turns) < 2 or not event.leaves:
        return None
    # LBFGS uses the gradients of each call of its closure, which are iterations of a loop at its step.
    if any(_is_in_loop(step, turns[-1]) or step.site == turns[-1].loop for step in run.of(Step)):
        return None
    for step in run.of(Step):
        if step.context.iterations != turns[:-1] or step.number < backward.number or not _may_own(step, event):
            continue
        fresh = {mark.backward for mark in _marks(step) if mark.counts and not mark.used}
        if fresh and all((used := run.backwards.get(number)) is not None and used.site == backward.site for number in fresh):
            return step
    return None


def _accumulates_elsewhere(run: Run, event: UnusedGradients, backward: Backward) -> bool:
    """Return True if a step uses gradients of several iterations of the loop: the reset is for batches that the program leaves out."""
    loop = backward.context.iterations[-1]
    for step in run.of(Step):
        if _is_in_loop(step, loop) and _may_own(step, event):
            fresh = [run.backwards.get(mark.backward) for mark in _marks(step) if mark.counts and not mark.used]
            numbers = {turn.number for each in fresh if each is not None for turn in each.context.iterations if turn.run == loop.run}
            if len(numbers) > 1:
                return True
    return False


def _marks(step: Step) -> Iterator[Contribution]:
    for leaf in step.changed:
        yield from step.gradients[leaf]
    yield from step.presumed


def _may_own(step: Step, event: UnusedGradients) -> bool:
    """Return True if a step is of the optimizer that was reset; for the reset of a module, of one that owns its parameters."""
    return step.optimizer == event.optimizer if event.optimizer else not step.owned.isdisjoint(event.leaves)


def _another_steps(run: Run, event: UnusedGradients, backward: Backward, own: Step | None) -> bool:
    """Return True if another optimizer steps in the innermost loop of a backward, or an update by hand.

    Optimizers that step under the same test of a counter, or in the same iterations of a run, all accumulate, provided that the step uses
    the discarded backward itself.
    """
    loop = backward.context.iterations[-1]
    steps = [step for step in run.of(Step) if _is_in_loop(step, loop)]
    others = {(step.context.iterations, step.counted) for step in steps if not _may_own(step, event)}
    if not others or own is None:
        return bool(others)
    # A run on concrete values has no `latest`, but certain contributions.
    used = max((mark.backward for mark in _marks(own) if not mark.used), default=0)
    latest = run.backwards.get(used if own.latest is None else own.latest)
    together = others <= {(step.context.iterations, step.counted) for step in steps if _may_own(step, event)}
    return latest is None or latest.site != backward.site or not together


def _is_in_loop(step: Step, loop: LoopIteration) -> bool:
    return any(turn.run == loop.run for turn in step.context.iterations)
