"""GL902 volatile."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Certainty, Context, Forward, OldApi, OldApiUse, Site
from graphlint.autograd.queries import outermost
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Rule, Severity, Tag
from graphlint.rule.causes import EvaluatedCall, ForwardPass
from graphlint.rule.code import Code
from graphlint.rule.fix import Fix
from graphlint.rule.hints import Hint


class Volatile(Rule):
    """Flags `volatile=True`, which no longer has an effect.

    ## What it does
    Finds `Variable(..., volatile=True)`.

    ## Why is this bad?
    Before PyTorch 0.4 the keyword prevented building the graph. PyTorch now warns, "volatile was removed and now has no effect", and
    builds the graph, so evaluation keeps unused activations in memory.

    ## Example
    ```python
    import torch
    from torch.autograd import Variable

    model = torch.nn.Linear(3, 1)
    inputs = Variable(torch.randn(8, 3), volatile=True)  # GL902
    print(model(inputs).mean().item())
    ```

    ## Use instead
    ```python
    import torch

    model = torch.nn.Linear(3, 1)
    inputs = torch.randn(8, 3)
    with torch.no_grad():
        print(model(inputs).mean().item())
    ```

    ## Fix safety
    Removing the keyword is safe and is offered alone if no unused graph is built. Otherwise `torch.no_grad()` is added to the function
    or around the following statements. This is unsafe, because everything in the block then runs without a graph.

    ## Not reported when
    - The keyword is passed to a callable other than `Variable`.

    ## References
    - [Automatic differentiation package](https://pytorch.org/docs/stable/autograd.html)
    - [torch.no_grad](https://pytorch.org/docs/stable/generated/torch.no_grad.html)
    """

    code = "GL902"
    name = "volatile"
    severity = Severity.WARNING
    warns = "volatile was removed"
    tags = frozenset((Tag.DEPRECATED,))

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each use of the keyword."""
        contexts: dict[Site, list[Context]] = {}
        for event in run.of(OldApiUse):
            if event.api is OldApi.VOLATILE:
                contexts.setdefault(event.site, []).append(event.context)
        for site, used in contexts.items():
            functions = {context.functions for context in used}
            calls = [item for item in run.of(Forward) if item.context.functions in functions]
            evaluated = (*(item.site for item in calls), *(call for context in used for call in context.calls[-1:]))
            causes = frozenset((*(ForwardPass(outermost(item)) for item in calls), *map(EvaluatedCall, evaluated)))
            built = (item for item in calls if item.grad_mode is not Certainty.NO and item.context.functions == used[0].functions)
            recording = next((item.site for item in built), None)
            yield self.finding(
                site,
                f"`volatile` has no effect{': the graph is built' if recording is not None else ''}",
                (),
                causes,
                notes=('PyTorch warns "volatile was removed and now has no effect"',),
                help="use `torch.no_grad()`",
                hints={Hint.FORWARD: recording},
            )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose to remove the keyword; and, where a graph is built, `no_grad()`."""
        yield from strategies.mode_scopes.replace_volatile(finding, code)
