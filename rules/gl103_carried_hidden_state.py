"""GL103 carried-hidden-state."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Fault, Raised
from graphlint.autograd.queries import Freed, classify_freed_graph, frozen_calls, iterations
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.fixes.queries.names import carried as carried_names
from graphlint.fixes.strategies.places import Places
from graphlint.rule.base import Finding, Rule, Severity, built_site, freed_places
from graphlint.rule.causes import ErrorAt
from graphlint.rule.code import LOOPS, Code
from graphlint.rule.evidence import Evidence, EvidenceKind
from graphlint.rule.fix import Fix, distinct_fixes
from graphlint.rule.hints import Hint
from graphlint.rule.story import Story
from graphlint.rule.wording import assigned, bound_name, carried_name, names_read, quoted, raises, statement_at


class CarriedHiddenState(Rule):
    """Flags a backward pass that a carried state leads into the freed graph of an earlier iteration.

    ## What it does
    Finds state that each iteration computes from its previous value and keeps with its graph: a variable, an LSTM's tuple, a list of
    layer states, a module attribute such as `self.hidden`, or a running mean. The finding is on the backward that reaches the earlier
    graph.

    ## Why is this bad?
    The new state depends on the old state, whose graph the last backward has freed. The second iteration, or a later one, raises a
    RuntimeError: "Trying to backward through the graph a second time".

    ## Example
    ```python
    import torch
    from torch import nn

    cell = nn.GRUCell(3, 4)
    hidden = torch.zeros(1, 4)
    for step in range(3):
        hidden = cell(torch.randn(1, 3), hidden)
        loss = hidden.pow(2).mean()
        loss.backward()  # GL103
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    cell = nn.GRUCell(3, 4)
    hidden = torch.zeros(1, 4)
    for step in range(3):
        hidden = cell(torch.randn(1, 3), hidden.detach())
        loss = hidden.pow(2).mean()
        loss.backward()
    ```

    ## Fix safety
    Detaching the state is unsafe because it decides what is learned: gradients stop at the start of each iteration (truncated
    backpropagation through time). For gradients through several iterations, sum the losses and call `backward()` once after the loop.
    `retain_graph=True` is never offered: each backward would process all earlier iterations (GL205), and would raise after a step
    (GL104).

    ## Not reported when
    - The state is detached in any form: `.detach()`, `.detach_()`, `.data`, a helper over tuples, or a copy under `torch.no_grad()`.
    - The state passes through unresolved code, which may detach it.
    - The loop is known to end before the iteration that would raise.

    ## References
    - [torch.Tensor.detach](https://pytorch.org/docs/stable/generated/torch.Tensor.detach.html)
    - [torch.Tensor.backward](https://pytorch.org/docs/stable/generated/torch.Tensor.backward.html)
    """

    code = "GL103"
    name = "carried-hidden-state"
    severity = Severity.ERROR
    story = Story.ERROR
    raises = "second time"
    yields_to = ("GL102",)

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each `backward()` that reaches an earlier iteration's freed graph through a carried state."""
        for event in run.of(Raised):
            if event.fault is Fault.FREED and classify_freed_graph(run, event) is Freed.CARRIED:
                places = strategies.places.sites_of_carried_state(run, event)
                name = _name(run, event, places)
                state = quoted(name, "")
                _, again = iterations(event)
                yield self.finding(
                    event.site,
                    f"Hidden state{' ' if state else ''}{state} still references the previous iteration's freed graph",
                    freed_places(run, event),
                    frozenset({ErrorAt(event.site)}),
                    notes=(f"in {again} {raises(event.fault)}",),
                    help=f"detach {state or 'the state'} at the start of each iteration",
                    hints=places,
                    subject=name if state else "",
                    origin=built_site(run, event),
                )

    def evidence(self, run: Run) -> Iterator[Evidence]:
        """Refute each call of a frozen module in callees: it builds no graph that is freed."""
        yield from self.evidence_at(EvidenceKind.REFUTED_IN_CALLEES, frozen_calls(run))

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose to detach the state at the start of the loop, where it is stored, or where it is read."""
        yield from distinct_fixes(code, strategies.truncated_backprop.detach_state(finding, code))


def _name(run: Run, event: Raised, places: Places) -> str:
    """Return the name of the carried state; for a local name of a function that the loop calls, the one in the loop."""
    carried, taken = places.get(Hint.CARRIED, []), places.get(Hint.TAKEN, [])
    own = assigned(run, event.carried) if event.carried is not None else ""
    if own and not own.isidentifier():
        return own
    is_inner = event.carried is None or not carried or carried[0][:2] == event.carried[:2]
    outer = _read_in_loop(run, places) or ("" if is_inner else own) or carried_name(run, carried[:0:-1], taken[:0:-1])
    return outer or own or carried_name(run, carried, taken) or (bound_name(run, carried[0]) if carried else "")


def _read_in_loop(run: Run, places: Places) -> str:
    """Return the name that the loop carries and the operation or the call reads, both names of a pair; empty if there are other such
    names."""
    for loop in places.get(Hint.LOOP, []):
        statement = statement_at(run, loop)
        names = carried_names(statement) if isinstance(statement, LOOPS) else []
        for site in places.get(Hint.TAKEN, []):
            if site.path == loop.path and loop.line <= site.line <= loop.end_line:
                read = [name for name in names_read(run, site) if name in names]
                return ", ".join(read) if len(read) == 1 or (len(read) == 2 and Hint.PAIR in places) else ""
    return ""
