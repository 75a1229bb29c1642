"""The programs of the pages as examples of the playground: their keys, and the links to them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from error_causes import all_causes
from generators.rule_facts import own_rules

from graphlint.rule.docs import EXAMPLE, page_of
from website.pages import Page

PRINTS = "```\n\nPyTorch 2.13 prints:"
FIRST_PROGRAM = re.compile(rf"(?<=^## {EXAMPLE}\n\n)```python\n.*?^```\n", re.DOTALL | re.MULTILINE)
FOLDER = "play"


@dataclass(frozen=True, slots=True)
class Example:
    """A program of a page: of a rule, with its code as the key, or of a cause of an error."""

    key: str
    source: str
    title: str
    code: str


def examples() -> list[Example]:
    """Return the example of each rule and each cause."""
    rules = ((rule, page_of(rule).program(EXAMPLE)) for rule in own_rules())
    return [
        *(Example(rule.code, f"docs/rules/{rule.name}.md", f"{rule.code} {rule.name}", code) for rule, code in rules if code),
        *(Example(item.key, f"docs/errors/{item.message.name}.md", item.message.title, item.program) for item in all_causes()),
    ]


def with_links(page: Page, text: str, found: list[Example]) -> str:
    """Return the text of a page with a link to the playground after each of its examples."""
    own = [example for example in found if example.source == page.source]
    links = [
        f'<a class="try-it" href="{"../" * page.depth}{FOLDER}/#example={example.key}">Try it in the playground</a>' for example in own
    ]
    if not own:
        return text
    if "/errors/" not in page.source:
        return FIRST_PROGRAM.sub(lambda program: f"{program[0]}\n{links[0]}\n", text, count=1)
    first, *rest = text.split(PRINTS)
    assert len(rest) == len(links), page.source
    return first + "".join(f"```\n\n{link}\n\nPyTorch 2.13 prints:{part}" for link, part in zip(links, rest, strict=True))
