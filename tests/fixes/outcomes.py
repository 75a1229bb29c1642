"""How programs end after their fixes: with an error that the fix has made, or with other values."""

from __future__ import annotations

from collections import Counter
from typing import Any, TypeAlias

import numpy as np

from graphlint.rule.fix import Applicability
from graphlint.rule.registry import discover

from .proposed_fixes import offers

# What Python raises where a fix moves a binding below its use.
UNBOUND = ("NameError", "UnboundLocalError", "AttributeError")
# Codes of what PyTorch or Python raises on: a program with another such finding still ends there.
RAISING = {rule.code for rule in discover().rules if rule.raises}

Outcomes: TypeAlias = "dict[str, dict[str, Any]]"
"""How each program ended, by the name of a program or of a fix: as program_runner.py returns it."""
# What the shim cannot run is not judged by it.
FINISHED: dict[str, Any] = {"error": "", "tensors": {}}


def names_unbound(outcomes: Outcomes) -> list[str]:
    """Fixed programs that find a name or an attribute missing which the program as it is finds, whatever else is left in them."""
    wrong = []
    for offer in offers():
        for name, fix, _ in offer.results():
            outcome = outcomes.get(name, FINISHED)
            if outcome["error"] in UNBOUND and outcome["error"] != outcomes.get(offer.program, FINISHED)["error"]:
                wrong.append(f"{name} ({fix.message}): {outcome['error']}: {outcome['message'][:200]} in line {outcome['line']}")
    return wrong


def unfinished(outcomes: Outcomes) -> list[str]:
    """Fixed programs that end in an error, although nothing that raises is left in them."""
    wrong = []
    raising_in = Counter(offer.program for offer in offers() if offer.finding.code in RAISING)
    for offer in offers():
        raising = raising_in[offer.program] > (offer.finding.code in RAISING)
        for name, fix, _ in offer.results():
            outcome = outcomes.get(name, FINISHED)
            if outcome["error"] and not raising:
                wrong.append(f"{name} ({fix.message}): {outcome['error']}: {outcome['message'][:200]} in line {outcome['line']}")
    return wrong


def changed_by_safe_fixes(outcomes: Outcomes) -> list[str]:
    """Programs that ran to their end and compute something else after a safe fix: values or gradients of what their module holds."""
    wrong = []
    for offer in offers():
        before = outcomes.get(offer.program, FINISHED)
        for name, fix, _ in offer.results():
            if fix.applicability is Applicability.SAFE and not before["error"]:
                after = outcomes.get(name, FINISHED)
                both = before["tensors"].keys() & after["tensors"].keys()
                wrong += [f"{name} ({fix.message}): {each}" for each in both if not same(before["tensors"][each], after["tensors"][each])]
    return wrong


def same(one: Any, other: Any) -> bool:
    """Whether two tensors have the same value and gradient, those of (value, gradient, ...)."""
    return all(
        (first is None) == (second is None) and (first is None or np.allclose(first, second, equal_nan=True))
        for first, second in zip(one[:2], other[:2], strict=True)
    )
