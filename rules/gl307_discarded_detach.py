"""GL307 discarded-detach."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Dropped, Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Rule, Severity
from graphlint.rule.code import Code
from graphlint.rule.fix import Fix


class DiscardedDetach(Rule):
    """Flags detach() or cpu() as a statement on a tensor, whose result is dropped.

    ## What it does
    Finds `h.detach()`, `h.cpu()` and their kin as statements, and loop variables that are bound to the detached value of an element
    (`for h in states: h = h.detach()`).

    ## Why is this bad?
    They return a new tensor and leave the old one as it is. The graph that was to be cut is still there, is kept by whatever holds the
    tensor, and is walked by the next backward that reaches it; where a state is carried on, that one raises (GL103, reported besides).

    ## Example
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    outputs = model(torch.randn(8, 3))
    outputs.pow(2).mean().backward()
    outputs.detach()  # GL307
    print(outputs.requires_grad)
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    outputs = model(torch.randn(8, 3))
    outputs.pow(2).mean().backward()
    outputs = outputs.detach()
    print(outputs.requires_grad)
    ```

    ## Fix safety
    The result is bound to the name (`h = h.detach()`); a loop that only binds its variable becomes a new list (`states = [h.detach()
    for h in states]`). It is unsafe: the graph is then cut, which changes the gradients of whatever walked it. `h.detach_()` would cut
    in place, also for whatever else refers to the tensor, and raises on a view.

    ## Known limits
    - The methods that do work in place (`detach_()`, `requires_grad_()`) are right as statements, and so are `cpu()`, `cuda()` and
      `to()` on a module.
    - A tensor that a call has only just made (`torch.zeros(1).to(device)`, to wake a device) nobody holds: its copy is no finding.

    ## References
    - [torch.Tensor.detach](https://pytorch.org/docs/stable/generated/torch.Tensor.detach.html)
    - [torch.Tensor.cpu](https://pytorch.org/docs/stable/generated/torch.Tensor.cpu.html)
    """

    code = "GL307"
    name = "discarded-detach"
    severity = Severity.WARNING

    def check(self, run: Run) -> Iterator[Finding]:
        """Each copy that was thrown away."""
        for event in run.of(Dropped):
            if event.kind == "copy":
                yield self.finding(
                    event.site,
                    f"{event.what}() returns a new tensor, which is dropped here: the tensor itself keeps its graph and its place",
                )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """The result bound to the name; for a loop's variable the list built anew."""
        yield from strategies.detached_values.result_bound(code, code.statement_at(finding.site))
