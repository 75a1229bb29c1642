"""Resolve settings to check configs. Files with the same settings and the same ignored rules share one config."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from graphlint.check.check_config import CheckConfig, FixMode
from graphlint.config.settings import Settings, rules_for_fix_check, selected_rules, severities
from graphlint.rule.base import Rule
from graphlint.rule.fix import Applicability
from graphlint.rule.registry import Registry

if TYPE_CHECKING:
    from graphlint.check.baseline import Baseline

SAFE = frozenset((Applicability.SAFE,))
UNSAFE = frozenset((Applicability.SAFE, Applicability.UNSAFE))


class ConfigResolver:
    """Create and cache the check configs of a run.

    Args:
        applicabilities: the kinds of fixes that may be applied.
        baseline: known findings, which are not reported.
    """

    def __init__(
        self,
        registry: Registry,
        fix_mode: FixMode = FixMode.OFFER,
        applicabilities: frozenset[Applicability] = SAFE,
        baseline: Baseline | None = None,
    ) -> None:
        self._registry = registry
        self._complete_folders: tuple[str, ...] = ()
        self._fix_mode, self._applicabilities, self._baseline = fix_mode, applicabilities, baseline
        self._configs: dict[tuple[Settings, tuple[str, ...]], CheckConfig] = {}

    @property
    def fix_mode(self) -> FixMode:
        return self._fix_mode

    @property
    def baseline(self) -> Baseline | None:
        return self._baseline

    @property
    def registry(self) -> Registry:
        return self._registry

    @property
    def rules(self) -> tuple[type[Rule], ...]:
        """The rules of all configs resolved so far, sorted by code."""
        return tuple(sorted({type(rule) for config in self._configs.values() for rule in config.rules}, key=lambda rule: rule.code))

    def config_for(self, settings: Settings, path: str = "") -> CheckConfig:
        """Return the config of a file. Without a path, per-file settings do not apply."""
        ignored = settings.ignored_in(path) if path else ()
        key = (settings, ignored)
        if key not in self._configs:
            self._configs[key] = self._create(settings, ignored)
        return self._configs[key]

    def combined(
        self,
        paths: Sequence[str],
        settings: Callable[[str], Settings],
        complete_folders: Sequence[str] = (),
        read_only: frozenset[str] = frozenset(),
    ) -> CheckConfig:
        """Return the most common config of the files; the configs of all other files are in its `others`.

        Args:
            complete_folders: folders of which every file is among `paths`.
            read_only: files that are never changed.
        """
        self._complete_folders = tuple(os.path.abspath(folder) for folder in complete_folders)
        by_path = {path: self.config_for(settings(path), path) for path in paths}
        if not by_path:
            return self.config_for(Settings())
        numbers: dict[int, int] = {}
        for config in by_path.values():
            numbers[id(config)] = numbers.get(id(config), 0) + 1
        usual = max(by_path.values(), key=lambda config: numbers[id(config)])
        by_path |= {path: by_path[path].with_fix_mode(FixMode.NONE) for path in read_only & by_path.keys()}
        others: Mapping[str, CheckConfig] = {path: config for path, config in by_path.items() if config is not usual}
        if not others:
            return usual
        rules = {rule.code: rule for config in by_path.values() for rule in config.rules}
        return replace(usual, others=others, project_rules=tuple(rules[code] for code in sorted(rules)))

    def _create(self, settings: Settings, ignored: tuple[str, ...]) -> CheckConfig:
        from graphlint.check.suppression.filter import KnownRules  # noqa: PLC0415  cached results need no config

        rules = selected_rules(settings, self._registry, ignored)
        verification_rules = rules_for_fix_check(rules, self._registry)
        return CheckConfig(
            rules=tuple(rule() for rule in rules),
            verification_rules=tuple(rule() for rule in verification_rules) if verification_rules != rules else (),
            fix_mode=self._fix_mode,
            applicabilities=self._applicabilities,
            severities=severities(settings, rules),
            known_rules=KnownRules.of(self._registry.rules, rules),
            baseline=self._baseline,
            assumptions=settings.assumptions,
            complete_folders=self._complete_folders,
            parser=settings.parser,
            unit_tests=settings.unit_tests,
        )
