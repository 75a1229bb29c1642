"""GL303 uncalled-mode-switch."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import Dropped, Run
from graphlint.fixes.edits import called
from graphlint.rule.base import Finding, Rule, Severity
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix


class UncalledModeSwitch(Rule):
    """Flags a method of a module, an optimizer or a loss that is named as a statement and not called.

    ## What it does
    Finds `model.eval`, `model.train`, `optimizer.zero_grad`, `optimizer.step` and `loss.backward` without the parentheses.

    ## Why is this bad?
    Naming a method does nothing, and nothing warns: dropout stays on, gradients go on adding up, parameters never change, no gradient
    is computed.

    ## Example
    ```python
    import torch
    from torch import nn

    model = nn.Sequential(nn.Linear(3, 1), nn.Dropout())
    model.eval  # GL303
    with torch.no_grad():
        print(model(torch.randn(8, 3)).mean().item())
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    model = nn.Sequential(nn.Linear(3, 1), nn.Dropout())
    model.eval()
    with torch.no_grad():
        print(model(torch.randn(8, 3)).mean().item())
    ```

    ## Fix safety
    Adding the parentheses is the right edit. It is unsafe: the program then does what it never did before, and with `step` or
    `backward` it trains otherwise.

    ## Known limits
    - Only what surely is a module, an optimizer or a tensor counts: `pd.eval`, `env.step` and `batch.data` are no findings.
    - A method that is handed on (`callback = optimizer.step`) is meant to be named, and is no finding.

    ## References
    - [torch.nn.Module](https://pytorch.org/docs/stable/generated/torch.nn.Module.html)
    - [torch.optim](https://pytorch.org/docs/stable/optim.html)
    """

    code = "GL303"
    name = "uncalled-mode-switch"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Each method that was named as a statement."""
        effects = {
            "eval": "the module stays in training mode",
            "train": "the module stays in the mode it is in",
            "zero_grad": "the gradients are not reset and go on adding up",
            "step": "the parameters never change",
            "backward": "no gradient is computed",
            "requires_grad_": "the parameters stay as they are",
        }
        for event in run.of(Dropped):
            if event.kind == "uncalled":
                around = frozenset(("function", item.context.functions) for item in (event,))
                yield self.finding(event.site, f"{event.what} is named and not called: {effects[event.what]}", (), around)

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """The call of what is named."""
        method = code.node_at(finding.site, ast.Attribute)
        if method is not None:
            yield Fix.of(f"Call `{method.attr}`", Applicability.UNSAFE, called(code, method, "()"))
