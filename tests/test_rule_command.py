"""`graphlint rule`: the pages of the rules, for people, for the web and for tools."""

from __future__ import annotations

import json
import re
import sys
from types import ModuleType

import pytest
from support import Offer, Run

from graphlint.report.rule_page import FORMATS, render_text
from graphlint.report.style import Style
from graphlint.rule.base import Rule, Severity
from graphlint.rule.docs import SECTIONS, page_of
from graphlint.rule.registry import discover

LINK = "https://pytorch.org/docs/stable/generated/torch.Tensor.backward.html"


class Foreign(Rule):
    """Flags \x1b[31mred\x1b[0m text.

    A word before the first heading.

    ## Notes
    - See [the manual](https://example.org/a).
    ```python
    ## no heading
    x = 1

    y = 2
    ```
    And more.
    """

    code = "XY101"
    name = "foreign"
    severity = Severity.INFO


class Unexplained(Rule):
    code = "XY102"
    name = "unexplained"
    severity = Severity.INFO


Unexplained.__doc__ = None


def test_a_rule_is_found_by_code_by_name_and_in_any_case(run: Run) -> None:
    """Whatever stands in the output of a run, or in a suppression, can be asked for."""
    asked = [run("rule", word) for word in ("GL101", "gl101", "double-backward", "Double-Backward")]
    assert [outcome.status for outcome in asked] == [0] * 4
    assert len({outcome.out for outcome in asked}) == 1


def test_a_prefix_stands_for_its_family(run: Run) -> None:
    """As it does wherever a rule is named; what is named twice is explained once."""
    named = [found["code"] for found in run("rule", "GL902", "GL9", "volatile", "--output-format", "json").json]
    assert named == ["GL902", "GL901", "GL903", "GL904", "GL905"]


@pytest.mark.parametrize("form", FORMATS)
def test_all_explains_every_rule(run: Run, form: str) -> None:
    """In the order of their codes, in each format."""
    outcome = run("rule", "--all", "--output-format", form)
    assert outcome.status == 0
    codes = [rule.code for rule in discover().rules]
    title = {"text": r"^\S+ \((GL\d+)\)$", "markdown": r"^# \S+ \((GL\d+)\)$", "json": r'"code": "(GL\d+)"'}[form]
    assert re.findall(title, outcome.out, re.MULTILINE) == codes


def test_text_is_for_the_terminal(run: Run) -> None:
    """No marks of Markdown, programs as they are, links as addresses, no line wider than people like to read."""
    text = run("rule", "GL101").out
    assert text.startswith("double-backward (GL101)\nSeverity: error, on by default.\n\nFlags a backward ")
    assert "\nExample\n    import torch\n    from torch import nn\n\n    model = " in text
    assert f"\n  - torch.Tensor.backward: {LINK}\n" in text
    assert [line for line in text.splitlines() if line.startswith(("#", "```"))] == []
    assert [line for line in text.splitlines() if len(line) > 100] == []
    assert [line for line in text.splitlines() if line != line.rstrip()] == []
    assert "\n\n\n" not in text


def test_text_takes_colour_where_it_is_wanted(run: Run) -> None:
    """And none in a pipe; the colour is all that differs."""
    plain, coloured = run("rule", "GL101").out, run("rule", "GL101", "--color", "always").out
    assert "\x1b[" not in plain
    assert coloured.startswith("\x1b[1mdouble-backward (GL101)\x1b[0m\n")
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain


def test_text_fits_a_narrow_terminal() -> None:
    """Programs and addresses stay whole, everything else is filled anew."""
    rule = discover().find("GL101")
    assert rule is not None
    page = page_of(rule)
    lines = render_text([page], Style(width=50)).splitlines()
    programs = "".join(program for section in page.sections for program in section.programs)
    assert [line for line in lines if len(line) > 50 and "https://" not in line and line.strip() not in programs] == []


def test_markdown_is_the_docstring_under_a_title(run: Run) -> None:
    """So that a page can be put on the web as it is."""
    rule = discover().find("GL101")
    assert rule is not None
    text = run("rule", "GL101", "--output-format", "markdown").out
    assert text.startswith("# double-backward (GL101)\n\nSeverity: error, on by default.\n\nFlags a backward ")
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == list(SECTIONS)
    written = [line.strip() for line in (rule.__doc__ or "").splitlines() if line.strip()]
    assert [line.strip() for line in text.splitlines()[4:] if line.strip()] == written


