"""Rules by which fixes are proven, and that report nothing: errors of Python and PyTorch that have no rule of their own, and detaches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from graphlint.autograd.events import DetachCall, WrongOperand
from graphlint.autograd.run import Run
from graphlint.fixes.prove import DETACHES, UNREPORTED
from graphlint.rule.base import Finding, Rule, Severity


class WrongOperands(Rule):
    """An operation that raises because an operand is of another kind."""

    code = UNREPORTED
    name = "wrong-operand"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Yield each operation that raises for the kind of its operand."""
        for event in run.of(WrongOperand):
            yield self.finding(event.site, f"`{event.operation}` raises an error")


class DetachedGraphs(Rule):
    """A `detach()` of a value that may have a graph."""

    code = DETACHES
    name = "detached-graph"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Yield each call of `detach()` on such a value."""
        for site in dict.fromkeys(event.site for event in run.of(DetachCall)):
            # Of the findings of one code, each line has one.
            yield replace(self.finding(site, "`detach()` detaches a graph"), code=f"{self.code} {site.column}")


PROOF_RULES = (WrongOperands(), DetachedGraphs())
"""These rules are added to those by whose findings a fix is proven."""
