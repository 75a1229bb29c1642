"""GL205 retained-growing-graph."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Backward, Retain, Run
from graphlint.autograd.queries import parting, rebuilt, turn_in
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.code import Code
from graphlint.rule.fix import Fix, distinct


class RetainedGrowingGraph(Rule):
    """Flags retain_graph=True in a loop over a state that carries its graph along, where each iteration walks all earlier ones.

    ## What it does
    Finds `backward(retain_graph=True)` in a loop whose carried state (a hidden state, a running mean) still hangs on the graphs of the
    iterations before.

    ## Why is this bad?
    Without the argument the second iteration would raise (GL103). With it nothing is freed, and every backward walks the graphs of all
    iterations so far: iteration n walks n times as many graphs as the first, and memory grows with all activations. What ends the run
    is the memory.

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
    The state is detached at the head of the loop that carries it, in the operation that takes it, or behind that operation where it
    begins as None, and the argument is taken away. This is unsafe: gradients then go back to the beginning of an iteration and no
    further, which changes what is learned. Where gradients through all iterations are wanted, adding up the losses and calling backward
    once behind the loop computes the same gradients with one walk; that is left to people, as something in the loop may read `.grad`.

    ## Known limits
    - With an optimizer's step in the loop the second iteration raises, as a saved weight has changed; that is GL104.
    - A graph that was built once before the loop and is walked in every iteration does not grow, and is no finding of this rule.

    ## References
    - [torch.Tensor.backward](https://pytorch.org/docs/stable/generated/torch.Tensor.backward.html)
    - [torch.Tensor.detach](https://pytorch.org/docs/stable/generated/torch.Tensor.detach.html)
    """

    code = "GL205"
    name = "retained-growing-graph"
    severity = Severity.WARNING
    yields_to = ("GL104",)

    def check(self, run: Run) -> Iterator[Finding]:
        """Each retaining backward that walks earlier iterations' graphs through a state rebuilt from itself."""
        flagged: set[object] = set()
        for event in run.of(Backward):
            if event.call != "backward" or event.retain is not Retain.LITERAL or event.site in flagged:
                continue
            for number in event.reuses:
                earlier = run.backwards.get(number)
                turns = parting(earlier.context, event.context) if earlier is not None else None
                if earlier is None or turns is None or earlier.site != event.site:
                    continue
                shared = [node for node in event.walked & earlier.walked if turn_in(run.nodes[node], turns[1].run)]
                if shared and rebuilt(run, event.roots[0], max(shared), turns[1].run):
                    flagged.add(event.site)
                    yield self.finding(
                        event.site,
                        "retain_graph=True keeps every iteration's graph, and through the carried state each backward walks all "
                        "earlier ones: iterations grow slower and memory grows with all activations",
                        (Related("the carried graph is built here", run.nodes[max(shared)].site),),
                        frozenset(
                            {("raised", event.site), *(("backward", item.number) for item in run.of(Backward) if item.site == event.site)}
                        ),
                        **strategies.places.carried_again(run, event, turns[1]),
                    )
                    break

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """The carried state without its graph, and the walk without the argument."""
        yield from distinct(code, strategies.truncated_backprop.carried_state_freed(finding, code))
