"""GL303 uncalled-mode-switch."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import Discarded, DiscardedResult, Origin
from graphlint.autograd.run import Run
from graphlint.fixes import edits
from graphlint.rule.base import Finding, Rule, Severity
from graphlint.rule.causes import AccumulatingLeaf, Cause, UntrainedLeaf
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.shared_causes import missing_calls
from graphlint.rule.wording import spelling


class UncalledModeSwitch(Rule):
    """Flags a method of a module, an optimizer or a tensor that is referenced but not called.

    ## What it does
    Finds the statements `model.eval`, `model.train`, `optimizer.zero_grad`, `optimizer.step` and `loss.backward` without parentheses.

    ## Why is this bad?
    Referencing a method has no effect and gives no warning: dropout stays on, gradients accumulate, parameters do not change, or no
    gradient is computed.

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
    Adding the parentheses is unsafe, because the program then executes code that it never executed before.

    ## Not reported when
    - The object is known to be neither a module, an optimizer nor a tensor, for example `pd.eval`, or its class defines a property or a
      plain attribute of that name.
    - The statement tests for the attribute: it is in a `try` that handles `AttributeError`, or in `pytest.raises`.
    - The method is assigned or passed (`callback = optimizer.step`).

    ## References
    - [torch.nn.Module](https://pytorch.org/docs/stable/generated/torch.nn.Module.html)
    - [torch.optim](https://pytorch.org/docs/stable/optim.html)
    """

    code = "GL303"
    name = "uncalled-mode-switch"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each method that is referenced as a statement and not called."""
        effects = {
            "eval": "the module stays in training mode",
            "train": "the module keeps its mode",
            "zero_grad": "the gradients are not reset and keep accumulating",
            "step": "the parameters never change",
            "backward": "no gradient is computed",
            "requires_grad_": "the parameters keep their `requires_grad`",
        }
        for event in run.of(DiscardedResult):
            if event.kind is Discarded.METHOD:
                name = spelling(run, event.site, f"`{event.what}`")
                yield self.finding(
                    event.site,
                    f"{name} is not called",
                    (),
                    frozenset(_causes(run, event)),
                    notes=(effects[event.what] if event.known else "the statement only references the method, which does not run",),
                    help="add parentheses to call it",
                )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose the call."""
        method = code.node_at(finding.site, ast.Attribute)
        if method is not None:
            yield Fix.of(f"Call `{method.attr}()`", Applicability.UNSAFE, edits.called(code, method, "()"))


def _causes(run: Run, event: DiscardedResult) -> Iterator[Cause]:
    """Yield what follows from the missing call: by the receiver and its parameters, or by the code around the statement."""
    resolved = bool(event.leaves or event.nodes) if event.what in ("zero_grad", "backward") else bool(event.objects)
    yield from missing_calls(event.what, event.objects, () if resolved else (event.context,))
    yield from map(AccumulatingLeaf, event.leaves if event.what == "zero_grad" else ())
    yield from (UntrainedLeaf(node) for node in run.below(event.nodes) if run.nodes[node].origin is Origin.LEAF)
