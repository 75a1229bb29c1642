"""GL306 grad-mode-left-off."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Certainty, Fault, Forward, Raised, Site
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.code import Code
from graphlint.rule.fix import Fix
from graphlint.rule.hints import Hint
from graphlint.rule.wording import raises, spelling


class GradModeLeftOff(Rule):
    """Flags `torch.set_grad_enabled(False)` as a statement that still applies when training code runs.

    ## What it does
    Finds `torch.set_grad_enabled(False)` as a statement that nothing reverts before a forward pass whose backward then has no graph.

    ## Why is this bad?
    The statement applies to the rest of the thread, across functions and files. The training that follows builds no graph, and its
    backward raises: "element 0 of tensors does not require grad and does not have a grad_fn". That backward is reported as GL107.

    ## Example
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    torch.set_grad_enabled(False)  # GL306
    print(model(torch.randn(8, 3)).mean())
    loss = model(torch.randn(8, 3)).pow(2).mean()
    loss.backward()  # GL107
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    with torch.set_grad_enabled(False):
        print(model(torch.randn(8, 3)).mean())
    loss = model(torch.randn(8, 3)).pow(2).mean()
    loss.backward()
    ```

    ## Fix safety
    All fixes are unsafe: only the author knows which statements should run with grad mode off. They replace the statement with `with
    torch.no_grad():` up to the training code, add `torch.set_grad_enabled(True)` before the training code, or remove the statement if
    only the training code runs after it.

    ## Not reported when
    - No training follows, for example in a script that only predicts.
    - The backward may run with grad mode on.

    ## References
    - [set_grad_enabled](https://pytorch.org/docs/stable/generated/torch.autograd.grad_mode.set_grad_enabled.html)
    - [torch.no_grad](https://pytorch.org/docs/stable/generated/torch.no_grad.html)
    """

    code = "GL306"
    name = "grad-mode-left-off"
    severity = Severity.WARNING

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each switch that leaves grad mode off for a `backward()`."""
        for event in run.of(Raised):
            if event.fault is Fault.NO_GRAPH and event.mode is not None:
                yield self.finding(
                    event.mode,
                    f"{spelling(run, event.mode, 'The switch')} leaves grad mode off when training starts",
                    (Related("no graph for this `backward()`", event.site),),
                    notes=(f"training builds no graph, and {raises(event.fault)}",),
                    help="use a `with torch.no_grad():` block, or switch grad mode on again before training",
                    hints={
                        Hint.FORWARD: event.cause.site if event.cause is not None else None,
                        Hint.BACKWARD: event.site,
                        Hint.SERVED: _inference_call(run, event),
                    },
                )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose a block for the code without graphs, grad mode on again before training, or no switch where none is needed."""
        backward = finding.hint(Hint.BACKWARD)
        if backward is not None:
            needed = finding.hint(Hint.SERVED) is not None
            yield from strategies.mode_scopes.restore_grad_mode(code, finding.site, finding.hint(Hint.FORWARD), backward, needed=needed)


def _inference_call(run: Run, raised: Raised) -> Site | None:
    """Return a forward call without a graph that does not belong to the training."""
    training_site = raised.cause.site if raised.cause is not None else None
    return next((item.site for item in run.of(Forward) if item.grad_mode is not Certainty.YES and item.site != training_site), None)
