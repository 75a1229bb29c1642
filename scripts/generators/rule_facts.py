"""Facts about each rule of this distribution that the generated tables and pages share."""

from __future__ import annotations

from collections import Counter
from functools import cache

from fixes.proposed_fixes import offers

from graphlint.rule.base import Rule
from graphlint.rule.built_in import UnusedNoqa
from graphlint.rule.docs import page_of
from graphlint.rule.fix import Applicability
from graphlint.rule.registry import discover

FAMILIES = {
    "0": "Files and suppression comments",
    "1": "Errors that PyTorch raises",
    "2": "Retained graphs",
    "3": "Unused graphs",
    "4": "Lost gradients",
    "5": "Gradients and optimizer steps",
    "6": "Checkpoints and processes",
    "9": "Removed and deprecated API",
}
"""Title of each family of rules, by the first digit of their codes."""


def own_rules() -> list[type[Rule]]:
    """Rules of this distribution, without those that entry points of other distributions add on this machine."""
    return [rule for rule in discover().rules if rule.__module__.startswith("graphlint.")]


def family(digit: str) -> list[type[Rule]]:
    """Rules of one family, in the order of their codes."""
    return [rule for rule in own_rules() if rule.code[2] == digit]


def source(rule: type[Rule]) -> str:
    """Path of the rule's module, from the root of the repository."""
    package, _, name = rule.__module__.rpartition(".")
    return f"rules/{name}.py" if package == "graphlint.rules" else f"{package.replace('.', '/')}/{name}.py"


def summary(rule: type[Rule]) -> str:
    """The page's summary as a cell of a table."""
    text = page_of(rule).summary.removeprefix("Flags ").rstrip(".").replace("|", "\\|")
    return text[0].upper() + text[1:]


@cache
def fix_kinds(code: str) -> tuple[Counter[Applicability], int]:
    """Return the number of fixes by applicability, and the number of findings, of a rule in the marked programs."""
    found = [offer for offer in offers() if offer.finding.code == code]
    return Counter(offer.fixes[0].applicability for offer in found if offer.fixes), len(found)


def fix_availability(rule: type[Rule]) -> str:
    """Applicability of the fixes that the rule offers."""
    if rule is UnusedNoqa:
        # Its findings come from the suppression filter and not from a marked program.
        return Applicability.SAFE.value
    kinds, _ = fix_kinds(rule.code)
    return " or ".join(kind.value for kind in Applicability if kinds[kind]) or "none"


def table(header: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A Markdown table."""
    return "".join(f"| {' | '.join(cells)} |\n" for cells in (header, ("---",) * len(header), *rows))
