"""Backward passes through the results of unresolved calls, such as that of a criterion which the analyzed function receives.

A backward pass that returns shows that the result has a graph. If exactly one argument certainly has one and the call detaches nothing, the
pass runs through the graph of this argument, and frees it. An unresolved loss that detaches its argument belongs to the alternating
training of two networks, each with an optimizer of its own. The presumption (`TARGETS`) therefore holds on paths with exactly one
optimizer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphlint.autograd.events import PROJECTIONS, Certainty, Fault, Origin, Raised, Site
from graphlint.engine.domain.graph import Graph
from graphlint.engine.domain.nodes import ReachedNodes
from graphlint.engine.domain.path_facts import PresumablyFreed
from graphlint.engine.domain.state import State


def nodes_below(graph: Graph, reached: ReachedNodes) -> frozenset[int]:
    """Return the nodes that a backward pass presumably reaches, besides those that it certainly reaches.

    They are none if it certainly reaches a leaf: the graph of the root may then be that of other operands.
    """
    if not graph.presumes_inputs:
        return frozenset()
    nodes = graph.nodes
    if any(nodes[number].origin is Origin.LEAF for number in reached.certain):
        return frozenset()
    found: set[int] = set()
    stack = [below for number in reached.certain if (below := _presumed_input(graph, number))]
    while stack:
        number = stack.pop()
        if number not in found and number not in reached.certain:
            found.add(number)
            stack.extend(nodes[number].inputs or (item for item in (_presumed_input(graph, number),) if item))
    return frozenset(found)


def free(graph: Graph, state: State, nodes: Iterable[int], backward: int) -> None:
    """Record that a backward pass has presumably freed the nodes that it presumably reached."""
    state.facts.certain.update(PresumablyFreed(number, backward) for number in nodes if graph.nodes[number].saves is Certainty.YES)


def error_of(graph: Graph, state: State, site: Site, roots: Sequence[int], reached: ReachedNodes) -> Raised | None:
    """Return the error of a backward pass that runs through a freed graph, where it or the earlier pass presumably reaches it.

    The caller has to show that the path has exactly one optimizer.
    """
    if not graph.presumes_inputs:
        return None
    presumed = nodes_below(graph, reached)
    freed = {fact.node: fact.backward for fact in state.facts.certain if type(fact) is PresumablyFreed}
    if not freed and not presumed:
        return None
    within = reached.certain | presumed
    for number in sorted(within, reverse=True):
        by = freed.get(number) or (state.freed.get(number) if number in presumed else None)
        if by is not None and graph.nodes[number].saves is Certainty.YES:
            chain = graph.chain(roots, number, within)
            return Raised(site, graph.context, Fault.FREED, chain, graph.backward_event(by), roots[0])
    return None


def _presumed_input(graph: Graph, number: int) -> int:
    """Return the node on which an unresolved result, or a part of it, presumably depends; 0 if there is none."""
    node = graph.nodes[number]
    if node.origin in PROJECTIONS and not node.inputs and len(node.possible_inputs) == 1:
        return node.possible_inputs[0]
    return node.presumed_input
