"""Finding the rules: every module of `graphlint.rules`, and every entry point of the group "graphlint.rules".

No list of rules is kept anywhere: a new rule is a new module. What others add by entry points (a module or a class) is treated alike.
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
# What the modules of graphlint itself are called, those of its rules included.
OWN = "graphlint."


# What the runner itself reports; it is selected, ignored and explained like any rule, but has nothing to check.
BUILT_IN: tuple[type[Rule], ...] = (SyntaxErrorRule, UnusedNoqa)


class Registry:
    """All rules there are, in the order of their codes, and what went wrong in finding those of others.

    Args:
        rules: the rules; None for those that are found, when they are first asked for.
        problems: what went wrong.
    """

    def __init__(self, rules: tuple[type[Rule], ...] | None = None, problems: tuple[str, ...] = ()) -> None:
        self._known = None if rules is None else (rules, problems)
        self._waiting: dict[str, Callable[[], None]] = {}

    @property
    def rules(self) -> tuple[type[Rule], ...]:
        """The rules.

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
        """What went wrong in finding rules, a sentence each."""
        return self._found()[1] if self._known is not None or self._may_have_entry_points else ()

    @cached_property
    def _may_have_entry_points(self) -> bool:
        """Whether other distributions may have rules."""
        return may_offer(GROUP)

    def _found(self) -> tuple[tuple[type[Rule], ...], tuple[str, ...]]:
        """The rules, and what went wrong in finding them."""
        if self._known is None:
            self._known = _found()
            for check in self._waiting.values():
                check()
        return self._known

    def when_loaded(self, about: str, check: Callable[[], None]) -> None:
        """Do something that needs the rules: now, if they are loaded, or as soon as they are.

        Args:
            about: what it is about; of several about the same one is done.
            check: does it.
        """
        if self._known is None:
            self._waiting[about] = check
        else:
            check()

    @property
    def waiting(self) -> tuple[str, ...]:
        """What the things that wait for the rules are about: where they were done before, with the same rules, they need not be done."""
        return tuple(self._waiting)

    def find(self, text: str) -> type[Rule] | None:
        """The rule with this code or name, in any case; None if there is none.

        Args:
            text: a code or a name.
        """
        wanted = text.casefold()
        return next((rule for rule in self.rules if wanted in (rule.code.casefold(), rule.name.casefold())), None)


def discover() -> Registry:
    """Find all rules, now.

    Returns:
        The rules by code. An entry point that does not load is a problem in the registry, the other rules are there all the same.

    Raises:
        UsageError: if two rules share a code or a name.
    """
    return Registry(*_found())


def _found() -> tuple[tuple[type[Rule], ...], tuple[str, ...]]:
    """All rules, and what went wrong in finding them."""
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
    """The rules of this distribution."""
    package = importlib.import_module(GROUP)
    for module in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        yield from _rules_of(importlib.import_module(module.name))


def _rules_of(module: ModuleType) -> Iterator[type[Rule]]:
    """The rules that a module defines, not those that it imports."""
    for value in vars(module).values():
        yield from (rule for rule in _as_rule(value) if rule.__module__ == module.__name__)


def _as_rule(value: object) -> Iterator[type[Rule]]:
    """The value itself if it is a rule: a subclass of `Rule` with a code."""
    if isinstance(value, type) and issubclass(value, Rule) and hasattr(value, "code"):
        yield value


def _entry_points(problems: list[str]) -> Iterator[tuple[str, object]]:
    """What the entry points of other distributions load to; what fails is added to the problems."""
    if not may_offer(GROUP):
        return
    from importlib.metadata import entry_points  # noqa: PLC0415  slow to import

    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        try:
            yield point.name, point.load()
        except Exception as error:  # noqa: BLE001  foreign code may raise anything; one broken package must not end the run
            problems.append(f"the rules of the entry point {point.name} ({point.value}) do not load: {type(error).__name__}: {error}")


def _require_distinct(rules: tuple[type[Rule], ...]) -> None:
    """Refuse two rules of one code or name: a finding must say which it is."""
    seen: dict[str, type[Rule]] = {}
    for rule in rules:
        for key in (rule.code, rule.name):
            other = seen.setdefault(key, rule)
            if other is not rule:
                where = f"{other.__module__}.{other.__qualname__} and {rule.__module__}.{rule.__qualname__}"
                raise UsageError(f"two rules are called {key}: {where}; remove or rename one of them")
