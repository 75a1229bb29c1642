"""GL203 stored-graph."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import Growth
from graphlint.autograd.growing_owners import coverage_of_owner, growing_owners, growth_note
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.causes import KeptGraph
from graphlint.rule.code import Code
from graphlint.rule.fix import Fix
from graphlint.rule.hints import Hint
from graphlint.rule.shared_causes import graph_parts
from graphlint.rule.story import Story
from graphlint.rule.wording import holder


class StoredGraph(Rule):
    """Flags tensors that are stored with their graph across iterations without a backward pass.

    ## What it does
    Finds `losses.append(loss)`, `log["loss", step] = loss`, an attribute, a deque, a cache or a logger that stores a tensor of every
    iteration with its graph, if no backward uses the stored tensors.

    ## Why is this bad?
    Every stored tensor references its graph, so memory grows with each iteration. If the tensor was backpropagated, the graph's nodes
    remain (a few KiB per iteration); otherwise the activations remain too. The finding says which case applies.

    ## Example
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    history = []
    for batch in range(10):
        optimizer.zero_grad()
        loss = model(torch.randn(8, 3)).pow(2).mean()
        loss.backward()
        optimizer.step()
        history.append(loss)  # GL203
    print(min(history))
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    history = []
    for batch in range(10):
        optimizer.zero_grad()
        loss = model(torch.randn(8, 3)).pow(2).mean()
        loss.backward()
        optimizer.step()
        history.append(loss.detach())
    print(min(history))
    ```

    ## Fix safety
    Storing `.detach()` is safe: the value is the same and shares its memory. Detaching a parameter of the function, and storing
    `.item()`, are unsafe: callers may pass values that are not tensors, and `.item()` changes the type and synchronizes with the
    device. No fix is safe if code that was not analyzed may use the stored graphs.

    ## Not reported when
    - The next iteration overwrites the stored tensor, so only one graph is retained.
    - A later backward uses the stored tensors, for example as a stacked sum after the loop.
    - The container is passed to unresolved code and its graphs still hold activations.

    ## References
    - [Frequently asked questions: my model reports out of memory](https://pytorch.org/docs/stable/notes/faq.html)
    - [torch.Tensor.detach](https://pytorch.org/docs/stable/generated/torch.Tensor.detach.html)
    """

    code = "GL203"
    name = "stored-graph"
    severity = Severity.WARNING
    story = Story.GROWTH
    yields_to = ("GL301", "GL302", "GL902", "GL107", "GL401", "GL405")

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each statement that stores graphs of several iterations which are not used from there."""
        totals = [event for event, needed in growing_owners(run, Growth.ACCUMULATED) if needed.doubt is None]
        accumulated = frozenset(node for event in totals for node in event.nodes)
        for event, needed in growing_owners(run, Growth.COLLECTED):
            if self.is_silent(run, event.site, needed.doubt, event.nodes):
                continue
            if not accumulated.isdisjoint(run.below(event.nodes)):
                # GL202 reports the total from which the stored tensor is computed: the fix of one is that of both.
                continue
            yield self.finding(
                event.site,
                f"{holder(run, event.site, event.owner, 'Stored tensor')} keeps every iteration's autograd graph alive",
                (Related("graph of the stored tensor built here", run.nodes[event.nodes[0]].site),),
                frozenset({KeptGraph(event.site)}),
                notes=(growth_note(run, event),),
                help="store a number or a detached tensor: `.item()` or `.detach()`",
                hints={Hint.RETAINING_CALL: event.context.calls[-1] if event.context.calls else None},
                parts=graph_parts(run, event.nodes),
                coverage=coverage_of_owner(run, event),
            )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose to detach the stored value, or to store it as a number."""
        statement = code.statement_at(finding.site)
        if statement is None:
            return
        for values in strategies.detached_values.stored_values(code, statement):
            yield from strategies.detached_values.detach_in_call_or_here(code, values, finding.hint(Hint.RETAINING_CALL))
        match statement:
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=holder, attr="append"), args=[value])):
                yield strategies.detached_values.as_numbers(code, (value,), holder, "Store {} as a number with `.item()`")
