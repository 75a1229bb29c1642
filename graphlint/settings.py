"""What a run is told: which rules, which files.

A selector is a rule's code, its name, or a prefix of codes. Where `select` and `ignore` both speak of a rule the longer selector wins,
and `ignore` where they are equally long.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graphlint.discover_rules import BUILT_IN, Registry
from graphlint.errors import UsageError
from graphlint.rules_api import Rule

ALL = "ALL"


@dataclass(frozen=True)
class Settings:
    """The settings in force. `select` is None where nothing was selected: then the rules that are on by default are."""

    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()


def selected_rules(settings: Settings, registry: Registry) -> tuple[type[Rule], ...]:
    """The rules that the settings select.

    Args:
        settings: what was selected and ignored.
        registry: all rules there are.

    Raises:
        UsageError: if a selector names no rule; the error names the nearest one.
    """
    for option, selectors in (("select", settings.select), ("extend-select", settings.extend_select), ("ignore", settings.ignore)):
        for selector in selectors or ():
            _require_known(option, selector, registry)
    return tuple(rule for rule in registry.rules if _is_selected(rule, settings))


def judging_rules(rules: Sequence[type[Rule]], registry: Registry) -> tuple[type[Rule], ...]:
    """The rules of which a fix must bring no finding: those that are reported, and those that are on by default.

    Args:
        rules: the rules that are reported.
        registry: all rules there are.
    """
    reported = set(rules)
    return tuple(rule for rule in registry.rules if rule in reported or rule.default)


def nearest(word: str, known: Iterable[str]) -> str:
    """A question that names the nearest known word, to end an error with; empty if none is near.

    Args:
        word: what was given.
        known: what there is.
    """
    candidates = {candidate.casefold(): candidate for candidate in known}
    close = difflib.get_close_matches(word.casefold(), candidates, n=1, cutoff=0.4)
    return f"; did you mean {candidates[close[0]]}?" if close else ""


def rule_words(registry: Registry) -> list[str]:
    """All codes and names, for the search of the nearest one.

    Args:
        registry: all rules there are.
    """
    return [word for rule in registry.rules for word in (rule.code, rule.name)]


def _require_known(option: str, selector: str, registry: Registry) -> None:
    """Refuse a selector that no rule answers to."""
    if not any(_length(selector, rule) for rule in registry.rules):
        raise UsageError(f"--{option}: no rule is called {selector!r}{nearest(selector, [*rule_words(registry), ALL])}")


def _is_selected(rule: type[Rule], settings: Settings) -> bool:
    """Whether the settings select a rule."""
    on = _longest(settings.extend_select, rule)
    if settings.select is not None:
        on = max(on, _longest(settings.select, rule))
    elif rule.default:
        on = max(on, 1)
    # A file that does not parse must not pass for one without findings because other rules were selected.
    if rule in BUILT_IN:
        on = max(on, 1)
    return on > _longest(settings.ignore, rule)


def _longest(selectors: Sequence[str], rule: type[Rule]) -> int:
    """How closely the closest of the selectors speaks of a rule; 0 if none does."""
    return max((_length(selector, rule) for selector in selectors), default=0)


def _length(selector: str, rule: type[Rule]) -> int:
    """How closely a selector speaks of a rule: 0 not at all, 1 as one of all, else the length of the prefix of its code."""
    word = selector.casefold()
    if word == ALL.casefold():
        return 1
    if word in (rule.code.casefold(), rule.name.casefold()):
        return len(rule.code) + 1
    return len(word) + 1 if len(word) > 1 and rule.code.casefold().startswith(word) else 0
