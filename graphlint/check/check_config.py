"""The configuration of a check, and how it follows from the settings of each file."""

from __future__ import annotations

import enum
import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from graphlint.config.settings import Settings, rules_for_fix_check, selected_rules, severities
from graphlint.libraries.assumptions import Assumptions
from graphlint.rule.base import Rule
from graphlint.rule.built_in import UnusedNoqa
from graphlint.rule.fix import Applicability
from graphlint.rule.registry import Registry
from graphlint.rule.unit_tests import Applicable, is_reported_in_unit_tests
from graphlint.source.parsers import Parser

if TYPE_CHECKING:
    from graphlint.check.baseline import Baseline, Key
    from graphlint.check.suppression.filter import FilterResult, KnownRules, UnitTestScope
    from graphlint.rule.base import Finding, Rule, Severity
    from graphlint.source.source import Source


class FixMode(enum.Enum):
    """The use of fixes.

    NONE ignores them. MARK only says which findings are fixable. OFFER attaches a fix to each finding, so that it can be applied alone.
    MAKE changes the files, SHOW only reports the changes. NOQA adds a comment that suppresses each finding.
    """

    NONE = "none"
    NOQA = "noqa"
    MARK = "mark"
    OFFER = "offer"
    MAKE = "make"
    SHOW = "show"


READ_ONLY_MODES = (FixMode.NONE, FixMode.MARK, FixMode.OFFER)
"""The modes that change no file, in increasing order of what they report."""


@dataclass(frozen=True, slots=True)
class CheckConfig:
    """The configuration by which a file is checked.

    Findings of `rules` are reported; a fix may not cause a finding of any of the `verification_rules` (`rules`, if empty). Only fixes of
    the given `applicabilities` are applied. `severities` holds, by code, the severities that differ from the rules' own. `known_rules`
    resolves the codes in suppressions (those of `rules`, if None). Findings in `baseline` are not reported.

    `others` are the configs of files that differ from this one; `project_rules` are then the rules of all of them, since the analysis of
    one file may find something in another. `complete_folders` are the folders of which every file is checked: only for their files are all
    callers known. `parser` is the same for all files. `unit_tests` are the rules whose findings are reported in unit tests.
    """

    rules: tuple[Rule, ...]
    verification_rules: tuple[Rule, ...] = ()
    fix_mode: FixMode = FixMode.OFFER
    applicabilities: frozenset[Applicability] = frozenset((Applicability.SAFE,))
    severities: Mapping[str, Severity] = field(default_factory=dict)
    known_rules: KnownRules | None = None
    baseline: Baseline | None = None
    assumptions: Assumptions = field(default_factory=Assumptions)
    project_rules: tuple[Rule, ...] = ()
    others: Mapping[str, CheckConfig] = field(default_factory=dict)
    complete_folders: tuple[str, ...] = ()
    parser: Parser = Parser.AUTO
    unit_tests: Applicable = Applicable.ERRORS

    def of(self, path: str) -> CheckConfig:
        return self.others.get(path, self)

    def with_fix_mode(self, fix_mode: FixMode) -> CheckConfig:
        return replace(self, fix_mode=fix_mode, others={path: config.with_fix_mode(fix_mode) for path, config in self.others.items()})

    def with_complete_folders(self, folders: Sequence[str]) -> CheckConfig:
        others = {path: config.with_complete_folders(folders) for path, config in self.others.items()}
        return replace(self, complete_folders=tuple(os.path.abspath(folder) for folder in folders), others=others)

    def subset(self, paths: Sequence[str]) -> CheckConfig:
        """Restrict the config to some files, before it is sent to a worker process."""
        others = {path: self.others[path] for path in paths if path in self.others}
        if self.baseline is None:
            return replace(self, others=others) if len(others) < len(self.others) else self
        baseline = self.baseline.subset(paths)
        return replace(self, baseline=baseline, others={path: replace(config, baseline=baseline) for path, config in others.items()})

    def codes_of(self, path: str) -> frozenset[str]:
        """Return the codes that are reported in a file."""
        return frozenset(rule.code for rule in self.of(path).rules)

    def reported_codes(self, path: str) -> tuple[frozenset[str], frozenset[str]]:
        """Return the codes that are reported in a file, and those of them that are not reported in unit tests."""
        return self.codes_of(path), self.of(path).not_in_unit_tests

    @property
    def not_in_unit_tests(self) -> frozenset[str]:
        """The codes that are not reported in unit tests."""
        if self.unit_tests is Applicable.ALL:
            return frozenset()
        return frozenset(rule.code for rule in self.rules if not is_reported_in_unit_tests(rule.code))

    def baseline_of(self, path: str) -> Counter[Key]:
        """Return the baseline entries of a file, for the rules that are checked."""
        return self._checked(self.baseline.of(path)) if self.baseline is not None else Counter()

    def moved_baseline_of(self, path: str) -> Counter[Key]:
        """Return the baseline entries that a file may have had under another name, for the rules that are checked."""
        return self._checked(self.baseline.moved(path)) if self.baseline is not None else Counter()

    def filter_findings(self, source: Source, findings: Sequence[Finding], tests: UnitTestScope | None = None) -> FilterResult:
        """Apply suppressions and baseline to the findings of a file that parses.

        Args:
            tests: the unit tests of the file, if it has some in which some rules are not reported.
        """
        from graphlint.check.suppression import filter  # noqa: PLC0415  cached results need none

        baseline, callers_unknown = self.baseline_of(source.path), not self.has_all_callers(source.path)
        moved = self.moved_baseline_of(source.path)
        result = filter.filter_findings(
            source,
            findings,
            self.suppression_rules,
            baseline or moved,
            self.reports_unused_suppressions,
            callers_unknown,
            tests or filter.NO_UNIT_TESTS,
        )
        # Entries of deleted files are counted as such.
        return replace(result, stale_baseline_entries=0) if moved else result

    def _checked(self, known: Counter[Key]) -> Counter[Key]:
        codes = self.by_code
        return Counter({key: count for key, count in known.items() if key[0] in codes})

    def has_all_callers(self, path: str) -> bool:
        """Return True if the callers of a file's functions are part of the run, as far as known."""
        absolute = os.path.abspath(path)
        return any(absolute.startswith(folder.rstrip(os.sep) + os.sep) for folder in self.complete_folders)

    def with_severity(self, finding: Finding) -> Finding:
        """Return the finding with its configured severity."""
        severity = self.severities.get(finding.code)
        return finding if severity is None else replace(finding, severity=severity)

    @property
    def suppression_rules(self) -> KnownRules:
        """The rules by which codes in suppressions are resolved."""
        from graphlint.check.suppression.filter import KnownRules  # noqa: PLC0415  as above

        return self.known_rules or KnownRules.of((*self.rules, *self.verification_rules), self.rules)

    @property
    def reports_unused_suppressions(self) -> bool:
        return any(isinstance(rule, UnusedNoqa) for rule in self.rules)

    @property
    def by_code(self) -> dict[str, Rule]:
        return {rule.code: rule for rule in self.rules}


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
