"""GL403 rebound-parameter."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import Rebound, Run
from graphlint.fixes import strategies
from graphlint.fixes.lookups import named, neighbours
from graphlint.rule.base import Finding, Rule, Severity
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix


class ReboundParameter(Rule):
    """Flags an update by hand that binds a leaf's name to a new tensor, such as `w = w - lr * w.grad`.

    ## What it does
    Finds an update of a leaf from its own gradient that is written as an assignment and not in place, also of a loop's variable over a
    list of leaves (`for p in parameters: p = p - lr * p.grad`).

    ## Why is this bad?
    The right side makes a new tensor, and the assignment gives it the name; the leaf itself stays as it was. The new tensor is no leaf
    (or requires no grad, if it was made under no_grad): the next backward leaves its `.grad` None, and the next update raises a
    TypeError: "unsupported operand type(s) for *: 'float' and 'NoneType'". A loop's variable changes nothing at all, without an error.

    ## Example
    ```python
    import torch

    weight = torch.zeros(3, requires_grad=True)
    for step in range(3):
        loss = (weight - 1).pow(2).sum()
        loss.backward()
        weight = weight - 0.1 * weight.grad  # GL403
    ```

    ## Use instead
    ```python
    import torch

    weight = torch.zeros(3, requires_grad=True)
    for step in range(3):
        loss = (weight - 1).pow(2).sum()
        loss.backward()
        with torch.no_grad():
            weight -= 0.1 * weight.grad
        weight.grad = None
    ```

    ## Fix safety
    The leaf is changed in place under `torch.no_grad()`, and its gradient is reset where nothing else does it. It is unsafe: the
    program begins to train, and where the old values are used afterwards under another name they have changed. Where a new tensor is
    meant, as in an inner loop that is differentiated through, the gradient has to come from `torch.autograd.grad`.

    ## Known limits
    - An update that uses gradients from `torch.autograd.grad`, as in MAML's inner loop, is no finding.
    - A name that is made a leaf anew in each iteration (`.detach().requires_grad_()`) is no finding.

    ## References
    - [torch.Tensor.is_leaf](https://pytorch.org/docs/stable/generated/torch.Tensor.is_leaf.html)
    - [torch.no_grad](https://pytorch.org/docs/stable/generated/torch.no_grad.html)
    """

    code = "GL403"
    name = "rebound-parameter"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Each leaf whose name was bound to its update."""
        for event in run.of(Rebound):
            yield self.finding(
                event.site,
                f"{event.name} is bound to a new tensor here, the leaf itself does not change: nothing is learned, and .grad of "
                "the new tensor is None",
                (),
                frozenset({("made", event.made), ("lost", event.made), ("leaf", event.leaf)}),
            )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """The leaf changed in place, under no_grad; its gradient reset where nothing else does it."""
        statement = code.node_at(finding.site, ast.stmt)
        found = strategies.parameter_updates.rebinding(statement) if statement is not None else None
        if statement is None or found is None:
            return
        name = named(code, found[0])
        together = neighbours(code, statement, strategies.parameter_updates.rebinding)
        for run in (together, [statement]) if len(together) > 1 else ([statement],):
            for reset in (False, True):
                what = name if len(run) == 1 else f"{name} and its neighbours"
                message = f"Change {what} in place under no_grad" + (", and reset its gradient" if reset else "")
                yield Fix.of(message, Applicability.UNSAFE, *strategies.parameter_updates.updated(code, run, reset))
