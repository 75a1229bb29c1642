"""GL404 nonleaf-grad."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import Certainty, GradRead, OptimizerCreated
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.fixes.queries.nodes import named
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.causes import MadeNonLeaf
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.wording import spelling


class NonleafGrad(Rule):
    """Flags `.grad` of a tensor that is not a leaf, and an optimizer over such a tensor.

    ## What it does
    Finds reads of `.grad` on a view, a cast, a tensor moved to another device or another result of an operation, and an optimizer over
    such a tensor: `torch.rand(3, requires_grad=True).to(device)`.

    ## Why is this bad?
    Backward accumulates gradients in leaves only. `.grad` of any other tensor is None, with a warning: "The .grad attribute of a Tensor
    that is not a leaf Tensor is being accessed". An optimizer over one raises a ValueError: "can't optimize a non-leaf Tensor".

    ## Example
    ```python
    import torch

    weight = torch.randn(2, 3, requires_grad=True).view(6)
    weight.pow(2).sum().backward()
    print(weight.grad)  # GL404
    ```

    ## Use instead
    ```python
    import torch

    weight = torch.randn(2, 3).view(6).requires_grad_()
    weight.pow(2).sum().backward()
    print(weight.grad)
    ```

    ## Fix safety
    All fixes are unsafe: the original leaf gets no gradient, or the program continues where it found None. `.requires_grad_()` moves to
    the end of the expression that creates the leaf; otherwise `.retain_grad()` is added, or the result is detached and made a leaf.

    ## Not reported when
    - `.to()` or `.float()` has no effect and returns the leaf itself. A move to a device that may differ is reported.
    - `.retain_grad()` was called on the tensor.

    ## References
    - [torch.Tensor.is_leaf](https://pytorch.org/docs/stable/generated/torch.Tensor.is_leaf.html)
    - [torch.Tensor.retain_grad](https://pytorch.org/docs/stable/generated/torch.Tensor.retain_grad.html)
    """

    code = "GL404"
    name = "nonleaf-grad"
    severity = Severity.WARNING
    may_raise = "can't optimize a non-leaf Tensor|NoneType"
    warns = "The .grad attribute of a Tensor that is not a leaf"
    yields_to = ("GL403",)

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each read of `.grad` on a tensor that certainly is not a leaf, and each optimizer of one."""
        for event in run.of(GradRead):
            if event.leaf is Certainty.NO and not event.retained:
                related = (Related("computed from a leaf here", event.by),) if event.by is not None else ()
                yield self.finding(
                    event.site,
                    f"{spelling(run, event.site, '`.grad`')} is read on a tensor that is not a leaf",
                    related,
                    frozenset((MadeNonLeaf(event.by),) if event.by is not None else ()),
                    notes=('PyTorch warns "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed" and returns None',),
                    help="read the gradient of the leaf, or call `retain_grad()` before `backward()`",
                )
        for optimizer in run.of(OptimizerCreated):
            if optimizer.nonleaf:
                yield self.finding(
                    optimizer.site,
                    "Optimizer is given a tensor that is not a leaf",
                    tuple(Related("result of an operation here", site) for site in optimizer.nonleaf),
                    notes=('PyTorch raises "can\'t optimize a non-leaf Tensor"',),
                    help="give it the leaf that the tensor is computed from",
                )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose `requires_grad_()` on the last result, `retain_grad()` on the tensor, or a leaf of its own."""
        results = [code.node_at(place.site, ast.expr) for place in finding.related]
        expressions = [expression for expression in results if expression is not None]
        if not expressions or len(expressions) < len(results):
            return
        last = [strategies.gradients.require_grad_last(code, expression) for expression in expressions]
        if None not in last:
            yield Fix.of("Call `requires_grad_()` after the last operation", Applicability.UNSAFE, *last)
        read = code.node_at(finding.site, ast.Attribute)
        if read is not None:
            edits = strategies.gradients.retain_grad(code, expressions[0], read)
            yield Fix.of(f"Call `retain_grad()` on {named(code, read.value)}", Applicability.UNSAFE, edits)
        if None in last:
            leaves = [strategies.gradients.make_leaf(code, expression) for expression in expressions]
            yield Fix.of("Detach the tensor and call `requires_grad_()`", Applicability.UNSAFE, *leaves)
