"""The explanation of a traceback as a page for people: its parts, for clients that lay out the page themselves, and as Markdown.

A traceback may come from anywhere. Nothing in it may become a link, markup or a control character of the page.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from graphlint.common.counts import counted
from graphlint.report import agent
from graphlint.report.terminal_text import visible
from graphlint.source.source import Position

if TYPE_CHECKING:
    from graphlint.check.file_result import FileResult
    from graphlint.explain.answer import Explanation

_ESCAPED = str.maketrans({character: f"\\{character}" for character in "\\`*_[]<>"})


@dataclass(frozen=True, slots=True)
class PagePlace:
    """A line of a source file that exists: its absolute path, its row, and in a notebook its cell. `label` is the text of a link to it."""

    filename: str
    row: int
    cell: int | None
    label: str


@dataclass(frozen=True, slots=True)
class PageCause:
    """A place that led to the error, and what happened there."""

    place: PagePlace
    message: str


@dataclass(frozen=True, slots=True)
class ExplanationPage:
    """The parts of the page in their order. Texts are plain but for code in backticks; `error` and `diff` are plain."""

    title: str
    error: str
    meaning: str
    raised: PagePlace | None
    causes: tuple[PageCause, ...]
    notes: tuple[str, ...]
    help: str
    next: tuple[str, ...]
    diff: tuple[str, ...]
    url: str | None

    def markdown(self) -> str:
        """Return the page as Markdown, with links to its places."""
        parts = [f"# {_prose(self.title)}", f"```text\n{_unfenced(self.error)}\n```" if self.error else "", _prose(self.meaning)]
        parts.append(f"Raised at {_link(self.raised)}." if self.raised is not None else "")
        parts.append("\n".join(f"{number}. {_link(each.place)}: {_prose(each.message)}" for number, each in enumerate(self.causes, 1)))
        parts.extend(map(_prose, self.notes))
        parts.append(f"**Help**: {_prose(self.help)}" if self.help else "")
        parts.extend(f"**Try**: {_prose(step)}" for step in self.next)
        if self.diff:
            body = "\n".join(map(_unfenced, self.diff))
            parts.append(f"```diff\n{body}\n```")
        parts.append(f"[Page of the rule]({self.url})" if self.url else "")
        return "\n\n".join(part for part in parts if part) + "\n"


def page_of_explanation(found: Explanation) -> ExplanationPage:
    """Return the page of an explanation."""
    diagnostic = found.diagnostic
    return ExplanationPage(
        title=f"{found.name} ({found.code})" if found.code else "Not explained",
        error=visible(found.headline),
        meaning=_sentence(found.means),
        raised=_place(diagnostic.place.path, diagnostic.place.start) if diagnostic is not None else None,
        causes=tuple(PageCause(_place(each.path, each.position), visible(each.message)) for each in found.causes),
        notes=tuple(_sentence(note) for note in (*found.notes, found.certainty.note) if note),
        help=visible(found.help),
        next=tuple(map(visible, found.next)),
        diff=tuple(map(visible, found.diff)),
        url=found.url,
    )


def page_of_snippet(result: FileResult) -> ExplanationPage:
    """Return the page of the check of pasted code, whose places are lines of this text, and not of a file."""
    found = [line for diagnostic in result.diagnostics for line in agent.finding_lines(diagnostic)]
    assumed = result.assumed.sentences() if result.assumed is not None else ()
    number = len(result.diagnostics)
    title = f"{counted(number, 'finding')} in the snippet" if number else "No findings in the snippet"
    return ExplanationPage(
        title=title,
        error="\n".join(found),
        meaning="",
        raised=None,
        causes=(),
        notes=tuple(map(_sentence, assumed)),
        help="",
        next=(),
        diff=(),
        url=None,
    )


def _place(path: str, position: Position) -> PagePlace:
    cell = "" if position.cell is None else f"cell {position.cell}:"
    absolute = os.path.abspath(path)  # noqa: PTH100  Path.absolute does not tidy
    return PagePlace(absolute, position.row, position.cell, f"{visible(Path(path).name)}:{cell}{position.row}")


def _sentence(text: str) -> str:
    shown = visible(text)
    return f"{shown[:1].upper()}{shown[1:]}."


def _link(place: PagePlace) -> str:
    return f"[{place.label.translate(_ESCAPED)}]({Path(place.filename).as_uri()}#L{place.row})"


def _prose(text: str) -> str:
    """Return a text in which only code in backticks is markup."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return text.translate(_ESCAPED)
    return "`".join(part if index % 2 else part.translate(_ESCAPED) for index, part in enumerate(parts))


def _unfenced(line: str) -> str:
    """Return a line that does not end the block of code around it."""
    return line.replace("```", "` ` `")
