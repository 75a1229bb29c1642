"""Hold graphlint against a mutant: the original has to be silent where the mutant has to have a finding."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from graphlint.analysis import analyze
from graphlint.rules_api import Finding, Rule
from graphlint.source import Source
from planting.mutants import Mutant


class Verdict(enum.Enum):
    """What came of a planted bug."""

    FOUND = "found"
    MISSED = "missed"
    NOISY = "the original is not silent"


@dataclass(frozen=True)
class Judged:
    """A mutant with its verdict; `notes` are what the analysis says of itself, `others` the findings elsewhere that the original lacks."""

    mutant: Mutant
    verdict: Verdict
    notes: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


def findings(path: str, text: str, rules: Sequence[Rule]) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
    """What graphlint finds in a text, and its notes."""
    found = analyze(Source.from_bytes(path, text.encode()), rules)
    return found.findings, found.notes


def judge(mutant: Mutant, original: Sequence[Finding], rules: Sequence[Rule]) -> Judged:
    """The verdict on one mutant, given what is found in its original."""
    if any(item.code in mutant.codes and item.site.line in mutant.origin for item in original):
        return Judged(mutant, Verdict.NOISY)
    found, notes = findings(mutant.path, mutant.text, rules)
    if any(item.code in mutant.codes and item.site.line in mutant.lines for item in found):
        return Judged(mutant, Verdict.FOUND)
    known = {item.code for item in original}
    others = tuple(f"{item.code}:{item.site.line}" for item in found if item.code not in known or item.code in mutant.codes)
    return Judged(mutant, Verdict.MISSED, notes, others)
