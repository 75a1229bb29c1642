"""Settings of a file: selected rules, severities, and assumptions of the analysis.

A selector is a rule's code, its name, or a prefix of codes. If `select` and `ignore` both match a rule, the longer selector wins, and
`ignore`
if they are equally long; the command line wins over files if its selector is at least as long.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from graphlint.common.errors import UsageError
from graphlint.common.patterns import ignore_patterns
from graphlint.common.spelling import suggestion
from graphlint.config.files import setting_error
from graphlint.libraries.assumptions import Assumptions
from graphlint.rule.base import Rule, Severity
from graphlint.rule.built_in import SyntaxErrorRule
from graphlint.rule.registry import Registry
from graphlint.rule.unit_tests import Applicable
from graphlint.source.parsers import Parser

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

ALL = "ALL"


class Pattern(NamedTuple):
    """A pattern in .gitignore syntax, and the folder that it is relative to."""

    folder: str
    text: str


class PerFileIgnore(NamedTuple):
    """Rules to skip in files that match a pattern, or in all other files if it begins with an exclamation mark."""

    pattern: Pattern
    selectors: tuple[str, ...]


@dataclass(frozen=True)
class Settings:
    """Effective settings of a file.

    `select` is None if nothing is selected: then the rules that are on by default are checked. `chosen` and `refused` are the selectors in
    --select and --ignore. `src` are import folders in addition to those that are detected.
    `parser` parses all files of a run. `unit_tests` are the rules that apply in unit tests. `preview` selects new rules like others.
    """

    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    command_line_select: tuple[str, ...] = ()
    command_line_ignore: tuple[str, ...] = ()
    per_file_ignores: tuple[PerFileIgnore, ...] = ()
    exclude: tuple[Pattern, ...] = ()
    severity: tuple[tuple[str, Severity], ...] = ()
    assumptions: Assumptions = field(default_factory=Assumptions)
    src: tuple[str, ...] = ()
    parser: Parser = Parser.AUTO
    unit_tests: Applicable = Applicable.ERRORS
    preview: bool = False

    def ignored_in(self, path: str) -> tuple[str, ...]:
        """Return the selectors of the rules to skip in a file because of its path."""
        if not self.per_file_ignores:
            return ()
        absolute = os.path.abspath(path)
        matching = (item.selectors for item in self.per_file_ignores if _applies_to(item.pattern, absolute))
        return tuple(dict.fromkeys(selector for selectors in matching for selector in selectors))

    def excludes(self, path: str) -> bool:
        """Return whether a file is excluded."""
        return bool(self.exclude) and matches(self.exclude, os.path.abspath(path))


def matches(patterns: Iterable[Pattern], path: str) -> bool:
    """Return whether patterns match an absolute path. Patterns of one folder are matched together: a later one can negate an earlier
    one."""
    by_folder: dict[str, list[str]] = {}
    for pattern in patterns:
        by_folder.setdefault(pattern.folder, []).append(pattern.text)
    return any(_matches(folder, tuple(texts), path) for folder, texts in by_folder.items())


def selected_rules(settings: Settings, registry: Registry, left_out: Sequence[str] = ()) -> tuple[type[Rule], ...]:
    """Return the rules that the settings select, without those that match `left_out`.

    Raises:
        UsageError: if a selector matches no rule; the error names the most similar one.
    """
    for option, selectors in (("select", settings.select), ("extend-select", settings.extend_select), ("ignore", settings.ignore)):
        require_known(selectors or (), f"--{option}", registry)
    return tuple(rule for rule in registry.rules if _is_selected(rule, settings) and not _best_specificity(left_out, rule))


def rules_for_fix_check(rules: Sequence[type[Rule]], registry: Registry) -> tuple[type[Rule], ...]:
    """Return the rules that a fix must not trigger: the reported rules, and those on by default."""
    reported = set(rules)
    return tuple(rule for rule in registry.rules if rule in reported or (rule.default and not rule.preview))


def severities(settings: Settings, rules: Iterable[type[Rule]]) -> dict[str, Severity]:
    """Return the severities that differ from the rules' own, by code."""
    changed: dict[str, Severity] = {}
    for rule in rules:
        candidates = [(_specificity(selector, rule), severity) for selector, severity in settings.severity]
        length, severity = max(candidates, key=lambda item: item[0], default=(0, rule.severity))
        if length and severity is not rule.severity:
            changed[rule.code] = severity
    return changed


