"""The sources of the site: links, examples, the table of rules. `scripts/site.py check` builds it and looks at it in a browser."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from error_causes import printed
from website import dead_links, examples, rules_table
from website.links import Links
from website.pages import ROOT, Page, navigation, page_path, pages

from graphlint.explain.messages import messages
from graphlint.rule.registry import discover

REPOSITORY = "https://example.org/owner/name"
RULE = Page("docs/rules/double-backward.md", "rules/double-backward.md")
ERROR = Page("docs/errors/freed.md", "errors/freed.md")


@pytest.fixture(scope="module")
def all_examples() -> list[examples.Example]:
    return examples.examples()


def links() -> Links:
    return Links({page.source: page.path for page in pages()}, REPOSITORY)


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("stored-graph.md", "stored-graph.md"),
        ("README.md", "index.md"),
        ("../errors/README.md#errors", "../errors/index.md#errors"),
        ("../../README.md", "../index.md"),
        ("../pictures/gl101.svg", "../pictures/gl101.svg"),
        ("../../rules/gl101_double_backward.py", f"{REPOSITORY}/blob/main/rules/gl101_double_backward.py"),
        ("../internal/not-reported.md#gl101", f"{REPOSITORY}/blob/main/docs/internal/not-reported.md#gl101"),
        ("../../examples", f"{REPOSITORY}/tree/main/examples"),
        (f"{REPOSITORY}/blob/main/docs/explain.md#limits", "../explain.md#limits"),
        (f"{REPOSITORY}/issues", f"{REPOSITORY}/issues"),
        ("#example", "#example"),
        ("https://pytorch.org/docs/", "https://pytorch.org/docs/"),
    ],
)
def test_links_lead_to_pages_and_to_the_repository(target: str, expected: str) -> None:
    found = links()
    assert found.rewritten(RULE, f"See [it]({target}).") == f"See [it]({expected})."
    assert found.rewritten(RULE, f"[it]: {target}") == f"[it]: {expected}"
    assert found.dead == []


def test_a_link_to_a_missing_file_is_reported_and_code_is_left_alone() -> None:
    found = links()
    code = "```python\nx[0](missing.md)\n```\n`[a](missing.md)`"
    assert found.rewritten(RULE, code) == code
    assert found.dead == []
    found.rewritten(RULE, "[it](missing.md)")
    assert found.dead == ["docs/rules/double-backward.md: docs/rules/missing.md does not exist"]


def test_a_picture_of_the_repository_is_copied() -> None:
    found = Links({}, "https://github.com/owner/name")
    raw = "https://raw.githubusercontent.com/owner/name/main/docs/pictures/gl101.svg"
    assert found.rewritten(RULE, f"![it]({raw})") == "![it](../pictures/gl101.svg)"
    assert found.pictures == {"docs/pictures/gl101.svg": "pictures/gl101.svg"}


def test_each_document_is_a_page_and_in_the_navigation_or_listed() -> None:
    found = pages()
    assert len({page.path for page in found}) == len(found)
    assert not [page for page in found if "internal" in page.path]
    assert (page_path("README.md"), page_path("docs/rules/README.md"), page_path("CHANGELOG.md")) == (
        "index.md",
        "rules/index.md",
        "changelog.md",
    )
    listed = {path for _, path in navigation(found, has_playground=False)}
    assert listed <= {page.path for page in found}
    assert {page.path for page in found if page.path not in listed and page.path.count("/") == 0} == set()


def test_each_rule_and_each_cause_of_an_error_is_an_example(all_examples: list[examples.Example]) -> None:
    rules = [rule.code for rule in discover().rules if rule.__module__.startswith("graphlint.")]
    assert {example.key for example in all_examples} == {*rules, *printed()}
    assert all((ROOT / example.source).is_file() for example in all_examples)
    (freed,) = (example for example in all_examples if example.key == "freed-1")
    assert (
        freed.title
        == "Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed)"
    )
    assert "absolute.backward()" in freed.code


@pytest.mark.parametrize(("page", "keys"), [(RULE, ["GL101"]), (ERROR, ["freed-1", "freed-2", "freed-3"])], ids=["rule", "error"])
def test_each_example_has_a_link_to_the_playground(page: Page, keys: list[str], all_examples: list[examples.Example]) -> None:
    text = examples.with_links(page, (ROOT / page.source).read_text(encoding="utf-8"), all_examples)
    assert re.findall(r'href="\.\./play/#example=([\w-]+)"', text) == keys
    assert ('<a href="../play/">' in text) == (page is ERROR)
    assert len(re.findall(r'^```\n\n<a class="try-it"', text, re.MULTILINE)) == len(keys)


def test_no_example_is_without_a_link(all_examples: list[examples.Example]) -> None:
    texts = [examples.with_links(page, (ROOT / page.source).read_text(encoding="utf-8"), all_examples) for page in pages()]
    assert sorted(re.findall(r"#example=([\w-]+)", "".join(texts))) == sorted(example.key for example in all_examples)


def test_the_table_of_rules_has_the_facts_of_each_rule() -> None:
    text = rules_table.page()
    rules = [rule for rule in discover().rules if rule.__module__.startswith("graphlint.")]
    assert text.count("<tr data-") == len(rules)
    assert 'data-group="Errors that PyTorch raises" data-severity="error" data-fix="safe|unsafe" data-raises="yes"><td>GL101</td>' in text
    assert '<a href="double-backward/">double-backward</a>' in text


def test_each_message_is_found_by_the_pattern_that_the_search_box_uses() -> None:
    """The first pattern that a pasted message contains is its own: those that need a line of the source come after the others."""
    for key, text in printed().items():
        assert next(message.name for message in messages() if message.pattern.search(text)) == key.rpartition("-")[0]


def test_dead_links_and_other_hosts_are_found(tmp_path: Path) -> None:
    (tmp_path / "play").mkdir()
    (tmp_path / "play" / "index.html").write_text("<p>", encoding="utf-8")
    (tmp_path / "play" / "examples.json").write_text(json.dumps({"GL101": {}}), encoding="utf-8")
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "index.html").write_text('<h1 id="here">', encoding="utf-8")
    (tmp_path / "llms.txt").write_text("[a](a.md)", encoding="utf-8")
    good = (
        '<a href="a/#here">',
        '<a href="/base/a/">',
        '<a href="https://example.org/">',
        '<a href="play/#example=GL101">',
        '<img src="data:,">',
        '<a href="#"',
    )
    bad = (
        '<a href="b/">',
        '<a href="a/#there">',
        '<a href="play/#example=GL999">',
        '<img src="https://example.org/x.png">',
        '<a href="#no">',
        '<a href="/a/">',
    )
    (tmp_path / "index.html").write_text("".join((*good, *bad)), encoding="utf-8")
    (tmp_path / "x.css").write_text("@import 'https://example.org/font.css';", encoding="utf-8")
    found = dead_links.problems(tmp_path, "/base/")
    assert [problem.partition(": ")[2] for problem in found] == [
        "b/ does not exist",
        "a/#there: the page has no such anchor",
        "play/#example=GL999: not an example of the playground",
        "loads https://example.org/x.png",
        "#no: the page has no such anchor",
        "/a/ does not exist",
        "a style from another host",
        "a.md does not exist",
    ]
