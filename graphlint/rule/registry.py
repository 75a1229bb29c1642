"""Discovery of rules: every module of `graphlint.rules`, and every entry point of the group "graphlint.rules".

There is no list of rules: a new rule is a new module. Rules of other distributions, added by entry points (a module or a class), are
treated alike. Those of a distribution that lies in a checked folder are never loaded: nothing of what is checked runs.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING

from graphlint.common.distributions import Offers, entry_points, offers
from graphlint.common.errors import UsageError
from graphlint.rule.base import Rule
from graphlint.rule.built_in import SyntaxErrorRule, UnusedNoqa

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "graphlint.rules"
# The prefix of graphlint's own modules, including its rules.
OWN = "graphlint."


# Rules reported by the check itself: they are selected, ignored and explained like any rule, but read no events.
BUILT_IN: tuple[type[Rule], ...] = (SyntaxErrorRule, UnusedNoqa)


class Registry:
    """All rules, sorted by code, and the problems in loading those of other distributions.

    Args:
        rules: the rules; None to load them when they are first needed.
        problems: the problems in loading them.
        checked_folders: the folders of the code that is checked, beside the current one; their distributions are ignored.
    """

    def __init__(
        self, rules: tuple[type[Rule], ...] | None = None, problems: tuple[str, ...] = (), checked_folders: Iterable[str] = ()
    ) -> None:
        self._known = None if rules is None else (rules, problems)
        self._checked_folders = tuple(checked_folders)
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
        if self._known is None and not self._offers.possible:
            return ()
        return tuple(rule for rule in self.rules if not rule.__module__.startswith(OWN))

    @property
    def problems(self) -> tuple[str, ...]:
        """The problems in loading rules, one sentence each."""
        return self._found()[1] if self._known is not None or self._offers.possible else ()

    @property
    def ignored(self) -> tuple[str, ...]:
        """The distributions in checked folders whose rules are not loaded, one sentence each."""
        return tuple(
            f"{path}: the rules of this distribution are ignored, because it lies in a checked directory; to use them, install it into the "
            "environment of graphlint"
            for path in self._offers.ignored
        )

    @cached_property
    def _offers(self) -> Offers:
        """The distributions that may have rules."""
        return offers(GROUP, self._checked_folders)

    def load(self) -> None:
        """Load the rules now.

        Raises:
            UsageError: as `rules`.
        """
        self._found()

    def _found(self) -> tuple[tuple[type[Rule], ...], tuple[str, ...]]:
        """The rules and the problems in loading them."""
        if self._known is None:
            self._known = _found(self._offers, self._checked_folders)
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


def discover(checked_folders: Iterable[str] = ()) -> Registry:
    """Load all rules. An entry point that fails to load becomes a problem in the registry.

    Args:
        checked_folders: the folders of the code that is checked, beside the current one; their distributions are ignored.

    Raises:
        UsageError: if two rules share a code or a name.
    """
    registry = Registry(checked_folders=checked_folders)
    registry.load()
    return registry


def _found(offered: Offers, checked_folders: Iterable[str]) -> tuple[tuple[type[Rule], ...], tuple[str, ...]]:
    """Load all rules, and collect the problems."""
    found = dict.fromkeys((*BUILT_IN, *_own_rules()))
    problems: list[str] = []
    for name, loaded in _load(entry_points(GROUP, checked_folders) if offered.possible else (), problems):
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


def _load(points: Iterable[EntryPoint], problems: list[str]) -> Iterator[tuple[str, object]]:
    """Yield the loaded entry points of other distributions; failures are added to `problems`."""
    for point in points:
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
