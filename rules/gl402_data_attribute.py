"""GL402 data-attribute."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Misuse, Run
from graphlint.rules_api import Finding, Rule, Severity


class DataAttribute(Rule):
    """Flags the attribute .data, which autograd cannot see.

    ## What it does
    Finds reads of `.data` on tensors. The rule is off by default, as there is much right code of before PyTorch 0.4.

    ## Why is this bad?
    `.data` shares the tensor's memory and neither its graph nor its version. What is changed through it is not noticed by the check
    that a backward makes, and the gradients are then wrong without an error.

    ## Example
    ```python
    import torch

    weight = torch.zeros(3, requires_grad=True)
    (weight - 1).pow(2).sum().backward()
    weight.data -= 0.1 * weight.grad  # GL402
    ```

    ## Use instead
    ```python
    import torch

    weight = torch.zeros(3, requires_grad=True)
    (weight - 1).pow(2).sum().backward()
    with torch.no_grad():
        weight -= 0.1 * weight.grad
    ```

    ## Fix safety
    `.detach()` for a read, and `with torch.no_grad():` around a change, is the right edit. Both are unsafe: the values are the same,
    and a change that no backward noticed before makes it raise then, as it should.

    ## Known limits
    - An attribute `data` of what is no tensor (`batch.data`, `graph.ndata`) is no finding.

    ## References
    - [torch.Tensor.detach](https://pytorch.org/docs/stable/generated/torch.Tensor.detach.html)
    - [torch.no_grad](https://pytorch.org/docs/stable/generated/torch.no_grad.html)
    """

    code = "GL402"
    name = "data-attribute"
    severity = Severity.INFO
    default = False

    def check(self, run: Run) -> Iterator[Finding]:
        """Each read of .data."""
        for event in run.of(Misuse):
            if event.what == "data":
                yield self.finding(event.site, ".data escapes autograd: an in-place change through it is not noticed by any backward")
