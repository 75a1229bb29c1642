"""GL903 variable-wrapper."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import OldApi, OldApiUse
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Rule, Severity, Tag
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix


class VariableWrapper(Rule):
    """Flags `Variable(...)`, which returns a tensor over the same memory, without the graph of its argument.

    ## What it does
    Finds calls of `torch.autograd.Variable`. The rule is off by default because the call is harmless.

    ## Why is this bad?
    Tensors and variables are the same type since PyTorch 0.4. The call returns a new tensor over the same memory; if the tensor has a
    graph, the result is detached from it.

    ## Example
    ```python
    import torch
    from torch.autograd import Variable

    model = torch.nn.Linear(3, 1)
    inputs = Variable(torch.randn(8, 3))  # GL903
    model(inputs).mean().backward()
    ```

    ## Use instead
    ```python
    import torch

    model = torch.nn.Linear(3, 1)
    inputs = torch.randn(8, 3)
    model(inputs).mean().backward()
    ```

    ## Fix safety
    Replacing the call with the tensor, or with `tensor.requires_grad_()` for `Variable(tensor, requires_grad=True)`, is safe if the
    argument is a call of a PyTorch constructor. Otherwise it is unsafe: `Variable` returns a detached tensor, and `requires_grad_()`
    changes the tensor itself.

    ## Not reported when
    - `Variable` is not called, for example in an `isinstance` test.

    ## References
    - [Automatic differentiation package: Variable (deprecated)](https://pytorch.org/docs/stable/autograd.html)
    """

    code = "GL903"
    name = "variable-wrapper"
    severity = Severity.INFO
    tags = frozenset((Tag.DEPRECATED,))
    default = False
    yields_to = ("GL902",)

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each call of Variable."""
        for event in run.of(OldApiUse):
            if event.api is OldApi.VARIABLE:
                yield self.finding(
                    event.site,
                    "`Variable` is unnecessary since PyTorch 0.4",
                    notes=("the call returns the same data, detached from any graph",),
                    help="use the tensor itself",
                )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose the tensor itself."""
        call = code.node_at(finding.site, ast.Call)
        tensor = strategies.rewrapped_tensors.wrapped_tensor(call) if call is not None else None
        if call is not None and tensor is not None:
            safety = Applicability.SAFE if strategies.rewrapped_tensors.creates_tensor(code, tensor) else Applicability.UNSAFE
            yield Fix.of("Remove `Variable`", safety, strategies.rewrapped_tensors.unwrap_variable(code, call))
