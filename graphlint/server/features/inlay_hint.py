"""Inlay hints at the ends of lines: where a graph is built, freed, kept."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from graphlint.autograd.events import Certainty
from graphlint.server.documents import Document
from graphlint.server.graph_text import graph_in_words, walk_in_words
from graphlint.server.session import Session
from graphlint.server.unchanged_lines import View

OPTIONS = types.InlayHintOptions(resolve_provider=False)


class InlayHints:
    """Hints from what is known, where the client has them switched on.

    Args:
        session: the connection.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    async def hints(self, params: types.InlayHintParams) -> list[types.InlayHint] | None:
        """The hints of some lines."""
        uri = params.text_document.uri
        view = await self._session.first_view(uri) if self._session.options_at(uri).inlay_hints else None
        if view is None:
            return None
        by_line: dict[int, list[tuple[str, str]]] = {}
        for line, label, tooltip in self._labels(view, range(params.range.start.line, params.range.end.line + 1)):
            if label not in (said for said, _ in by_line.get(line, ())):
                by_line.setdefault(line, []).append((label, tooltip))
        return [_hint(view.document, line, labels) for line, labels in sorted(by_line.items())]

    def _labels(self, view: View, lines: range) -> Iterator[tuple[int, str, str]]:
        """Those of some lines at whose ends something is said, and it in a word and in more."""
        for graph in view.facts.graphs:
            span = view.here(graph.place) if graph.module and graph.records is not Certainty.NO else None
            if span is not None and span.end.line in lines:
                yield span.end.line, "graph built", graph_in_words(graph, view, False)
        for walk in view.facts.walks:
            span = view.here(walk.place)
            if span is not None and span.end.line in lines and walk.frees:
                yield span.end.line, "graph freed", walk_in_words(walk, view)
        for hold in view.facts.kept:
            span = view.here(hold.place)
            if span is not None and span.end.line in lines:
                yield (
                    span.end.line,
                    "graph kept",
                    f"`{hold.holder}` holds the graph of each iteration of the loop in {view.told(hold.loop)}",
                )


def _hint(document: Document, line: int, labels: list[tuple[str, str]]) -> types.InlayHint:
    end = types.Position(line, document.encoding.width(document.line(line)))
    tooltip = types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(tooltip for _, tooltip in labels))
    return types.InlayHint(end, ", ".join(label for label, _ in labels), tooltip=tooltip, padding_left=True)
