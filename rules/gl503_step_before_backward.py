"""GL503 step-before-backward."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import Backward, Emptied, Event, LoopIteration, Node, Origin, Raised, Site, Step
from graphlint.autograd.run import Run
from graphlint.fixes import edits, strategies
from graphlint.fixes.queries.nodes import ancestor_in
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.causes import Cause, OptimizerStep, UntrainedLeaf
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.shared_causes import missing_calls
from graphlint.rule.wording import method

UNUSED = "a graph that nothing uses is built here"
"""The place of a finding without any backward."""


class StepBeforeBackward(Rule):
    """Flags a step between the forward pass and the backward pass of its iteration.

    ## What it does
    Finds `optimizer.step()` that, in all of its executions, runs before the backward of the same iteration, so that it cannot use that
    backward's gradients. If the optimizer has cleared its gradients before, its parameters need not be known. Finds also a step of a
    loop that computes something from the parameters and never runs a backward: the call was forgotten, or is outside of the loop.

    ## Why is this bad?
    The step skips parameters without a gradient. If `zero_grad()` runs between this backward and the next step, no gradient is ever
    used; otherwise each step uses the gradients of the previous iteration.

    ## Example
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in range(3):
        optimizer.zero_grad()
        loss = model(torch.randn(8, 3)).pow(2).mean()
        optimizer.step()  # GL503
        loss.backward()
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in range(3):
        optimizer.zero_grad()
        loss = model(torch.randn(8, 3)).pow(2).mean()
        loss.backward()
        optimizer.step()
    ```

    ## Fix safety
    Moving the step after the backward is unsafe: the updates change, or the program starts to train.

    ## Not reported when
    - The step is at the start of the iteration, before the forward pass, and applies the previous iteration's gradients.
    - The step makes the backward after it raise (reported as GL104).
    - No backward runs, and code that is not followed may: it receives the loss, the module or its parameters.

    ## References
    - [torch.optim](https://pytorch.org/docs/stable/optim.html)
    - [torch.optim.Optimizer.step](https://pytorch.org/docs/stable/generated/torch.optim.Optimizer.step.html)
    """

    code = "GL503"
    name = "step-before-backward"
    severity = Severity.WARNING
    claims_never = True
    yields_to = ("GL303", "GL502")

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each step statement that finds no gradient and runs before the backward that computes it."""
        by_site: dict[Site, list[Step]] = {}
        used: dict[int, list[Step]] = {}
        for event in run.of(Step):
            by_site.setdefault(event.site, []).append(event)
            used.setdefault(event.latest or 0, []).append(event)
        if not by_site:
            return
        backwards: dict[tuple[LoopIteration, ...], list[Backward]] = {}
        for backward in run.of(Backward):
            backwards.setdefault(backward.context.iterations, []).append(backward)
        for site, events in by_site.items():
            decisive = [event for event in events if event.complete or event.emptied is not None] or events
            unused = [_unused_backward(run, event, backwards.get(event.context.iterations, ()), used) for event in decisive]
            late = [
                other or _late_backward(run, event, backwards.get(event.context.iterations, ()))
                for event, other in zip(decisive, unused, strict=True)
            ]
            known = all(unused) or all(event.emptied is not None or (event.complete and event.owned) for event in decisive)
            in_order = Doubt.PARAMETERS_UNKNOWN.when(not known) or Doubt.IN_ORDER.when(not all(late))
            loss = None if any(late) else _unused_graph(run, events)
            if loss is not None:
                yield self.finding(
                    site,
                    f"{method(run, site, 'step')} has no gradient to apply: no `backward()` runs",
                    (Related(UNUSED, loss.site),),
                    frozenset(_causes(events)),
                    notes=("a step skips parameters without a gradient: nothing is trained",),
                    help="call `backward()` on the loss before `step()`",
                )
            elif not self.is_silent(run, site, in_order) and late[0] is not None:
                yield self.finding(
                    site,
                    f"{method(run, site, 'step')} runs before the iteration's `backward()`",
                    (Related("gradients computed only here", late[0].site),),
                    frozenset(_causes(events)),
                    notes=("the step uses no gradient of the current iteration",),
                    help="move `step()` after `backward()`",
                )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose to move the step after the backward."""
        if finding.related[0].message == UNUSED:
            return
        step, backward = code.statement_at(finding.site), code.statement_at(finding.related[0].site)
        anchor = ancestor_in(code, backward, code.block_of(step)) if step is not None and backward is not None else None
        if step is not None and anchor is not None:
            yield Fix.of(
                "Move `step()` after `backward()`",
                Applicability.UNSAFE,
                edits.moved_after(code, strategies.training_step.with_update(code, step), anchor),
            )


def _causes(events: Iterable[Step]) -> Iterator[Cause]:
    """Yield what findings on the steps share, and findings on a backward pass before them that is missing."""
    for event in events:
        yield OptimizerStep(event.number)
        yield from map(UntrainedLeaf, event.owned)
        yield from missing_calls("backward", (), (event.context,))


def _unused_graph(run: Run, steps: Sequence[Step]) -> Node | None:
    """Return the last node that an iteration computes from the parameters of an optimizer before it steps, if no backward runs at all, and
    nothing else may fill a gradient."""
    if not run.complete or any(run.of(Raised)) or any(run.of(Backward)):
        return None
    owned = frozenset[int]().union(*(step.owned for step in steps))
    if any(not step.complete or not step.owned or step.changed or step.latest is None for step in steps):
        return None
    if run.gradient_from_outside(owned).possible:
        return None
    graph = run.above(owned) - owned
    if run.graph_used(graph).possible:
        return None
    step = steps[-1]
    computed = [
        node
        for number in graph
        if (node := run.nodes[number]).made < step.number and step.context.iterations and node.context.iterations == step.context.iterations
    ]
    return max(computed, key=lambda node: node.number, default=None)


def _late_backward(run: Run, step: Step, backwards: Iterable[Backward]) -> Backward | None:
    """Return the backward of the iteration that runs only after the step, through a graph built before it."""
    if step.emptied is not None:
        return _late_backward_after_reset(run, step.emptied, step, backwards)
    if not step.complete or not step.owned:
        return None
    reaching = [backward for backward in backwards if not backward.leaves.isdisjoint(step.owned)]
    # A backward pass between the latest one of the path and the step is on another path.
    latest = step.number if step.latest is None else step.latest
    if any(backward.number <= latest for backward in reaching):
        return None
    certain = (backward for backward in reaching if _follows(backward, step) and not backward.filled_leaves.isdisjoint(step.owned))
    return next((backward for backward in certain if not step.changed or _reaches_earlier_graph(run, backward, step)), None)


def _unused_backward(run: Run, step: Step, backwards: Iterable[Backward], used: Mapping[int, Sequence[Step]]) -> Backward | None:
    """Return the next backward of the iteration after a step, through a loss computed before the step, if no step follows that backward.

    No backward of the iteration may precede the step, unless it is the one before the step of another optimizer. Whichever parameters the
    optimizer owns, it would have to step after a backward.
    """
    if step.latest is None or not step.optimizer:
        return None
    earlier = run.backwards.get(step.latest)
    others = (other for other in used.get(step.latest, ()) if other.number < step.number and other.optimizer != step.optimizer)
    precedes = earlier is not None and step.emptied is None and _is_in_same_call(earlier, step)
    if precedes and not any(_is_in_same_call(other, step) for other in others):
        return None
    for backward in backwards:
        if not backward.fills_gradients or backward.previous != step.latest or not _follows(backward, step):
            continue
        made = min((run.nodes[root].made for root in backward.roots), default=step.number)
        if not _is_in_same_call(backward, step) or made >= step.number:
            continue
        if any(_is_in_same_call(other, step) for other in used.get(backward.number, ())):
            return None
        if _contains_earlier_node(run, backward.possibly_reached, step):
            return backward
    return None


def _is_in_same_call(event: Event, step: Step) -> bool:
    """Return True if an event is in the iteration of a step, and in the same call of its function, in a callee or in a caller."""
    shared = min(len(event.context.calls), len(step.context.calls))
    return event.context.iterations == step.context.iterations and event.context.calls[:shared] == step.context.calls[:shared]


def _late_backward_after_reset(run: Run, reset: Emptied, step: Step, backwards: Iterable[Backward]) -> Backward | None:
    """Return the backward of the iteration that runs only after a step which follows a reset of the same optimizer.

    Its parameters need not be known. What unresolved code has returned since the reset must be part of the graph of that backward: then it
    has computed something and not filled gradients.
    """
    for backward in backwards:
        graph = backward.possibly_reached
        if _follows(backward, step) and backward.fills_gradients and _contains_earlier_node(run, graph, step):
            return backward if graph.issuperset(reset.since) else None
    return None


def _follows(backward: Backward, step: Step) -> bool:
    """Return True if a backward runs after a step on the same path, not in another branch."""
    return step.number in backward.steps


def _reaches_earlier_graph(run: Run, backward: Backward, step: Step) -> bool:
    """Return True if a backward reaches a graph that the iteration recorded before the step."""
    return _contains_earlier_node(run, backward.reached, step)


def _contains_earlier_node(run: Run, graph: Iterable[int], step: Step) -> bool:
    """Return True if one of the nodes was recorded in the iteration, before the step."""
    nodes = (node for number in graph if (node := run.nodes[number]).made < step.number)
    return any(node.origin is not Origin.LEAF and node.context.iterations == step.context.iterations for node in nodes)
