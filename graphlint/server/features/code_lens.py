"""Code lenses: values carried by a loop, and the lifetime of the graph that a module call builds."""

from __future__ import annotations

from lsprotocol import types

from graphlint.server.graph_text import plain, summarize_graph
from graphlint.server.session import Session


class CodeLenses:
    """Answers code lens requests from the known graphs, if the client has enabled them."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def lenses(self, params: types.CodeLensParams) -> list[types.CodeLens] | None:
        """Return the lenses of a document."""
        uri = params.text_document.uri
        view = await self._session.first_view(uri) if self._session.options_at(uri).code_lens else None
        if view is None:
            return None
        titles: dict[int, list[str]] = {}
        carried: dict[int, dict[str, None]] = {}
        for retention in view.graph_info.retained:
            span = view.current_range(retention.loop)
            if span is not None:
                carried.setdefault(span.start.line, {})[plain(retention.owner)] = None
        for line, owners in carried.items():
            titles.setdefault(line, []).append("graph carried to the next iteration by " + ", ".join(owners))
        for graph in view.graph_info.graphs:
            span = view.current_range(graph.place) if graph.is_module else None
            summary = summarize_graph(graph, view) if span is not None else ""
            if span is not None and summary and summary not in titles.get(span.start.line, ()):
                titles.setdefault(span.start.line, []).append(summary)
        return [_lens(line, title) for line, line_titles in sorted(titles.items()) for title in line_titles]


def _lens(line: int, title: str) -> types.CodeLens:
    start = types.Position(line, 0)
    # A lens with an empty command is displayed as plain text.
    return types.CodeLens(types.Range(start, start), types.Command(title=title, command=""))
