"""Selectors: codes, names and prefixes, and which wins."""

from __future__ import annotations

import pytest

from graphlint.common.errors import UsageError
from graphlint.common.spelling import suggestion
from graphlint.config.settings import Settings, selected_rules
from graphlint.rule.base import Rule, Severity
from graphlint.rule.built_in import SyntaxErrorRule
from graphlint.rule.registry import Registry


class DoubleBackward(Rule):
    code = "GL101"
    name = "double-backward"
    severity = Severity.ERROR


class ForwardOutsideLoop(Rule):
    code = "GL102"
    name = "forward-outside-loop"
    severity = Severity.ERROR


class DataAttribute(Rule):
    code = "GL402"
    name = "data-attribute"
    severity = Severity.INFO
    default = False


REGISTRY = Registry((SyntaxErrorRule, DoubleBackward, ForwardOutsideLoop, DataAttribute))


def codes(settings: Settings) -> str:
    """The codes of the selected rules, without their common beginning."""
    return " ".join(rule.code.removeprefix("GL") for rule in selected_rules(settings, REGISTRY))


@pytest.mark.parametrize(
    ("settings", "selected"),
    [
        (Settings(), "000 101 102"),
        (Settings(select=("GL101",)), "000 101"),
        (Settings(select=("gl101",)), "000 101"),
        (Settings(select=("double-backward",)), "000 101"),
        (Settings(select=("GL1",)), "000 101 102"),
        (Settings(select=("GL",)), "000 101 102 402"),
        (Settings(select=("ALL",)), "000 101 102 402"),
        (Settings(select=()), "000"),
        (Settings(extend_select=("GL402",)), "000 101 102 402"),
        (Settings(select=("GL101",), extend_select=("GL4",)), "000 101 402"),
        (Settings(ignore=("GL101",)), "000 102"),
        (Settings(ignore=("forward-outside-loop",)), "000 101"),
        (Settings(ignore=("GL",)), ""),
        (Settings(ignore=("ALL",)), ""),
        (Settings(ignore=("syntax-error",)), "101 102"),
        (Settings(select=("GL1",), ignore=("GL101",)), "000 102"),
        (Settings(select=("GL101",), ignore=("GL1",)), "000 101"),
        (Settings(select=("GL1",), ignore=("GL1",)), "000"),
        (Settings(select=("GL",), extend_select=("GL101",), ignore=("GL10",)), "000 101 402"),
    ],
    ids=str,
)
def test_the_longer_selector_wins_and_ignore_wins_a_draw(settings: Settings, selected: str) -> None:
    """As people know it from ruff. A file that does not parse is told unless that itself is ignored."""
    assert codes(settings) == selected


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (Settings(select=("GL999",)), "--select: unknown rule 'GL999'"),
        (Settings(ignore=("double-backwards",)), "--ignore: unknown rule 'double-backwards' (did you mean double-backward?)"),
        (Settings(extend_select=("GL7",)), "--extend-select: unknown rule 'GL7'"),
        (Settings(select=("",)), "--select: unknown rule ''"),
        (Settings(select=("G",)), "--select: unknown rule 'G'"),
    ],
    ids=str,
)
def test_an_unknown_rule_is_an_error_that_names_the_nearest(settings: Settings, message: str) -> None:
    """A mistyped rule that is passed over checks nothing and says nothing."""
    with pytest.raises(UsageError) as raised:
        selected_rules(settings, REGISTRY)
    assert str(raised.value).startswith(message)


def test_nothing_is_suggested_where_nothing_is_near() -> None:
    """A far-fetched suggestion is worse than none."""
    assert suggestion("zzz", ["double-backward"]) == ""
