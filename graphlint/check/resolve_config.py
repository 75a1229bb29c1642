"""From settings to plans: one plan for the files that have the same settings, the same rules left out."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from graphlint.check.check_config import Fixing, Plan
from graphlint.config.settings import Settings, judging_rules, selected_rules, severities
from graphlint.rule.base import Rule
from graphlint.rule.fix import Applicability
from graphlint.rule.registry import Registry

if TYPE_CHECKING:
    from graphlint.check.baseline import Baseline

SAFE = frozenset((Applicability.SAFE,))
UNSAFE = frozenset((Applicability.SAFE, Applicability.UNSAFE))


class Planner:
    """Makes the plans of a run.

    Args:
        registry: all rules there are.
        fixing: what becomes of fixes.
        trusted: the kinds of fixes that are made.
        known: the findings that are not reported.
    """

    def __init__(
        self,
        registry: Registry,
        fixing: Fixing = Fixing.OFFER,
        trusted: frozenset[Applicability] = SAFE,
        known: Baseline | None = None,
    ) -> None:
        self._registry = registry
        self._walked: tuple[str, ...] = ()
        self._fixing, self._trusted, self._known = fixing, trusted, known
        self._plans: dict[tuple[Settings, tuple[str, ...]], Plan] = {}

    @property
    def fixing(self) -> Fixing:
        """What becomes of fixes."""
        return self._fixing

    @property
    def known(self) -> Baseline | None:
        """The findings that are not reported."""
        return self._known

    @property
    def registry(self) -> Registry:
        """All rules there are."""
        return self._registry

    @property
    def rules(self) -> tuple[type[Rule], ...]:
        """The rules of all plans that were made, by code."""
        return tuple(sorted({type(rule) for plan in self._plans.values() for rule in plan.rules}, key=lambda rule: rule.code))

    def plan(self, settings: Settings, path: str = "") -> Plan:
        """The plan of a file.

        Args:
            settings: its settings.
            path: the file; without it, what its settings say of paths does not count.
        """
        left_out = settings.ignored_in(path) if path else ()
        key = (settings, left_out)
        if key not in self._plans:
            self._plans[key] = self._made(settings, left_out)
        return self._plans[key]

    def plans(
        self, paths: Sequence[str], settings: Callable[[str], Settings], walked: Sequence[str] = (), beyond: frozenset[str] = frozenset()
    ) -> Plan:
        """One plan for many files: that of most of them, and those of the others.

        Args:
            paths: the files.
            settings: tells the settings of a file.
            walked: the folders whose files are all among them.
            beyond: those of the files that are not changed.
        """
        self._walked = tuple(os.path.abspath(folder) for folder in walked)
        by_path = {path: self.plan(settings(path), path) for path in paths}
        if not by_path:
            return self.plan(Settings())
        numbers: dict[int, int] = {}
        for plan in by_path.values():
            numbers[id(plan)] = numbers.get(id(plan), 0) + 1
        usual = max(by_path.values(), key=lambda plan: numbers[id(plan)])
        by_path |= {path: by_path[path].with_fixing(Fixing.NONE) for path in beyond & by_path.keys()}
        others: Mapping[str, Plan] = {path: plan for path, plan in by_path.items() if plan is not usual}
        if not others:
            return usual
        rules = {rule.code: rule for plan in by_path.values() for rule in plan.rules}
        return replace(usual, others=others, joint=tuple(rules[code] for code in sorted(rules)))

    def _made(self, settings: Settings, left_out: tuple[str, ...]) -> Plan:
        """A new plan."""
        from graphlint.check.suppression.filter import Rulebook  # noqa: PLC0415  what is remembered needs no plan

        rules = selected_rules(settings, self._registry, left_out)
        judges = judging_rules(rules, self._registry)
        return Plan(
            tuple(rule() for rule in rules),
            tuple(rule() for rule in judges) if judges != rules else (),
            self._fixing,
            self._trusted,
            severities(settings, rules),
            Rulebook.of(self._registry.rules, rules),
            self._known,
            settings.assumptions,
            walked=self._walked,
        )
