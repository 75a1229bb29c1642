"""GL402 data-attribute."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import OldApi, OldApiUse
from graphlint.autograd.run import Run
from graphlint.fixes import edits, strategies
from graphlint.rule.base import Finding, Rule, Severity
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix


class DataAttribute(Rule):
    """Flags the attribute .data, which autograd cannot see.

    ## What it does
    Finds reads of `.data` on tensors. The rule is off by default because much correct code from before PyTorch 0.4 uses it.

    ## Why is this bad?
    `.data` shares the tensor's memory but neither its graph nor its version counter. Backward cannot detect modifications through it,
    so gradients may be wrong without an error.

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
    All fixes are unsafe: the values are the same, but a modification that went undetected may now raise in backward. A read becomes
    `.detach()`, a modification runs on the tensor under `torch.no_grad()`, and an assignment to `.data` becomes `copy_`.

    ## Not reported when
    - The object may not be a tensor (`batch.data`, `graph.ndata`).

    ## References
    - [torch.Tensor.detach](https://pytorch.org/docs/stable/generated/torch.Tensor.detach.html)
    - [torch.no_grad](https://pytorch.org/docs/stable/generated/torch.no_grad.html)
    """

    code = "GL402"
    name = "data-attribute"
    severity = Severity.INFO
    default = False

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each use of `.data`."""
        for event in run.of(OldApiUse):
            if event.api is OldApi.DATA:
                yield self.finding(
                    event.site,
                    "`.data` bypasses autograd's correctness checks",
                    notes=("`backward()` does not detect an in-place change through it",),
                    help="use `.detach()`, or `torch.no_grad()` for an update",
                )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose `detach()` for a read, `no_grad()` for a change."""
        use = code.node_at(finding.site, ast.Attribute) or code.node_at(finding.site, ast.Assign)
        statement = code.statement_of(use) if use is not None else None
        target = strategies.parameter_updates.changed_data(statement) if statement is not None else None
        if statement is not None and target is not None:
            yield Fix.of(
                "Change the tensor itself under `no_grad()`",
                Applicability.UNSAFE,
                *strategies.parameter_updates.through_data(code, statement, target),
            )
        if isinstance(use, ast.Attribute) and use is not target:
            yield Fix.of(
                "Replace `.data` with `.detach()`",
                Applicability.UNSAFE,
                edits.attribute_replaced(code, use, ".detach()"),
            )
