"""GL106 inplace-on-leaf."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Fault, Raised
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.causes import ErrorAt
from graphlint.rule.code import Code
from graphlint.rule.fix import Fix, distinct_fixes
from graphlint.rule.wording import raises, spelling


class InplaceOnLeaf(Rule):
    """Flags an in-place operation, with grad mode on, on a leaf that requires grad or on a view of one.

    ## What it does
    Finds in-place updates of parameters and other leaves that require grad outside `torch.no_grad()`: `weight -= lr * weight.grad`,
    `weight.mul_(0.5)`, `embedding.weight[0] = vector`.

    ## Why is this bad?
    Autograd accumulates gradients in leaves, and a recorded in-place operation would make the leaf a non-leaf. PyTorch raises a
    RuntimeError: "a leaf Variable that requires grad is being used in an in-place operation", or "a view of a leaf Variable ...".

    ## Example
    ```python
    import torch

    weight = torch.zeros(3, requires_grad=True)
    loss = (weight - 1).pow(2).sum()
    loss.backward()
    weight -= 0.1 * weight.grad  # GL106
    ```

    ## Use instead
    ```python
    import torch

    weight = torch.zeros(3, requires_grad=True)
    loss = (weight - 1).pow(2).sum()
    loss.backward()
    with torch.no_grad():
        weight -= 0.1 * weight.grad
    ```

    ## Fix safety
    Wrapping the statement in `torch.no_grad()` is safe, because the statement raises without it. Updates that follow it, and a loop
    that contains only updates, are wrapped together; a function that contains only updates gets the decorator. Writing to `.data` also
    avoids the error but bypasses autograd's checks (GL402).

    ## Not reported when
    - The tensor may not require grad, for example because it comes from unresolved code.
    - The update runs under `torch.no_grad()`. If a later backward needs the old values, see GL104.
    - The view is an output of `split`, `chunk`, or `unbind`, or was created under `torch.no_grad()` (GL110).

    ## References
    - [Autograd mechanics](https://pytorch.org/docs/stable/notes/autograd.html)
    - [torch.no_grad](https://pytorch.org/docs/stable/generated/torch.no_grad.html)
    """

    code = "GL106"
    name = "inplace-on-leaf"
    severity = Severity.ERROR
    raises = "leaf Variable that requires grad is being used in an in-place operation"
    yields_to = ("GL110",)

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each in-place operation that PyTorch refuses."""
        for event in run.of(Raised):
            if event.fault not in (Fault.LEAF_CHANGED, Fault.LEAF_VIEW_CHANGED):
                continue
            view = event.fault is Fault.LEAF_VIEW_CHANGED
            leaf = run.nodes.get(event.chain[0]) if event.chain else None
            related = (Related("leaf created here", leaf.site),) if leaf is not None else ()
            yield self.finding(
                event.site,
                f"{spelling(run, event.site, 'In-place operation')} changes {'a view of ' if view else ''}a leaf that requires grad",
                related,
                frozenset({ErrorAt(event.site)}),
                notes=(raises(event.fault),),
                help="put the update under `torch.no_grad()`",
            )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose the update under `no_grad()`."""
        yield from distinct_fixes(code, strategies.parameter_updates.update_under_no_grad(code, finding.site))
