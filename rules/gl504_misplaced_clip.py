"""GL504 misplaced-clip."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Backward, Certainty, Clipped, Run, Site
from graphlint.rules_api import Finding, Rule, Severity


class MisplacedClip(Rule):
    """Gradients clipped before there are any, or after the step has used them.

    ## What it does
    Finds `clip_grad_norm_`, `clip_grad_value_` and `unscale_` before the backward or after the step, and a clip that is given a loss.

    ## Why is this bad?
    The step uses the gradients as they are: the clip has no effect.
    """

    code = "GL504"
    name = "misplaced-clip"
    severity = Severity.WARNING

    def check(self, run: Run) -> Iterator[Finding]:
        """Each clip that never meets gradients which a step then uses."""
        by_site: dict[Site, list[Clipped]] = {}
        for event in run.of(Clipped):
            by_site.setdefault(event.site, []).append(event)
        for site, events in by_site.items():
            call = events[0].call
            if any(event.argument == "loss" for event in events):
                yield self.finding(site, f"{call} is given a loss and not the parameters: no parameter's gradient is clipped")
            elif all(event.pending is Certainty.NO for event in events) and any(run.of(Backward)):
                yield self.finding(
                    site,
                    f"{call} comes before the backward that makes the gradients: there is nothing to clip, and the step uses them as they are",
                )
            elif all(event.spent for event in events):
                yield self.finding(site, f"{call} comes after the step that has used the gradients: the step has used them as they are")