def test_json_holds_the_page_in_parts(run: Run) -> None:
    """Editors show the summary, documentation shows the sections, tests run the programs."""
    (page,) = run("rule", "data-attribute", "--output-format", "json").json
    assert (page["code"], page["name"], page["severity"], page["default"]) == ("GL402", "data-attribute", "info", False)
    assert page["summary"] == "Flags the attribute .data, which autograd cannot see."
    assert [section["title"] for section in page["sections"]] == list(SECTIONS)
    assert "weight.data -= " in page["example"]
    assert ".data" not in page["use_instead"]
    assert page["references"][0]["url"].startswith("https://pytorch.org/docs/stable/")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["double-bakward"], "unknown rule 'double-bakward' (did you mean double-backward?)"),
        (["GL2O2"], "unknown rule 'GL2O2' (did you mean GL202?)"),
        (["GL101", "leaked-graph"], "unknown rule 'leaked-graph'"),
        (["G"], "unknown rule 'G'"),
        ([], "expected a rule code or name, or --all"),
        (["--all", "GL101"], "--all cannot be used with rules: GL101"),
        (
            ["GL101", "--output-format", "jsn"],
            "invalid value 'jsn' for --output-format: expected one of text, markdown, json (did you mean json?)",
        ),
        (["GL101", "--al"], "unknown option --al (did you mean --all?)"),
    ],
)
def test_what_is_not_understood_is_told(run: Run, arguments: list[str], message: str) -> None:
    """With the nearest that there is, on the standard error, and nothing beside it."""
    outcome = run("rule", *arguments)
    assert (outcome.status, outcome.out, outcome.err) == (2, "", f"error: {message}\n")


def _install(monkeypatch: pytest.MonkeyPatch, offer: Offer, *rules: type[Rule]) -> None:
    """Let another distribution bring rules."""
    made = ModuleType("foreign_rules")
    for rule in rules:
        own = {"__module__": made.__name__, "__doc__": rule.__doc__}
        setattr(made, rule.__name__, type(rule.__name__, (rule,), own))
    monkeypatch.setitem(sys.modules, made.__name__, made)
    offer(made.__name__)


def test_rules_of_others_are_explained_too(monkeypatch: pytest.MonkeyPatch, offer: Offer, run: Run) -> None:
    """Whatever form their pages have; a line of a program is no heading, and no character steers the terminal."""
    _install(monkeypatch, offer, Foreign)
    text, markdown = run("rule", "foreign").out, run("rule", "foreign", "--output-format", "markdown").out
    assert text == (
        "foreign (XY101)\nSeverity: info, on by default.\n\nFlags \\x1b[31mred\\x1b[0m text.\n\nA word before the first heading.\n\n"
        "Notes\n  - See the manual: https://example.org/a.\n    ## no heading\n    x = 1\n\n    y = 2\n  And more.\n"
    )
    assert "\x1b" not in markdown
    assert "\n## Notes\n- See [the manual](https://example.org/a).\n```python\n## no heading\n" in markdown
    (page,) = json.loads(run("rule", "foreign", "--output-format", "json").out)
    assert page["introduction"] == "A word before the first heading."
    assert page["sections"][0]["text"].endswith("And more.")
    assert page["example"] == ""


@pytest.mark.parametrize("form", FORMATS)
def test_a_rule_without_a_docstring_still_has_a_page(monkeypatch: pytest.MonkeyPatch, offer: Offer, run: Run, form: str) -> None:
    """Its name and its severity are known, also where Python strips docstrings (-OO)."""
    _install(monkeypatch, offer, Unexplained)
    outcome = run("rule", "XY102", "--output-format", form)
    assert outcome.status == 0
    assert "unexplained" in outcome.out


def test_rules_that_do_not_load_are_told_beside_the_page(offer: Offer, run: Run) -> None:
    """Whoever asks for a rule of a broken package should hear why it is not there."""
    offer("no_such_module_here")
    outcome = run("rule", "GL101")
    assert outcome.status == 0
    assert outcome.err.startswith("warning: the rules of the entry point foreign (no_such_module_here) do not load")
