"""Hovers: the life of the graph that stands at a place, and the rule that a comment silences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from lsprotocol import types

from graphlint.server.graph_text import graph_in_words, walk_in_words
from graphlint.server.session import Session
from graphlint.server.unchanged_lines import View
from graphlint.server.workers.messages import Graph, Span, Walk
from graphlint.source.source import Position

Placed = TypeVar("Placed", Graph, Walk)


class Hovers:
    """Answers hovers from what is known, without waiting for an analysis, where the client has them switched on.

    Args:
        session: the connection.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    def hover(self, params: types.HoverParams) -> types.Hover | None:
        """What there is to say about a place."""
        uri = params.text_document.uri
        view = self._session.view(uri) if self._session.options_at(uri).hover else None
        if view is None:
            return None
        place = view.old(params.position)
        found = self._rule(view, place) or self._graph(view, place) if place is not None else None
        if found is None:
            return None
        span, text = found
        kind = types.MarkupKind.Markdown if self._session.client.markdown else types.MarkupKind.PlainText
        return types.Hover(types.MarkupContent(kind, text), view.here(span))

    def _rule(self, view: View, place: Position) -> tuple[Span, str] | None:
        """The page of the rule that a comment names."""
        for span, word in view.facts.silencers:
            page = self._session.pages.get(word.casefold())
            if page is not None and _holds(span, place):
                return span, page.markdown
        return None

    def _graph(self, view: View, place: Position) -> tuple[Span, str] | None:
        """The graph that a name holds, that a call builds, or that a backward walks."""
        for span, index in view.facts.names:
            if _holds(span, place):
                return span, graph_in_words(view.facts.graphs[index], view, not _holds(view.facts.graphs[index].place, place))
        graph, walk = _innermost(view.facts.graphs, place), _innermost(view.facts.walks, place)
        if walk is not None and (graph is None or _size(walk.place) <= _size(graph.place)):
            return walk.place, walk_in_words(walk, view)
        return None if graph is None else (graph.place, graph_in_words(graph, view, False))


def _innermost(items: Iterable[Placed], place: Position) -> Placed | None:
    return min((item for item in items if _holds(item.place, place)), key=lambda item: _size(item.place), default=None)


def _holds(span: Span, place: Position) -> bool:
    return span.start.cell == place.cell and span.start[:2] <= place[:2] <= span.end[:2]


def _size(span: Span) -> tuple[int, int]:
    return span.end.row - span.start.row, span.end.column - span.start.column
