"""GL115 retained-compiled-graph."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import Backward, Fault, Raised
from graphlint.autograd.run import Run
from graphlint.fixes import edits
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.causes import BackwardPass, ErrorAt
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.wording import method, raises


class RetainedCompiledGraph(Rule):
    """Flags a backward pass that retains the graph of a compiled module after one that did not.

    ## What it does
    Finds `retain_graph=True` (or `create_graph=True`) through a module compiled by `torch.compile`, if the first backward pass through the
    same compiled graph freed it.

    ## Why is this bad?
    The first backward pass compiles the backward graph. If it frees the graph, inductor reuses the memory of the saved tensors ("donated
    buffers"), and each later backward pass that retains the graph raises "This backward function was compiled with non-empty donated
    buffers which requires create_graph=False and retain_graph=False". If the first backward pass retains the graph, no later one raises.

    ## Example
    ```python
    import torch
    from torch import nn

    model = torch.compile(nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1)), backend="aot_eager")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(2):
        for batch in torch.randn(3, 8, 4):
            optimizer.zero_grad()
            model(batch).pow(2).mean().backward()
            optimizer.step()
        loss = model(torch.randn(8, 4)).pow(2).mean()
        loss.backward(retain_graph=True)  # GL115
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    model = torch.compile(nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1)), backend="aot_eager")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(2):
        for batch in torch.randn(3, 8, 4):
            optimizer.zero_grad()
            model(batch).pow(2).mean().backward()
            optimizer.step()
        loss = model(torch.randn(8, 4)).pow(2).mean()
        loss.backward()
    ```

    ## Fix safety
    The fix removes `retain_graph=True`. It is safe: the call raised before. There is no fix if a later backward pass needs the graph.
    Then add the losses and call `backward()` once, or set `torch._functorch.config.donated_buffer = False` before the first call, which
    costs memory.

    ## Not reported when
    - The first backward pass through the compiled graph retains it, or may: then nothing is donated.
    - Mode, inputs that require grad, or frozen parameters differ, so that the call is compiled again.
    - The graph may save nothing inside of it: a single layer, recurrent layers, or code that is not resolved.

    ## References
    - [torch.compile](https://pytorch.org/docs/stable/generated/torch.compile.html)
    - [torch.Tensor.backward](https://pytorch.org/docs/stable/generated/torch.Tensor.backward.html)
    """

    code = "GL115"
    name = "retained-compiled-graph"
    severity = Severity.ERROR
    raises = "This backward function was compiled with non-empty donated buffers"

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each backward that retains a compiled graph whose buffers are donated."""
        for event in run.of(Raised):
            if event.fault is Fault.DONATED_BUFFERS:
                name = method(run, event.site, "backward", "grad")
                yield self.finding(
                    event.site,
                    f"{name} retains a compiled graph whose buffers are donated",
                    (Related("the first backward pass frees the graph", event.cause.site),) if event.cause is not None else (),
                    frozenset({ErrorAt(event.site), *(BackwardPass(number) for number in _passes(run, event))}),
                    notes=(raises(event.fault),),
                    help="do not retain the graph, or set `torch._functorch.config.donated_buffer = False` before the first call",
                )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose to free the graph."""
        call = code.node_at(finding.site, ast.Call)
        if call is not None:
            yield Fix.of("Remove `retain_graph=True`", Applicability.SAFE, edits.argument_removed(code, call, "retain_graph"))


def _passes(run: Run, raised: Raised) -> Iterator[int]:
    """Yield the backward passes that the call begins: whether they need to retain the graph is another question."""
    yield from (event.number for event in run.of(Backward) if event.site == raised.site)
