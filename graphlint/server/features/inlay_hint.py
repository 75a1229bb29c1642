"""Inlay hints at line ends: graph built, graph freed, graph kept alive."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from graphlint.autograd.events import Certainty
from graphlint.server.documents import Document
from graphlint.server.graph_text import describe_backward, describe_graph, describe_retention
from graphlint.server.session import Session
from graphlint.server.unchanged_lines import View

OPTIONS = types.InlayHintOptions(resolve_provider=False)


class InlayHints:
    """Answers inlay hint requests from the known graphs, if the client has enabled them."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def hints(self, params: types.InlayHintParams) -> list[types.InlayHint] | None:
        """Return the hints of a range of lines."""
        uri = params.text_document.uri
        view = await self._session.first_view(uri) if self._session.options_at(uri).inlay_hints else None
        if view is None:
            return None
        by_line: dict[int, list[tuple[str, str]]] = {}
        for line, label, tooltip in self._labels(view, range(params.range.start.line, params.range.end.line + 1)):
            if label not in (other for other, _ in by_line.get(line, ())):
                by_line.setdefault(line, []).append((label, tooltip))
        return [_hint(view.document, line, labels) for line, labels in sorted(by_line.items())]

    def _labels(self, view: View, lines: range) -> Iterator[tuple[int, str, str]]:
        """Yield the line, label and tooltip of each hint."""
        for graph in view.graph_info.graphs:
            span = view.current_range(graph.place) if graph.is_module and graph.records is not Certainty.NO else None
            if span is not None and span.end.line in lines:
                yield span.end.line, "graph built", describe_graph(graph, view, False)
        for backward in view.graph_info.backward_calls:
            span = view.current_range(backward.place)
            if span is not None and span.end.line in lines and backward.frees:
                yield span.end.line, "graph freed", describe_backward(backward, view)
        for retention in view.graph_info.retained:
            span = view.current_range(retention.place)
            if span is not None and span.end.line in lines:
                yield span.end.line, "graph kept alive", describe_retention(retention, view)


def _hint(document: Document, line: int, labels: list[tuple[str, str]]) -> types.InlayHint:
    end = types.Position(line, document.encoding.width(document.line(line)))
    tooltip = types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(tooltip for _, tooltip in labels))
    return types.InlayHint(end, ", ".join(label for label, _ in labels), tooltip=tooltip, padding_left=True)
