"""GL901 retain-variables."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import OldApi, OldApiUse
from graphlint.autograd.run import Run
from graphlint.fixes import edits
from graphlint.rule.base import Finding, Rule, Severity, Tag
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix


class RetainVariables(Rule):
    """Flags the keyword `retain_variables`, which PyTorch has removed.

    ## What it does
    Finds `backward(retain_variables=...)` and `torch.autograd.backward(..., retain_variables=...)`.

    ## Why is this bad?
    The keyword is now `retain_graph`. The old name raises a TypeError: "got an unexpected keyword argument 'retain_variables'".

    ## Example
    ```python
    import torch

    weight = torch.randn(3, requires_grad=True)
    loss = weight.exp().sum()
    loss.backward(retain_variables=True)  # GL901
    loss.backward()
    ```

    ## Use instead
    ```python
    import torch

    weight = torch.randn(3, requires_grad=True)
    loss = weight.exp().sum()
    loss.backward(retain_graph=True)
    loss.backward()
    ```

    ## Fix safety
    Renaming the keyword is safe: the call raises without it, and the meaning is the same. If the argument is not needed, GL201 reports
    it after the renaming.

    ## Not reported when
    - The keyword is in a dict (`**options`) whose contents are unknown.

    ## References
    - [torch.Tensor.backward](https://pytorch.org/docs/stable/generated/torch.Tensor.backward.html)
    """

    code = "GL901"
    name = "retain-variables"
    severity = Severity.ERROR
    raises = "retain_variables"
    tags = frozenset((Tag.DEPRECATED,))

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each call with the removed keyword."""
        for event in run.of(OldApiUse):
            if event.api is OldApi.RETAIN_VARIABLES:
                yield self.finding(
                    event.site,
                    "`retain_variables` was renamed to `retain_graph`",
                    notes=("Python raises \"got an unexpected keyword argument 'retain_variables'\"",),
                    help="rename the argument to `retain_graph`",
                )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose the new keyword, or to remove one that is not needed."""
        call = code.node_at(finding.site, ast.Call)
        if call is not None:
            renamed = edits.keyword_renamed(code, call, "retain_variables", "retain_graph") or edits.key_renamed(
                code, "retain_variables", "retain_graph"
            )
            yield Fix.of("Rename `retain_variables` to `retain_graph`", Applicability.SAFE, renamed, uncovers=True)
            value = next((each.value for each in call.keywords if each.arg == "retain_variables"), None)
            if not isinstance(value, ast.Constant):
                return
            yield Fix.of("Remove `retain_variables`", Applicability.SAFE, edits.argument_removed(code, call, "retain_variables"))
