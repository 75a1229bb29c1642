"""GL101 double-backward."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Fault, Raised, Run
from graphlint.autograd.queries import Freed, freed_how
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Rule, Severity, freed_places
from graphlint.rule.code import Code
from graphlint.rule.fix import Fix, distinct


class DoubleBackward(Rule):
    """Flags a backward that reaches saved tensors which an earlier backward has freed.

    ## What it does
    Finds a `backward()`, or a `torch.autograd.grad()`, over a graph that an earlier one has walked without `retain_graph=True` or
    `create_graph=True`: the same loss again, two losses over one forward pass, a list of losses, a helper that is called twice with one
    loss, the discriminator's step and the generator's step over one undetached fake. The finding stands on the second backward; the
    forward pass and the first backward are its related places.

    ## Why is this bad?
    An operation saves what its derivative needs (a product its operands, `exp` its result), and a backward frees what it has used. The
    second backward asks for the same tensors and raises a RuntimeError: "Trying to backward through the graph a second time (or
    directly access saved tensors after they have already been freed)".

    ## Example
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    inputs, targets = torch.randn(8, 3), torch.randn(8, 1)
    outputs = model(inputs)
    squared = nn.functional.mse_loss(outputs, targets)
    absolute = nn.functional.l1_loss(outputs, targets)
    squared.backward()
    absolute.backward()  # GL101
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    inputs, targets = torch.randn(8, 3), torch.randn(8, 1)
    outputs = model(inputs)
    squared = nn.functional.mse_loss(outputs, targets)
    absolute = nn.functional.l1_loss(outputs, targets)
    (squared + absolute).backward()
    ```

    ## Fix safety
    Where both backwards stand in one block and nothing between them reads or changes a gradient, the losses are added up and walked once,
    or the earlier backward is given `retain_graph=True`: both are safe, the gradients are the same up to rounding. So is one backward of
    the sum in place of a loop that only walks losses that were made beside it. Everything else is unsafe: to delete a second walk of the
    same root, to keep a graph over a step, to hand over a sum in one call and so make one step of two, to detach what was fed to the
    discriminator or the generator: the author decides what is trained.

    ## Known limits
    - A graph whose operations save nothing (`add`, `sub`, `sum`, `mean`, views) can be walked any number of times. That something was
      saved has to follow from a known operation, from the call of a module or a criterion, or from the same root being walked again.
    - A call whose source is not at hand may detach, and no finding rests on it alone.
    - In a loop, the same error is GL102 if the part was built once, and GL103 if a state carries it from one iteration into the next.

    ## References
    - [torch.Tensor.backward](https://pytorch.org/docs/stable/generated/torch.Tensor.backward.html)
    - [Autograd mechanics](https://pytorch.org/docs/stable/notes/autograd.html)
    """

    code = "GL101"
    name = "double-backward"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Each walk of a freed graph that no loop explains."""
        for event in run.of(Raised):
            if event.fault is Fault.FREED and freed_how(run, event) is Freed.TWICE:
                yield self.finding(
                    event.site,
                    "this backward walks a graph that an earlier backward has freed: "
                    'PyTorch raises "Trying to backward through the graph a second time"',
                    freed_places(run, event),
                    frozenset({("raised", event.site)}),
                    **strategies.places.walked_twice(run, event),
                )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """One walk of the sum, a retained graph, or a part detached."""
        yield from distinct(code, strategies.repeated_backward.walked_once(finding, code))