def rule_words(registry: Registry) -> list[str]:
    """Return all codes and names, for suggestions in errors."""
    return [word for rule in registry.rules for word in (rule.code, rule.name)]


def require_known(selectors: Iterable[str], where: str, registry: Registry, file: str = "", name: str = "") -> None:
    """Raise an error for selectors that match no rule, immediately or when the rules are loaded.

    Args:
        selectors: codes, names and prefixes of codes.
        where: the option or the file and the setting, which begins the error.
        registry: all rules.
        file: the absolute path of the settings file that the selectors are in; empty for an option.
        name: the setting in that file.

    Raises:
        GraphlintError: if a selector matches no rule; the error names the most similar one.
    """
    words = tuple(selectors)
    if words:
        registry.when_loaded(f"{where}: {words}", lambda: _require_known(words, where, registry, file, name))


def _require_known(selectors: Iterable[str], where: str, registry: Registry, file: str, name: str) -> None:
    for selector in selectors:
        if not any(_specificity(selector, rule) for rule in registry.rules):
            problem = f"unknown rule {selector!r}{suggestion(selector, [*rule_words(registry), ALL])}"
            raise setting_error(file, name, problem, selector) if file else UsageError(f"{where}: {problem}")


def _is_selected(rule: type[Rule], settings: Settings) -> bool:
    """Return whether a rule is selected: the longest selectors decide, and among these the highest rank."""
    on = max((_best_specificity(settings.extend_select, rule), 1), (_best_specificity(settings.command_line_select, rule), 3))
    if settings.select is not None:
        on = max(on, (_best_specificity(settings.select, rule), 1))
    elif rule.default:
        on = max(on, (1, 1))
    if rule.preview and not settings.preview and on[0] <= len(rule.code):
        on = (0, 0)
    # Selecting other rules must not hide files that do not parse.
    if rule is SyntaxErrorRule:
        on = max(on, (1, 1))
    off = max((_best_specificity(settings.ignore, rule), 2), (_best_specificity(settings.command_line_ignore, rule), 4))
    return on[0] > 0 and on > off


def _best_specificity(selectors: Sequence[str], rule: type[Rule]) -> int:
    """Return the specificity of the most specific matching selector; 0 if none matches."""
    return max((_specificity(selector, rule) for selector in selectors), default=0)


def _specificity(selector: str, rule: type[Rule]) -> int:
    """Return the specificity of a selector for a rule: 0 if it does not match, 1 for ALL, else the length of the code prefix plus 1."""
    word = selector.casefold()
    if word == ALL.casefold():
        return 1
    if word in (rule.code.casefold(), rule.name.casefold()):
        return len(rule.code) + 1
    return len(word) + 1 if len(word) > 1 and rule.code.casefold().startswith(word) else 0


def _applies_to(pattern: Pattern, path: str) -> bool:
    """Return whether a pattern of per-file-ignores applies to a file."""
    inverted = pattern.text.startswith("!")
    return _matches(pattern.folder, (pattern.text.removeprefix("!"),), path) != inverted


def _matches(folder: str, texts: tuple[str, ...], path: str) -> bool:
    """Return whether patterns of one folder match a file."""
    base = folder.rstrip(os.sep) + os.sep
    if not path.startswith(base):
        return False
    return _compile(texts).match_file(path[len(base) :])


@lru_cache
def _compile(texts: tuple[str, ...]) -> GitIgnoreSpec:
    return ignore_patterns(texts)
