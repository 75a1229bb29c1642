"""GL204 create-graph-backward."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import Backward, Run, ZeroGrad
from graphlint.fixes import strategies
from graphlint.fixes.edits import argument_removed
from graphlint.rule.base import Finding, Rule, Severity
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix


class CreateGraphBackward(Rule):
    """Flags a literal backward(create_graph=True) whose gradients nothing resets afterwards.

    ## What it does
    Finds `backward(create_graph=True)` after which neither `zero_grad()` nor `.grad = None` resets the gradients that it has made.

    ## Why is this bad?
    A gradient made with create_graph has a graph of its own, which refers to the parameter, and the parameter refers to the gradient by
    `.grad`. This is a cycle: the whole graph stays in memory, also when nothing else refers to it. PyTorch warns of it: "Using
    backward() with create_graph=True will create a reference cycle between the parameter and its gradient which can cause a memory
    leak".

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
    Where nothing at hand differentiates the gradients, the argument is taken away. Where the gradient is read right behind the backward
    and nowhere else, `torch.autograd.grad(..., create_graph=True)` takes the place of both. Else `.grad = None` or `zero_grad()` is put
    after the last use, which ends the cycle. All of these are unsafe: a second derivative may be wanted elsewhere, and what reads
    `.grad` later finds nothing there.

    ## Known limits
    - An argument that the program computes (`create_graph=order > 1`) is not judged.
    - A reset in code that is not at hand is not seen.

    ## References
    - [torch.Tensor.backward](https://pytorch.org/docs/stable/generated/torch.Tensor.backward.html)
    - [torch.autograd.grad](https://pytorch.org/docs/stable/generated/torch.autograd.grad.html)
    """

    code = "GL204"
    name = "create-graph-backward"
    severity = Severity.WARNING

    def check(self, run: Run) -> Iterator[Finding]:
        """Each such backward that no reset of its leaves follows."""
        events = list(run.events)
        last_reset: dict[int, int] = {}
        for index, event in enumerate(events):
            if isinstance(event, ZeroGrad):
                last_reset.update(dict.fromkeys(event.leaves, index))
        for index, event in enumerate(events):
            walked = isinstance(event, Backward) and event.call == "backward" and event.create_graph
            if isinstance(event, Backward) and walked and any(last_reset.get(leaf, -1) < index for leaf in event.leaves):
                yield self.finding(
                    event.site,
                    "backward(create_graph=True) leaves gradients with a graph in .grad, and nothing resets them: parameter and "
                    "gradient hold each other, and the whole graph stays in memory",
                    (),
                    frozenset({("backward", event.number)}),
                )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """No graph for the gradients, where nothing differentiates them; else autograd.grad, or a reset after their last use."""
        walk = code.node_at(finding.site, ast.Call)
        if walk is None:
            return
        yield Fix.of("Remove create_graph=True", Applicability.UNSAFE, argument_removed(code, walk, "create_graph"))
        asked = strategies.gradients.asked_for(code, walk)
        if asked is not None:
            yield Fix.of(f"Ask autograd.grad for the gradient of `{asked[0]}`"[:80], Applicability.UNSAFE, asked[1])
        for what, edits in strategies.gradients.taken_off(code, walk):
            yield Fix.of(f"Reset the gradients of {what} after their last use"[:80], Applicability.UNSAFE, edits)
