"""GL205 retained-growing-graph."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Backward, Retain, Run
from graphlint.autograd.reading import parting, rebuilt, turn_in
from graphlint.rules_api import Finding, Related, Rule, Severity


class RetainedGrowingGraph(Rule):
    """retain_graph=True in a loop over a state that carries its graph along.

    ## What it does
    Finds `backward(retain_graph=True)` that walks, in every iteration, the graphs of all iterations before.

    ## Why is this bad?
    retain_graph silences the error that the carried state would raise; each iteration is slower than the last, and memory grows.
    """

    code = "GL205"
    name = "retained-growing-graph"
    severity = Severity.WARNING
    yields_to = ("GL104",)

    def check(self, run: Run) -> Iterator[Finding]:
        """Each retaining backward that walks earlier iterations' graphs through a state rebuilt from itself."""
        flagged: set[object] = set()
        for event in run.of(Backward):
            if event.call != "backward" or event.retain is not Retain.LITERAL or event.site in flagged:
                continue
            for number in event.reuses:
                earlier = run.backwards.get(number)
                turns = parting(earlier.context, event.context) if earlier is not None else None
                if earlier is None or turns is None or earlier.site != event.site:
                    continue
                shared = [node for node in event.walked & earlier.walked if turn_in(run.nodes[node], turns[1].run)]
                if shared and rebuilt(run, event.roots[0], max(shared), turns[1].run):
                    flagged.add(event.site)
                    yield self.finding(
                        event.site,
                        "retain_graph=True keeps every iteration's graph, and through the carried state each backward walks all earlier ones: "
                        "iterations grow slower and memory grows with all activations",
                        (Related("the carried graph is built here", run.nodes[max(shared)].site),),
                        frozenset(
                        {("raised", event.site), *(("backward", item.number) for item in run.of(Backward) if item.site == event.site)}
                    ),
                    )
                    break
