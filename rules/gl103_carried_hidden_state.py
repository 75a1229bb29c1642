"""GL103 carried-hidden-state."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Fault, Raised, Run
from graphlint.autograd.queries import Freed, freed_how
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Rule, Severity, freed_places
from graphlint.rule.code import Code
from graphlint.rule.fix import Fix, distinct


class CarriedHiddenState(Rule):
    """Flags a backward that a state carried over from the iteration before leads into that iteration's freed graph.

    ## What it does
    Finds state that each iteration rebuilds from itself and hands on with its graph: a variable, an LSTM's tuple, a list of the layers'
    states, an attribute of the module (`self.hidden`), a running mean. The finding stands on the backward that walks into the graph of
    an earlier iteration.

    ## Why is this bad?
    The new state hangs on the old one, and the old one on the graph that the last backward has freed. The second iteration (or a later
    one, where two states take turns) raises a RuntimeError: "Trying to backward through the graph a second time".

    ## Example
    ```python
    import torch
    from torch import nn

    cell = nn.GRUCell(3, 4)
    hidden = torch.zeros(1, 4)
    for step in range(3):
        hidden = cell(torch.randn(1, 3), hidden)
        loss = hidden.pow(2).mean()
        loss.backward()  # GL103
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
    Detaching the state is right and makes the program run: at the head of the loop that carries it, where it is stored in an attribute or
    a collection, or in the operation that takes it. Each iteration then learns from its own steps only, with the state as a constant
    input (truncated backpropagation through time). It is unsafe in the sense that it decides what is learned: who wants gradients
    through several iterations has to add up their losses and call backward once, behind the loop. `retain_graph=True` is the wrong cure
    and is not offered: each iteration walks all the earlier ones (GL205), and after a step it raises (GL104).

    ## Known limits
    - Any spelling of detaching counts (`.detach()`, `.detach_()`, `.data`, a helper over tuples, a copy under `torch.no_grad()`), if
      its source is at hand; a call whose source is not at hand may detach, and no finding rests on it.
    - The loop is assumed to run as often as the finding needs, unless its count is known.

    ## References
    - [torch.Tensor.detach](https://pytorch.org/docs/stable/generated/torch.Tensor.detach.html)
    - [torch.Tensor.backward](https://pytorch.org/docs/stable/generated/torch.Tensor.backward.html)
    """

    code = "GL103"
    name = "carried-hidden-state"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Each walk that a carried state leads into an earlier iteration's freed graph."""
        for event in run.of(Raised):
            if event.fault is Fault.FREED and freed_how(run, event) is Freed.CARRIED:
                yield self.finding(
                    event.site,
                    "a state carried over from the iteration before still hangs on that iteration's freed graph, and this backward walks "
                    'into it: PyTorch raises "Trying to backward through the graph a second time"',
                    freed_places(run, event),
                    frozenset({("raised", event.site)}),
                    **strategies.places.carried_over(run, event),
                )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """The state detached at the head of the loop, where it is stored, or where it is taken."""
        yield from distinct(code, strategies.truncated_backprop.carried_state(finding, code))
