"""GL302 no-grad-not-entered."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Dropped, Forward, Run
from graphlint.autograd.queries import outermost
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Rule, Severity
from graphlint.rule.code import Code
from graphlint.rule.fix import Fix


class NoGradNotEntered(Rule):
    """Flags torch.no_grad() or torch.inference_mode() that is never entered.

    ## What it does
    Finds a grad-mode context manager as a bare statement (`torch.no_grad()`), one that is made and never used, and `with
    torch.no_grad:` without the call.

    ## Why is this bad?
    An instance that is not entered changes nothing, and nothing warns: the code below it goes on building graphs and keeping
    activations. `with torch.no_grad:` raises a TypeError, as the class itself is no context manager.

    ## Example
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    torch.no_grad()  # GL302
    print(model(torch.randn(8, 3)).mean().item())
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    with torch.no_grad():
        print(model(torch.randn(8, 3)).mean().item())
    ```

    ## Fix safety
    Adding the missing call in `with torch.no_grad:` is safe: that line raises as it is. For an object that is made and dropped or
    bound to a name, the fix enters it: around the statements that follow in its block, as many as hold no training, or as a decorator
    where it is its function's first statement. Which statements are meant only the author knows, and grad mode is then off where it was
    on: unsafe.

    ## Known limits
    - `@torch.no_grad` as a decorator without the call works since PyTorch 2.1 and is no finding.
    - `torch.set_grad_enabled(False)` as a statement works, too; where training runs into it, it is GL306.

    ## References
    - [torch.no_grad](https://pytorch.org/docs/stable/generated/torch.no_grad.html)
    - [torch.autograd.grad_mode.inference_mode](https://pytorch.org/docs/stable/generated/torch.autograd.grad_mode.inference_mode.html)
    """

    code = "GL302"
    name = "no-grad-not-entered"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Each grad-mode object that was thrown away."""
        for event in run.of(Dropped):
            if event.kind in ("mode", "uncalled mode"):
                after = frozenset(
                    ("forward", outermost(item)) for item in run.of(Forward) if item.context.functions == event.context.functions
                )
                effect = (
                    "with needs an instance, and PyTorch's class is none: Python raises a TypeError"
                    if event.kind == "uncalled mode"
                    else "it has no effect: grad mode stays as it is, and graphs are built"
                )
                yield self.finding(event.site, f"{event.what} is made and never entered: {effect}", (), after)

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """The missing call; or the object entered, around what follows or on the function that it begins."""
        yield from strategies.mode_scopes.entered(finding, code)
