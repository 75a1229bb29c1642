"""The output formats of `graphlint graph`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence

from graphlint.pictures.mermaid import draw_mermaid
from graphlint.pictures.record import FORMAT
from graphlint.pictures.svg import draw_svg
from graphlint.pictures.text import draw_text
from graphlint.report.html import Entry, page
from graphlint.report.terminal_text import visible

SINGLE = frozenset(("svg", "mermaid"))
"""The formats that hold one picture."""


def render_text(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield each picture as plain text."""
    for index, entry in enumerate(entries):
        if entry.life is not None:
            yield "\n" if index else ""
            yield "".join(f"{visible(line)}\n" for line in draw_text(entry.life).splitlines())


def render_svg(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield the picture as SVG."""
    yield from (draw_svg(entry.life) for entry in entries if entry.life is not None)


def render_mermaid(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield the picture as a Mermaid diagram."""
    yield from (draw_mermaid(entry.life) for entry in entries if entry.life is not None)


def render_html(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield a page with all pictures."""
    yield from page("Lifetime of graphs", entries, [])


def render_json(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield the records as one JSON object."""
    graphs = [entry.life.to_json() for entry in entries if entry.life is not None]
    yield json.dumps({"format": FORMAT, "graphs": graphs}, indent=2, ensure_ascii=True) + "\n"


GRAPH_FORMATS: Mapping[str, Callable[[Sequence[Entry]], Iterator[str]]] = {
    "text": render_text,
    "svg": render_svg,
    "html": render_html,
    "mermaid": render_mermaid,
    "json": render_json,
}
