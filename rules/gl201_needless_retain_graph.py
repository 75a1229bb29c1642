"""GL201 needless-retain-graph."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.coverage import coverage_below, joined
from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import Backward, Retain, Site
from graphlint.autograd.retained_graphs import backwards_of_shared_graphs, retained_graph_used, retains_tensors
from graphlint.autograd.run import Run
from graphlint.fixes import edits
from graphlint.rule.base import Finding, Related, Rule, Severity, Tag
from graphlint.rule.causes import BackwardPass
from graphlint.rule.code import Code
from graphlint.rule.evidence import Evidence, EvidenceKind
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.story import Story


class NeedlessRetainGraph(Rule):
    """Flags `retain_graph=True` where no later backward uses the retained graph.

    ## What it does
    Finds a `backward(retain_graph=True)` that is the only or the last backward over its graph. All executions of the statement are
    considered: the argument is needed if a later backward, or the statement's own next execution, uses a graph that it retains.

    ## Why is this bad?
    The graph and its saved tensors stay in memory as long as the root is referenced: through the optimizer step, evaluation and the
    next forward pass. The argument also hides the error of an unintended second backward.

    ## Example
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(3):
        optimizer.zero_grad()
        loss = model(torch.randn(8, 3)).pow(2).mean()
        loss.backward(retain_graph=True)  # GL201
        optimizer.step()
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(3):
        optimizer.zero_grad()
        loss = model(torch.randn(8, 3)).pow(2).mean()
        loss.backward()
        optimizer.step()
    ```

    ## Fix safety
    Removing the argument is safe if the analysis has followed the graph: the gradients are the same, and no later backward uses the graph.
    It is unsafe if unresolved code has built a part of the graph, or may use it, or if a function receives or returns it of which a caller
    was not executed.

    ## Not reported when
    - The argument is computed (`retain_graph=i < n - 1`).
    - The graph saves no tensors, for example a sum of weights.
    - The graph is returned, left in an attribute that other methods read, or passed to unresolved code, which may backpropagate
      through it.

    ## References
    - [torch.Tensor.backward](https://pytorch.org/docs/stable/generated/torch.Tensor.backward.html)
    """

    code = "GL201"
    name = "needless-retain-graph"
    severity = Severity.WARNING
    holds_in_all_runs = True
    story = Story.RETAINED
    claims_never = True
    tags = frozenset((Tag.UNNECESSARY,))
    yields_to = ("GL205", "GL308", "GL104", "GL115")

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each backward statement whose retained graphs are not used again, in any iteration."""
        if not run.complete and run.silences is None:
            return
        by_site: dict[Site, list[Backward]] = {}
        for event in run.of(Backward):
            if event.fills_gradients or not event.create_graph:
                by_site.setdefault(event.site, []).append(event)
        for site, events in by_site.items():
            if any(event.retain is not Retain.NO for event in events) and not self.is_silent(
                run, site, _doubt(run, events), (root for event in events for root in event.roots)
            ):
                first = run.nodes[events[0].roots[0]]
                yield self.finding(
                    site,
                    "Unnecessary `retain_graph=True`: the graph is not used again",
                    (Related("graph built here", first.site),),
                    frozenset(BackwardPass(event.number) for event in events),
                    notes=("activations stay in memory until the graph is released",),
                    help="remove `retain_graph=True`",
                    coverage=joined(coverage_below(run, event, event.roots) for event in events),
                )

    def evidence(self, run: Run) -> Iterator[Evidence]:
        """Refute each backward whose retained graph a later backward may use: of one call, the statement is not unnecessary for another."""
        shared = backwards_of_shared_graphs(run)
        used = (event.site for event in run.of(Backward) if event.retain is Retain.LITERAL and event.number in shared)
        yield from self.evidence_at(EvidenceKind.REFUTED, used)

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose the call without the argument."""
        call = code.node_at(finding.site, ast.Call)
        if call is not None:
            yield Fix.of("Remove `retain_graph=True`", Applicability.SAFE, edits.argument_removed(code, call, "retain_graph"))


def _doubt(run: Run, events: list[Backward]) -> Doubt | None:
    """Return the doubt that the graphs retained by a statement are never used again."""
    return (
        Doubt.CUT_OFF.when(not run.complete)
        or Doubt.RETAIN_COMPUTED.when(any(event.retain is not Retain.LITERAL or event.create_graph for event in events))
        or retained_graph_used(run, events).doubt
        or Doubt.NOTHING_SAVED.when(not any(retains_tensors(run, event) for event in events))
    )
