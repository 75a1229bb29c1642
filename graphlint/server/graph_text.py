"""The life of a graph in words, for hovers, hints and lenses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphlint.autograd.events import Certainty
from graphlint.server.unchanged_lines import View
from graphlint.server.workers.messages import Graph, Span, Walk

# Of more places than these, the first are told.
MOST = 4


def graph_in_words(graph: Graph, view: View, elsewhere: bool) -> str:
    """A graph's life as Markdown.

    Args:
        graph: the graph.
        view: tells places.
        elsewhere: whether it is built somewhere else than where the person looks.
    """
    lines = [f"- {line}" for line in _life(graph, view)]
    where = f", built in {view.told(graph.place)}" if elsewhere else ""
    what = f"the call of `{graph.what}`" if graph.module else f"`{graph.what}`"
    return "\n".join((f"**Graph of {what}**{where}", "", *lines))


def walk_in_words(walk: Walk, view: View) -> str:
    """What a backward does, as Markdown.

    Args:
        walk: the backward.
        view: tells places.
    """
    lines = []
    if walk.walks:
        lines.append(f"- walks what was built in {_places(walk.walks, view)}")
    if walk.frees:
        lines.append(f"- frees what was saved in {_places(walk.frees, view)}")
    if walk.raises:
        lines.append("- raises in PyTorch on some path")
    return "\n".join((f"**{walk.call}**", "", *lines))


def graph_in_short(graph: Graph, view: View) -> str:
    """A graph's life in a few words; empty where there is nothing to say.

    Args:
        graph: the graph.
        view: tells places.
    """
    if graph.records is Certainty.NO:
        return ""
    words = [f"walked in {_places(graph.walked, view)}"] if graph.walked else []
    words += [f"freed in {_places(graph.freed, view)}"] if graph.freed else []
    words += [f"kept by {_holders([hold.holder for hold in graph.kept])}"] if graph.kept else []
    return "; ".join(("graph built here", *words))


def _life(graph: Graph, view: View) -> Iterator[str]:
    if graph.records is Certainty.NO:
        yield "grad mode is off here: no graph is built"
        return
    if graph.records is Certainty.MAYBE:
        yield "built only where grad mode is on"
    if graph.saves:
        yield f"saves {_holders(graph.saves)}" + (" and more" if graph.saves_more else "")
    elif graph.saves_more:
        yield "saves tensors for its backward"
    else:
        yield "saves nothing for its backward"
    if graph.walked:
        yield f"walked by the backward in {_places(graph.walked, view)}"
    if graph.perhaps:
        yield f"perhaps walked by the backward in {_places(graph.perhaps, view)}"
    if graph.freed:
        yield f"freed by the backward in {_places(graph.freed, view)}"
    if graph.raises:
        yield f"the backward in {_places(graph.raises, view)} needs what is gone or changed: PyTorch raises"
    if not (graph.walked or graph.perhaps or graph.raises):
        yield "no backward in sight walks it"
    for hold in graph.kept[:MOST]:
        yield f"still held by `{hold.holder}` when the iteration is over ({view.told(hold.place)})"
    if graph.detached:
        yield f"left behind by a detached copy in {_places(graph.detached, view)}"


def _places(spans: Sequence[Span], view: View) -> str:
    told = list(dict.fromkeys(view.told(span) for span in spans))
    return ", ".join(told[:MOST]) + (f" and {len(told) - MOST} more" if len(told) > MOST else "")


def _holders(names: Sequence[str]) -> str:
    known = list(dict.fromkeys(names))
    return ", ".join(f"`{name}`" for name in known[:MOST]) + (f" and {len(known) - MOST} more" if len(known) > MOST else "")
