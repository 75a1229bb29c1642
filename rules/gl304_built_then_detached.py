"""GL304 built-then-detached."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator, Set

from graphlint.autograd.coverage import coverage_above, joined
from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import UNTRACKED, Cause, Creator, Detached, Forward, Site
from graphlint.autograd.queries import (
    NOT_COMPUTED,
    backpropagated_sites,
    calls_needing_grad_mode,
    calls_requiring_grad,
    dynamic_call_key,
    frozen_calls,
    is_unit_test,
    outermost,
)
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.causes import EvaluatedCall, ForwardPass, LostGraph
from graphlint.rule.code import Code
from graphlint.rule.evidence import Evidence, EvidenceKind
from graphlint.rule.fix import Fix
from graphlint.rule.story import Story
from graphlint.rule.wording import callee, module_name


class BuiltThenDetached(Rule):
    """Flags a forward pass whose result is only used detached.

    ## What it does
    Finds a module call whose result is only used after `.detach()`, `.data` or a copy under `torch.no_grad()`, so that no backward uses
    its graph: `teacher(x).detach()`, `generator(z).data`.

    ## Why is this bad?
    The forward pass records a graph and keeps its activations until the detach, which discards them. Peak memory is that of training.

    ## Example
    ```python
    import torch
    from torch import nn

    teacher, student = nn.Linear(3, 1), nn.Linear(3, 1)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for batch in range(3):
        inputs = torch.randn(8, 3)
        targets = teacher(inputs).detach()  # GL304
        optimizer.zero_grad()
        nn.functional.mse_loss(student(inputs), targets).backward()
        optimizer.step()
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    teacher, student = nn.Linear(3, 1), nn.Linear(3, 1)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for batch in range(3):
        inputs = torch.randn(8, 3)
        with torch.no_grad():
            targets = teacher(inputs)
        optimizer.zero_grad()
        nn.functional.mse_loss(student(inputs), targets).backward()
        optimizer.step()
    ```

    ## Fix safety
    Wrapping the call in `torch.no_grad()` is safe: the values are the same, and no backward uses the graph. It is unsafe if modules
    called earlier in the statement would be called later, which changes the order of random numbers, or would be wrapped as well, and
    if code that was not analyzed may use the result.

    ## Not reported when
    - The result is only read through `.item()`, `argmax` or comparisons (GL301 in evaluation).
    - A backward uses at least one use of the result, or unresolved code may.
    - The module computes a gradient in its own forward and needs grad mode, or `enable_grad()` or `set_grad_enabled(True)` encloses
      the call.

    ## References
    - [torch.Tensor.detach](https://pytorch.org/docs/stable/generated/torch.Tensor.detach.html)
    - [torch.no_grad](https://pytorch.org/docs/stable/generated/torch.no_grad.html)
    """

    code = "GL304"
    name = "built-then-detached"
    severity = Severity.WARNING
    holds_in_all_runs = True
    story = Story.UNUSED
    claims_never = True
    yields_to = ("GL301", "GL302", "GL107", "GL401", "GL405", "GL406")

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each module call whose graph is detached before it is used, in every iteration."""
        detaches = [(event, run.below(event.nodes)) for event in run.of(Detached)]
        if not (detaches and run.complete) and run.silences is None:
            return
        detached = frozenset(run.nodes[node].creator for event, _ in detaches for node in event.nodes)
        by_call: dict[tuple[Site, int], list[Forward]] = {}
        for event in run.of(Forward):
            if run.is_followed(event.outputs):
                by_call.setdefault((event.site, event.object), []).append(event)
        needs_grad_mode = calls_requiring_grad(run)
        resolved = (event for events in by_call.values() for event in events)
        needed = {
            dynamic_call_key(event): doubt
            for event in resolved
            if (doubt := _doubt(run, event) or Doubt.USED_UNDETACHED.when(detached and _has_undetached_end(run, event, detached)))
            is not None
        }
        needing = {dynamic_call_key(event) for event in run.of(Forward) if event.number in needs_grad_mode}
        # The same statement may call another module, or the same one for a caller, whose graph is used: `no_grad()` there would break it.
        backpropagated = {event.site for event in run.of(Forward) if run.backward_reaches(event.outputs).possible}
        backpropagated.update(calls_needing_grad_mode(run, Cause.CALLER, inside_forward=True))
        flagged: set[int] = set()
        for (site, _), events in sorted(by_call.items(), key=lambda item: len(item[1][0].enclosing_calls)):
            if any(flagged & set(event.enclosing_calls) for event in events):
                continue
            outputs = frozenset(node for event in events for node in event.outputs)
            sites = [detach.site for detach, below in detaches if not below.isdisjoint(outputs)]
            detach = next(iter(sites), None)
            doubt = (
                Doubt.CUT_OFF.when(not run.complete)
                or next((needed[key] for event in events if (key := dynamic_call_key(event)) in needed), None)
                or Doubt.GRADIENT_INSIDE.when(
                    any(dynamic_call_key(event) in needing or _is_part_of(run, event, needing) for event in events)
                )
                or Doubt.BACKPROPAGATED.when(site in backpropagated)
                or Doubt.RUNS_ONCE.when(all(is_unit_test(run, event) for event in events))
                or Doubt.NOT_DETACHED.when(detach is None)
            )
            if self.is_silent(run, site, doubt, (node for event in events for node in event.outputs)) or detach is None:
                continue
            flagged.update(event.number for event in events)
            yield self.finding(
                site,
                f"Graph of {callee(run, site, module_name(events[0].module))}'s output is built but only used detached",
                (Related("output detached here", detach),),
                frozenset({EvaluatedCall(site), *map(LostGraph, sites), *(ForwardPass(outermost(event)) for event in events)}),
                notes=("its activations and the time to record them are wasted",),
                help="call it under `torch.no_grad()`",
                coverage=joined(coverage_above(run, event, event.outputs) for event in events),
            )

    def evidence(self, run: Run) -> Iterator[Evidence]:
        """Refute each call whose graph is needed, if only for some arguments of the function: `no_grad()` would break it.

        Code that the run does not follow may need the graph: a caller that passes known values knows better. In callees, refute each call
        of a frozen module, which builds no graph.
        """
        yield from self.evidence_at(EvidenceKind.REFUTED, calls_needing_grad_mode(run, inside_forward=True))
        yield from self.evidence_at(EvidenceKind.DOUBTED, calls_needing_grad_mode(run, Cause.CALLER, *UNTRACKED, inside_forward=True))
        yield from self.evidence_at(EvidenceKind.REFUTED_ALONE, backpropagated_sites(run))
        yield from self.evidence_at(EvidenceKind.REFUTED_IN_CALLEES, frozen_calls(run))

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose `no_grad()` for the call, in its statement or before it, and to remove a detach in the same statement."""
        call = code.node_at(finding.site, ast.Call)
        if call is not None:
            yield from strategies.frozen_parts.call_without_grad(code, call)


def _doubt(run: Run, event: Forward) -> Doubt | None:
    """Return the doubt that a module call built a graph which neither a backward nor unresolved code uses."""
    return (
        run.grad_mode_off(event).doubt
        or Doubt.ENABLED_ON_PURPOSE.when(event.enabled_on_purpose)
        or Doubt.NO_GRAPH.when(not event.outputs)
        or run.graph_used(event.outputs).doubt
        or Doubt.BACKPROPAGATED.when(run.must_require_grad(event.outputs))
    )


def _is_part_of(run: Run, event: Forward, calls: Set[Hashable]) -> bool:
    """Return True if a module call computes the result of one of these calls: what detaches the result is the same for both."""
    outer = (run.forwards[number] for number in event.enclosing_calls if number in run.forwards) if calls else ()
    return any(dynamic_call_key(item) in calls and not run.below(item.outputs).isdisjoint(event.outputs) for item in outer)


def _has_undetached_end(run: Run, event: Forward, detached: frozenset[Creator]) -> bool:
    """Return True if a value computed from a module's output is the last of its graph and no statement that detaches it.

    One output of several may remain unused, and a loop may leave the value of its last iteration unused. An unresolved value computes
    nothing, and neither does an item of a result whose structure is unresolved.
    """
    ends = (run.nodes[node] for node in run.ends_above(event.outputs) if node not in event.outputs)
    computed = (node for node in ends if node.forward != event.number and node.origin not in NOT_COMPUTED)
    return any(node.creator not in detached for node in computed)
