"""Code lenses: above a loop what it carries, above a call what becomes of the graph that it builds."""

from __future__ import annotations

from lsprotocol import types

from graphlint.server.graph_text import graph_in_short
from graphlint.server.session import Session


class CodeLenses:
    """Lenses from what is known, where the client has them switched on.

    Args:
        session: the connection.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    async def lenses(self, params: types.CodeLensParams) -> list[types.CodeLens] | None:
        """The lenses of a text."""
        uri = params.text_document.uri
        view = await self._session.first_view(uri) if self._session.options_at(uri).code_lens else None
        if view is None:
            return None
        titles: dict[int, list[str]] = {}
        carried: dict[int, dict[str, None]] = {}
        for hold in view.facts.kept:
            span = view.here(hold.loop)
            if span is not None:
                carried.setdefault(span.start.line, {})[hold.holder] = None
        for line, holders in carried.items():
            titles.setdefault(line, []).append(f"carries from one iteration to the next: {', '.join(holders)}")
        for graph in view.facts.graphs:
            span = view.here(graph.place) if graph.module else None
            told = graph_in_short(graph, view) if span is not None else ""
            if span is not None and told and told not in titles.get(span.start.line, ()):
                titles.setdefault(span.start.line, []).append(told)
        return [_lens(line, title) for line, found in sorted(titles.items()) for title in found]


def _lens(line: int, title: str) -> types.CodeLens:
    start = types.Position(line, 0)
    # A lens without anything to run is shown as plain text.
    return types.CodeLens(types.Range(start, start), types.Command(title=title, command=""))
