"""GL106 inplace-on-leaf."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Fault, Raised, Run
from graphlint.rules_api import Finding, Related, Rule, Severity


class InplaceOnLeaf(Rule):
    """An in-place change, with grad mode on, of a leaf that requires grad or of a view of one.

    ## What it does
    Finds in-place operations on parameters and other leaves that require grad, outside `torch.no_grad()`.

    ## Why is this bad?
    The leaf's own history would be overwritten; PyTorch refuses and raises.
    """

    code = "GL106"
    name = "inplace-on-leaf"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Each refused in-place operation."""
        for event in run.of(Raised):
            if event.fault not in (Fault.LEAF_CHANGED, Fault.LEAF_VIEW_CHANGED):
                continue
            view = event.fault is Fault.LEAF_VIEW_CHANGED
            leaf = run.nodes.get(event.chain[0]) if event.chain else None
            related = (Related("the leaf is made here", leaf.site),) if leaf is not None else ()
            yield self.finding(
                event.site,
                f"{'a view of a leaf' if view else 'a leaf'} that requires grad is changed in place with grad mode on: PyTorch raises "
                f'"{event.fault.value}"',
                related,
                frozenset({("raised", event.site)}),
            )
