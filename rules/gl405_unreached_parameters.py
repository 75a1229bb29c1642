"""GL405 unreached-parameters."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import Backward, Certainty, Detached, Forward, OptimizerMade, Run, Site, Step
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Rule, Severity
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.wording import method, quoted


class UnreachedParameters(Rule):
    """Flags an optimizer step whose parameters no backward can have reached since the last `zero_grad()`.

    ## What it does
    Finds `optimizer.step()` if, in all of its executions, none of the optimizer's parameters has a gradient: a detach in the
    generator's step, a loss computed through another model, or the wrong optimizer.

    ## Why is this bad?
    A step skips parameters without a gradient. It has no effect and gives no error, so the parameters never change.

    ## Example
    ```python
    import torch
    from torch import nn

    generator, discriminator = nn.Linear(2, 3), nn.Linear(3, 1)
    optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
    for batch in range(3):
        with torch.no_grad():
            fake = generator(torch.randn(8, 2))
        loss = -discriminator(fake).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()  # GL405
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    generator, discriminator = nn.Linear(2, 3), nn.Linear(3, 1)
    optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
    for batch in range(3):
        fake = generator(torch.randn(8, 2))
        loss = -discriminator(fake).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    ```

    ## Fix safety
    All fixes are unsafe, because they train parameters that were not trained before: removing the detach or the `no_grad`, adding the
    unused loss to the backward, stepping the other optimizer, or passing the trained parameters to the optimizer.

    ## Not reported when
    - The parameters may receive gradients in unresolved code.
    - At least one execution of the step finds a gradient, in any caller.

    ## References
    - [torch.optim](https://pytorch.org/docs/stable/optim.html)
    - [torch.optim.Optimizer.zero_grad](https://pytorch.org/docs/stable/generated/torch.optim.Optimizer.zero_grad.html)
    """

    code = "GL405"
    name = "unreached-parameters"
    severity = Severity.WARNING
    yields_to = (
        "GL303",
        "GL401",
        "GL502",
        "GL503",
        "GL403",
    )

    def check(self, run: Run) -> Iterator[Finding]:
        """Each step statement that never finds a gradient."""
        by_site: dict[Site, list[Step]] = {}
        for event in run.of(Step):
            by_site.setdefault(event.site, []).append(event)
        reached_elsewhere = run.within_reach | run.handed | run.interrupted
        walks = list(run.of(Backward))
        for site, events in by_site.items():
            idle = [event for event in events if event.complete and event.owned and not event.changed]
            if len(idle) < len(events) or not walks or any(event.owned & reached_elsewhere for event in events):
                continue
            if any(_unknown(run, walk) or walk.perhaps & event.owned or _walked_next(walk, event) for walk in walks for event in events):
                continue
            cut = _cut(run, events[0].owned)
            yield self.finding(
                site,
                f"{method(run, site, 'step')} finds no gradient for any of its parameters",
                (),
                frozenset({*(("step", event.number) for event in events), ("function", events[0].context.functions), ("lost", cut)}),
                notes=("no `backward()` since the last `zero_grad()` reaches a parameter of the optimizer: the step changes nothing",),
                help="backpropagate a loss that depends on these parameters, or give the optimizer the trained ones",
                hints={
                    "cut": cut,
                    "left_out": _left_out(run, events[0].owned),
                    "made": next((item.site for item in run.of(OptimizerMade) if item.optimizer == events[0].optimizer), None),
                    "trained": _trained(run, walks),
                },
            )

    def refuted(self, run: Run) -> Iterator[Site]:
        """Each step that finds a gradient: what a caller hands over may be what leads to these parameters."""
        yield from (event.site for event in run.of(Step) if event.changed)

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """The gradient let through, the loss that was left out, the optimizer that was meant, or the parameters."""
        step = code.node_at(finding.site, ast.Call)
        if step is None:
            return
        cut, left_out, made, trained = (finding.hint(name) for name in ("cut", "left_out", "made", "trained"))
        if cut is not None:
            row = code.source.position_of(code.offset(cut.line, cut.column)).row
            for edits in strategies.optimized_parameters.let_through(code, cut):
                yield Fix.of(f"Let the gradient pass line {row}", Applicability.UNSAFE, *edits)
        if left_out is not None:
            walked = strategies.optimized_parameters.walked_too(code, left_out, code.statement_of(step))
            yield Fix.of("Also call `backward()` on the unused loss", Applicability.UNSAFE, walked)
        for spelled, edit in strategies.optimized_parameters.meant_optimizers(code, step):
            yield Fix.of(f"Call {quoted(f'{spelled}.step()', 'the other optimizer', 50)}", Applicability.UNSAFE, edit)
        for message, groups in (
            strategies.optimized_parameters.made_over(code, made, trained) if made is not None and trained is not None else ()
        ):
            yield Fix.of(message, Applicability.UNSAFE, *groups)


def _unknown(run: Run, walk: Backward) -> bool:
    """Whether a backward started from a value that code not at hand made: it may have reached anything."""
    operations = {run.nodes[number].operation for number in walk.walked | walk.perhaps}
    return "unknown" in operations or ("unseen" in operations and not walk.leaves & walk.walked)


def _walked_next(walk: Backward, step: Step) -> bool:
    """Whether the iteration's backward comes only after the step: then it is in the wrong place, and not unreached."""
    return walk.number > step.number and walk.context.turns == step.context.turns and bool(walk.leaves & step.owned)


def _cut(run: Run, owned: frozenset[int]) -> Site | None:
    """Where what hangs on these leaves leaves its graph, or is computed without one."""
    for event in run.events:
        if isinstance(event, Forward) and event.leaves & owned and event.grad_mode is Certainty.NO:
            return event.site
        if isinstance(event, Detached) and run.below(event.nodes) & owned:
            return event.site
    return None


def _left_out(run: Run, owned: frozenset[int]) -> Site | None:
    """A result that hangs on these leaves, that nothing is made of, and that no backward walks."""
    used = {item for node in run.nodes.values() for item in (*node.inputs, *node.maybe)}
    for number, node in run.nodes.items():
        if node.operation != "leaf" and number not in used and number not in run.walked and run.below((number,)) & owned:
            return node.site
    return None


def _trained(run: Run, walks: list[Backward]) -> Site | None:
    """The call of a module whose parameters a backward reaches."""
    reached = {leaf for walk in walks for leaf in walk.leaves}
    return next((event.site for event in run.of(Forward) if not event.inside and event.leaves & reached), None)
