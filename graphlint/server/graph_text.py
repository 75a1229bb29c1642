"""Text about the graphs of a program for hovers, inlay hints and code lenses, with the lines as they are now."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from graphlint.autograd.events import Certainty
from graphlint.server.unchanged_lines import View
from graphlint.server.workers.graph_messages import Description, Graph, Retention
from graphlint.server.workers.messages import Span

MAX_ITEMS = 4
"""The most places or names in a list."""


def describe(item: Description, view: View, markdown: bool = True) -> str:
    """Return a description as Markdown whose lines are links, or as plain text."""
    home = item.place.function
    lines = [f"- {fact.text.replace('{}', _places(fact.places, view, markdown, home))}" for fact in item.facts]
    text = "\n".join((item.title, "", *lines) if lines else (item.title,))
    return text if markdown else text.replace("**", "")


def describe_retention(retention: Retention, view: View) -> str:
    """Return the text for a graph that outlives its loop iteration."""
    return f"{retention.owner} keeps the graph of each iteration of the loop on {view.link(retention.loop)} alive"


def plain(text: str) -> str:
    """Return a text without the marks of code, for what is not Markdown."""
    return text.replace("`", "")


def summarize_graph(graph: Graph, view: View) -> str:
    """Return the lifetime of a graph as one line of plain text; empty if no graph is built."""
    if graph.records is Certainty.NO:
        return ""
    parts = [f"used on {_places(graph.used_by, view, False)}"] if graph.used_by else []
    parts += [f"freed on {_places(graph.freed_by, view, False)}"] if graph.freed_by else []
    owners = list(dict.fromkeys(plain(retention.owner) for retention in graph.retained_by))
    parts += [f"kept alive by {_shorten(owners)}"] if owners else []
    return "; ".join(("graph built here", *parts))


def _places(spans: Sequence[Span], view: View, links: bool, home: str | None = None) -> str:
    """Return the lines of some spans, each once.

    Args:
        home: the function from which the lines are seen. Lines of another one are named with it; None if functions are of no interest.
    """
    by_line = {view.describe(span): span for span in reversed(spans)}
    distinct = [by_line.pop(line) for line in dict.fromkeys(map(view.describe, spans))]
    shown = distinct[:MAX_ITEMS]
    groups = []
    for function, group in itertools.groupby(shown, key=lambda span: "" if home is None or span.function == home else span.function):
        lines = ", ".join(view.link(span) if links else view.describe(span) for span in group)
        groups.append(f"{lines} in `{function}`" if function else lines)
    return "; ".join(groups) + (f" and {len(distinct) - len(shown)} more" if len(distinct) > len(shown) else "")


def _shorten(items: Sequence[str]) -> str:
    return ", ".join(items[:MAX_ITEMS]) + (f" and {len(items) - MAX_ITEMS} more" if len(items) > MAX_ITEMS else "")
