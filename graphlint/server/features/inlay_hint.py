"""Inlay hints at line ends, where something is notable: a graph that is kept alive, a backward that raises, a call without a graph."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lsprotocol import types

from graphlint.autograd.events import Certainty, Fault
from graphlint.server.documents import Document
from graphlint.server.graph_text import describe, describe_retention, plain
from graphlint.server.session import Session
from graphlint.server.unchanged_lines import View

OPTIONS = types.InlayHintOptions(resolve_provider=False)
REASONS = {Fault.FREED: "graph freed", Fault.CHANGED: "tensor changed in place"}


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
        by_line: dict[int, list[_Hint]] = {}
        for hint in self._hints(view):
            # A graph may be kept by the iterations of several loops; the first one is enough to look at.
            is_new = all(hint.label != other.label for other in by_line.get(hint.line, ()))
            if params.range.start.line <= hint.line <= params.range.end.line and is_new:
                by_line.setdefault(hint.line, []).append(hint)
        return [_inlay_hint(view.document, line, found) for line, found in sorted(by_line.items())]

    def _hints(self, view: View) -> Iterator[_Hint]:
        """Yield the hints of a program: only what is notable, for correct code needs no remark.

        That a call builds no graph is notable where the function around it does not show why: its caller has switched grad mode off.
        """
        info = view.graph_info
        for graph in info.graphs:
            is_notable = graph.is_module and graph.records is Certainty.NO and not graph.shows_grad_mode
            span = view.current_range(graph.place) if is_notable else None
            if span is not None:
                yield _Hint(span.end.line, "no graph", describe(info.descriptions[graph.description], view))
        for error in info.errors:
            span = view.current_range(error.place)
            if span is not None:
                cause = f" on {view.describe(error.cause)}" if error.cause is not None else ""
                label = f"raises: {REASONS[error.fault]}{cause}" if error.fault in REASONS else "raises"
                tooltip = f'PyTorch raises "{error.fault.value}"'
                yield _Hint(span.end.line, label, tooltip, view.location(error.cause) if error.cause else None)
        for retention in info.retained:
            span = view.current_range(retention.place)
            if span is not None:
                label = f"graph kept alive by {plain(retention.owner)}"
                yield _Hint(span.end.line, label, describe_retention(retention, view), view.location(retention.loop))


@dataclass(frozen=True)
class _Hint:
    """A label at the end of a line, its tooltip, and the place that it leads to."""

    line: int
    label: str
    tooltip: str
    target: types.Location | None = None


def _inlay_hint(document: Document, line: int, hints: Sequence[_Hint]) -> types.InlayHint:
    end = types.Position(line, document.encoding.width(document.line(line)))
    parts = []
    for number, hint in enumerate(hints):
        tooltip = types.MarkupContent(types.MarkupKind.Markdown, hint.tooltip)
        label = hint.label if number == len(hints) - 1 else f"{hint.label}, "
        parts.append(types.InlayHintLabelPart(label, tooltip=tooltip, location=hint.target))
    return types.InlayHint(end, parts, padding_left=True)
