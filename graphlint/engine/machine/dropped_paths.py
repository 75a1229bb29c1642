"""Paths that are dropped because of the limit on paths: a record of what only their remaining code could use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence, Set
from itertools import chain, pairwise
from typing import NamedTuple

from graphlint.autograd.events import Backward, Cause, Site
from graphlint.autograd.numbers import ObjectNumber
from graphlint.engine.domain import havoc_log, readable_facts
from graphlint.engine.domain.graph import Graph
from graphlint.engine.domain.parts import LEAVES
from graphlint.engine.domain.state import State, Variable
from graphlint.engine.domain.symbols import Way
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.values import Tensor


class LiveNames(NamedTuple):
    """The names of a scope that later code may read, None for all."""

    scope: ObjectNumber
    names: Set[str] | None

    def includes(self, holder: Variable | Way) -> bool:
        """Return True unless the holder of a value is a dead variable."""
        return self.names is None or not (type(holder) is Variable and holder.scope == self.scope and holder.name not in self.names)


def select(graph: Graph, states: Sequence[State], most: int) -> tuple[list[State], list[State]]:
    """Divide states into as many remaining ones as the limit allows, and those that are dropped.

    Forks of one condition are neighbors: the selection takes as often the side on which the condition holds as the other, and both together
    with each side of an earlier condition. Each side of a condition remains on some path if there is room. If two states differ in the
    backward statements that retained a graph, a remaining one stands for each.
    """
    starts = [index * len(states) // most for index in range(most + 1)]
    chosen = {min(start + index.bit_count() % 2, end - 1) for index, (start, end) in enumerate(pairwise(starts))}
    chosen = _with_each_side(chosen, [state.condition.truths.items() for state in states])
    if any(state.retained_by for state in states):
        chosen = _with_each_kind(chosen, _retaining_sites(graph, states))
    return [states[place] for place in sorted(chosen)], [state for place, state in enumerate(states) if place not in chosen]


def _with_each_side(chosen: set[int], sides: Sequence[Set[tuple[Symbol, bool]]]) -> set[int]:
    """Return the chosen places, with some replaced as long as this adds sides of conditions that no chosen one has assumed, and loses none.

    Args:
        chosen: the places.
        sides: the conditions that the path at each place has assumed.
    """
    missing = set[tuple[Symbol, bool]]().union(*sides).difference(*[sides[place] for place in chosen])
    found = set(chosen)
    while missing:
        counts = Counter(chain.from_iterable([sides[place] for place in found]))
        best = max([place for place in range(len(sides)) if place not in found], key=lambda place: len(missing & sides[place]))
        single = {side for side, count in counts.items() if count == 1} - sides[best]
        spare = [place for place in found if single.isdisjoint(sides[place])]
        if not spare:
            break
        found.remove(max(spare))
        found.add(best)
        missing -= sides[best]
    return found


def _retaining_sites(graph: Graph, states: Sequence[State]) -> list[frozenset[Site | None]]:
    """Return the backward statements of each state that retained a graph which is not freed since."""
    sites = {event.number: event.site for event in graph.events if isinstance(event, Backward)}
    return [frozenset(sites.get(backward) for backward in set(state.retained_by.values())) for state in states]


def _with_each_kind(chosen: set[int], kinds: Sequence[Hashable]) -> set[int]:
    """Return the chosen places, with the last ones of frequent kinds replaced by the first ones of kinds that have none."""
    counts = Counter(kinds[place] for place in chosen)
    found = set(chosen)
    for place, kind in enumerate(kinds):
        if counts[kind]:
            continue
        spare = [other for other in sorted(found) if counts[kinds[other]] > 1]
        if not spare:
            break
        found.remove(spare[-1])
        found.add(place)
        counts[kinds[spare[-1]]] -= 1
        counts[kind] = 1
    return found


def record(graph: Graph, site: Site, dropped: Sequence[State], remaining: Sequence[State], live: LiveNames) -> None:
    """Record that dropped paths might have backpropagated through the nodes that only they reference, and entered the grad modes that the
    current function holds."""
    for state in dropped:
        for value in state.heap[live.scope].fields.values() if live.scope in state.heap else ():
            graph.grad_modes.use(value)
    first, nodes = remaining[0], set[int]()
    alone = {node for state in dropped for node in state.nodes_on_heap(first)}
    shared = {node for state in remaining for node in state.nodes_on_heap(first if state is not first else None)} if alone else set[int]()
    alone -= shared
    reached = graph.reach(alone).all
    if alone:
        nodes = reached - graph.reach(shared).all
    known = {node for state in dropped for node in _nodes_known(state)}
    if known:
        reached |= graph.reach(known.difference(*map(_nodes_known, remaining))).all
    havoc_log.may_use(graph, site, Cause.DROPPED_PATH, nodes, _reusable_backwards(graph, dropped, remaining, live, reached))


def _nodes_known(state: State) -> set[int]:
    """Return the nodes of the tensors that a path knows as a part of a value, or obtains again."""
    values = chain(state.known.values(), state.facts.obtained.values()) if state.retained_by else ()
    return {state.node(value) for value in values if type(value) is Tensor and not value.parameter} - {0}


def _reusable_backwards(graph: Graph, dropped: Sequence[State], remaining: Sequence[State], live: LiveNames, within: Set[int]) -> set[int]:
    """Return the backward passes whose retained graphs only dropped paths could use.

    A graph is not counted if the same name refers, on a remaining path, to a graph that the same backward statement retained. What a
    dropped path knows of the items of a tensor is not counted if the tensor is gone, such as a local variable of a call that has ended.

    Args:
        within: the nodes that a backward reaches from what only dropped paths hold: a graph without any of them remains elsewhere.
    """
    using = [state for state in dropped if not within.isdisjoint(state.retained_by)]
    for state in using:
        readable_facts.forget_unreadable(state)
    reached: dict[frozenset[int], set[int]] = {}
    found = {item for state in using for item in _retained_graphs(graph, state, live.includes, reached)}
    if not found:
        return set()
    holders = {holder for _, holder in found}
    others = {item for state in remaining for item in _retained_graphs(graph, state, holders.__contains__, reached)}
    sites = {event.number: event.site for event in graph.events if isinstance(event, Backward)}
    same = {(sites.get(backward), holder) for backward, holder in others}
    return {backward for backward, holder in found - others if (sites.get(backward), holder) not in same}


def _retained_graphs(
    graph: Graph, state: State, counts: Callable[[Variable | Way], bool], reached: dict[frozenset[int], set[int]]
) -> Iterator[tuple[int, Variable | Way]]:
    """Yield the backward passes that retained a graph which a variable or fact references on this path, with that variable or fact.

    Args:
        counts: returns True for a variable or fact that is asked for.
        reached: by nodes, those that a backward from them reaches: most variables are the same on all paths.
    """
    if not state.retained_by:
        return
    for holder, value in state.named_values():
        if type(value) in LEAVES or not counts(holder) or not (nodes := state.nodes_below([value])):
            continue
        key = frozenset(nodes)
        live = reached.get(key)
        if live is None:
            live = reached[key] = graph.reach(key).all
        yield from {(backward, holder) for node, backward in state.retained_by.items() if node in live}
