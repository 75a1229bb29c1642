"""GL202 accumulated-graph."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import Cause, Certainty, Growth, RetainedGraph
from graphlint.autograd.growing_owners import adds_leaves, coverage_of_owner, growing_owners, growth_note, is_freed
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.causes import KeptGraph
from graphlint.rule.code import Code
from graphlint.rule.evidence import Evidence, EvidenceKind
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.hints import Hint
from graphlint.rule.shared_causes import graph_parts
from graphlint.rule.story import Story
from graphlint.rule.wording import holder

OF_NUMBERS = "add a number or a detached tensor: `.item()` or `.detach()`"
OF_PARAMETERS = "detach the parameters that are added: `.detach()`"


class AccumulatedGraph(Rule):
    """Flags a running total, mean, concatenation or best value that retains every iteration's graph without a backward pass.

    ## What it does
    Finds `total += loss` and similar code (`total = total + loss`, `torch.cat((all, new))`, `best = torch.min(best, loss)`) if the
    total keeps every iteration's graph and no backward ever uses it.

    ## Why is this bad?
    The total references every iteration's graph, so memory grows with each iteration. If the loss was backpropagated, the graph's nodes
    remain (a few KiB per iteration); otherwise the activations remain too. The finding says which case applies.

    ## Example
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    total = 0.0
    for batch in range(10):
        optimizer.zero_grad()
        loss = model(torch.randn(8, 3)).pow(2).mean()
        loss.backward()
        optimizer.step()
        total += loss  # GL202
    print(total / 10)
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    total = 0.0
    for batch in range(10):
        optimizer.zero_grad()
        loss = model(torch.randn(8, 3)).pow(2).mean()
        loss.backward()
        optimizer.step()
        total += loss.item()
    print(total / 10)
    ```

    ## Fix safety
    Adding `.detach()` to the added value is safe: the total has the same values without a graph. Detaching a parameter of the function,
    and `.item()`, are unsafe: callers may pass numbers, and `.item()` changes the type and synchronizes with the device. Where a caller
    is known to pass numbers, the fix tests `torch.is_tensor()`. If the statement calls a module, the fix is `torch.no_grad()`. No fix is
    safe if code that was not analyzed may use the graph of the total.

    ## Not reported when
    - A later backward uses the total, in the same function or in a caller.
    - The total is passed to unresolved code and its graphs still hold activations.
    - The code is an evaluation (reported as GL301).

    ## References
    - [Frequently asked questions: my model reports out of memory](https://pytorch.org/docs/stable/notes/faq.html)
    - [torch.Tensor.item](https://pytorch.org/docs/stable/generated/torch.Tensor.item.html)
    - [torch.Tensor.detach](https://pytorch.org/docs/stable/generated/torch.Tensor.detach.html)
    """

    code = "GL202"
    name = "accumulated-graph"
    severity = Severity.WARNING
    holds_in_all_runs = True
    story = Story.GROWTH
    yields_to = ("GL301", "GL302", "GL902", "GL103", "GL104", "GL403")

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each statement that combines graphs of several iterations which are not used after the loop."""
        for event, needed in growing_owners(run, Growth.ACCUMULATED):
            if self.is_silent(run, event.site, needed.doubt, event.nodes):
                continue
            yield self.finding(
                event.site,
                f"{holder(run, event.site, event.owner, 'Accumulated value')} keeps every iteration's autograd graph alive",
                tuple(Related("graph built here", run.nodes[item].site) for item in run.nodes[event.nodes[0]].inputs[-1:]),
                frozenset({KeptGraph(event.site)}),
                notes=(growth_note(run, event),),
                help=OF_PARAMETERS if adds_leaves(run, event) else OF_NUMBERS,
                hints={Hint.RETAINING_CALL: event.context.calls[-1] if event.context.calls else None},
                parts=graph_parts(run, event.nodes),
                coverage=coverage_of_owner(run, event),
            )

    def evidence(self, run: Run) -> Iterator[Evidence]:
        """Refute each statement whose combined graphs a later backward of the run certainly uses, or that a caller receives for its own.

        Such a function is not at fault if another one calls it for a value that it does not train with.
        """
        combined = (event for event in run.of(RetainedGraph) if event.growth is Growth.ACCUMULATED)
        for event in combined:
            is_received = run.may_be_used_by(Cause.CALLER, event.nodes) and not is_freed(run, event)
            if is_received or run.backward_reaches(event.nodes).certainty is Certainty.YES:
                yield from self.evidence_at(EvidenceKind.REFUTED, (event.site,))

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose to detach the added value, or to add it as a number."""
        statement = code.statement_at(finding.site)
        if statement is None:
            return
        groups = list(strategies.detached_values.added_terms(code, statement))
        for values in groups:
            yield from strategies.detached_values.detach_in_call_or_here(code, values, finding.hint(Hint.RETAINING_CALL))
            if any(strategies.frozen_parts.calls_module(code, value) for value in values):
                yield Fix.of(
                    "Put the statement under `no_grad()`", Applicability.SAFE, strategies.grad_modes.under_no_grad(code, [statement])
                )
        match statement:
            case ast.AugAssign(target=total) | ast.Assign(targets=[total]):
                yield from (
                    strategies.detached_values.as_numbers(code, values, total, "Add {} as a number with `.item()`") for values in groups
                )
