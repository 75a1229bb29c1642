"""GL403 rebound-parameter."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import Rebound
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.fixes.queries.nodes import named, neighbours
from graphlint.rule.base import Finding, Rule, Severity
from graphlint.rule.causes import AccumulatingLeaf, KeptGraph, LostGraph, MadeNonLeaf
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.wording import holder

UNREAD = "nothing reads the new tensor, and the parameter does not change"


class ReboundParameter(Rule):
    """Flags a manual update that assigns a new tensor to a leaf's name, such as `w = w - lr * w.grad`.

    ## What it does
    Finds an update of a leaf from its own gradient that is written as an assignment instead of in place, including for a loop variable
    over leaves (`for p in parameters: p = p - lr * p.grad`). Also a loop variable over parameters that is bound to a value computed from
    the parameter and not read afterwards, as in a target network's update: `for p, t in pairs: t = 0.99 * t + 0.01 * p`.

    ## Why is this bad?
    The assignment binds the name to a new tensor and leaves the leaf unchanged. The new tensor is not a leaf, or does not require grad,
    so its `.grad` stays None and the next update raises a TypeError: "unsupported operand type(s) for *: 'float' and 'NoneType'". With
    a loop variable nothing changes, without an error.

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
    Updating the leaf in place under `torch.no_grad()`, and resetting its gradient if no other code does, is unsafe: the program starts
    to train, and other references see the new values. If the update must be differentiable, compute the gradient with
    `torch.autograd.grad`.

    ## Not reported when
    - The update uses gradients from `torch.autograd.grad`, as in MAML's inner loop.
    - Every iteration makes the name a leaf again (`.detach().requires_grad_()`).

    ## References
    - [torch.Tensor.is_leaf](https://pytorch.org/docs/stable/generated/torch.Tensor.is_leaf.html)
    - [torch.no_grad](https://pytorch.org/docs/stable/generated/torch.no_grad.html)
    """

    code = "GL403"
    name = "rebound-parameter"
    severity = Severity.ERROR
    may_raise = "NoneType"

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each leaf whose name is bound to its updated value."""
        for event in run.of(Rebound):
            made = (MadeNonLeaf(event.made), LostGraph(event.made)) if event.made is not None else ()
            yield self.finding(
                event.site,
                f"{holder(run, event.site, event.name, 'Parameter')} is rebound to a new tensor instead of being updated",
                (),
                frozenset({*made, AccumulatingLeaf(event.leaf), KeptGraph(event.site)}),
                notes=("the leaf does not change, and `.grad` of the new tensor is None" if event.is_read else UNREAD,),
                help="update the leaf in place under `torch.no_grad()`",
            )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose an in-place update of the leaf under `no_grad()`, with a reset of its gradient where there is none."""
        statement = code.node_at(finding.site, ast.stmt)
        update = strategies.parameter_updates.rebinding(statement) if statement is not None else None
        if update is None and isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            target = f"`{statement.targets[0].id}`"
            groups = strategies.parameter_updates.copied_into(code, statement)
            yield Fix.of(f"Copy the new value into {target} under `no_grad()`", Applicability.UNSAFE, *groups)
        if statement is None or update is None:
            return
        name = named(code, update[0])
        neighbors = neighbours(code, statement, strategies.parameter_updates.rebinding)
        for statements in (neighbors, [statement]) if len(neighbors) > 1 else ([statement],):
            for reset in (False, True):
                target = name if len(statements) == 1 else f"{name} and the parameters beside it"
                message = f"Change {target} in place under `no_grad()`" + (" and reset its gradient" if reset else "")
                yield Fix.of(message, Applicability.UNSAFE, *strategies.parameter_updates.updated(code, statements, reset))
