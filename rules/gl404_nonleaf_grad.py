"""GL404 nonleaf-grad."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Certainty, GradRead, OptimizerMade, Run
from graphlint.rules_api import Finding, Related, Rule, Severity


class NonleafGrad(Rule):
    """`.grad` of a tensor that is no leaf.

    ## What it does
    Finds reads of `.grad` on a view, a cast or another result of an operation, and optimizers that are given one.

    ## Why is this bad?
    Backward adds gradients up in leaves only: `.grad` of anything else is None, with a warning, and an optimizer refuses it.
    """

    code = "GL404"
    name = "nonleaf-grad"
    severity = Severity.WARNING
    yields_to = ("GL403",)

    def check(self, run: Run) -> Iterator[Finding]:
        """Each read of .grad on what is surely no leaf, and each optimizer over one."""
        for event in run.of(GradRead):
            if event.leaf is Certainty.NO and not event.retained:
                related = (Related("it is made from a leaf here, and is none itself", event.by),) if event.by is not None else ()
                yield self.finding(
                    event.site,
                    ".grad of a tensor that is no leaf: PyTorch warns and gives None, and the gradient is in the leaf that it was made from",
                    related,
                    frozenset({("made", event.by)}),
                )
        for made in run.of(OptimizerMade):
            if made.nonleaf:
                yield self.finding(
                    made.site,
                    'an optimizer is given a tensor that is no leaf: PyTorch raises "can\'t optimize a non-leaf Tensor"',
                    tuple(Related("it is made by an operation here", site) for site in made.nonleaf),
                )
