"""GL203 stored-graph."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Backward, Keeping, Kept, Raised, Run
from graphlint.autograd.reading import forwards_below, freed_below, grows_by, turn_in
from graphlint.rules_api import Finding, Related, Rule, Severity


class StoredGraph(Rule):
    """Tensors collected with their graph in what outlives the iteration.

    ## What it does
    Finds lists, dicts, attributes and the like that collect a tensor of every iteration with its graph, which no backward walks from there.

    ## Why is this bad?
    Each tensor holds its whole graph: memory grows with every iteration.
    """

    code = "GL203"
    name = "stored-graph"
    severity = Severity.WARNING
    yields_to = ("GL301", "GL302", "GL902", "GL202", "GL107", "GL401", "GL405")

    def check(self, run: Run) -> Iterator[Finding]:
        """Each statement that stores graphs of several iterations which nobody walks from there."""
        for event in run.of(Kept):
            if event.keeping is not Keeping.COLLECTED or any(_walked_later(run, node, event) for node in event.nodes):
                continue
            freed = freed_below(run, event.nodes)
            unseen = run.within_reach | run.back_to_caller
            if not freed and (not run.complete or not event.outlives or any(node in unseen for node in event.nodes)):
                continue
            yield self.finding(
                event.site,
                f"a tensor of every iteration is stored with its graph, and no backward walks it from there: {grows_by(run, event.nodes)}",
                (Related("the tensor's graph is built here", run.nodes[event.nodes[0]].site),),
                frozenset({("kept", event.site), *forwards_below(run, event.nodes)}),
            )


def _walked_later(run: Run, node: int, kept: Kept) -> bool:
    """Whether a backward walks a stored node in another iteration than its own, or behind the loop."""
    own = turn_in(run.nodes[node], kept.loop.run)
    for event in run.events:
        walked = (
            event.walked | event.perhaps if isinstance(event, Backward) else run.below(event.chain[:1]) if isinstance(event, Raised) else ()
        )
        if node in walked:
            turn = next((item.number for item in event.context.turns if item.run == kept.loop.run), 0)
            if turn != own:
                return True
    return False
