"""GL603 unused-parameters-in-ddp."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import Fault, ParallelForward, Raised
from graphlint.autograd.run import Run
from graphlint.fixes import edits
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.causes import ErrorAt
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.wording import raises

FLAG = "find_unused_parameters"


class UnusedParametersInDdp(Rule):
    """Flags a `DistributedDataParallel` module some of whose parameters the loss does not depend on.

    ## What it does
    Finds `torch.nn.parallel.DistributedDataParallel` over a module with parameters that no backward pass reaches: a layer that `forward`
    does not call, an output that the loss leaves out, or a part that is detached or runs under `no_grad`.

    ## Why is this bad?
    DistributedDataParallel waits for the gradient of each parameter that required grad when it was constructed. The next forward call
    raises a RuntimeError: "Expected to have finished reduction in the prior iteration before starting a new one.", with one process, too.

    ## Example
    ```python
    import torch
    from torch import nn
    from torch.nn.parallel import DistributedDataParallel


    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer, self.unused = nn.Linear(3, 1), nn.Linear(3, 1)

        def forward(self, x):
            return self.layer(x)


    store = torch.distributed.HashStore()
    torch.distributed.init_process_group("gloo", store=store, rank=0, world_size=1)
    model = DistributedDataParallel(Net())  # GL603
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in torch.randn(3, 8, 3):
        loss = model(batch).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn
    from torch.nn.parallel import DistributedDataParallel


    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer, self.unused = nn.Linear(3, 1), nn.Linear(3, 1)

        def forward(self, x):
            return self.layer(x)


    store = torch.distributed.HashStore()
    torch.distributed.init_process_group("gloo", store=store, rank=0, world_size=1)
    model = DistributedDataParallel(Net(), find_unused_parameters=True)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in torch.randn(3, 8, 3):
        loss = model(batch).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    ```

    ## Fix safety
    The fix passes `find_unused_parameters=True`. It is unsafe because it costs a traversal of the graph in each iteration, and because the
    unused part may be the mistake.

    ## Not reported when
    - `find_unused_parameters` or `static_graph` is passed and may be true.
    - The parameters were frozen before the module was wrapped.
    - Some code of the module or of the loss is unresolved, or unresolved code receives the module.

    ## References
    - [DistributedDataParallel](https://pytorch.org/docs/stable/generated/torch.nn.parallel.DistributedDataParallel.html)
    """

    code = "GL603"
    name = "unused-parameters-in-ddp"
    severity = Severity.ERROR
    raises = "Expected to have finished reduction in the prior iteration"
    raises_later = True

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each wrapper whose next forward call certainly raises."""
        for event in run.of(Raised):
            if event.fault is not Fault.UNUSED_PARAMETERS or event.created is None:
                continue
            if self.is_silent(run, event.created, _doubt(run, event)):
                continue
            unused = run.nodes.get(event.input)
            places = [("a parameter that gets no gradient", unused.site)] if unused is not None else []
            if event.cause is not None:
                places.append(("this backward does not reach it", event.cause.site))
            places.append(("the next forward call raises here", event.site))
            yield self.finding(
                event.created,
                "DistributedDataParallel module has parameters that the loss does not use",
                tuple(Related(message, site) for message, site in places),
                frozenset({ErrorAt(event.site)}),
                notes=(raises(event.fault),),
                help="use all parameters in the loss, freeze the others before, or pass `find_unused_parameters=True`",
            )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose a search for unused parameters."""
        call = code.node_at(finding.site, ast.Call)
        if call is not None:
            given = next((each for each in call.keywords if each.arg == FLAG), None)
            changed = edits.replaced(code, given.value, "True") if given else edits.argument_added(code, call, f"{FLAG}=True")
            yield Fix.of("Pass `find_unused_parameters=True`", Applicability.UNSAFE, changed)


def _doubt(run: Run, raised: Raised) -> Doubt | None:
    """Return the doubt that the program takes the path which raises: on another one, the same call through a wrapper succeeds."""
    same = (event for event in run.of(ParallelForward) if event.site == raised.site and event.context == raised.context)
    return Doubt.GRADIENT_ON_OTHER_PATH.when(any(True for _ in same))
