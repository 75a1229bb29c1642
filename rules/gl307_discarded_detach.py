"""GL307 discarded-detach."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Discarded, DiscardedResult
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Rule, Severity, Tag
from graphlint.rule.code import Code
from graphlint.rule.fix import Fix
from graphlint.rule.wording import spelling


class DiscardedDetach(Rule):
    """Flags `detach()` or `cpu()` on a tensor whose result is discarded.

    ## What it does
    Finds `h.detach()`, `h.cpu()` and similar calls as statements, and loop variables that are assigned the detached value of an element
    (`for h in states: h = h.detach()`).

    ## Why is this bad?
    These methods return a new tensor and leave the original unchanged. The graph stays attached and in memory, and the next backward
    that reaches it uses it; a carried state then raises (GL103).

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
    Assigning the result (`h = h.detach()`, or a new list for a loop) is unsafe: detaching changes the gradients of any backward that
    used the graph. `h.detach_()` would also affect every other reference to the tensor, and raises on a view.

    ## Not reported when
    - The method works in place (`detach_()`, `requires_grad_()`), or is `cpu()`, `cuda()` or `to()` on a module.
    - The call is the last expression of a notebook cell, whose value is displayed.
    - The tensor is a temporary that no name refers to, for example `torch.zeros(1).to(device)` to initialize a device.

    ## References
    - [torch.Tensor.detach](https://pytorch.org/docs/stable/generated/torch.Tensor.detach.html)
    - [torch.Tensor.cpu](https://pytorch.org/docs/stable/generated/torch.Tensor.cpu.html)
    """

    code = "GL307"
    name = "discarded-detach"
    severity = Severity.WARNING
    tags = frozenset((Tag.UNNECESSARY,))

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each tensor copy that is discarded."""
        for event in run.of(DiscardedResult):
            if event.kind is Discarded.COPY and not run.displays(event.site):
                name = spelling(run, event.site, f"`{event.what}()`")
                yield self.finding(
                    event.site,
                    f"{name} rebinds only the loop variable" if " = " in name else f"Result of {name} is discarded",
                    notes=(f"`{event.what}()` returns a new tensor and leaves the original unchanged",),
                    help="assign the result to what the program uses later",
                )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose to assign the result to the name; for a loop variable, to build a new list."""
        yield from strategies.detached_values.use_result(code, code.statement_at(finding.site))
