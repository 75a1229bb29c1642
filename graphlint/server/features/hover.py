"""Hovers: the lifetime of a graph, the effects of a backward call, and the rule named in a suppression comment."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from lsprotocol import types

from graphlint.server.graph_text import describe_backward, describe_graph
from graphlint.server.session import Session
from graphlint.server.unchanged_lines import View
from graphlint.server.workers.messages import BackwardCall, Graph, Span
from graphlint.source.source import Position

Placed = TypeVar("Placed", Graph, BackwardCall)


class Hovers:
    """Answers hovers from the known graphs, without waiting for an analysis, if the client has enabled them."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def hover(self, params: types.HoverParams) -> types.Hover | None:
        uri = params.text_document.uri
        view = self._session.view(uri) if self._session.options_at(uri).hover else None
        if view is None:
            return None
        position = view.old_position(params.position)
        content = self._rule(view, position) or self._graph(view, position) if position is not None else None
        if content is None:
            return None
        span, text = content
        kind = types.MarkupKind.Markdown if self._session.client.markdown else types.MarkupKind.PlainText
        return types.Hover(types.MarkupContent(kind, text), view.current_range(span))

    def _rule(self, view: View, position: Position) -> tuple[Span, str] | None:
        """Return the page of a rule named in a suppression comment."""
        for span, word in view.graph_info.noqa_words:
            page = self._session.pages.get(word.casefold())
            if page is not None and _contains(span, position):
                return span, page.markdown
        return None

    def _graph(self, view: View, position: Position) -> tuple[Span, str] | None:
        """Return the text for the variable, graph or backward call at a position."""
        for span, index in view.graph_info.names:
            if _contains(span, position):
                origin = view.graph_info.graphs[index]
                return span, describe_graph(origin, view, not _contains(origin.place, position))
        graph, backward = _innermost(view.graph_info.graphs, position), _innermost(view.graph_info.backward_calls, position)
        if backward is not None and (graph is None or _size(backward.place) <= _size(graph.place)):
            return backward.place, describe_backward(backward, view)
        return None if graph is None else (graph.place, describe_graph(graph, view, False))


def _innermost(items: Iterable[Placed], position: Position) -> Placed | None:
    return min((item for item in items if _contains(item.place, position)), key=lambda item: _size(item.place), default=None)


def _contains(span: Span, position: Position) -> bool:
    return span.start.cell == position.cell and span.start[:2] <= position[:2] <= span.end[:2]


def _size(span: Span) -> tuple[int, int]:
    return span.end.row - span.start.row, span.end.column - span.start.column
