"""GL102 forward-outside-loop."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Fault, Raised
from graphlint.autograd.queries import Freed, built_in_loop, classify_freed_graph, frozen_calls, iterations
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Rule, Severity, built_site, freed_places
from graphlint.rule.causes import ErrorAt
from graphlint.rule.code import Code
from graphlint.rule.evidence import Evidence, EvidenceKind
from graphlint.rule.fix import Fix, distinct_fixes
from graphlint.rule.story import Story
from graphlint.rule.wording import raises


class ForwardOutsideLoop(Rule):
    """Flags a backward pass in a loop over a graph, or a part of one, that was built before the loop.

    ## What it does
    Finds a `backward()` in a loop whose graph was built before the loop, in whole or in part: a forward pass, features, a weight
    penalty, or a value cached by the first iteration. The loop may be in a caller of the function that contains the backward.

    ## Why is this bad?
    The first iteration's backward frees the saved tensors. The second iteration needs them again and raises a RuntimeError: "Trying to
    backward through the graph a second time".

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
    Moving the forward pass into the loop is unsafe: it then runs in every iteration, with the current weights and new random numbers.
    Removing a cache or a condition, creating a list inside the loop, and detaching a part that the loop does not train are unsafe as
    well. `retain_graph=True` is never offered: every iteration would train on the outputs of the initial weights.

    ## Not reported when
    - The loop is known to run only once.
    - The part saves no tensors, for example a sum of weights.
    - Unresolved code receives the part in between: it may detach it.

    ## References
    - [torch.Tensor.backward](https://pytorch.org/docs/stable/generated/torch.Tensor.backward.html)
    - [Autograd mechanics](https://pytorch.org/docs/stable/notes/autograd.html)
    """

    code = "GL102"
    name = "forward-outside-loop"
    severity = Severity.ERROR
    story = Story.ERROR
    raises = "second time"

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each `backward()` through a freed graph that was built once and is needed in every iteration."""
        for event in run.of(Raised):
            if event.fault is Fault.FREED and classify_freed_graph(run, event) is Freed.BEFORE_LOOP:
                freed, again = iterations(event)
                yield self.finding(
                    event.site,
                    "Graph built in an earlier iteration was already freed by its `backward()`"
                    if built_in_loop(run, event)
                    else f"Graph built before the loop is freed by {freed}'s `backward()`",
                    freed_places(run, event),
                    frozenset({ErrorAt(event.site)}),
                    notes=(f"in {again} {raises(event.fault)}",),
                    help="build the graph in every iteration, or detach the part that needs no gradient",
                    hints=strategies.places.sites_of_invariant(run, event),
                    origin=built_site(run, event),
                )

    def evidence(self, run: Run) -> Iterator[Evidence]:
        """Refute each call of a frozen module in callees: it builds no graph that is freed."""
        yield from self.evidence_at(EvidenceKind.REFUTED_IN_CALLEES, frozen_calls(run))

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose to build the graph in every iteration, or without grad mode."""
        yield from distinct_fixes(code, strategies.loop_invariants.rebuild_or_detach(finding, code))
