"""GL904 data-index."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import Misuse, Run
from graphlint.fixes.edits import item_read
from graphlint.rule.base import Finding, Rule, Severity
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix


class DataIndex(Rule):
    """Flags `.data[0]` of a tensor that is a single number.

    ## What it does
    Finds `loss.data[0]` where the loss surely has no dimension: a mean, a sum, a criterion's result that is not per sample.

    ## Why is this bad?
    A loss had one dimension before PyTorch 0.4 and has none today; there is nothing to index. PyTorch raises an IndexError: "invalid
    index of a 0-dim tensor. Use `tensor.item()` in Python".

    ## Example
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    loss = nn.functional.mse_loss(model(torch.randn(8, 3)), torch.randn(8, 1))
    loss.backward()
    print(loss.data[0])  # GL904
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    loss = nn.functional.mse_loss(model(torch.randn(8, 3)), torch.randn(8, 1))
    loss.backward()
    print(loss.item())
    ```

    ## Fix safety
    `.item()` in place of `.data[0]` is the right edit and a safe one: the expression raises as it is, and `.item()` is the number that
    it meant. The error hides what comes behind it: the next such place is found, and mended, once the first is.

    ## Known limits
    - A tensor of unknown dimension may have one, and is no finding.

    ## References
    - [torch.Tensor.item](https://pytorch.org/docs/stable/generated/torch.Tensor.item.html)
    """

    code = "GL904"
    name = "data-index"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Each index into a single number."""
        for event in run.of(Misuse):
            if event.what == "data_index":
                yield self.finding(event.site, ".data[0] of a tensor that is a single number: PyTorch raises an IndexError")

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """The number by item()."""
        index = code.node_at(finding.site, ast.Subscript)
        if index is not None:
            yield Fix.of("Read the number with .item()", Applicability.SAFE, item_read(code, index), uncovers=True)
