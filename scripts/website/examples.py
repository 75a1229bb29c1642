"""The programs of the pages as examples of the playground: their keys, and the links to them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from error_causes import all_causes
from generators.rule_facts import own_rules

from graphlint.rule.docs import EXAMPLE, page_of
from website.pages import PLAYGROUND, Page

PRINTS = "```\n\nPyTorch 2.13 prints:"
FIRST_PROGRAM = re.compile(rf"(?<=^## {EXAMPLE}\n\n)```python\n.*?^```\n", re.DOTALL | re.MULTILINE)
EXPLAINED = "it names the lines that have led to the error.\n"


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
    if not own:
        return text
    playground = f"{'../' * page.depth}{PLAYGROUND}/"
    links = [f'<a class="try-it" href="{playground}#example={example.key}">Try it in the playground</a>' for example in own]
    if "/errors/" not in page.source:
        return FIRST_PROGRAM.sub(lambda program: f"{program[0]}\n{links[0]}\n", text, count=1)
    first, *rest = text.split(PRINTS)
    assert len(rest) == len(links), page.source
    joined = first + "".join(f"```\n\n{link}\n\nPyTorch 2.13 prints:{part}" for link, part in zip(links, rest, strict=True))
    return joined.replace(EXPLAINED, f'{EXPLAINED}- Or paste it, and the program, in <a href="{playground}">the playground</a>.\n')
