"""GL302 no-grad-not-entered."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Certainty, Discarded, DiscardedResult, Forward
from graphlint.autograd.queries import outermost
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Rule, Severity
from graphlint.rule.causes import ForwardPass
from graphlint.rule.code import Code
from graphlint.rule.fix import Fix
from graphlint.rule.wording import spelling


class NoGradNotEntered(Rule):
    """Flags `torch.no_grad()` or `torch.inference_mode()` that is never entered.

    ## What it does
    Finds a grad-mode context manager as a bare statement (`torch.no_grad()`), one that is created and never used, and `with
    torch.no_grad:` without the call.

    ## Why is this bad?
    A context manager that is not entered has no effect and gives no warning: the code after it still builds graphs. `with
    torch.no_grad:` raises a TypeError, because the class itself is not a context manager.

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
    Adding the missing call in `with torch.no_grad:` is safe, because that line raises. Otherwise the fix enters the context manager
    around the following statements of the block, or as a decorator of the function. This is unsafe, because grad mode is then off where
    it was on.

    ## Not reported when
    - `@torch.no_grad` is used as a decorator without the call, which PyTorch supports since version 2.1.
    - `torch.set_grad_enabled(False)` is used as a statement, which takes effect. If training follows, see GL306.

    ## References
    - [torch.no_grad](https://pytorch.org/docs/stable/generated/torch.no_grad.html)
    - [torch.autograd.grad_mode.inference_mode](https://pytorch.org/docs/stable/generated/torch.autograd.grad_mode.inference_mode.html)
    """

    code = "GL302"
    name = "no-grad-not-entered"
    severity = Severity.ERROR
    may_raise = "context manager protocol|__enter__"

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each grad-mode object that is discarded."""
        for event in run.of(DiscardedResult):
            if event.kind in (Discarded.MODE, Discarded.MODE_CLASS):
                meant = _meant(run, event.context.functions)
                causes = frozenset(ForwardPass(outermost(item)) for item in meant)
                disabled = bool(meant) and all(item.grad_mode is Certainty.NO for item in meant)
                uncalled = event.kind is Discarded.MODE_CLASS
                name = spelling(run, event.site, f"`{event.what}`" if event.what else "Grad-mode context manager")
                yield self.finding(
                    event.site,
                    f"{name} is not called" if uncalled else f"{name} is never entered",
                    (),
                    causes,
                    notes=(
                        "`with` needs an instance, and the class is not one: Python raises TypeError"
                        if uncalled
                        else "grad mode does not change" + ("" if disabled else ", and graphs are built"),
                    ),
                    help="call it: `with torch.no_grad():`" if uncalled else "enter it with `with`, or use it as a decorator",
                )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose the missing call; or a `with` block around the following statements, or a decorator on the function."""
        yield from strategies.mode_scopes.enter_mode(finding, code)


def _meant(run: Run, functions: tuple[str, ...]) -> list[Forward]:
    """Return the module calls in a function and in those that it calls; of a helper without one, the module calls of its caller."""
    for depth in range(len(functions), -1, -1):
        found = [item for item in run.of(Forward) if item.context.functions[:depth] == functions[:depth]]
        if found:
            return found
    return []
