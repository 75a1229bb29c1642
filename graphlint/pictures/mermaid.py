"""The lifetime of graphs as a Mermaid sequence diagram: text that Markdown renders on GitHub and GitLab."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.pictures.clipping import clipped
from graphlint.pictures.record import Life, Mark, MarkKind, Row
from graphlint.pictures.text import footnotes, separator

ARROWS = {MarkKind.ERROR: "-x", MarkKind.FREED: "--)", MarkKind.RESET: "--)"}
LONGEST = 40
UNSAFE = frozenset('#;:<>{}[]\\"&%`|~')
"""The characters that Mermaid or Markdown may read as syntax."""


def draw_mermaid(life: Life) -> str:
    """Return the diagram, without a fence."""
    return "\n".join(("sequenceDiagram", *(f"    {line}" for line in _lines(life)))) + "\n"


def _lines(life: Life) -> Iterator[str]:
    yield "participant code"
    for index, lane in enumerate(life.lanes):
        turn = f" (iteration {lane.turn})" if lane.turn is not None else ""
        yield f"participant g{index} as {_plain(lane.name + turn)}"
    for index, row in enumerate(life.rows):
        if words := separator(life, index):
            yield f"Note over code: {_plain(words)}"
        if row.missing:
            yield f"Note over code: {_plain(row.missing)}"
        marks = life.marks_of(index)
        for mark in marks:
            yield _message(row, mark)
        if not marks and row.is_place:
            yield f"Note right of code: line {row.line} {_plain(_source(row))}"
    for note in footnotes(life):
        yield f"Note over code: {_plain(note)}"


def _message(row: Row, mark: Mark) -> str:
    arrow = ARROWS.get(mark.kind, "->>" if mark.certain else "-->>")
    return f"code{arrow}g{mark.lane}: line {row.line} {_plain(_source(row))}<br/>{_plain(mark.text)}"


def _source(row: Row) -> str:
    return clipped(row.source, LONGEST, row.focus)


def _plain(text: str) -> str:
    """Return a text in which no character is syntax: as entities of Mermaid."""
    return "".join(f"#{ord(each)};" if each in UNSAFE else each if each.isprintable() else " " for each in text.replace("`", ""))
