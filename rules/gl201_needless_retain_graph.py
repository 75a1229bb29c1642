"""GL201 needless-retain-graph."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import SCALING, Backward, Certainty, Fault, Raised, Retain, Site
from graphlint.autograd.run import Run
from graphlint.fixes.edits import argument_removed
from graphlint.rule.base import Finding, Related, Rule, Severity, Tag
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix

SUMMED = SCALING | {"unknown", "unseen", "part", "a function that keeps the graph"}
"""Operations of which a loss may be made of other losses, and those of unresolved code."""


class NeedlessRetainGraph(Rule):
    """Flags `retain_graph=True` where no later backward uses the retained graph.

    ## What it does
    Finds a `backward(retain_graph=True)` that is the only or the last backward over its graph. All executions of the statement are
    considered: the argument is needed if a later backward, or the statement's own next execution, uses a graph that it retains.

    ## Why is this bad?
    The graph and its saved tensors stay in memory as long as the root is referenced: through the optimizer step, evaluation and the
    next forward pass. The argument also hides the error of an unintended second backward.

    ## Example
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(3):
        optimizer.zero_grad()
        loss = model(torch.randn(8, 3)).pow(2).mean()
        loss.backward(retain_graph=True)  # GL201
        optimizer.step()
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(3):
        optimizer.zero_grad()
        loss = model(torch.randn(8, 3)).pow(2).mean()
        loss.backward()
        optimizer.step()
    ```

    ## Fix safety
    Removing the argument is safe: the gradients are the same, and no later backward uses the graph.

    ## Not reported when
    - The argument is computed (`retain_graph=i < n - 1`).
    - The graph saves no tensors, for example a sum of weights.
    - The graph is returned, left in a field that other methods read, or passed to unresolved code, which may backpropagate through it.
      Unresolved code that computed the loss is presumed to keep nothing of it, unless more is used of it than every module has.
    - A missing detach makes the argument necessary (reported as GL308).
    - A carried state makes the argument necessary (reported as GL205).

    ## References
    - [torch.Tensor.backward](https://pytorch.org/docs/stable/generated/torch.Tensor.backward.html)
    """

    code = "GL201"
    name = "needless-retain-graph"
    severity = Severity.WARNING
    tags = frozenset((Tag.UNNECESSARY,))
    yields_to = ("GL205", "GL308", "GL104")

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each backward statement whose retained graphs are not used again, in any iteration."""
        if not run.complete and run.silences is None:
            return
        reused = _reused_later(run)
        by_site: dict[Site, list[Backward]] = {}
        for event in run.of(Backward):
            if event.call == "backward" or not event.create_graph:
                by_site.setdefault(event.site, []).append(event)
        for site, events in by_site.items():
            if any(event.retain is not Retain.NO for event in events) and not self.is_silent(
                run, site, _doubt(run, events, reused), (root for event in events for root in event.roots)
            ):
                first = run.nodes[events[0].roots[0]]
                yield self.finding(
                    site,
                    "Unnecessary `retain_graph=True`: the graph is not used again",
                    (Related("graph built here", first.site),),
                    frozenset(("backward", event.number) for event in events),
                    notes=("activations stay in memory until the graph is released",),
                    help="remove `retain_graph=True`",
                )

    def refuted(self, run: Run) -> Iterator[Site]:
        """Yield each backward whose retained graph is certainly used later."""
        for later in run.of(Backward):
            retained = {number for number in later.reached if run.nodes[number].saves is not Certainty.NO} if later.reuses else set[int]()
            # A backward in code imported from another file has no event in this run.
            earlier = (run.backwards[number] for number in later.reuses if number in run.backwards)
            yield from (event.site for event in earlier if retained & event.reached)

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose the call without the argument."""
        call = code.node_at(finding.site, ast.Call)
        if call is not None:
            yield Fix.of("Remove `retain_graph=True`", Applicability.SAFE, argument_removed(code, call, "retain_graph"))


def _doubt(run: Run, events: list[Backward], reused: set[int]) -> Doubt | None:
    """Return the doubt that the graphs retained by a statement are never used again."""
    return (
        Doubt.CUT_OFF.when(not run.complete)
        or Doubt.RETAIN_COMPUTED.when(any(event.retain is not Retain.LITERAL or event.create_graph for event in events))
        or Doubt.REUSED.when(any(event.number in reused for event in events))
        or Doubt.UNFOLLOWED.when(any(event.number in run.reused_on_dropped_paths for event in events))
        or Doubt.ERROR_PENDING.when(any(_would_be_used_after_error(run, event) for event in events))
        or Doubt.ESCAPED.when(any(_may_be_used_elsewhere(run, event) for event in events))
        or Doubt.NOTHING_SAVED.when(not any(_may_save(run, event) for event in events))
    )


def _reused_later(run: Run) -> set[int]:
    """Return the backwards whose retained graphs a later one uses, or was about to use when it raised."""
    reused = {number for event in run.of(Backward) for number in event.reuses if _may_reuse(run, event, number)}
    for raised in run.of(Raised):
        if raised.fault in (Fault.FREED, Fault.CHANGED):
            reused |= _retaining(run, raised)
    return reused


def _may_reuse(run: Run, later: Backward, number: int) -> bool:
    """Return True if a backward may use what an earlier one retained, other than unresolved values that are presumed to have no graph."""
    earlier = run.backwards.get(number)
    if earlier is None:
        # A backward in code imported from another file has no event in this run.
        return True
    shared = (earlier.reached | earlier.maybe_reached) & (later.reached | later.maybe_reached) & run.below(later.roots, run.presumed_data)
    return any(run.nodes[item].saves is not Certainty.NO for item in shared)


def _retaining(run: Run, raised: Raised) -> set[int]:
    """Return the backwards that retained the graph which a failed backward was about to use."""
    needed = {number for number in run.below(raised.chain[:1]) if run.nodes[number].saves is not Certainty.NO}
    return {event.number for event in run.of(Backward) if event.retain is not Retain.NO and event.reached & needed}


def _would_be_used_after_error(run: Run, event: Backward) -> bool:
    """Return True if code below a statement that raises uses a value computed from what the backward retains."""
    return any(run.nodes[number].saves is not Certainty.NO for number in event.reached & run.below(run.needed_after_raise))


def _may_save(run: Run, event: Backward) -> bool:
    """Return True if a node of the graph may save a tensor: the graph of a plain sum retains nothing."""
    return any(run.nodes[number].saves is not Certainty.NO for number in event.reached | event.maybe_reached)


def _is_built_here(run: Run, graph: frozenset[int]) -> bool:
    """Return True if a part of a graph is computed from what unresolved code returned: the output of a model rather than a loss."""
    calls = {number for number in graph if run.nodes[number].operation == "unknown" and number in run.unresolved_results}
    nodes = [run.nodes[number] for number in graph]
    losses = [node for node in nodes if node.number in calls or (node.saves is not Certainty.NO and node.operation not in SUMMED)]
    return not calls.isdisjoint(run.below(number for node in losses for number in (*node.inputs, *node.possible_inputs)))


def _may_be_used_elsewhere(run: Run, event: Backward) -> bool:
    """Return True if unresolved code may backpropagate through the retained graph."""
    if any(
        run.nodes[root].operation == "unknown" and not run.nodes[root].possible_inputs and root not in run.unresolved_results
        for root in event.roots
    ):
        return True
    graph = (event.reached | event.maybe_reached) & run.below(event.roots, run.presumed_data)
    received = (number for number in graph if run.nodes[number].operation == "unseen" and number not in run.unresolved_results)
    if not event.leaves & event.reached and any(received) and not _is_built_here(run, graph):
        return True
    turns = event.context.iterations
    older = (number for number in event.maybe_reached & graph if run.nodes[number].context.iterations[: len(turns)] != turns)
    if any(run.nodes[number].operation != "leaf" for number in older):
        # What was built before the iteration is reached again by the next one, if it is reached at all.
        return True
    return run.may_be_kept(event)
