"""Discovery of rules: every module of `graphlint.rules`, and every entry point of the group "graphlint.rules".

There is no list of rules: a new rule is a new module. Rules of other distributions, added by entry points (a module or a class), are
treated alike.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from functools import cached_property
from types import ModuleType

from graphlint.common.distributions import may_offer
from graphlint.common.errors import UsageError
from graphlint.rule.base import Rule
from graphlint.rule.built_in import SyntaxErrorRule, UnusedNoqa

GROUP = "graphlint.rules"
# The prefix of graphlint's own modules, including its rules.
OWN = "graphlint."


# Rules reported by the check itself: they are selected, ignored and explained like any rule, but read no events.
BUILT_IN: tuple[type[Rule], ...] = (SyntaxErrorRule, UnusedNoqa)


class Registry:
    """All rules, sorted by code, and the problems in loading those of other distributions."""

    def __init__(self, rules: tuple[type[Rule], ...] | None = None, problems: tuple[str, ...] = ()) -> None:
        self._known = None if rules is None else (rules, problems)
        self._waiting: dict[str, Callable[[], None]] = {}

    @property
    def rules(self) -> tuple[type[Rule], ...]:
        """The rules, loaded on first access.

        Raises:
            UsageError: if two of them share a code or a name, or what waited for them refuses them.
        """
        return self._found()[0]

    @property
    def foreign(self) -> tuple[type[Rule], ...]:
        """The rules of other distributions."""
        if self._known is None and not self._may_have_entry_points:
            return ()
        return tuple(rule for rule in self.rules if not rule.__module__.startswith(OWN))

    @property
    def problems(self) -> tuple[str, ...]:
        """The problems in loading rules, one sentence each."""
        return self._found()[1] if self._known is not None or self._may_have_entry_points else ()

    @cached_property
    def _may_have_entry_points(self) -> bool:
        """True if other distributions may have rules."""
        return may_offer(GROUP)

    def _found(self) -> tuple[tuple[type[Rule], ...], tuple[str, ...]]:
        """The rules and the problems in loading them."""
        if self._known is None:
            self._known = _found()
            for check in self._waiting.values():
                check()
        return self._known

    def when_loaded(self, about: str, check: Callable[[], None]) -> None:
        """Call `check` with the rules: now if they are loaded, otherwise when they are."""
        if self._known is None:
            self._waiting[about] = check
        else:
            check()

    @property
    def waiting(self) -> tuple[str, ...]:
        """The subjects of pending calls. A cached run with the same rules has already made them."""
        return tuple(self._waiting)

    def find(self, text: str) -> type[Rule] | None:
        """Return the rule with this code or name, in any case; None if there is none."""
        wanted = text.casefold()
        return next((rule for rule in self.rules if wanted in (rule.code.casefold(), rule.name.casefold())), None)


def discover() -> Registry:
    """Load all rules. An entry point that fails to load becomes a problem in the registry.

    Raises:
        UsageError: if two rules share a code or a name.
    """
    return Registry(*_found())


def _found() -> tuple[tuple[type[Rule], ...], tuple[str, ...]]:
    """Load all rules, and collect the problems."""
    found = dict.fromkeys((*BUILT_IN, *_own_rules()))
    problems: list[str] = []
    for name, loaded in _entry_points(problems):
        rules = list(_rules_of(loaded) if isinstance(loaded, ModuleType) else _as_rule(loaded))
        if not rules:
            problems.append(f"the entry point {name} of the group {GROUP} holds no rule")
        found.update(dict.fromkeys(rules))
    ordered = tuple(sorted(found, key=lambda rule: rule.code))
    _require_distinct(ordered)
    return ordered, tuple(problems)


def _own_rules() -> Iterator[type[Rule]]:
    """Return the rules of this distribution."""
    package = importlib.import_module(GROUP)
    for module in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        yield from _rules_of(importlib.import_module(module.name))


def _rules_of(module: ModuleType) -> Iterator[type[Rule]]:
    """Return the rules that a module defines, not those that it imports."""
    for value in vars(module).values():
        yield from (rule for rule in _as_rule(value) if rule.__module__ == module.__name__)


def _as_rule(value: object) -> Iterator[type[Rule]]:
    """Return the value if it is a subclass of `Rule` with a code."""
    if isinstance(value, type) and issubclass(value, Rule) and hasattr(value, "code"):
        yield value


def _entry_points(problems: list[str]) -> Iterator[tuple[str, object]]:
    """Yield the loaded entry points of other distributions; failures are added to `problems`."""
    if not may_offer(GROUP):
        return
    from importlib.metadata import entry_points  # noqa: PLC0415  slow to import

    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        try:
            yield point.name, point.load()
        except Exception as error:  # noqa: BLE001  code of other packages may raise anything; a broken package must not end the run
            problems.append(f"the rules of the entry point {point.name} ({point.value}) do not load: {type(error).__name__}: {error}")


def _require_distinct(rules: tuple[type[Rule], ...]) -> None:
    """Raise an error if two rules share a code or a name, which would make findings ambiguous."""
    seen: dict[str, type[Rule]] = {}
    for rule in rules:
        for key in (rule.code, rule.name):
            other = seen.setdefault(key, rule)
            if other is not rule:
                where = f"{other.__module__}.{other.__qualname__} and {rule.__module__}.{rule.__qualname__}"
                raise UsageError(f"two rules are called {key}: {where}; remove or rename one of them")
