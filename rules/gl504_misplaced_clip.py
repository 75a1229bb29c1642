"""GL504 misplaced-clip."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import dropwhile

from graphlint.autograd.events import Backward, Certainty, Clipped, Origin, Site, ZeroGrad
from graphlint.autograd.run import Run
from graphlint.fixes import edits, strategies
from graphlint.rule.base import Finding, Rule, Severity
from graphlint.rule.causes import UntrainedLeaf
from graphlint.rule.code import Code
from graphlint.rule.evidence import Evidence, EvidenceKind
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.hints import Hint


class MisplacedClip(Rule):
    """Flags gradient clipping or unscaling before the backward pass or after the step.

    ## What it does
    Finds `clip_grad_norm_`, `clip_grad_value_` and `scaler.unscale_` before the backward that computes the gradients or after the step
    that uses them, and `clip_grad_norm_` on a loss instead of the parameters.

    ## Why is this bad?
    The step uses unclipped gradients. Before the backward, `clip_grad_norm_` returns 0 and has no effect, and `clip_grad_value_` raises
    a RuntimeError; after the step, clipping comes too late. A loss has no `.grad`, so nothing is clipped.

    ## Example
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in range(3):
        optimizer.zero_grad()
        loss = model(torch.randn(8, 3)).pow(2).mean()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)  # GL504
        loss.backward()
        optimizer.step()
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
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    ```

    ## Fix safety
    Moving the clip between the backward and the step, with its `unscale_`, or passing it the optimizer's parameters is unsafe:
    gradients above the limit are clipped for the first time.

    ## Not reported when
    - A lost graph is the reason that the parameters get no gradient (reported as GL401).
    - The GradScaler is disabled, so that `unscale_` has no effect.
    - The clip's backward or step is in unresolved code.

    ## References
    - [torch.nn.utils.clip_grad_norm_](https://pytorch.org/docs/stable/generated/torch.nn.utils.clip_grad_norm_.html)
    - [torch.nn.utils.clip_grad_value_](https://pytorch.org/docs/stable/generated/torch.nn.utils.clip_grad_value_.html)
    """

    code = "GL504"
    name = "misplaced-clip"
    severity = Severity.WARNING
    holds_in_all_runs = True
    yields_to = ("GL401",)
    may_raise = "object is not iterable|NoneType|iteration over a 0-d tensor|Expected a non-empty list"

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each clip that never changes gradients which a step uses."""
        by_site: dict[Site, list[Clipped]] = {}
        for event in run.of(Clipped):
            by_site.setdefault(event.site, []).append(event)
        for site, events in by_site.items():
            call = events[0].call
            if any(event.of_loss for event in events):
                yield self.finding(
                    site,
                    f"`{call}()` is given a loss instead of parameters",
                    notes=("no parameter's gradient is clipped",),
                    help="pass the model's parameters",
                    hints={Hint.LOSS: site},
                )
            elif (
                all(event.pending is Certainty.NO for event in events)
                and _all_resolved(run, events)
                and _are_computed_later(run, events)
                and not run.gradient_on_dropped_path(leaf for event in events for leaf in event.leaves).possible
            ):
                yield self.finding(
                    site,
                    f"`{call}()` runs before `backward()` computes the gradients",
                    causes=frozenset(UntrainedLeaf(leaf) for event in events for leaf in event.leaves),
                    notes=("there is no gradient to change, and `step()` uses the gradients as they are",),
                    help="call it between `backward()` and `step()`",
                )
            elif all(event.used for event in events):
                yield self.finding(
                    site,
                    f"`{call}()` runs after `step()` has used the gradients",
                    notes=("`step()` has used the gradients as they were",),
                    help="call it between `backward()` and `step()`",
                )

    def evidence(self, run: Run) -> Iterator[Evidence]:
        """Refute each clip of gradients that a backward computed and no step has used."""
        in_time = (event.site for event in run.of(Clipped) if event.pending is Certainty.YES and not event.used)
        yield from self.evidence_at(EvidenceKind.REFUTED, in_time)

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose to move the clip between backward and step, or to pass the parameters."""
        call = code.node_at(finding.site, ast.Call)
        clip = code.statement_of(call) if call is not None else None
        if call is None or clip is None:
            return
        if finding.hint(Hint.LOSS) is not None:
            for expression in strategies.optimized_parameters.parameters_in_scope(code, call):
                changes = edits.replaced(code, call.args[0], expression) if call.args else None
                yield Fix.of(f"Clip the gradients of `{expression[:40]}`", Applicability.UNSAFE, changes)
            return
        for message, changes in strategies.training_step.move_clip(code, clip):
            yield Fix.of(message, Applicability.UNSAFE, changes)


def _are_computed_later(run: Run, clips: list[Clipped]) -> bool:
    """Return True if a backward after a clip may compute one of the clipped gradients. Where none does, the order is not the mistake."""
    leaves = frozenset(leaf for event in clips for leaf in event.leaves)
    after = dropwhile(lambda event: event is not clips[0], run.events)
    backwards = (event for event in after if isinstance(event, Backward))
    return any(not leaves.isdisjoint(event.leaves) or _may_reach_unresolved(run, event) for event in backwards)


def _all_resolved(run: Run, clips: list[Clipped]) -> bool:
    """Return True if there are backwards, and none between the last reset and a clip reaches unresolved code."""
    pending: list[Backward] = []
    for event in run.events:
        if isinstance(event, Backward):
            pending.append(event)
        elif isinstance(event, ZeroGrad) and event.leaves >= clips[0].leaves:
            pending.clear()
        elif (
            isinstance(event, Clipped) and event.site == clips[0].site and any(_may_reach_unresolved(run, backward) for backward in pending)
        ):
            return False
    return any(isinstance(event, Backward) for event in run.events)


def _may_reach_unresolved(run: Run, backward: Backward) -> bool:
    """Return True if a backward may have computed gradients of unresolved leaves."""
    if backward.through_unknown and not backward.leaves:
        return True
    return any(run.nodes[number].origin is Origin.UNRESOLVED_CALL for number in backward.possibly_reached)
