"""GL204 create-graph-backward."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import Backward, ZeroGrad
from graphlint.autograd.run import Run
from graphlint.fixes import edits, strategies
from graphlint.rule.base import Finding, Rule, Severity
from graphlint.rule.causes import BackwardPass
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix, shortened
from graphlint.rule.story import Story
from graphlint.rule.wording import quoted


class CreateGraphBackward(Rule):
    """Flags `backward(create_graph=True)` if the gradients are not reset afterwards.

    ## What it does
    Finds a `backward()` with the literal `create_graph=True` that neither `zero_grad()` nor `.grad = None` follows for the gradients it
    computes.

    ## Why is this bad?
    The gradient's graph references the parameter, and the parameter references the gradient through `.grad`. This reference cycle keeps
    the whole graph in memory, and PyTorch warns: "Using backward() with create_graph=True will create a reference cycle between the
    parameter and its gradient which can cause a memory leak".

    ## Example
    ```python
    import torch

    weight = torch.randn(3, requires_grad=True)
    loss = weight.pow(3).sum()
    loss.backward(create_graph=True)  # GL204
    print(weight.grad.norm().item())
    ```

    ## Use instead
    ```python
    import torch

    weight = torch.randn(3, requires_grad=True)
    loss = weight.pow(3).sum()
    (gradient,) = torch.autograd.grad(loss, weight, create_graph=True)
    print(gradient.norm().item())
    ```

    ## Fix safety
    All fixes are unsafe: code elsewhere may need the second derivative or read `.grad`. The argument is removed if no resolved code
    differentiates the gradients; a gradient that is read only right after the backward is computed by `torch.autograd.grad(...,
    create_graph=True)`; otherwise a reset is added after the last use.

    ## Not reported when
    - The argument is computed (`create_graph=order > 1`).
    - The gradients are reset later. A reset in unresolved code is not recognized.

    ## References
    - [torch.Tensor.backward](https://pytorch.org/docs/stable/generated/torch.Tensor.backward.html)
    - [torch.autograd.grad](https://pytorch.org/docs/stable/generated/torch.autograd.grad.html)
    """

    code = "GL204"
    name = "create-graph-backward"
    severity = Severity.WARNING
    story = Story.RETAINED
    claims_never = True
    warns = "reference cycle between the parameter and its gradient"

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each `backward(create_graph=True)` whose leaves are not reset afterwards."""
        events = list(run.events)
        last_reset: dict[int, int] = {}
        for index, event in enumerate(events):
            if isinstance(event, ZeroGrad):
                last_reset.update(dict.fromkeys(event.leaves, index))
        for index, event in enumerate(events):
            creates_graph = isinstance(event, Backward) and event.fills_gradients and event.create_graph
            if isinstance(event, Backward) and creates_graph and any(last_reset.get(leaf, -1) < index for leaf in event.leaves):
                yield self.finding(
                    event.site,
                    "`backward(create_graph=True)` leaves gradients with a graph in `.grad`",
                    (),
                    frozenset({BackwardPass(event.number)}),
                    notes=("each parameter and its gradient reference each other: the whole graph stays in memory",),
                    help="use `torch.autograd.grad()`, or set `.grad` to None after its last use",
                )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose to create no graph; or `autograd.grad()`, or a reset after the last use of the gradients."""
        call = code.node_at(finding.site, ast.Call)
        if call is None:
            return
        yield Fix.of("Remove `create_graph=True`", Applicability.UNSAFE, edits.argument_removed(code, call, "create_graph"))
        replacement = strategies.gradients.use_autograd_grad(code, call)
        if replacement is not None:
            yield Fix.of(
                f"Use `autograd.grad()` for the gradient of {quoted(replacement[0], 'the tensor')}", Applicability.UNSAFE, replacement[1]
            )
        for tensors, changes in strategies.gradients.reset_after_last_use(code, call):
            yield Fix.of(shortened(f"Reset the gradients of {tensors} after their last use"), Applicability.UNSAFE, changes)
