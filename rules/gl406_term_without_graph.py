"""GL406 term-without-graph."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import Backward, Certainty, ConstantTerm, NoGraph, Step
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.causes import LostGraph
from graphlint.rule.code import Code
from graphlint.rule.fix import Fix, distinct_fixes
from graphlint.rule.hints import Hint
from graphlint.rule.wording import spelling, term_of_sum


class TermWithoutGraph(Rule):
    """Flags a term of a loss that should train but has no graph.

    ## What it does
    Finds a sum, on which `backward()` runs, with a term that is computed from an `autograd.grad` result without `create_graph=True`, or
    from the output, under `torch.no_grad()`, of a module that an optimizer steps and no `backward()` reaches.

    ## Why is this bad?
    The term is a constant: it changes the printed loss but contributes no gradient, and nothing raises, because the other terms have a
    graph. A gradient penalty or a loss of forces then trains nothing.

    ## Example
    ```python
    import torch
    from torch import nn

    critic = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
    optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
    points = torch.randn(8, 3, requires_grad=True)
    scores = critic(points)
    (slopes,) = torch.autograd.grad(scores.sum(), points, retain_graph=True)
    penalty = (slopes.norm(dim=1) - 1).square().mean()
    loss = scores.mean() + 10 * penalty  # GL406
    loss.backward()
    optimizer.step()
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    critic = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
    optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
    points = torch.randn(8, 3, requires_grad=True)
    scores = critic(points)
    (slopes,) = torch.autograd.grad(scores.sum(), points, create_graph=True)
    penalty = (slopes.norm(dim=1) - 1).square().mean()
    loss = scores.mean() + 10 * penalty
    loss.backward()
    optimizer.step()
    ```

    ## Fix safety
    Adding `create_graph=True`, and taking the mode from around the module's call, are unsafe: they change what is trained.

    ## Not reported when
    - The term is detached on purpose, by `.detach()` or `.data`.
    - The whole loss has no graph (GL107), or the constant is a target, a weight or a factor of a term that trains.
    - A `backward()` trains the module that is called under `no_grad()`, or unresolved code may.

    ## References
    - [torch.autograd.grad](https://pytorch.org/docs/stable/generated/torch.autograd.grad.html)
    - [torch.no_grad](https://pytorch.org/docs/stable/generated/torch.no_grad.html)
    """

    code = "GL406"
    name = "term-without-graph"
    severity = Severity.WARNING
    yields_to = ("GL107",)

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each constant term of a sum on which `backward()` runs, if the term should train parameters."""
        for event in run.of(ConstantTerm):
            backward = next((item for item in run.of(Backward) if _is_summed_by(run, item, event)), None)
            if backward is None:
                continue
            leaves = _leaves(run, event, backward)
            if not leaves or self.is_silent(run, event.site, _doubt(run, event, leaves), (event.into,)):
                continue
            gradient = event.reason is NoGraph.AUTOGRAD_GRAD
            yield self.finding(
                event.site,
                _headline(run, event),
                (Related("computed here without a graph", event.created), Related("trains the other terms only", backward.site)),
                frozenset({LostGraph(event.created)}),
                notes=("the term contributes no gradient",),
                help="pass `create_graph=True` to `autograd.grad()`" if gradient else "call the module with grad mode enabled",
                hints={Hint.GRADIENT if gradient else Hint.GRAD_MODE_OFF: event.created},
            )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose `create_graph=True` for the gradient, or no mode around the module's call."""
        gradient, term = finding.hint(Hint.GRADIENT), finding.hinted_sites(Hint.GRAD_MODE_OFF)
        if gradient is not None:
            yield strategies.gradients.with_create_graph(code, gradient)
        yield from distinct_fixes(code, strategies.cut_graphs.without_mode(code, term))


def _headline(run: Run, event: ConstantTerm) -> str:
    """Return the headline, with the term if the sum shows it."""
    term = term_of_sum(run, event.site, event.is_right)
    return f"The sum adds {term} without a graph" if term else f"{spelling(run, event.site, 'The sum')} adds a term without a graph"


def _is_summed_by(run: Run, backward: Backward, event: ConstantTerm) -> bool:
    """Return True if a backward reaches a sum, and no gradient depends on the value of its constant term."""
    return event.into in backward.reached and any(event.into in run.summed(root) for root in backward.roots)


def _leaves(run: Run, event: ConstantTerm, backward: Backward) -> frozenset[int]:
    """Return the parameters that the term should train: those of the module whose gradient or output it is."""
    owned = frozenset(leaf for step in run.of(Step) for leaf in step.owned)
    if event.reason is NoGraph.AUTOGRAD_GRAD:
        roots = [
            root
            for item in run.of(Backward)
            if not item.fills_gradients and item.site == event.created and item.context.is_within(event.context.iterations)
            for root in item.roots
        ]
        return run.below(roots) & run.module_leaves & (owned | backward.leaves)
    calls = [
        item
        for item in run.forwards.values()
        if item.site == event.created and item.grad_mode is Certainty.NO and item.context.is_within(event.context.iterations)
    ]
    leaves = frozenset(leaf for item in calls for leaf in item.leaves)
    return leaves if leaves <= owned and not any(leaves & item.leaves for item in run.of(Backward)) else frozenset()


def _doubt(run: Run, event: ConstantTerm, leaves: frozenset[int]) -> Doubt | None:
    """Return the doubt that the parameters of a module called with grad mode disabled receive no gradient."""
    if event.reason is NoGraph.AUTOGRAD_GRAD:
        return None
    return Doubt.CUT_OFF.when(not run.complete) or run.gradient_from_outside(leaves).doubt
