"""GL308 wasted-backward."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Backward, Forward, GradRead, Run, Site, Step, ZeroGrad
from graphlint.rules_api import Finding, Related, Rule, Severity


class WastedBackward(Rule):
    """A backward through a forward call that could have been detached.

    ## What it does
    Finds a backward that goes on through a part whose gradients are zeroed before any step uses them: the discriminator's step on the generator's
    undetached output.

    ## Why is this bad?
    The backward computes gradients for the whole part, which nobody uses.
    """

    code = "GL308"
    name = "wasted-backward"
    severity = Severity.WARNING
    yields_to = (
        "GL101",
        "GL104",
        "GL305",
        "GL405",
        "GL502",
        "GL503",
    )

    def check(self, run: Run) -> Iterator[Finding]:
        """Each backward statement of which every run goes through a part for nothing."""
        if not run.complete or not all(event.complete for event in run.of(Step)):
            return
        used = {(mark.backward, leaf) for step in run.of(Step) for leaf in step.changed for mark in step.gradients[leaf]}
        stepped = frozenset(leaf for step in run.of(Step) for leaf in step.changed)
        zeroed = frozenset(number for event in run.of(ZeroGrad) for number in event.unused)
        read = frozenset(event.node for event in run.of(GradRead)) | run.handed
        by_site: dict[Site, list[Backward]] = {}
        for event in run.of(Backward):
            if event.call == "backward":
                by_site.setdefault(event.site, []).append(event)
        for site, events in by_site.items():
            wasted = [_wasted(run, event, used, stepped - read) for event in events]
            if all(wasted) and any(event.number in zeroed for event in events):
                first = wasted[0]
                assert first is not None
                yield self.finding(
                    site,
                    f"this backward goes on through {first.module}, whose gradients are zeroed before any step uses them: "
                    "its share of the backward is spent for nothing",
                    (Related("this result could be detached", first.site),),
                    frozenset({*(("backward", event.number) for event in events), *(("forward", first.number),)}),
                )


def _wasted(run: Run, event: Backward, used: set[tuple[int, int]], stepped: frozenset[int]) -> Forward | None:
    """The outermost module call that a backward went through for nothing."""
    useful = {leaf for leaf in event.leaves if (event.number, leaf) in used}
    if not useful:
        return None
    for forward in run.of(Forward):
        if forward.inside or not any(node in event.walked for node in forward.result):
            continue
        reached = {node for node in run.below(forward.result) if run.nodes[node].operation == "leaf"}
        if reached and reached <= stepped and not reached & useful and reached <= event.leaves:
            return forward
    return None
