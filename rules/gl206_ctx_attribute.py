"""GL206 ctx-attribute."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import ContextAttribute, Run
from graphlint.rules_api import Finding, Rule, Severity


class CtxAttribute(Rule):
    """Inputs or outputs of a custom Function put on ctx as attributes.

    ## What it does
    Finds `ctx.name = tensor` in the forward of a `torch.autograd.Function` where the tensor is an input or an output.

    ## Why is this bad?
    An output on ctx holds the node that holds ctx: a cycle. An input on ctx escapes the version check. `ctx.save_for_backward` does neither.
    """

    code = "GL206"
    name = "ctx-attribute"
    severity = Severity.WARNING

    def check(self, run: Run) -> Iterator[Finding]:
        """Each input or output that is put on ctx as an attribute."""
        for event in run.of(ContextAttribute):
            if event.role in ("input", "output"):
                effect = (
                    "the output holds the node that holds ctx, and this cycle is not freed with the graph"
                    if event.role == "output"
                    else "backward frees it not, and a change in place goes unnoticed"
                )
                yield self.finding(event.site, f"an {event.role} of forward is put on ctx as the attribute {event.name}: {effect}")
