"""GL204 create-graph-backward."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Backward, Run, ZeroGrad
from graphlint.rules_api import Finding, Rule, Severity


class CreateGraphBackward(Rule):
    """backward(create_graph=True) whose .grad nothing resets.

    ## What it does
    Finds a literal `backward(create_graph=True)` after which neither `zero_grad()` nor `.grad = None` resets the gradients it made.

    ## Why is this bad?
    The gradient's graph holds the parameter, and the parameter holds the gradient: a cycle, which keeps the whole graph in memory.
    """

    code = "GL204"
    name = "create-graph-backward"
    severity = Severity.WARNING

    def check(self, run: Run) -> Iterator[Finding]:
        """Each such backward that no reset of its leaves follows."""
        events = list(run.events)
        last_reset: dict[int, int] = {}
        for index, event in enumerate(events):
            if isinstance(event, ZeroGrad):
                last_reset.update(dict.fromkeys(event.leaves, index))
        for index, event in enumerate(events):
            if isinstance(event, Backward) and event.call == "backward" and event.create_graph:
                if any(last_reset.get(leaf, -1) < index for leaf in event.leaves):
                    yield self.finding(
                        event.site,
                        "backward(create_graph=True) leaves gradients with a graph in .grad, and nothing resets them: parameter and gradient hold "
                        "each other, and the whole graph stays in memory",
                        (),
                        frozenset({("backward", event.number)}),
                    )
