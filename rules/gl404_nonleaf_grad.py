"""GL404 nonleaf-grad."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Certainty, GradRead, OptimizerMade, Run
from graphlint.rules_api import Finding, Related, Rule, Severity


class NonleafGrad(Rule):
    """Flags .grad of a tensor that is no leaf, and an optimizer that is given one.

    ## What it does
    Finds reads of `.grad` on a view, a cast, a tensor moved to another device or another result of an operation, and an optimizer that
    is made over such a tensor: `torch.rand(3, requires_grad=True).to(device)`.

    ## Why is this bad?
    A backward collects gradients in leaves only. `.grad` of anything else is None, with a warning: "The .grad attribute of a Tensor
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
    Asking for the gradient last (`torch.rand(3, device=device, requires_grad=True)`, or `.requires_grad_()` behind the move) makes the
    leaf that was meant. It is unsafe: the tensor that was the leaf before gets no gradient any more. Where the gradient of an
    intermediate result is wanted, `.retain_grad()` before the backward is right.

    ## Known limits
    - `.to()` and `.float()` that change nothing return the same leaf; only what surely moves or casts, or a device that may differ,
      counts.
    - After `.retain_grad()` the read is right and no finding.

    ## References
    - [torch.Tensor.is_leaf](https://pytorch.org/docs/stable/generated/torch.Tensor.is_leaf.html)
    - [torch.Tensor.retain_grad](https://pytorch.org/docs/stable/generated/torch.Tensor.retain_grad.html)
    """

    code = "GL404"
    name = "nonleaf-grad"
    severity = Severity.WARNING
    yields_to = ("GL403",)

    def check(self, run: Run) -> Iterator[Finding]:
        """Each read of .grad on what is surely no leaf, and each optimizer over one."""
        for event in run.of(GradRead):
            if event.leaf is Certainty.NO and not event.retained:
                related = (Related("it is made from a leaf here, and is none itself", event.by),) if event.by is not None else ()
                yield self.finding(
                    event.site,
                    ".grad of a tensor that is no leaf, while the gradient is in the leaf that it was made from: "
                    "PyTorch warns and gives None",
                    related,
                    frozenset({("made", event.by)}),
                )
        for made in run.of(OptimizerMade):
            if made.nonleaf:
                yield self.finding(
                    made.site,
                    'an optimizer is given a tensor that is no leaf: PyTorch raises "can\'t optimize a non-leaf Tensor"',
                    tuple(Related("it is made by an operation here", site) for site in made.nonleaf),
                )
