"""GL109 inference-tensor-in-graph."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Fault, Raised
from graphlint.autograd.run import Run
from graphlint.fixes import edits, strategies
from graphlint.fixes.queries.names import operands
from graphlint.fixes.queries.nodes import expressions_at, named
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.causes import ErrorAt
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix, distinct_fixes
from graphlint.rule.hints import Hint
from graphlint.rule.wording import raises


class InferenceTensorInGraph(Rule):
    """Flags an operation that must save a tensor created in inference mode.

    ## What it does
    Finds an operation with grad mode on that would save a tensor created under `torch.inference_mode()`. The finding is on the
    operation or the module call, because the forward pass raises.

    ## Why is this bad?
    Inference tensors have no version counter, so autograd could not detect a later modification. The forward pass raises a
    RuntimeError: "Inference tensors cannot be saved for backward".

    ## Example
    ```python
    import torch
    from torch import nn

    backbone, head = nn.Linear(3, 4), nn.Linear(4, 1)
    inputs = torch.randn(8, 3)
    with torch.inference_mode():
        features = backbone(inputs)
    loss = head(features).mean()  # GL109
    loss.backward()
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    backbone, head = nn.Linear(3, 4), nn.Linear(4, 1)
    inputs = torch.randn(8, 3)
    with torch.no_grad():
        features = backbone(inputs)
    loss = head(features).mean()
    loss.backward()
    ```

    ## Fix safety
    Replacing `torch.inference_mode()` with `torch.no_grad()` is safe: the values are the same, at a small cost in time. If the block
    cannot be changed, `.clone()` outside it creates a normal tensor with the same values, which is safe too.

    ## Not reported when
    - The operation does not save the tensor, for example an addition.

    ## References
    - [torch.autograd.grad_mode.inference_mode](https://pytorch.org/docs/stable/generated/torch.autograd.grad_mode.inference_mode.html)
    - [torch.no_grad](https://pytorch.org/docs/stable/generated/torch.no_grad.html)
    """

    code = "GL109"
    name = "inference-tensor-in-graph"
    severity = Severity.ERROR
    raises = "Inference tensors cannot be saved for backward"

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each operation that would save an inference tensor."""
        for event in run.of(Raised):
            if event.fault is Fault.INFERENCE:
                yield self.finding(
                    event.site,
                    "Tensor created in inference mode is saved for `backward()`",
                    (Related("tensor created in inference mode here", event.cause.site),) if event.cause is not None else (),
                    frozenset({ErrorAt(event.site)}),
                    notes=(raises(event.fault),),
                    help="use `torch.no_grad()` instead of `torch.inference_mode()`, or clone the tensor outside of it",
                    hints={Hint.CREATED: strategies.places.sites_of(event.cause) if event.cause is not None else None},
                )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose `no_grad()` instead of inference mode, or a clone of the tensor to be saved."""
        yield from distinct_fixes(code, self._candidates(finding, code))

    def _candidates(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        for _, mode in strategies.grad_modes.modes_around(code, finding.hinted_sites(Hint.CREATED)):
            yield Fix.of("Replace `inference_mode` with `no_grad`", Applicability.SAFE, strategies.grad_modes.no_grad_for(code, mode))
        for node in expressions_at(code, [finding.site]):
            for part in operands(code, node)[:4]:
                message = f"Clone {named(code, part)} before its use"
                yield Fix.of(message, Applicability.SAFE, edits.called(code, part, ".clone()"))
