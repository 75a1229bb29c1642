"""What a file is checked by: which rules, how grave their findings, what is taken for granted.

A selector is a rule's code, its name, or a prefix of codes. Where `select` and `ignore` both speak of a rule the longer selector wins,
and `ignore` where they are equally long; what the command line says wins over files where it is at least as long.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from graphlint.autograd.assumptions import Assumptions
from graphlint.common.errors import UsageError
from graphlint.common.spelling import suggestion
from graphlint.rule.base import Rule, Severity
from graphlint.rule.built_in import SyntaxErrorRule
from graphlint.rule.registry import Registry

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

ALL = "ALL"


class Pattern(NamedTuple):
    """A pattern as in a .gitignore, and the folder from which it is meant."""

    folder: str
    text: str


class PerFileIgnore(NamedTuple):
    """Rules that are left out of the files that match a pattern, or of all others where it begins with an exclamation mark."""

    pattern: Pattern
    selectors: tuple[str, ...]


@dataclass(frozen=True)
class Settings:
    """The settings in force for a file.

    `select` is None where nothing was selected: then the rules that are on by default are. `chosen` and `refused` are what the command line
    selects and ignores; `src` are the folders that modules are imported from, besides those that show themselves.
    """

    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    per_file_ignores: tuple[PerFileIgnore, ...] = ()
    exclude: tuple[Pattern, ...] = ()
    severity: tuple[tuple[str, Severity], ...] = ()
    assumptions: Assumptions = field(default_factory=Assumptions)
    src: tuple[str, ...] = ()

    def ignored_in(self, path: str) -> tuple[str, ...]:
        """The selectors of the rules that are left out of a file, because of where it stands.

        Args:
            path: the file.
        """
        if not self.per_file_ignores:
            return ()
        whole = os.path.abspath(path)
        found = (item.selectors for item in self.per_file_ignores if _speaks_of(item.pattern, whole))
        return tuple(dict.fromkeys(selector for selectors in found for selector in selectors))

    def excludes(self, path: str) -> bool:
        """Whether a file is left out of the folders that are checked.

        Args:
            path: the file.
        """
        return bool(self.exclude) and matches(self.exclude, os.path.abspath(path))


def matches(patterns: Iterable[Pattern], path: str) -> bool:
    """Whether patterns match a file, those of a folder together: a later one may take back what an earlier one said.

    Args:
        patterns: the patterns.
        path: the file, absolute.
    """
    by_folder: dict[str, list[str]] = {}
    for pattern in patterns:
        by_folder.setdefault(pattern.folder, []).append(pattern.text)
    return any(_matches(folder, tuple(texts), path) for folder, texts in by_folder.items())


def selected_rules(settings: Settings, registry: Registry, left_out: Sequence[str] = ()) -> tuple[type[Rule], ...]:
    """The rules that the settings select.

    Args:
        settings: what was selected and ignored.
        registry: all rules there are.
        left_out: selectors of rules that are left out, whatever selects them.

    Raises:
        UsageError: if a selector names no rule; the error names the nearest one.
    """
    for option, selectors in (("select", settings.select), ("extend-select", settings.extend_select), ("ignore", settings.ignore)):
        require_known(selectors or (), f"--{option}", registry)
    return tuple(rule for rule in registry.rules if _is_selected(rule, settings) and not _longest(left_out, rule))


def judging_rules(rules: Sequence[type[Rule]], registry: Registry) -> tuple[type[Rule], ...]:
    """The rules of which a fix must bring no finding: those that are reported, and those that are on by default.

    Args:
        rules: the rules that are reported.
        registry: all rules there are.
    """
    reported = set(rules)
    return tuple(rule for rule in registry.rules if rule in reported or rule.default)


def severities(settings: Settings, rules: Iterable[type[Rule]]) -> dict[str, Severity]:
    """The severities that are other than the rules' own, by code.

    Args:
        settings: the settings.
        rules: the rules that are checked.
    """
    found: dict[str, Severity] = {}
    for rule in rules:
        spoken = [(_length(selector, rule), severity) for selector, severity in settings.severity]
        length, severity = max(spoken, key=lambda item: item[0], default=(0, rule.severity))
        if length and severity is not rule.severity:
            found[rule.code] = severity
    return found


def rule_words(registry: Registry) -> list[str]:
    """All codes and names, for the search of the nearest one.

    Args:
        registry: all rules there are.
    """
    return [word for rule in registry.rules for word in (rule.code, rule.name)]


def require_known(selectors: Iterable[str], where: str, registry: Registry) -> None:
    """Refuse selectors that no rule answers to: as soon as the rules are loaded, where they are not.

    Args:
        selectors: the selectors.
        where: what they were given to, for the error.
        registry: all rules there are.

    Raises:
        UsageError: if one names no rule; the error names the nearest one.
    """
    words = tuple(selectors)
    if words:
        registry.when_loaded(f"{where}: {words}", lambda: _require_known(words, where, registry))


def _require_known(selectors: Iterable[str], where: str, registry: Registry) -> None:
    for selector in selectors:
        if not any(_length(selector, rule) for rule in registry.rules):
            raise UsageError(f"{where}: unknown rule {selector!r}{suggestion(selector, [*rule_words(registry), ALL])}")


def _is_selected(rule: type[Rule], settings: Settings) -> bool:
    """Whether the settings select a rule: of those selectors that are longest the one that ranks highest decides."""
    on = max((_longest(settings.extend_select, rule), 1), (_longest(settings.chosen, rule), 3))
    if settings.select is not None:
        on = max(on, (_longest(settings.select, rule), 1))
    elif rule.default:
        on = max(on, (1, 1))
    # A file that does not parse must not pass for one without findings because other rules were selected.
    if rule is SyntaxErrorRule:
        on = max(on, (1, 1))
    off = max((_longest(settings.ignore, rule), 2), (_longest(settings.refused, rule), 4))
    return on[0] > 0 and on > off


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


def _speaks_of(pattern: Pattern, path: str) -> bool:
    """Whether a pattern of per-file-ignores stands for a file."""
    inverted = pattern.text.startswith("!")
    return _matches(pattern.folder, (pattern.text.removeprefix("!"),), path) != inverted


def _matches(folder: str, texts: tuple[str, ...], path: str) -> bool:
    """Whether patterns of one folder match a file."""
    base = folder.rstrip(os.sep) + os.sep
    if not path.startswith(base):
        return False
    return _compiled(texts).match_file(path[len(base) :])


@lru_cache
def _compiled(texts: tuple[str, ...]) -> GitIgnoreSpec:
    """Patterns, compiled; one that is none matches nothing, as in git."""
    from pathspec import GitIgnoreSpec  # noqa: PLC0415  most projects have no patterns

    good = []
    for text in texts:
        with contextlib.suppress(ValueError):
            GitIgnoreSpec.from_lines([text])
            good.append(text)
    return GitIgnoreSpec.from_lines(good)
