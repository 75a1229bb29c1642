"""GL401 rewrapped-tensor."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Backward, Rewrapped, Run
from graphlint.rules_api import Finding, Related, Rule, Severity


class RewrappedTensor(Rule):
    """A tensor with a graph that goes through numbers on its way to the loss.

    ## What it does
    Finds terms of a loss that were taken out of their graph by torch.tensor, .item(), .numpy() or .tolist(), and requires_grad switched on
    for a loss that has no graph.

    ## Why is this bad?
    The term is added to the loss as a constant and trains nothing; so does a loss that is made a leaf.
    """

    code = "GL401"
    name = "rewrapped-tensor"
    severity = Severity.WARNING
    yields_to = ("GL107",)

    def check(self, run: Run) -> Iterator[Finding]:
        """Each term that lost its graph on the way to a loss that is walked."""
        for event in run.of(Rewrapped):
            if event.how == "requires_grad":
                walk = next((item for item in run.of(Backward) if item.roots == event.into), None)
                if walk is not None:
                    yield self.finding(
                        event.site,
                        "requires_grad is switched on for a loss that has no graph: its backward reaches no parameter, and nothing is trained",
                        (Related("this backward walks nothing but the loss itself", walk.site),),
                        frozenset({("lost", event.site), ("function", event.context.functions)}),
                    )
            elif any(node in run.walked for node in event.into):
                yield self.finding(
                    event.site,
                    f"a term of the loss leaves its graph here by {event.how} and is added as a constant: it trains nothing",
                    tuple(Related("its graph was built here", run.nodes[node].site) for node in event.nodes[:1]),
                    frozenset({("lost", event.site), ("function", event.context.functions)}),
                )
