"""Rules are found, not registered; those of other distributions alike."""

from __future__ import annotations

import re
import sys
from types import ModuleType
from typing import Any

import pytest
from support import Offer, Run

from graphlint.rule.base import Rule, Severity
from graphlint.rule.registry import discover

CODE = re.compile(r"GL\d{3}\Z")
NAME = re.compile(r"[a-z]+(-[a-z]+)*\Z")


class Extra(Rule):
    """Of another distribution."""

    code = "XY101"
    name = "extra"
    severity = Severity.INFO


def module(monkeypatch: pytest.MonkeyPatch, **values: Any) -> str:
    """A module of another distribution."""
    made = ModuleType("foreign_rules")
    vars(made).update(values)
    monkeypatch.setitem(sys.modules, "foreign_rules", made)
    return "foreign_rules"


def test_every_rule_has_a_code_a_name_and_an_explanation() -> None:
    """What a rule is called is a contract, and its docstring is what users read."""
    for rule in discover().rules:
        assert CODE.match(rule.code), rule
        assert NAME.match(rule.name), rule
        assert rule.__doc__, rule
        assert isinstance(rule.severity, Severity), rule


def test_rules_come_in_the_order_of_their_codes() -> None:
    """Whatever order the modules are found in."""
    codes = [rule.code for rule in discover().rules]
    assert codes == sorted(codes)
    assert codes[0] == "GL000"


@pytest.mark.parametrize("value", ["foreign_rules", "foreign_rules:Extra"])
def test_an_entry_point_adds_rules(monkeypatch: pytest.MonkeyPatch, offer: Offer, value: str) -> None:
    """As a module or as a class."""
    extra = type("Extra", (Extra,), {"__module__": "foreign_rules"})
    offer(value)
    module(monkeypatch, Extra=extra, Rule=Rule)
    registry = discover()
    assert extra in registry.rules
    assert registry.problems == ()
    assert registry.find("xy101") is extra
    assert registry.find("EXTRA") is extra
    assert registry.find("nothing") is None


def test_rules_that_do_not_load_are_told_and_the_others_run(monkeypatch: pytest.MonkeyPatch, offer: Offer, run: Run) -> None:
    """One broken package in the environment must not stop the check, but it must not pass unseen either."""
    offer("no_such_module_here")
    outcome = run("rule", "GL000")
    assert outcome.status == 0
    outcome = run("--select", "GL000", __file__)
    assert "error: the rules of the entry point foreign (no_such_module_here) do not load: ModuleNotFoundError" in outcome.err
    assert outcome.status == 2


def test_an_entry_point_without_a_rule_is_told(monkeypatch: pytest.MonkeyPatch, offer: Offer) -> None:
    """Its author should hear of it."""
    offer(module(monkeypatch, something=1))
    assert discover().problems == ("the entry point foreign of the group graphlint.rules holds no rule",)


def test_two_rules_of_one_code_are_refused(monkeypatch: pytest.MonkeyPatch, offer: Offer, run: Run) -> None:
    """A finding must say which rule it is of."""
    offer(module(monkeypatch, Extra=type("Extra", (Extra,), {"__module__": "foreign_rules", "code": "GL000"})))
    outcome = run("rule", "--all")
    assert outcome.err.startswith("error: two rules are called GL000: ")
    assert outcome.status == 2
