"""GL903 variable-wrapper."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Misuse, Run
from graphlint.rules_api import Finding, Rule, Severity


class VariableWrapper(Rule):
    """Flags Variable(...), which only returns its tensor anew.

    ## What it does
    Finds calls of `torch.autograd.Variable`. The rule is off by default, as the call does no harm.

    ## Why is this bad?
    Tensors and variables are one since PyTorch 0.4. The call returns a new tensor over the same memory, which a module takes as it
    would have taken the old one. Of a tensor with a graph it returns one without: what was meant to be wrapped is cut off.

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
    Writing the tensor alone, or `tensor.requires_grad_()` for `Variable(tensor, requires_grad=True)`, is the right edit. It is safe for
    a tensor that is made on the spot. It is unsafe where another name refers to the tensor: `Variable` returns a new tensor over the
    same memory, without the old one's graph, and `requires_grad_()` changes the tensor itself.

    ## Known limits
    - `Variable` in an `isinstance` test is no call and no finding.

    ## References
    - [Automatic differentiation package: Variable (deprecated)](https://pytorch.org/docs/stable/autograd.html)
    """

    code = "GL903"
    name = "variable-wrapper"
    severity = Severity.INFO
    default = False
    yields_to = ("GL902",)

    def check(self, run: Run) -> Iterator[Finding]:
        """Each call of Variable."""
        for event in run.of(Misuse):
            if event.what == "Variable":
                yield self.finding(
                    event.site, "Variable is not needed since PyTorch 0.4: on data the call has no effect, and a graph is cut off by it"
                )
