"""Hovers: a tensor with its whole graph, a leaf, a gradient, a statement that changes them, and the rule named in a suppression comment."""

from __future__ import annotations

from lsprotocol import types

from graphlint.server.graph_text import describe
from graphlint.server.session import Session
from graphlint.server.unchanged_lines import View
from graphlint.server.workers.messages import Span
from graphlint.source.source import Position


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
        """Return the text for the variable or the expression at a position."""
        info, markdown = view.graph_info, self._session.client.markdown
        for span, index in info.names:
            if _contains(span, position):
                return span, describe(info.descriptions[index], view, markdown)
        around = [item for item in info.descriptions if _contains(item.place, position)]
        found = min(around, key=lambda item: _size(item.place), default=None)
        return None if found is None else (found.place, describe(found, view, markdown))


def _contains(span: Span, position: Position) -> bool:
    return span.start.cell == position.cell and span.start[:2] <= position[:2] <= span.end[:2]


def _size(span: Span) -> tuple[int, int]:
    return span.end.row - span.start.row, span.end.column - span.start.column
