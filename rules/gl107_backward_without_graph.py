"""GL107 backward-without-graph."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping

from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import Fault, NoGraph, Raised, ReentrantCheckpoint, Site
from graphlint.autograd.queries import drops_graphs, same_call
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.causes import ErrorAt, LostGraph
from graphlint.rule.code import Code
from graphlint.rule.fix import Fix, distinct_fixes
from graphlint.rule.hints import Hint
from graphlint.rule.wording import raises, spelling

REASONS = {
    NoGraph.GRAD_MODE_OFF: "computed here with grad mode off",
    NoGraph.DETACH: "detached from its graph here",
    NoGraph.DETACH_IN_PLACE: "detached from its graph here",
    NoGraph.DATA_ATTRIBUTE: "detached from its graph here",
    NoGraph.COPY: "copied into a new tensor without a graph here",
    NoGraph.DATA: "computed here from tensors that do not require grad",
    NoGraph.GRADIENT: "computed here from a gradient, which has no graph without create_graph=True",
}
HELP_OTHERWISE = "compute the loss with grad mode on from tensors that require grad, and do not detach it"
WITHOUT_DETACH = "leave out the detach on line {line}: it ends the graph"
WITHOUT_DERIVATIVE = "{code} has no derivative: compute the loss from its operands"
HELP = {
    NoGraph.GRAD_MODE_OFF: "compute {code} on line {line} with grad mode on",
    NoGraph.DETACH: WITHOUT_DETACH,
    NoGraph.DETACH_IN_PLACE: WITHOUT_DETACH,
    NoGraph.DATA_ATTRIBUTE: WITHOUT_DETACH,
    NoGraph.COPY: "use the tensor itself in place of {code}, which copies its value",
    NoGraph.VARIABLE: "use the tensor itself in place of {code}, which copies its value",
    NoGraph.NUMBER: "compute the loss from tensors in place of the numbers that {code} reads",
    NoGraph.GRADIENT: "pass `create_graph=True` where the gradient is computed",
    NoGraph.AUTOGRAD_GRAD: "pass `create_graph=True` where the gradient is computed",
    NoGraph.SAMPLE: "use `rsample()`, or a loss of the log-probability of the sample",
    NoGraph.INDICES: WITHOUT_DERIVATIVE,
    NoGraph.COMPARISON: WITHOUT_DERIVATIVE,
    NoGraph.NO_DERIVATIVE: WITHOUT_DERIVATIVE,
    NoGraph.DATA: "compute the loss from parameters that require grad, or from an input after `requires_grad_()`",
}
ROLES = {
    NoGraph.GRAD_MODE_OFF: Hint.GRAD_MODE_OFF,
    NoGraph.DETACH: Hint.DETACH,
    NoGraph.DETACH_IN_PLACE: Hint.DETACH,
    NoGraph.DATA_ATTRIBUTE: Hint.DETACH,
    NoGraph.DATA: Hint.WITHOUT_GRAD,
    NoGraph.AUTOGRAD_GRAD: Hint.GRADIENT,
}


class BackwardWithoutGraph(Rule):
    """Flags a backward pass on a value without a graph.

    ## What it does
    Finds `backward()` on a tensor that does not require grad: computed under `torch.no_grad()` or `torch.inference_mode()`, detached,
    rebuilt from numbers (`torch.tensor(loss.item())`), or computed from data only. The related location shows where the graph was
    detached or never started.

    ## Why is this bad?
    There is no graph to backpropagate through. PyTorch raises a RuntimeError: "element 0 of tensors does not require grad and does not
    have a grad_fn".

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
    All fixes are unsafe: only the author knows if the detach or the `backward()` is the mistake. They remove the grad-mode block, the
    decorator, the `.detach()` or the conversion to numbers, re-enable grad mode, or make a tensor require grad. A result without a
    derivative (a comparison, `argmax`) has no fix, and `loss.requires_grad = True` is never offered because nothing would be trained
    (GL401).

    ## Not reported when
    - The backward is in a `try` that handles RuntimeError, or in `pytest.raises`.
    - The value comes from unresolved code and may have a graph.
    - The loss has a graph on another path through the same call: it is computed from data only under a condition.

    ## References
    - [Autograd mechanics: locally disabling gradient computation](https://pytorch.org/docs/stable/notes/autograd.html)
    - [torch.Tensor.backward](https://pytorch.org/docs/stable/generated/torch.Tensor.backward.html)
    """

    code = "GL107"
    name = "backward-without-graph"
    severity = Severity.ERROR
    raises = "does not require grad"
    yields_to = ("GL403",)

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each `backward()` that certainly starts from a tensor without a graph."""
        for event in run.of(Raised):
            if event.fault is not Fault.NO_GRAPH or self.is_silent(run, event.site, _doubt(run, event)):
                continue
            kind = event.reason
            reason = "created here without a graph" if kind is None else REASONS.get(kind, f"no graph: {kind.value}")
            related = (Related(reason, event.cause.site),) if event.cause is not None and event.cause.site.line else ()
            yield self.finding(
                event.site,
                f"{spelling(run, event.site, '`backward()`')} starts from a tensor that has no graph",
                related,
                frozenset({ErrorAt(event.site), *((LostGraph(event.cause.site),) if event.cause is not None else ())}),
                notes=(raises(event.fault),),
                help=_help(run, event),
                hints={**_detach_point(event), Hint.MODE: event.mode},
            )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose to remove the operation or the mode that detaches."""
        yield from distinct_fixes(code, strategies.cut_graphs.remove_detach_point(code, finding))


def _help(run: Run, raised: Raised) -> str:
    """Return what gives the tensor a graph, by the reason why it has none."""
    cause = raised.cause
    if cause is None or raised.reason is None or not cause.site.line:
        return HELP_OTHERWISE
    calls = {cause.site, *cause.context.calls}
    checkpoint = next((event.site for event in run.of(ReentrantCheckpoint) if event.site in calls), None)
    if checkpoint is not None:
        return f"pass `use_reentrant=False` to the checkpoint on line {checkpoint.line}, or let one of its inputs require grad"
    stacks = zip(cause.context.calls, raised.context.calls, strict=False)
    shared = sum(1 for _ in itertools.takewhile(lambda calls: calls[0] == calls[1], stacks))
    called = (*cause.context.calls, cause.site)[shared]
    place = called if raised.reason is NoGraph.GRAD_MODE_OFF else cause.site
    code = spelling(run, place, "the result")
    return HELP.get(raised.reason, HELP_OTHERWISE).format(code=code, line=place.line)


def _detach_point(raised: Raised) -> Mapping[Hint, list[Site]]:
    """Return the place at which the tensor lost its graph, in the role of its kind; nothing if the kind or the place is not known."""
    if raised.reason is None or raised.cause is None:
        return {}
    return {ROLES.get(raised.reason, Hint.GRAPH_LOST): strategies.places.sites_of(raised.cause)}


def _doubt(run: Run, raised: Raised) -> Doubt | None:
    """Return the doubt that the path which raises is one that the program takes: on another one, the same call starts from a graph.

    What detaches on some condition is a mistake under this condition; a value that never had a graph may belong to a combination of
    conditions that does not occur. Where the run has given up paths of the call that alone held graphs, the tensor may have its graph
    there.
    """
    if raised.reason is not NoGraph.DATA:
        return None
    return Doubt.GRAPH_ON_OTHER_PATH.when(any(event.reached for event in same_call(run, raised)) or drops_graphs(run, raised))
