"""GL506 clip-before-unscale."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import Clipped, Site
from graphlint.autograd.run import Run
from graphlint.fixes import edits
from graphlint.fixes.queries.nodes import calls
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.code import LOOPS, SCOPES, Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.wording import quoted


class ClipBeforeUnscale(Rule):
    """Flags gradients that are clipped while they are multiplied by the scale of a `GradScaler`.

    ## What it does
    Finds `clip_grad_norm_` and `clip_grad_value_` between `scaler.scale(loss).backward()` and `scaler.step(optimizer)`, without a
    `scaler.unscale_(optimizer)` before them.

    ## Why is this bad?
    The scale is 65,536 at first. Gradients with an ordinary norm exceed the limit by far, so that all are clipped, and `scaler.step()` then
    divides them by the scale: the updates are thousands of times too small, or with Adam, of another relative size.

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
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)  # GL506
        scaler.step(optimizer)
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
        scaler.unscale_(optimizer)
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()
    ```

    ## Fix safety
    Unscaling before the clip is unsafe: most gradients are no longer clipped, and the updates become larger.

    ## Not reported when
    - The scaler is disabled, or is received from unresolved code.
    - Unresolved code receives the optimizer or the parameters before the clip, or the program changes the gradients by hand.

    ## References
    - [Working with unscaled gradients](https://pytorch.org/docs/stable/notes/amp_examples.html)
    - [torch.nn.utils.clip_grad_norm_](https://pytorch.org/docs/stable/generated/torch.nn.utils.clip_grad_norm_.html)
    """

    code = "GL506"
    name = "clip-before-unscale"
    severity = Severity.WARNING

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each clip that, on all paths, changes gradients which are still scaled."""
        by_site: dict[Site, list[Clipped]] = {}
        for event in run.of(Clipped):
            if event.call != "unscale_" and not event.of_loss:
                by_site.setdefault(event.site, []).append(event)
        for site, events in by_site.items():
            backward = run.backwards.get(events[0].scaled)
            if backward is None or not all(event.scaled for event in events):
                continue
            yield self.finding(
                site,
                f"`{events[0].call}()` clips gradients that are still scaled",
                (Related("gradients of the scaled loss computed here", backward.site),),
                notes=("the limit applies to gradients that are multiplied by the scale (65,536 at first)",),
                help="call `scaler.unscale_(optimizer)` before clipping",
            )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose to unscale before the clip, as the step of the scaler after it shows the names."""
        clip = code.statement_at(finding.site)
        place = clip
        while clip is not None and place is not None:
            yield from _unscaled_before(code, clip, place)
            around = code.parent(place)
            place = around if isinstance(around, ast.stmt) and not isinstance(around, SCOPES) else None
            if isinstance(place, LOOPS):
                # A scaler unscales the gradients of an optimizer once for each step.
                clip = place


def _unscaled_before(code: Code, clip: ast.stmt, place: ast.stmt) -> Iterator[Fix | None]:
    """Propose to unscale before a clip by the scaler that is used after it, in the block of a statement that contains the clip."""
    block = code.block_of(place)
    for each in block[block.index(place) + 1 :]:
        for call in calls(each, "unscale_", "step"):
            if not isinstance(call.func, ast.Attribute) or not call.args:
                continue
            if call.func.attr == "unscale_":
                if isinstance(each, ast.Expr):
                    yield Fix.of("Move `unscale_()` before the clipping", Applicability.UNSAFE, edits.moved_before(code, [each], place))
                continue
            text = f"{code.spelled(call.func.value)}.unscale_({code.spelled(call.args[0])})"
            yield Fix.of(
                f"Insert {quoted(text, '`unscale_()`')} before the clipping", Applicability.UNSAFE, edits.inserted_before(code, clip, text)
            )
