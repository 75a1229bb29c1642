"""GL107 backward-without-graph."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Fault, Raised, Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.code import Code
from graphlint.rule.fix import Fix, distinct

REASONS = {
    "no_grad": "it is made here with grad mode off",
    "detach": "it is cut off from its graph here",
    "detach_": "it is cut off from its graph here",
    ".data": "it is cut off from its graph here",
    "torch.tensor": "it is made anew from values here",
    "data": "it is made of data alone here",
}


class BackwardWithoutGraph(Rule):
    """Flags a backward on a value that has no graph.

    ## What it does
    Finds `backward()` on a tensor that surely requires no grad: made under `torch.no_grad()` or `torch.inference_mode()`, detached,
    made anew from numbers (`torch.tensor(loss.item())`), or computed from data alone. The related place is where the graph was cut off,
    or never begun.

    ## Why is this bad?
    There is nothing to walk: PyTorch raises a RuntimeError: "element 0 of tensors does not require grad and does not have a grad_fn".

    ## Example
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    inputs, targets = torch.randn(8, 3), torch.randn(8, 1)
    with torch.no_grad():
        loss = nn.functional.mse_loss(model(inputs), targets)
    loss.backward()  # GL107
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    inputs, targets = torch.randn(8, 3), torch.randn(8, 1)
    loss = nn.functional.mse_loss(model(inputs), targets)
    loss.backward()
    ```

    ## Fix safety
    The fix takes the cut away: the block or the decorator, the `.detach()`, the round trip through numbers, the sample without a
    gradient, the freezing of a part that is put in before. Where a caller has switched grad mode off, it is switched on again; a tensor
    that an optimizer is given is made to require grad. Whether the cut or the backward is the mistake only the author knows, so no such
    edit is safe. Where an operation has no derivative (a comparison, argmax), there is no fix. `loss.requires_grad = True` is the wrong
    cure: the error is gone, and nothing is trained (GL401).

    ## Known limits
    - A backward in a try that handles RuntimeError, or in `pytest.raises`, is meant to raise and is no finding.
    - What comes from code that is not at hand may have a graph, and is no finding.

    ## References
    - [Autograd mechanics: locally disabling gradient computation](https://pytorch.org/docs/stable/notes/autograd.html)
    - [torch.Tensor.backward](https://pytorch.org/docs/stable/generated/torch.Tensor.backward.html)
    """

    code = "GL107"
    name = "backward-without-graph"
    severity = Severity.ERROR
    yields_to = ("GL403",)

    def check(self, run: Run) -> Iterator[Finding]:
        """Each backward on a root that surely has no graph."""
        for event in run.of(Raised):
            if event.fault is not Fault.NO_GRAPH:
                continue
            text = REASONS.get(event.reason, f"it has no graph: {event.reason}")
            related = (Related(text, event.by.site),) if event.by is not None and event.by.site.line else ()
            yield self.finding(
                event.site,
                "backward on a tensor that has no graph: PyTorch raises "
                '"element 0 of tensors does not require grad and does not have a grad_fn"',
                related,
                frozenset({("raised", event.site), *((("lost", event.by.site),) if event.by is not None else ())}),
                **{f"cut by {event.reason}": strategies.places.places(event.by) if event.by is not None else None},
                mode=event.mode,
            )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """No cut, whatever it is."""
        name, _ = finding.hints[0] if finding.hints else ("", None)
        yield from distinct(code, strategies.cut_graphs.removed_cut(code, finding, name.removeprefix("cut by "), finding.hinted(name)))
