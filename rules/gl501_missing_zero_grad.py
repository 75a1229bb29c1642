"""GL501 missing-zero-grad."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Run, Site, Step
from graphlint.rules_api import Finding, Related, Rule, Severity


class MissingZeroGrad(Rule):
    """Gradients that an earlier step has used already, added to and used again.

    ## What it does
    Finds steps that use gradients of an earlier iteration together with this one's, with no zero_grad between.

    ## Why is this bad?
    Backward adds to .grad: without zeroing, every step uses the sum of all gradients so far.
    """

    code = "GL501"
    name = "missing-zero-grad"
    severity = Severity.WARNING
    yields_to = (
        "GL303",
        "GL403",
    )

    def check(self, run: Run) -> Iterator[Finding]:
        """Each backward whose gradients add up on what a step has used."""
        flagged: set[Site] = set()
        for event in run.of(Step):
            for leaf in event.changed:
                marks = event.gradients[leaf]
                stale = [mark for mark in marks if mark.used and mark.backward > 0]
                fresh = [mark for mark in marks if not mark.used and mark.backward > 0]
                walk = run.backwards.get(fresh[-1].backward) if stale and fresh else None
                if walk is not None and walk.site not in flagged:
                    flagged.add(walk.site)
                    yield self.finding(
                        walk.site,
                        "this backward adds to gradients that an earlier step has used already, and nothing zeroes them between: every step uses the "
                        "sum of all gradients so far",
                        (Related("this step uses them again", event.site),),
                        frozenset({("backward", walk.number), ("leaf", leaf), ("function", walk.context.functions)}),
                    )
