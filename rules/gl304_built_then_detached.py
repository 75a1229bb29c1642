"""GL304 built-then-detached."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import Certainty, Detached, Forward, Run, Site
from graphlint.autograd.queries import moment, outermost, walked_calls, walking_passes
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.code import Code
from graphlint.rule.fix import Fix


class BuiltThenDetached(Rule):
    """Flags a forward pass whose every use is detached.

    ## What it does
    Finds the call of a module whose result is only ever used after `.detach()`, `.data` or a copy under no_grad, so that nothing walks
    its graph: `teacher(x).detach()`, `generator(z).data`.

    ## Why is this bad?
    The pass records a graph and keeps its activations until the cut, where all of it is thrown away. The peak of memory is that of
    training, and the time to record is spent for nothing.

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
    The call is put under no_grad: with its statement, and then a detach in it goes, or in a line of its own before it, where other
    modules are called in the statement. The values are the same, and the finding says that nothing walks what the call builds, so it is
    safe. It is unsafe where other modules in the statement are called before it, as random numbers are then drawn in another order, or
    where they would have to be put under no_grad as well.

    ## Known limits
    - `.item()`, argmax and comparisons are no cut: a result that is only looked at is GL301 in evaluation, and no finding elsewhere.
    - A result of which one use is walked is no finding, nor is one that code which is not at hand may walk.
    - A module that takes a gradient in its own forward needs grad mode, and its call is no finding.

    ## References
    - [torch.Tensor.detach](https://pytorch.org/docs/stable/generated/torch.Tensor.detach.html)
    - [torch.no_grad](https://pytorch.org/docs/stable/generated/torch.no_grad.html)
    """

    code = "GL304"
    name = "built-then-detached"
    severity = Severity.WARNING
    yields_to = ("GL301", "GL302", "GL107", "GL401", "GL405")

    def check(self, run: Run) -> Iterator[Finding]:
        """Each module call whose graph is cut off before anything walks it, in all of its runs."""
        if not run.complete:
            return
        cuts = [(event, run.below(event.nodes)) for event in run.of(Detached)]
        if not cuts:
            return
        by_place: dict[tuple[Site, int], list[Forward]] = {}
        for event in run.of(Forward):
            if run.unfollowed.isdisjoint(event.result):
                by_place.setdefault((event.site, event.object), []).append(event)
        unseen = run.within_reach | run.back_to_caller | run.unfinished
        walking = walking_passes(run)
        told = (event for events in by_place.values() for event in events)
        needed = {moment(event) for event in told if event.number in walking or _may_be_walked(run, event, unseen)}
        flagged: set[int] = set()
        for (site, _), events in sorted(by_place.items(), key=lambda item: len(item[1][0].inside)):
            if any(moment(event) in needed or flagged & set(event.inside) for event in events):
                continue
            cut = next((cut for cut, below in cuts if any(node in below for event in events for node in event.result)), None)
            if cut is None:
                continue
            flagged.update(event.number for event in events)
            yield self.finding(
                site,
                f"the graph that this call of {events[0].module} builds is cut off by {cut.how} before anything walks it: "
                "its activations and the time to record them are spent for nothing",
                (Related("it is cut off here", cut.site),),
                frozenset({("call", site), ("lost", cut.site), *(("forward", outermost(event)) for event in events)}),
            )

    def refuted(self, run: Run) -> Iterator[Site]:
        """Each call whose graph somebody needs: it is no call to be put under no_grad."""
        yield from walked_calls(run, run.within_reach)

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """The call under no_grad, in its statement or before it; a cut in the same statement goes."""
        call = code.node_at(finding.site, ast.Call)
        if call is not None:
            yield from strategies.frozen_parts.built_for_nothing(code, call)


def _may_be_walked(run: Run, event: Forward, unseen: frozenset[int]) -> bool:
    """Whether a module call built no graph, or one that a backward, or code not at hand, walks."""
    if event.grad_mode is not Certainty.YES or not event.result:
        return True
    return any(node in run.walked or node in unseen for node in event.result)
