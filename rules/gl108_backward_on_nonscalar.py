"""GL108 backward-on-nonscalar."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import Fault, Raised
from graphlint.autograd.run import Run
from graphlint.fixes import edits, strategies
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.causes import ErrorAt
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.wording import raises, spelling


class BackwardOnNonscalar(Rule):
    """Flags a backward pass without a gradient argument on a tensor that is not a scalar.

    ## What it does
    Finds `backward()` without an argument on a tensor with more than one element: a loss with `reduction="none"`, a per-sample loss, or
    a tensor of known shape.

    ## Why is this bad?
    Backward starts from the gradient of its root, which PyTorch creates only for a single element. Otherwise it raises a RuntimeError:
    "grad can be implicitly created only for scalar outputs".

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
    Adding `.mean()` or `.sum()` is unsafe, because the choice scales the gradients by the number of elements. If the program also reads
    the number of the loss, as by `loss.item()`, the loss is reduced where it is computed.
    `backward(torch.ones_like(loss))` is equivalent to `.sum()`.

    ## Not reported when
    - The size is unknown and could be one element, unless the loss was created without a reduction.

    ## References
    - [torch.Tensor.backward](https://pytorch.org/docs/stable/generated/torch.Tensor.backward.html)
    - [torch.autograd.backward](https://pytorch.org/docs/stable/generated/torch.autograd.backward.html)
    """

    code = "GL108"
    name = "backward-on-nonscalar"
    severity = Severity.ERROR
    raises = "grad can be implicitly created only for scalar"

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each `backward()` that certainly starts from a tensor with more than one element."""
        for event in run.of(Raised):
            if event.fault is Fault.NOT_SCALAR:
                root = run.nodes.get(event.root)
                yield self.finding(
                    event.site,
                    f"{spelling(run, event.site, '`backward()`')} needs a gradient: its tensor is not a scalar",
                    (Related("tensor computed here", root.site),) if root is not None else (),
                    frozenset({ErrorAt(event.site)}),
                    notes=(raises(event.fault),),
                    help="reduce the tensor with `.mean()` or `.sum()`, or pass `gradient`",
                )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose the mean of the tensor, or its sum."""
        call = code.node_at(finding.site, ast.Call)
        if call is None or not isinstance(call.func, ast.Attribute):
            return
        root = call.func.value if call.func.attr == "backward" and not _is_autograd_module(call.func.value) else next(iter(call.args), None)
        if root is not None and not isinstance(root, (ast.List, ast.Tuple)):
            yield from strategies.reduced_losses.reduce_where_computed(code, root)
            yield Fix.of("Call `.mean()` before `backward()`", Applicability.UNSAFE, edits.called(code, root, ".mean()"))
            yield Fix.of("Call `.sum()` before `backward()`", Applicability.UNSAFE, edits.called(code, root, ".sum()"))


def _is_autograd_module(node: ast.expr) -> bool:
    """Return True if `node` is the module `torch.autograd`, whose `backward` is a function."""
    return (isinstance(node, ast.Attribute) and node.attr == "autograd") or (isinstance(node, ast.Name) and node.id == "autograd")
