"""GL109 inference-tensor-in-graph."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Fault, Raised, Run
from graphlint.rules_api import Finding, Related, Rule, Severity


class InferenceTensorInGraph(Rule):
    """A tensor made under inference_mode that training then saves for backward.

    ## What it does
    Finds operations with grad mode on that have to save a tensor made under `torch.inference_mode()`.

    ## Why is this bad?
    An inference tensor has no version counter; autograd refuses to save it, and the forward pass raises.
    """

    code = "GL109"
    name = "inference-tensor-in-graph"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Each operation that would save an inference tensor."""
        for event in run.of(Raised):
            if event.fault is Fault.INFERENCE:
                yield self.finding(
                    event.site,
                    "this operation has to save a tensor that was made in inference mode: PyTorch raises "
                    '"Inference tensors cannot be saved for backward"',
                    (Related("the tensor is made in inference mode here", event.by.site),) if event.by is not None else (),
                    frozenset({("raised", event.site)}),
                )
