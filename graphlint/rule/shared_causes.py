"""The causes that several rules compute alike from a run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from graphlint.autograd.events import Context
from graphlint.autograd.queries import forwards_in_graph, graph_sources
from graphlint.autograd.run import Run
from graphlint.rule.causes import Cause, ForwardPass, MissingCall, MissingCallIn, OtherGraph, UntrainedLeaf


def graph_parts(run: Run, nodes: Sequence[int]) -> list[frozenset[Cause]]:
    """Return the parts of a graph that is retained, each with its causes: a part is explained by a finding on its module call, or on what
    keeps its parameters from being trained. A graph whose origin is not resolved is one part."""
    parts: list[frozenset[Cause]] = []
    for forward, number, leaves in graph_sources(run, nodes):
        parts.append(frozenset((OtherGraph(number) if forward is None else ForwardPass(number), *map(UntrainedLeaf, leaves))))
    return parts or [frozenset(map(ForwardPass, forwards_in_graph(run, nodes)))]


def missing_calls(method: str, objects: Iterable[int], contexts: Iterable[Context]) -> Iterator[Cause]:
    """Yield the causes that a finding shares with the reference to a method that is not called.

    Args:
        method: the name of the method.
        objects: the objects of which the call is missing.
        contexts: the contexts of the code around it, for objects that are not resolved: functions of one caller work on the
            same ones, but not all functions of a script.
    """
    yield from (MissingCall(method, number) for number in objects if number)
    for functions in {context.functions for context in contexts}:
        yield from (MissingCallIn(method, functions[:length]) for length in range(min(1, len(functions)), len(functions) + 1))
