"""GL905 grad-variables."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import OldApi, OldApiUse
from graphlint.autograd.run import Run
from graphlint.fixes import edits
from graphlint.rule.base import Finding, Rule, Severity, Tag
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix


class GradVariables(Rule):
    """Flags the deprecated keyword `grad_variables`.

    ## What it does
    Finds `torch.autograd.backward(..., grad_variables=...)`.

    ## Why is this bad?
    The keyword is now `grad_tensors`. PyTorch gives a FutureWarning, "`grad_variables` is deprecated. Use `grad_tensors` instead.", and
    raises if both are passed.

    ## Example
    ```python
    import torch

    weight = torch.randn(3, requires_grad=True)
    outputs = weight * 2
    torch.autograd.backward([outputs], grad_variables=[torch.ones(3)])  # GL905
    ```

    ## Use instead
    ```python
    import torch

    weight = torch.randn(3, requires_grad=True)
    outputs = weight * 2
    torch.autograd.backward([outputs], grad_tensors=[torch.ones(3)])
    ```

    ## Fix safety
    Renaming the keyword is safe, because the meaning is the same.

    ## Not reported when
    - The keyword is in a dict (`**options`) whose contents are unknown.

    ## References
    - [torch.autograd.backward](https://pytorch.org/docs/stable/generated/torch.autograd.backward.html)
    """

    code = "GL905"
    name = "grad-variables"
    severity = Severity.WARNING
    warns = "grad_variables"
    tags = frozenset((Tag.DEPRECATED,))

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each call with the deprecated keyword."""
        for event in run.of(OldApiUse):
            if event.api is OldApi.GRAD_VARIABLES:
                yield self.finding(
                    event.site,
                    "`grad_variables` was renamed to `grad_tensors`",
                    notes=('PyTorch warns "`grad_variables` is deprecated. Use `grad_tensors` instead."',),
                    help="rename the argument to `grad_tensors`",
                )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose the new keyword."""
        call = code.node_at(finding.site, ast.Call)
        if call is not None:
            old, new = "grad_variables", "grad_tensors"
            renamed = edits.keyword_renamed(code, call, old, new) or edits.key_renamed(code, old, new)
            yield Fix.of(f"Rename `{old}` to `{new}`", Applicability.SAFE, renamed)
