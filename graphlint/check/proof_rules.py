"""Rules by which fixes are proven, and that report nothing: errors of Python and PyTorch that have no rule of their own."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import WrongOperand
from graphlint.autograd.run import Run
from graphlint.fixes.prove import UNREPORTED
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


PROOF_RULES = (WrongOperands(),)
"""These rules are added to those by whose findings a fix is proven."""
