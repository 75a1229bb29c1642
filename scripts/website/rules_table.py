"""The table of all rules, which the script of the page filters. Without it, all rows are shown."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from generators.rule_facts import FAMILIES, own_rules

from graphlint.rule.base import Rule
from website.pages import ROOT

INTRODUCTION = """\
---
hide: [toc]
---

# Rules

Settings, options and comments accept a code or a name; settings and options also accept a prefix of codes, such as `GL2`. The column *fix*
says if graphlint offers a fix, and if it is safe: a safe fix keeps the computed values and gradients, an unsafe fix may change them.
*Raises* says whether PyTorch raises an error because of it. The [glossary](../glossary.md) explains the terms.

"""
COLUMNS = ("code", "name", "severity", "fix", "raises", "flags")
FILTERS = ("group", "severity", "fix", "raises")


ROW = re.compile(
    r"^\| (?P<code>GL\d+) \| \[(?P<name>[\w-]+)\].* \| (?P<severity>\w+) \| (?P<default>on|off) \| (?P<fix>[a-z ]+) \| (?P<flags>.*) \|$"
)
"""A row of the index in the repository, which `scripts/generate.py` keeps current."""


def page() -> str:
    """Return the page as Markdown with the table as HTML, whose rows have the facts as attributes."""
    rows = [_facts(rule) for rule in own_rules()]
    return "".join([INTRODUCTION, *_form(rows), *_table(rows)])


def _facts(rule: type[Rule]) -> dict[str, str]:
    """Return the cells of a rule by their columns."""
    index = (ROOT / "docs" / "rules" / "README.md").read_text(encoding="utf-8")
    row = next(found for line in index.splitlines() if (found := ROW.match(line)) and found["code"] == rule.code)
    return {**row.groupdict(), "group": FAMILIES[rule.code[2]], "raises": _raises(rule)}


def _raises(rule: type[Rule]) -> str:
    """Return whether PyTorch raises an error because of the mistake."""
    if rule.raises:
        return "yes"
    return "sometimes" if rule.may_raise else "no"


def _form(rows: list[dict[str, str]]) -> Iterator[str]:
    """Yield the filters, hidden until the script shows them."""
    yield '<form id="rule-filter" hidden>\n'
    for name in FILTERS:
        values = dict.fromkeys(value for row in rows for value in _values(name, row[name]))
        options = "".join(f'<option value="{html.escape(value)}">{html.escape(value)}</option>' for value in values)
        yield f'<label>{name} <select name="{name}"><option value="">all</option>{options}</select></label>\n'
    yield '<output name="shown"></output>\n</form>\n\n'


def _values(name: str, value: str) -> list[str]:
    """Return the values by which a fact is filtered: a rule with safe and unsafe fixes has both."""
    return value.split(" or ") if name == "fix" else [value]


def _table(rows: list[dict[str, str]]) -> Iterator[str]:
    yield '<table id="rules">\n<thead><tr>' + "".join(f"<th>{name}</th>" for name in COLUMNS) + "</tr></thead>\n<tbody>\n"
    for row in rows:
        marks = "".join(f' data-{name}="{html.escape("|".join(_values(name, row[name])))}"' for name in FILTERS)
        severity = row["severity"] + ("" if row["default"] == "on" else ", off by default")
        shown = {**row, "severity": severity, "name": f'<a href="{row["name"]}/">{row["name"]}</a>', "flags": _inline(row["flags"])}
        yield f"<tr{marks}>" + "".join(f"<td>{shown[name]}</td>" for name in COLUMNS) + "</tr>\n"
    yield "</tbody>\n</table>\n"


def _inline(text: str) -> str:
    """Return a cell of a Markdown table as HTML: its only markup is code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text.replace("\\|", "|"), quote=False))
