"""A rule's page for people at a terminal, as Markdown, and as JSON for tools."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Iterator, Sequence

from graphlint.report.style import Style
from graphlint.report.terminal_text import visible
from graphlint.rule.docs import EXAMPLE, FENCE, HEADING, LINK, USE_INSTEAD, Page

# Lines longer than this are hard to read, however wide the terminal is.
WIDEST = 100
INDENT = "  "
BULLET = "- "


def render_text(pages: Sequence[Page], style: Style) -> str:
    """Pages for a terminal: paragraphs at its width, headings that the eye lands on."""
    return "\n\n".join("\n".join(_text(page, style)) + "\n" for page in pages)


def render_markdown(pages: Sequence[Page], style: Style) -> str:  # noqa: ARG001  one signature for all formats
    """Pages as Markdown, each under a heading of the first level."""
    return "\n".join("\n".join(_markdown(page)) + "\n" for page in pages)


def render_json(pages: Sequence[Page], style: Style) -> str:  # noqa: ARG001  one signature for all formats
    """Pages as one JSON array, one object a rule."""
    return json.dumps([_object(page) for page in pages], indent=2, ensure_ascii=True) + "\n"


FORMATS: dict[str, Callable[[Sequence[Page], Style], str]] = {"text": render_text, "markdown": render_markdown, "json": render_json}


def _markdown(page: Page) -> Iterator[str]:
    """The lines of a page as Markdown."""
    yield visible(f"# {page.rule.name} ({page.rule.code})")
    yield ""
    yield page.severity_text
    yield ""
    yield visible(page.summary)
    for heading, text in (("", page.introduction), *((section.title, section.text) for section in page.sections)):
        if heading or text:
            yield ""
        if heading:
            yield visible(HEADING + heading)
        yield from (visible(line) for line in text.split("\n") if heading or text)


def _text(page: Page, style: Style) -> Iterator[str]:
    """The lines of a page for a terminal."""
    width = max(min(style.width, WIDEST), 20)
    yield style.bold(visible(f"{page.rule.name} ({page.rule.code})"))
    yield style.severity(page.rule.severity, page.severity_text)
    yield ""
    yield from textwrap.wrap(visible(page.summary), width)
    if page.introduction:
        yield ""
        yield from _paragraphs(page.introduction, "", width)
    for section in page.sections:
        yield ""
        yield style.bold(visible(section.title))
        yield from _paragraphs(section.text, INDENT, width)


def _paragraphs(text: str, indent: str, width: int) -> Iterator[str]:
    """Markdown text for a terminal: paragraphs and items refilled, programs as they are, links as title and address."""
    fenced = False
    gathered: list[str] = []
    for line in text.split("\n"):
        fence = line.startswith(FENCE)
        if gathered and (fence or fenced or not line or line.startswith(BULLET)):
            yield from _filled(" ".join(gathered), indent, width)
            gathered.clear()
        if fence:
            fenced = not fenced
        elif fenced:
            yield f"{indent}{INDENT}{visible(line)}".rstrip()
        elif line:
            gathered.append(line.strip())
        else:
            yield ""
    if gathered:
        yield from _filled(" ".join(gathered), indent, width)


def _filled(text: str, indent: str, width: int) -> Iterator[str]:
    """One paragraph or one item of a list."""
    hanging = indent + INDENT if text.startswith(BULLET) else indent
    plain = visible(LINK.sub(r"\1: \2", text))
    yield from textwrap.wrap(plain, width, initial_indent=indent, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False)


def _object(page: Page) -> dict[str, object]:
    """A page as a JSON object: the sections whole, and the programs besides, as tools want to show or run them."""
    return {
        "code": page.rule.code,
        "name": page.rule.name,
        "severity": page.rule.severity.value,
        "default": page.rule.default,
        "summary": page.summary,
        "introduction": page.introduction,
        "sections": [{"title": section.title, "text": section.text} for section in page.sections],
        "example": page.program(EXAMPLE),
        "use_instead": page.program(USE_INSTEAD),
        "references": [
            {"title": title, "url": url} for section in page.sections if section.title == "References" for title, url in section.links
        ],
    }
