"""GL308 wasted-backward."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from graphlint.autograd.coverage import coverage_above, joined
from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import Backward, Fault, Forward, Origin, Raised, Site, Step, ZeroGrad
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.causes import BackwardPass, Cause, ForwardPass, UntrainedLeaf
from graphlint.rule.code import Code
from graphlint.rule.fix import Fix
from graphlint.rule.hints import Hint
from graphlint.rule.story import Story
from graphlint.rule.wording import callee, carried_name, module_name, quoted


class WastedBackward(Rule):
    """Flags a backward pass through a forward call that could be detached without changing any update.

    ## What it does
    Finds a backward through a module, or a function of weights, whose gradients are zeroed before any step uses them, such as the
    discriminator's backward through the generator's undetached output. All parameters that it reaches belong to an optimizer that steps
    in the program, and no code reads their `.grad` in between.

    ## Why is this bad?
    Backward computes gradients for the whole module, and `zero_grad` discards them. This wastes time and memory for saved tensors in
    every iteration.

    ## Example
    ```python
    import torch
    from torch import nn

    generator, discriminator = nn.Linear(2, 3), nn.Linear(3, 1)
    generator_optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
    discriminator_optimizer = torch.optim.SGD(discriminator.parameters(), lr=0.1)
    for batch in range(3):
        discriminator_optimizer.zero_grad()
        discriminator(generator(torch.randn(8, 2))).mean().backward()  # GL308
        discriminator_optimizer.step()
        generator_optimizer.zero_grad()
        (-discriminator(generator(torch.randn(8, 2))).mean()).backward()
        generator_optimizer.step()
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    generator, discriminator = nn.Linear(2, 3), nn.Linear(3, 1)
    generator_optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
    discriminator_optimizer = torch.optim.SGD(discriminator.parameters(), lr=0.1)
    for batch in range(3):
        discriminator_optimizer.zero_grad()
        with torch.no_grad():
            fake = generator(torch.randn(8, 2))
        discriminator(fake).mean().backward()
        discriminator_optimizer.step()
        generator_optimizer.zero_grad()
        (-discriminator(generator(torch.randn(8, 2))).mean()).backward()
        generator_optimizer.step()
    ```

    ## Fix safety
    Adding `.detach()` to the input, or `torch.no_grad()` around the call that computes it, is safe: no update changes. A
    `retain_graph=True` that only the missing detach required is removed too. The fix is unsafe if the call must move before others in
    its statement, which changes the order of random numbers, or if code that was not analyzed may use the output.

    ## Not reported when
    - The module passes a gradient on to a leaf whose gradient is used, for example the discriminator in the generator's step.
    - The gradients are accumulated, read, clipped together with others, or used by a step.
    - `torch.autograd.grad` differentiates a tensor that requires grad only because of the module's output, as in a gradient penalty.

    ## References
    - [torch.Tensor.detach](https://pytorch.org/docs/stable/generated/torch.Tensor.detach.html)
    - [torch.optim.Optimizer.zero_grad](https://pytorch.org/docs/stable/generated/torch.optim.Optimizer.zero_grad.html)
    """

    code = "GL308"
    name = "wasted-backward"
    severity = Severity.WARNING
    story = Story.GRADIENTS
    claims_never = True
    yields_to = ("GL101", "GL104", "GL303", "GL305", "GL405", "GL502", "GL503")

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each backward statement that computes unused gradients for a module in every iteration."""
        unknown = Doubt.CUT_OFF.when(not run.complete) or Doubt.PARAMETERS_UNKNOWN.when(not all(event.complete for event in run.of(Step)))
        if unknown is not None and run.silences is None:
            return
        used = {(mark.backward, leaf) for step in run.of(Step) for leaf in step.changed for mark in step.gradients[leaf] if mark.is_certain}
        stepped = frozenset(leaf for step in run.of(Step) for leaf in step.changed)
        zeroed = frozenset(number for event in run.of(ZeroGrad) for number in event.unused)
        by_site: dict[Site, list[Backward]] = {}
        for event in run.of(Backward):
            if event.fills_gradients:
                by_site.setdefault(event.site, []).append(event)
        if not by_site or (not zeroed and run.silences is None):
            return
        unread = frozenset(leaf for leaf in stepped if not run.gradient_read((leaf,)).possible)
        candidates = list(_candidates(run, unread))
        for site, events in by_site.items():
            wasted = [_wasted_call(run, event, used, candidates, unread) for event in events]
            used_or_kept = Doubt.GRADIENT_USED.when(not (all(wasted) and any(event.number in zeroed for event in events)))
            if not self.is_silent(run, site, unknown or used_or_kept):
                first = wasted[0]
                assert first is not None
                name = callee(run, first.site, first.name)
                entered, used_at = _entered(run, events[0], first)
                yield self.finding(
                    site,
                    f"Gradients for {name} are computed and then discarded",
                    (Related(f"output of {name} could be detached here", first.site),),
                    frozenset(_causes(events, first)),
                    notes=("they are zeroed before any `step()` uses them: part of `backward()` is wasted",),
                    help=_help(run, events, first, name, carried_name(run, reversed(entered), used_at)),
                    hints={Hint.OUTPUT: [first.site], Hint.SHARED: entered, Hint.FED: used_at},
                    coverage=joined(coverage_above(run, event, first.nodes) for event in events),
                )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose to detach the output, and to remove a `retain_graph=True` that only the unused gradients needed."""
        output = finding.hint(Hint.OUTPUT)
        call = code.node_at(output, ast.Call) if output is not None else None
        backward = code.node_at(finding.site, ast.Call)
        if call is not None and backward is not None:
            yield from strategies.frozen_parts.detach_output(code, call, backward)
            entered, used_at = finding.hinted_sites(Hint.SHARED), finding.hinted_sites(Hint.FED)
            # The loss comes first: what is within the functions that it calls may hold for other losses, too.
            yield from strategies.frozen_parts.detach_for(code, backward, used_at[::-1], entered)


class _Call(NamedTuple):
    """A call of a module, or of a function that computes with leaves itself, and the leaves on which its result depends."""

    site: Site
    name: str
    nodes: frozenset[int]
    leaves: frozenset[int]
    forwards: tuple[int, ...] = ()


def _entered(run: Run, event: Backward, wasted: _Call) -> tuple[list[Site], list[Site]]:
    """Return the sites of the value through which a backward enters the part without use, and of its use by the part with use."""
    unused = {number for number in event.reached if _leaves_below(run, (number,)) <= wasted.leaves}
    for number in sorted(event.reached - unused):
        entered = unused.intersection(run.nodes[number].inputs)
        if entered and any(_leaves_below(run, (each,)) for each in entered):
            used_at = strategies.places.sites_of(run.nodes[number])
            return strategies.places.sites_of(run.nodes[max(entered)]), used_at[_depth_in_used_part(run, used_at, wasted) :]
    return [], []


def _depth_in_used_part(run: Run, sites: Sequence[Site], wasted: _Call) -> int:
    """Return how many sites, from the inside out, are within a module of the part with use.

    What its forward does holds for all losses: the value is detached where the module is called.
    """
    calls = {forward.site for forward in run.of(Forward) if wasted.leaves.isdisjoint(forward.leaves)}
    return max((depth for depth, site in enumerate(sites) if site in calls), default=0)


def _help(run: Run, events: Sequence[Backward], wasted: _Call, name: str, value: str) -> str:
    """Return what to do: without another use of the output with gradients, the call needs no graph."""
    sites = {event.site for event in events}
    others = [event for event in run.of(Backward) if event.site not in sites and not event.reached.isdisjoint(wasted.nodes)]
    if others:
        return f"detach {quoted(value, f'the output of {name}')} for this loss"
    return f"call {name} under `torch.no_grad()`, or detach its output"


def _causes(events: Iterable[Backward], wasted: _Call) -> Iterator[Cause]:
    """Yield the backward passes, the module call whose gradients they compute in vain, and its parameters."""
    yield from (BackwardPass(event.number) for event in events)
    yield from map(ForwardPass, wasted.forwards)
    yield from map(UntrainedLeaf, wasted.leaves)


def _candidates(run: Run, unread: frozenset[int]) -> Iterator[_Call]:
    """Yield the outermost module calls that depend only on leaves whose gradients nothing but steps uses."""
    failed = [run.below(raised.chain[:1]) for raised in run.of(Raised) if raised.fault in (Fault.FREED, Fault.CHANGED)]
    # A backward that raised was about to compute gradients through these: the call could not have been detached.
    needed = frozenset[int]().union(*failed)
    # Without a graph, `autograd.grad` raises for a tensor whose gradient it is asked for.
    differentiated = [_leaves_below(run, (number,)) for event in run.of(Backward) for number in event.requested]
    for forward in run.of(Forward):
        if not forward.enclosing_calls and needed.isdisjoint(forward.outputs):
            leaves = _leaves_below(run, forward.outputs)
            if leaves and leaves <= unread and not any(others and others <= leaves for others in differentiated):
                yield _Call(forward.site, module_name(forward.module), frozenset(forward.outputs), leaves, (forward.number,))


def _leaves_below(run: Run, nodes: Iterable[int]) -> frozenset[int]:
    return frozenset(node for node in run.below(nodes) if run.nodes[node].origin is Origin.LEAF)


def _wasted_call(
    run: Run, event: Backward, used: set[tuple[int, int]], candidates: Iterable[_Call], unread: frozenset[int]
) -> _Call | None:
    """Return the outermost call, of a module first, that a backward reached without need."""
    useful = {leaf for leaf in event.leaves if (event.number, leaf) in used}
    if not useful:
        return None
    unused = (unread & event.leaves) - useful
    for call in candidates:
        if call.leaves <= unused and not event.reached.isdisjoint(call.nodes):
            return call
    return next((call for call in _function_calls(run, event) if call.leaves and call.leaves <= unused), None) if unused else None


def _function_calls(run: Run, event: Backward) -> Iterator[_Call]:
    """Yield the calls of functions, the outermost first, that built parts of the graph of a backward without a module."""
    built: dict[tuple[Site, ...], list[int]] = {}
    own = event.context.calls
    for number in sorted(event.reached):
        node = run.nodes[number]
        calls = node.context.calls
        for depth in range(1, len(calls) + 1):
            if node.origin is not Origin.LEAF and calls[:depth] != own[:depth]:
                built.setdefault(calls[:depth], []).append(number)
    for calls, nodes in sorted(built.items(), key=lambda item: len(item[0])):
        if not any(run.nodes[number].forward for number in nodes):
            yield _Call(calls[-1], "the function", frozenset(nodes), _leaves_below(run, nodes))
