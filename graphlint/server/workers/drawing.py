"""The picture of a finding as a message: its rows link to their places by number, so that a link can open nothing else."""

from __future__ import annotations

from graphlint.pictures.record import Life
from graphlint.pictures.svg import DARK, LIGHT, STYLE, draw_svg
from graphlint.pictures.text import draw_text, title
from graphlint.server.workers.messages import Drawing, Span
from graphlint.source.source import Position

THEMES = f".vscode-light .life{{{LIGHT}}}.vscode-dark .life,.vscode-high-contrast:not(.vscode-high-contrast-light) .life{{{DARK}}}"
"""The colors in a page that names the theme of the editor, whatever the system's theme is."""


def drawing_of(life: Life) -> Drawing:
    """Return the message with a picture."""
    indices = {id(row): index for index, row in enumerate(life.rows)}
    places = tuple(Span(row.path, Position(row.line, 1, row.cell), Position(row.end_line, 1, row.cell), row.function) for row in life.rows)
    svg = draw_svg(life, lambda row: f"#{indices[id(row)]}", styled=False)
    return Drawing(title=title(life), text=draw_text(life), svg=svg, style=STYLE + THEMES, places=places)
