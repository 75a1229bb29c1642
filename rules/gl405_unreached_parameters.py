"""GL405 unreached-parameters."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import Backward, Certainty, Detached, DetachedOperand, Forward, OptimizerCreated, Origin, Site, Step
from graphlint.autograd.queries import may_reach_any
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Rule, Severity
from graphlint.rule.causes import LeafLoss, LostGraph, OptimizerStep, UntrainedLeaf
from graphlint.rule.code import Code
from graphlint.rule.evidence import Evidence, EvidenceKind
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.hints import Hint
from graphlint.rule.shared_causes import missing_calls
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
    holds_in_all_runs = True
    claims_never = True
    yields_to = (
        "GL303",
        "GL401",
        "GL502",
        "GL503",
        "GL403",
        "GL601",
        "GL407",
    )

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each step statement that never finds a gradient."""
        by_site: dict[Site, list[Step]] = {}
        for event in run.of(Step):
            by_site.setdefault(event.site, []).append(event)
        backwards = list(run.of(Backward))
        for site, events in by_site.items():
            idle = [event for event in events if event.complete and event.owned and not event.changed]
            doubt = (
                Doubt.PARAMETERS_UNKNOWN.when(not all(event.complete and event.owned for event in events))
                or Doubt.GRADIENT_FOUND.when(len(idle) < len(events) or not backwards)
                or run.gradient_from_outside(leaf for event in events for leaf in event.owned).doubt
                or Doubt.GRADIENT_FOUND.when(
                    any(
                        may_reach_any(run, backward) or backward.maybe_reached & event.owned or _runs_after(backward, event)
                        for backward in backwards
                        for event in events
                    )
                )
            )
            if self.is_silent(run, site, doubt):
                continue
            detached = _detach_sites(run, events[0])
            detach = detached[-1] if detached else None
            yield self.finding(
                site,
                f"{method(run, site, 'step')} finds no gradient for any of its parameters",
                (),
                frozenset(
                    {
                        *(OptimizerStep(event.number) for event in events),
                        *(UntrainedLeaf(leaf) for event in events for leaf in event.owned),
                        *map(LostGraph, detached),
                        *(LeafLoss(root) for event in events for root in _leaf_roots(run, event)),
                        *missing_calls("backward", (), (events[0].context,)),
                    }
                ),
                notes=("no `backward()` since the last `zero_grad()` reaches a parameter of the optimizer: the step changes nothing",),
                help="backpropagate a loss that depends on these parameters, or give the optimizer the trained ones",
                hints={
                    Hint.DETACHED: detach,
                    Hint.UNUSED_LOSS: _unused_loss(run, events[0].owned),
                    Hint.OPTIMIZER: next((item.site for item in run.of(OptimizerCreated) if item.optimizer == events[0].optimizer), None),
                    Hint.OTHER_OPTIMIZER: [item.site for item in run.of(OptimizerCreated) if item.optimizer != events[0].optimizer],
                    Hint.TRAINED_MODULE: _trained_module(run, backwards),
                },
            )

    def evidence(self, run: Run) -> Iterator[Evidence]:
        """Refute each step that finds a gradient: an argument from a caller may lead to its parameters."""
        yield from self.evidence_at(EvidenceKind.REFUTED, (event.site for event in run.of(Step) if event.changed))

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose to remove the detach, to backpropagate the unused loss, or to use the other optimizer or parameters."""
        step = code.node_at(finding.site, ast.Call)
        if step is None:
            return
        detach, unused = finding.hint(Hint.DETACHED), finding.hint(Hint.UNUSED_LOSS)
        optimizer, trained = finding.hint(Hint.OPTIMIZER), finding.hint(Hint.TRAINED_MODULE)
        if detach is not None:
            row = code.source.position_of(code.offset(detach.line, detach.column)).row
            for edits in strategies.optimized_parameters.let_gradient_through(code, detach):
                yield Fix.of(f"Let the gradient pass line {row}", Applicability.UNSAFE, *edits)
        if unused is not None:
            loss_call = strategies.optimized_parameters.add_loss(code, unused, code.statement_of(step))
            yield Fix.of("Also call `backward()` on the unused loss", Applicability.UNSAFE, loss_call)
        for expression, edit in strategies.optimized_parameters.other_optimizers(code, step, finding.hinted_sites(Hint.OTHER_OPTIMIZER)):
            yield Fix.of(f"Call {quoted(f'{expression}.step()', 'the other optimizer', 50)}", Applicability.UNSAFE, edit)
        for message, groups in (
            strategies.optimized_parameters.recreate_optimizer(code, optimizer, trained)
            if optimizer is not None and trained is not None
            else ()
        ):
            yield Fix.of(message, Applicability.UNSAFE, *groups)


def _runs_after(backward: Backward, step: Step) -> bool:
    """Return True if the iteration's backward runs after the step: the order is wrong, and the parameters are reached."""
    return backward.number > step.number and backward.context.iterations == step.context.iterations and bool(backward.leaves & step.owned)


def _detach_sites(run: Run, step: Step) -> list[Site]:
    """Return the sites at which results of the step's leaves were detached on the way to a loss that is backpropagated; without one, the
    last site before the step at which such a result was detached, or computed without a graph."""
    reached = frozenset[int]().union(*(backward.reached for backward in run.of(Backward)))
    used = (event for event in run.of(DetachedOperand) if event.into in reached and run.below(event.nodes) & step.owned)
    if sites := list(dict.fromkeys(event.site for event in used)):
        return sites
    found: list[Site] = []
    for event in run.events:
        if event is step:
            break
        if isinstance(event, Forward) and event.leaves & step.owned and event.grad_mode is Certainty.NO:
            found = [event.site]
        if isinstance(event, Detached) and run.below(event.nodes) & step.owned:
            found = [event.site]
    return found


def _leaf_roots(run: Run, step: Step) -> Iterator[int]:
    """Yield the leaves from which the backward pass before a step starts: it reaches nothing else."""
    if step.latest is None:
        # The record of a program's run does not say which one was the latest, but is one path.
        backward = max((item for item in run.of(Backward) if item.number < step.number), key=lambda item: item.number, default=None)
    else:
        backward = run.backwards.get(step.latest)
    yield from (root for root in (backward.roots if backward is not None else ()) if run.nodes[root].origin is Origin.LEAF)


def _unused_loss(run: Run, owned: frozenset[int]) -> Site | None:
    """Return the site of an unused result of these leaves that no backward reaches."""
    used = {item for node in run.nodes.values() for item in (*node.inputs, *node.possible_inputs)}
    for number, node in run.nodes.items():
        unused = node.origin is not Origin.LEAF and number not in used and not run.backward_reaches((number,)).possible
        if unused and run.below((number,)) & owned:
            return node.site
    return None


def _trained_module(run: Run, backwards: list[Backward]) -> Site | None:
    """Return the site of a call of a module whose parameters a backward reaches."""
    reached = {leaf for backward in backwards for leaf in backward.leaves}
    return next((event.site for event in run.of(Forward) if not event.enclosing_calls and event.leaves & reached), None)
