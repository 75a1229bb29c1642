"""GL102 forward-outside-loop."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Fault, Raised, Run
from graphlint.autograd.queries import Freed, freed_how, times
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Rule, Severity, freed_places
from graphlint.rule.code import Code
from graphlint.rule.fix import Fix, distinct


class ForwardOutsideLoop(Rule):
    """Flags a backward in a loop over a graph, or a part of one, that was built once.

    ## What it does
    Finds a backward in a loop whose graph was built before the loop, in whole or in part: a forward pass, features, a penalty over the
    weights, a softmax of a parameter, something that the first iteration put into a cache. The loop may stand in a caller of the
    function that holds the backward. The message names the iteration that raises.

    ## Why is this bad?
    The first iteration's backward frees what the operations saved. What was built once is not built anew, and the second iteration
    raises a RuntimeError: "Trying to backward through the graph a second time". If it did not raise, every iteration would train on the
    outputs of the first weights.

    ## Example
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    inputs, targets = torch.randn(8, 3), torch.randn(8, 1)
    outputs = model(inputs)
    for epoch in range(3):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(outputs, targets)
        loss.backward()  # GL102
        optimizer.step()
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    inputs, targets = torch.randn(8, 3), torch.randn(8, 1)
    for epoch in range(3):
        outputs = model(inputs)
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(outputs, targets)
        loss.backward()
        optimizer.step()
    ```

    ## Fix safety
    Moving the forward pass into the loop is the right edit, and an unsafe one: the pass is computed again in every iteration, with the
    new weights, with new random numbers in dropout, and with whatever else the moved statement does. It is offered where all names that
    it needs are there. The same holds for a cache or a condition taken away, and for a list begun anew. Where the loop does not train the
    part, it is computed under `torch.no_grad()` or detached, which is unsafe as well. `retain_graph=True` is the wrong cure and is not
    offered: the outputs stay those of the first weights, and with a step in the loop the backward may raise for another reason (GL104).

    ## Known limits
    - A loop is assumed to run at least twice unless its count is known; a loop that is known to run once is no finding.
    - A loop over several losses that were all made before it is GL101.
    - A part whose operations save nothing, such as a sum of weights, can be walked in every iteration and is no finding.

    ## References
    - [torch.Tensor.backward](https://pytorch.org/docs/stable/generated/torch.Tensor.backward.html)
    - [Autograd mechanics](https://pytorch.org/docs/stable/notes/autograd.html)
    """

    code = "GL102"
    name = "forward-outside-loop"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Each walk of a freed graph that was built once and is walked in every iteration."""
        for event in run.of(Raised):
            if event.fault is Fault.FREED and freed_how(run, event) is Freed.BEFORE_LOOP:
                turn = event.context.turns[-1].number if event.context.turns else 2
                yield self.finding(
                    event.site,
                    f"this backward walks, in the {times(turn)} iteration, a graph that was built once and that the iteration before has "
                    'freed: PyTorch raises "Trying to backward through the graph a second time"',
                    freed_places(run, event),
                    frozenset({("raised", event.site)}),
                    **strategies.places.built_before(run, event),
                )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """The part built anew in every iteration, or built without a graph."""
        yield from distinct(code, strategies.loop_invariants.built_anew(finding, code))
