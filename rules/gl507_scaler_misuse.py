"""GL507 scaler-misuse."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import Backward, Fault, Raised, ScalerCall, ScalerMethod, Site, Step
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.fixes.edits import Edits
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.causes import ErrorAt
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.hints import Hint
from graphlint.rule.wording import method, raises

REPEATED = (Fault.UNSCALED_TWICE, Fault.UNSCALED_AFTER_STEP, Fault.STEPPED_TWICE)
OMITTED = (Fault.NEVER_SCALED, Fault.UPDATED_WITHOUT_STEP)


class ScalerMisuse(Rule):
    """Flags methods of a `GradScaler` in an order that PyTorch refuses, and `optimizer.step()` with scaled gradients.

    ## What it does
    Between two calls of `scaler.update()`, a scaler unscales the gradients of each optimizer at most once, and then steps it at most once.
    The rule finds:

    - a second `unscale_` of the same optimizer, for example for each micro-batch of an accumulated gradient;
    - `unscale_` after `scaler.step()`, and a second `scaler.step()` of the same optimizer, most often because `update()` is missing or
      runs only after the loop;
    - `scaler.update()` without `scaler.step()` since the last one;
    - `scaler.step()`, `unscale_()` or `update()` of a scaler that has never scaled a loss;
    - `optimizer.step()` after `scaler.scale(loss).backward()`, in place of `scaler.step(optimizer)`.

    ## Why is this bad?
    PyTorch raises a RuntimeError, "step() has already been called since the last update().", "unscale_() has already been called on this
    optimizer since the last update()." or "unscale_() is being called after step().", or an AssertionError, "No inf checks were recorded
    prior to update." or "Attempted step but _scale is None."

    `optimizer.step()` does not raise: it uses gradients that are multiplied by the scale, which is 65,536 at first, and does not skip
    gradients that are infinite.

    ## Example
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cpu")
    for batch in range(3):
        optimizer.zero_grad()
        loss = model(torch.randn(8, 3)).pow(2).mean()
        scaler.scale(loss).backward()
        scaler.step(optimizer)  # GL507
    scaler.update()
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cpu")
    for batch in range(3):
        optimizer.zero_grad()
        loss = model(torch.randn(8, 3)).pow(2).mean()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
    ```

    ## Fix safety
    The fixes are unsafe. They insert or move `update()`, remove a second `unscale_`, move `unscale_` and the clipping after it to the step,
    scale the loss, or let the scaler step in place of the optimizer. Where an `optimizer.step()` did not raise, the updates become smaller.
    A second step of one iteration has no fix: either the step or the missing `update()` may be the mistake.

    ## Not reported when
    - The scaler is disabled, or is received from unresolved code, or passed to it.
    - `unscale_` alone precedes `update()`, or `update(new_scale)` sets the scale: neither needs a step.
    - A later iteration steps without `scale()`: PyTorch does not notice it once the scaler has scaled a loss.

    ## References
    - [torch.amp.GradScaler](https://pytorch.org/docs/stable/amp.html)
    - [Automatic mixed precision examples](https://pytorch.org/docs/stable/notes/amp_examples.html)
    """

    code = "GL507"
    name = "scaler-misuse"
    severity = Severity.ERROR
    may_raise = "already been called|is being called after step|_scale is None|No inf checks were recorded prior to update"

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each call that raises because of the stage of the scaler, and each step with scaled gradients."""
        without_step: set[int] = set()
        for event in run.of(Raised):
            if event.fault in REPEATED and isinstance(event.cause, ScalerCall):
                yield self._repeated(run, event, event.cause)
            elif event.fault in OMITTED and not self.is_silent(run, event.site, Doubt.CUT_OFF.when(not run.complete)):
                if event.fault is Fault.UPDATED_WITHOUT_STEP and isinstance(event.cause, Backward):
                    without_step.add(event.cause.number)
                yield self._omitted(run, event)
        by_site: dict[Site, list[Step]] = {}
        for step in run.of(Step):
            by_site.setdefault(step.site, []).append(step)
        for site, steps in by_site.items():
            backward = run.backwards.get(steps[0].scaled)
            # What follows from the missing step of the scaler, an `update()` that raises, is one mistake with it.
            if backward is not None and all(step.scaled for step in steps) and without_step.isdisjoint(step.scaled for step in steps):
                yield self.finding(
                    site,
                    f"{method(run, site, 'step')} uses gradients that are still scaled",
                    (Related("gradients of the scaled loss computed here", backward.site),),
                    notes=("the gradients are multiplied by the scale (65,536 at first), and infinite ones are not skipped",),
                    help="call `scaler.step(optimizer)` instead",
                    hints={Hint.STEP: site, Hint.BACKWARD: backward.site},
                )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose the order that PyTorch expects."""
        for title, edits in _edits(finding, code):
            yield Fix.of(title, Applicability.UNSAFE, edits)

    def _repeated(self, run: Run, event: Raised, earlier: ScalerCall) -> Finding:
        """Return the finding on a call that may run only once until the update, and before the step."""
        unscales, unscaled = event.fault is not Fault.STEPPED_TWICE, earlier.method is ScalerMethod.UNSCALE
        again = earlier.context.iterations == event.context.iterations
        name = ScalerMethod.UNSCALE if unscales else ScalerMethod.STEP
        where = "again without `update()`" if name is earlier.method else "after `step()`, without `update()` in between"
        if unscaled:
            help_ = "unscale once, in the iteration that steps, and call `update()` after the step"
        else:
            help_ = "unscale before `scaler.step()`" if again and unscales else "call `scaler.update()` after `scaler.step()`"
        return self.finding(
            event.site,
            f"{method(run, event.site, name.value)} runs {where}",
            (Related("unscaled here" if unscaled else "stepped here", earlier.site),),
            frozenset({ErrorAt(event.site)}),
            notes=(raises(event.fault),),
            help=help_,
            hints={
                Hint.UPDATE_AFTER: None if again or unscaled else earlier.site,
                Hint.UNSCALE_AGAIN: event.site if again and unscaled else None,
                Hint.UNSCALE_EARLIER: event.site if unscales and (again or unscaled) else None,
            },
        )

    def _omitted(self, run: Run, event: Raised) -> Finding:
        """Return the finding on a call that raises because an earlier call is missing."""
        backward = event.cause if isinstance(event.cause, Backward) else None
        called, unscaled = method(run, event.site, "update", "step", "unscale_"), event.fault is Fault.NEVER_SCALED
        step = next((each for each in run.of(Step) if backward is not None and each.scaled == backward.number), None)
        places: tuple[Related, ...] = ()
        if unscaled and backward is not None:
            places = (Related("gradients of the unscaled loss computed here", backward.site),)
        elif step is not None:
            places = (Related("the optimizer steps without the scaler", step.site),)
        return self.finding(
            event.site,
            f"{called} runs, but the scaler has scaled no loss" if unscaled else f"{called} runs without `step()` of the scaler",
            places,
            frozenset({ErrorAt(event.site)}),
            notes=(raises(event.fault),),
            help="backpropagate through `scaler.scale(loss)`" if unscaled else "call `scaler.step(optimizer)` before `update()`",
            hints={
                Hint.SCALE: event.site if unscaled else None,
                Hint.UPDATE_WITH_STEP: event.site if not unscaled and step is None else None,
                Hint.STEP: None if step is None else step.site,
                Hint.BACKWARD: None if backward is None else backward.site,
            },
        )


def _edits(finding: Finding, code: Code) -> Iterator[tuple[str, Edits]]:
    """Yield the titles and the edits of the fixes that the hints of a finding name."""
    calls = {role: call for role, site in finding.hints if (call := code.node_at(site, ast.Call)) is not None}
    strategy = strategies.scaled_steps
    if Hint.UPDATE_AFTER in calls and (update := strategy.update_after(code, calls[Hint.UPDATE_AFTER])) is not None:
        yield update
    if Hint.UPDATE_WITH_STEP in calls:
        yield "Move `update()` after `step()`", strategy.update_with_step(code, calls[Hint.UPDATE_WITH_STEP])
    if Hint.UNSCALE_AGAIN in calls:
        yield "Remove the second `unscale_()`", strategy.without(code, calls[Hint.UNSCALE_AGAIN])
    if Hint.UNSCALE_EARLIER in calls:
        yield "Move `unscale_()` before `step()`", strategy.unscale_before_step(code, calls[Hint.UNSCALE_EARLIER])
    if Hint.STEP in calls and Hint.BACKWARD in calls:
        yield strategy.step_of_scaler(code, calls[Hint.STEP], calls[Hint.BACKWARD])
    if Hint.SCALE in calls and Hint.BACKWARD in calls:
        yield "Scale the loss", strategy.scaled_loss(code, calls[Hint.SCALE], calls[Hint.BACKWARD])
