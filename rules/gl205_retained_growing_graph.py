"""GL205 retained-growing-graph."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Backward, Retain
from graphlint.autograd.queries import diverging_loop, rebuilds_itself
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.causes import BackwardPass, ErrorAt
from graphlint.rule.code import Code
from graphlint.rule.fix import Fix, distinct_fixes
from graphlint.rule.story import Story


class RetainedGrowingGraph(Rule):
    """Flags `retain_graph=True` in a loop whose carried state makes each backward process all earlier iterations.

    ## What it does
    Finds `backward(retain_graph=True)` in a loop whose carried state (a hidden state, a running mean) still depends on the graphs of
    earlier iterations.

    ## Why is this bad?
    Without the argument the second iteration would raise (GL103). With it no graph is freed: iteration n backpropagates through n
    graphs, and memory grows with all activations.

    ## Example
    ```python
    import torch
    from torch import nn

    cell = nn.GRUCell(3, 4)
    hidden = torch.zeros(1, 4)
    for step in range(3):
        hidden = cell(torch.randn(1, 3), hidden)
        loss = hidden.pow(2).mean()
        loss.backward(retain_graph=True)  # GL205
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    cell = nn.GRUCell(3, 4)
    hidden = torch.zeros(1, 4)
    for step in range(3):
        hidden = cell(torch.randn(1, 3), hidden.detach())
        loss = hidden.pow(2).mean()
        loss.backward()
    ```

    ## Fix safety
    Detaching the state and removing the argument is unsafe: gradients stop at the start of each iteration, which changes what is
    learned. For gradients through all iterations, sum the losses and call `backward()` once after the loop; this is not offered because
    the loop may read `.grad`.

    ## Not reported when
    - The loop contains an optimizer step, so the second iteration raises (reported as GL104).
    - The graph was built once before the loop and does not grow.

    ## References
    - [torch.Tensor.backward](https://pytorch.org/docs/stable/generated/torch.Tensor.backward.html)
    - [torch.Tensor.detach](https://pytorch.org/docs/stable/generated/torch.Tensor.detach.html)
    """

    code = "GL205"
    name = "retained-growing-graph"
    severity = Severity.WARNING
    story = Story.RETAINED
    yields_to = ("GL104",)

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each retaining backward that reaches earlier iterations' graphs through a state computed from itself."""
        flagged: set[object] = set()
        for event in run.of(Backward):
            if not event.fills_gradients or event.retain is not Retain.LITERAL or event.site in flagged:
                continue
            for number in event.reuses:
                earlier = run.backwards.get(number)
                iterations = diverging_loop(earlier.context, event.context) if earlier is not None else None
                if earlier is None or iterations is None or earlier.site != event.site:
                    continue
                shared = [node for node in event.reached & earlier.reached if run.nodes[node].context.iteration_of(iterations[1].run)]
                if shared and rebuilds_itself(run, event.roots[0], max(shared), iterations[1].run):
                    flagged.add(event.site)
                    yield self.finding(
                        event.site,
                        "`retain_graph=True` makes `backward()` run through all earlier iterations",
                        (Related("carried graph built here", run.nodes[max(shared)].site),),
                        frozenset(
                            {ErrorAt(event.site), *(BackwardPass(item.number) for item in run.of(Backward) if item.site == event.site)}
                        ),
                        notes=("each iteration is slower than the one before, and memory grows by its activations",),
                        help="detach the carried state at the start of each iteration, and remove `retain_graph=True`",
                        hints=strategies.places.sites_of_retained_state(run, event, iterations[1]),
                    )
                    break

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose to detach the carried state and to remove the argument."""
        yield from distinct_fixes(code, strategies.truncated_backprop.detach_state_and_free(finding, code))
