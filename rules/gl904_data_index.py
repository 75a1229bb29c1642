"""GL904 data-index."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import OldApi, OldApiUse
from graphlint.autograd.run import Run
from graphlint.fixes import edits
from graphlint.rule.base import Finding, Rule, Severity, Tag
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.wording import spelling


class DataIndex(Rule):
    """Flags `.data[0]` of a zero-dimensional tensor.

    ## What it does
    Finds `loss.data[0]` if the loss has no dimensions: a mean, a sum, or the reduced result of a criterion.

    ## Why is this bad?
    Since PyTorch 0.4 such a loss has no dimension to index. PyTorch raises an IndexError: "invalid index of a 0-dim tensor. Use
    `tensor.item()` in Python".

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
    Replacing `.data[0]` with `.item()` is safe: the expression raises without it, and `.item()` returns the intended number. The error
    hides later occurrences, which are found after the first is fixed.

    ## Not reported when
    - The number of dimensions is unknown.

    ## References
    - [torch.Tensor.item](https://pytorch.org/docs/stable/generated/torch.Tensor.item.html)
    """

    code = "GL904"
    name = "data-index"
    severity = Severity.ERROR
    raises = "invalid index of a 0-dim tensor"
    tags = frozenset((Tag.DEPRECATED,))

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each index into a scalar."""
        for event in run.of(OldApiUse):
            if event.api is OldApi.DATA_INDEX:
                yield self.finding(
                    event.site,
                    f"{spelling(run, event.site, '`.data[0]`')} indexes a tensor that is a single number",
                    notes=('PyTorch raises "invalid index of a 0-dim tensor"',),
                    help="use `.item()`",
                )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose `item()`."""
        index = code.node_at(finding.site, ast.Subscript)
        if index is not None:
            yield Fix.of("Replace `.data[0]` with `.item()`", Applicability.SAFE, edits.item_read(code, index), uncovers=True)
