"""GL305 frozen-part-builds-graph."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Backward, Certainty, Forward, GradRead, OptimizerMade, Run, Site, Step
from graphlint.autograd.reading import outermost
from graphlint.rules_api import Finding, Rule, Severity


class FrozenPartBuildsGraph(Rule):
    """A module that no optimizer trains, not frozen, ahead of the part that is trained.

    ## What it does
    Finds, in a program where an optimizer trains another part, the call of a module whose parameters no optimizer owns, with grad mode on
    and on inputs that need no gradient.

    ## Why is this bad?
    Its graph is built, and every backward walks it, to compute gradients that no step uses.
    """

    code = "GL305"
    name = "frozen-part-builds-graph"
    severity = Severity.WARNING
    yields_to = ("GL304", "GL107", "GL401", "GL405", "GL301")

    def check(self, run: Run) -> Iterator[Finding]:
        """Each outermost call of an untrained module whose graph a training backward walks."""
        made = list(run.of(OptimizerMade))
        if not run.complete or not made or not all(event.complete for event in made) or not all(item.complete for item in run.of(Step)):
            return
        owned = frozenset(leaf for event in made for leaf in event.owned) | frozenset(leaf for item in run.of(Step) for leaf in item.owned)
        used = frozenset(event.node for event in run.of(GradRead)) | run.handed
        training = [event for event in run.of(Backward) if event.call == "backward" and event.leaves & owned]
        by_site: dict[tuple[Site, int], list[Forward]] = {}
        for event in run.of(Forward):
            by_site.setdefault((event.site, event.object), []).append(event)
        flagged: set[int] = set()
        for event in sorted(run.of(Forward), key=lambda item: len(item.inside)):
            events = by_site[event.site, event.object]
            if any(_trained(run, item, owned, used, training) for item in events) or flagged & set(event.inside):
                continue
            new = not any(item.number in flagged for item in events)
            flagged.update(item.number for item in events)
            if new:
                yield self.finding(
                    event.site,
                    f"no optimizer trains {event.module}, and it is not frozen: this call builds a graph and every backward walks it, "
                    "for gradients that no step uses",
                    (),
                    frozenset(("forward", outermost(item)) for item in events),
                )


def _trained(run: Run, event: Forward, owned: frozenset[int], used: frozenset[int], training: list[Backward]) -> bool:
    """Whether a module call is none of an untrained part ahead of a trained one."""
    if event.leaves & (owned | used) or event.grad_mode is not Certainty.YES or event.input_needs_grad is Certainty.YES:
        return True
    return not any(node in walk.walked for walk in training for node in event.result)
