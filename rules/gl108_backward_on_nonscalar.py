"""GL108 backward-on-nonscalar."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import Fault, Raised, Run
from graphlint.fixes.edits import called
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix


class BackwardOnNonscalar(Rule):
    """Flags a backward without a gradient on what is surely not a single number.

    ## What it does
    Finds `backward()` without an argument on a tensor of more than one element: a loss with `reduction="none"`, a loss per sample, a
    tensor whose shape is known.

    ## Why is this bad?
    Backward starts from the gradient of its root, and PyTorch makes up only that of a single number, which is 1. On anything else it
    raises a RuntimeError: "grad can be implicitly created only for scalar outputs".

    ## Example
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    criterion = nn.MSELoss(reduction="none")
    loss = criterion(model(torch.randn(8, 3)), torch.randn(8, 1))
    loss.backward()  # GL108
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    criterion = nn.MSELoss(reduction="none")
    loss = criterion(model(torch.randn(8, 3)), torch.randn(8, 1))
    loss.mean().backward()
    ```

    ## Fix safety
    `.mean()` or `.sum()` before the backward is the right edit, and which of the two is the author's choice: the gradients of the sum
    are those of the mean times the number of elements. So it is unsafe, although the program raises as it is.
    `backward(torch.ones_like(loss))` is the same as the sum.

    ## Known limits
    - Only sizes that are surely known count; a batch of unknown size may hold one element, and is reported only where the loss was
      asked not to be reduced.

    ## References
    - [torch.Tensor.backward](https://pytorch.org/docs/stable/generated/torch.Tensor.backward.html)
    - [torch.autograd.backward](https://pytorch.org/docs/stable/generated/torch.autograd.backward.html)
    """

    code = "GL108"
    name = "backward-on-nonscalar"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Each backward whose root is surely no single number."""
        for event in run.of(Raised):
            if event.fault is Fault.NOT_SCALAR:
                root = run.nodes.get(event.root)
                yield self.finding(
                    event.site,
                    "backward without a gradient on a tensor of more than one element: PyTorch raises "
                    '"grad can be implicitly created only for scalar outputs"',
                    (Related("it is computed here", root.site),) if root is not None else (),
                    frozenset({("raised", event.site)}),
                )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """The root's mean, or its sum."""
        call = code.node_at(finding.site, ast.Call)
        if call is None or not isinstance(call.func, ast.Attribute):
            return
        root = call.func.value if call.func.attr == "backward" and not _is_module(call.func.value) else next(iter(call.args), None)
        if root is not None and not isinstance(root, (ast.List, ast.Tuple)):
            yield Fix.of("Walk the mean: call .mean() before the backward", Applicability.UNSAFE, called(code, root, ".mean()"))
            yield Fix.of("Walk the sum: call .sum() before the backward", Applicability.UNSAFE, called(code, root, ".sum()"))


def _is_module(node: ast.expr) -> bool:
    """Whether `node.backward` is torch.autograd's function."""
    return (isinstance(node, ast.Attribute) and node.attr == "autograd") or (isinstance(node, ast.Name) and node.id == "autograd")
