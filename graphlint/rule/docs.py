"""A rule's docstring as a page: a summary, and sections under headings.

The class docstring is the only explanation of a rule; the command line, the generated pages and the tests read it here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from inspect import cleandoc

from graphlint.rule.base import Rule
from graphlint.rule.unit_tests import is_reported_in_unit_tests

EXAMPLE, USE_INSTEAD = "Example", "Use instead"
NOT_REPORTED, REFERENCES = "Not reported when", "References"
# Sections of the rules of this distribution, in order. Rules of other distributions may have any sections.
SECTIONS = ("What it does", "Why is this bad?", EXAMPLE, USE_INSTEAD, "Fix safety", NOT_REPORTED, REFERENCES)

HEADING = "## "
FENCE = "```"
PROGRAM = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\[([^\]]+)\]\((https?://[^\s)]+)\)")


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the Markdown text under it."""

    title: str
    text: str

    @property
    def programs(self) -> tuple[str, ...]:
        """The Python programs in the section."""
        return tuple(PROGRAM.findall(self.text))

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """The links in the section: title and address."""
        return tuple(LINK.findall(self.text))


@dataclass(frozen=True, slots=True)
class Page:
    """The page of a rule.

    `summary` is one line about what the rule flags; `introduction` is the rest of the text before the first heading.
    """

    rule: type[Rule]
    summary: str
    introduction: str
    sections: tuple[Section, ...]

    @property
    def severity_text(self) -> str:
        """Severity, default and use in unit tests, in sentences."""
        tests = "" if is_reported_in_unit_tests(self.rule.code) else " Not reported in unit tests, unless the setting unit-tests says so."
        return f"Severity: {self.rule.severity.value}, {'on' if self.rule.default else 'off'} by default.{tests}"

    def text(self, title: str) -> str:
        """Return the text of a section, or an empty string if the page has no such section."""
        return next((section.text for section in self.sections if section.title == title), "")

    def program(self, title: str) -> str:
        """Return the program of a section, or an empty string if there is none."""
        return next((program for section in self.sections if section.title == title for program in section.programs), "")


def page_of(rule: type[Rule]) -> Page:
    """Parse a rule's docstring. The rule may belong to another distribution."""
    head, sections = _split(cleandoc(rule.__doc__ or "").strip())
    summary, _, introduction = head.partition("\n")
    return Page(rule, summary, introduction.strip(), sections)


def _split(text: str) -> tuple[str, tuple[Section, ...]]:
    """Split a page into the text before the first heading and the sections. Lines of programs are never headings."""
    titles: list[str] = [""]
    bodies: list[list[str]] = [[]]
    fenced = False
    for line in text.split("\n"):
        fenced ^= line.startswith(FENCE)
        if line.startswith(HEADING) and not fenced:
            titles.append(line.removeprefix(HEADING).strip())
            bodies.append([])
        else:
            bodies[-1].append(line)
    texts = ["\n".join(body).strip() for body in bodies]
    return texts[0], tuple(map(Section, titles[1:], texts[1:]))
