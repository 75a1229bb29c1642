"""GL106 inplace-on-leaf."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Fault, Raised, Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.code import Code
from graphlint.rule.fix import Fix, distinct


class InplaceOnLeaf(Rule):
    """Flags an in-place change, with grad mode on, of a leaf that requires grad or of a view of one.

    ## What it does
    Finds in-place operations on parameters and on other leaves that require grad: `weight -= lr * weight.grad`, `weight.mul_(0.5)`,
    `embedding.weight[0] = vector`, where they do not stand under `torch.no_grad()`.

    ## Why is this bad?
    A leaf is where gradients are collected; a recorded change in place would turn it into the result of an operation. PyTorch refuses
    with a RuntimeError: "a leaf Variable that requires grad is being used in an in-place operation", or "a view of a leaf Variable
    ...".

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
    Putting the statement under `torch.no_grad()` is the right edit and a safe one: the statement raises as it is, so no program depends
    on what it does. Updates that follow it, and a loop that does nothing but update, go with it; a function that does nothing else is
    decorated. For initial values, the functions of `torch.nn.init` have the no_grad inside. Writing to `.data` makes it run as well, and
    hides the change from every check (GL402).

    ## Known limits
    - Only what surely is a leaf that requires grad is reported; a tensor from code that is not at hand may require none.
    - A change of the same leaf under `torch.no_grad()` is right here and may still be GL104, where a backward needs the old values.

    ## References
    - [Autograd mechanics](https://pytorch.org/docs/stable/notes/autograd.html)
    - [torch.no_grad](https://pytorch.org/docs/stable/generated/torch.no_grad.html)
    """

    code = "GL106"
    name = "inplace-on-leaf"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Each refused in-place operation."""
        for event in run.of(Raised):
            if event.fault not in (Fault.LEAF_CHANGED, Fault.LEAF_VIEW_CHANGED):
                continue
            view = event.fault is Fault.LEAF_VIEW_CHANGED
            leaf = run.nodes.get(event.chain[0]) if event.chain else None
            related = (Related("the leaf is made here", leaf.site),) if leaf is not None else ()
            yield self.finding(
                event.site,
                f"{'a view of a leaf' if view else 'a leaf'} that requires grad is changed in place with grad mode on: PyTorch raises "
                f'"{event.fault.value}"',
                related,
                frozenset({("raised", event.site)}),
            )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """The update under no_grad."""
        yield from distinct(code, strategies.parameter_updates.update_under_no_grad(code, finding.site))
