"""Text about the lifetime of a graph for hovers, inlay hints and code lenses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphlint.autograd.events import Certainty
from graphlint.server.unchanged_lines import View
from graphlint.server.workers.messages import BackwardCall, Graph, Retention, Span

# Maximum number of places or names in a list.
MAX_ITEMS = 4


def describe_graph(graph: Graph, view: View, with_place: bool) -> str:
    """Return the lifetime of a graph as Markdown; `with_place` adds the line that builds it."""
    lines = [f"- {line}" for line in _lifetime(graph, view)]
    place = f", built on {view.describe(graph.place)}" if with_place else ""
    builder = f"the call of `{graph.builder}`" if graph.is_module else f"`{graph.builder}`"
    return "\n".join((f"**Graph of {builder}**{place}", "", *lines))


def describe_backward(backward: BackwardCall, view: View) -> str:
    """Return the effects of a backward call as Markdown."""
    lines = []
    if backward.reaches:
        lines.append(f"- backpropagates through the graph built on {_places(backward.reaches, view)}")
    if backward.frees:
        lines.append(f"- frees the tensors saved on {_places(backward.frees, view)}")
    if backward.raises:
        lines.append("- raises in PyTorch on at least one path")
    return "\n".join((f"**{backward.call}**", "", *lines))


def describe_retention(retention: Retention, view: View) -> str:
    """Return the text for a graph that outlives its loop iteration."""
    return f"`{retention.owner}` keeps the graph of each iteration of the loop on {view.describe(retention.loop)} alive"


def summarize_graph(graph: Graph, view: View) -> str:
    """Return the lifetime of a graph as one line; empty if no graph is built."""
    if graph.records is Certainty.NO:
        return ""
    parts = [f"used on {_places(graph.used_by, view)}"] if graph.used_by else []
    parts += [f"freed on {_places(graph.freed_by, view)}"] if graph.freed_by else []
    parts += [f"kept alive by {_names([retention.owner for retention in graph.retained_by])}"] if graph.retained_by else []
    return "; ".join(("graph built here", *parts))


def _lifetime(graph: Graph, view: View) -> Iterator[str]:
    if graph.records is Certainty.NO:
        yield "no graph is built: grad mode is off"
        return
    if graph.records is Certainty.MAYBE:
        yield "built only if grad mode is on"
    if graph.saves:
        yield f"saves {_names(graph.saves)}" + (" and other tensors" if graph.saves_more else "") + " for backward"
    elif graph.saves_more:
        yield "saves tensors for backward"
    else:
        yield "saves no tensors for backward"
    if graph.used_by:
        yield f"used by `backward()` on {_places(graph.used_by, view)}"
    if graph.maybe_used_by:
        yield f"possibly used by `backward()` on {_places(graph.maybe_used_by, view)}"
    if graph.freed_by:
        yield f"freed by `backward()` on {_places(graph.freed_by, view)}"
    if graph.raised_by:
        yield f"`backward()` on {_places(graph.raised_by, view)} raises: a saved tensor was freed or modified"
    if not (graph.used_by or graph.maybe_used_by or graph.raised_by):
        yield "not used by any known backward"
    for retention in graph.retained_by[:MAX_ITEMS]:
        yield f"kept alive by `{retention.owner}` after the iteration ({view.describe(retention.place)})"
    if graph.detached_at:
        yield f"detached copy created on {_places(graph.detached_at, view)}"


def _places(spans: Sequence[Span], view: View) -> str:
    return _shorten(list(dict.fromkeys(view.describe(span) for span in spans)))


def _names(names: Sequence[str]) -> str:
    return _shorten([f"`{name}`" for name in dict.fromkeys(names)])


def _shorten(items: Sequence[str]) -> str:
    return ", ".join(items[:MAX_ITEMS]) + (f" and {len(items) - MAX_ITEMS} more" if len(items) > MAX_ITEMS else "")
